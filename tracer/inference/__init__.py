"""Talking to models: the ChatModel protocol and everything that implements it.

Retries, time-outs and the repair of what a model says before it enters a history happen here
and nowhere else.
"""
