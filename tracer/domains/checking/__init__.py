"""Checking: what the guards of every domain share, given each domain's own tables.

It judges agents, as guards do; no agent may import it.
"""
