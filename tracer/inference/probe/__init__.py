"""Probes: what a model, its chat template and its server's parsers can do together.

Each probe makes a small request or a few and says what was seen and what to set; nothing is kept.
"""
