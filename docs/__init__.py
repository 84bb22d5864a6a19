"""Docs: pages generated from the code, so that they cannot differ from it.

`make docs` writes them.
"""
