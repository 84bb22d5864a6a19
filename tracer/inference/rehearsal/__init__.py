"""Rehearsal: a well-behaved model without weights, which plays both sides from its prompts alone.

It stands behind a real server on the loopback, so a run takes the whole path a model takes: client,
pool, journal, retries. It knows no domain: what it knows of one it reads in policy and tools.
"""
