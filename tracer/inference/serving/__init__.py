"""Serving: vLLM as a process of its own, started, watched and stopped.

vLLM lives in another environment and is never imported; it is reached by its command line, its
addresses and its log.
"""
