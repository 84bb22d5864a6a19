"""Kestrel Lane, a shop for home, outdoor and everyday goods: the retail domain."""
