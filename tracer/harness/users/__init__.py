"""The users that can take part in an episode, and how they behave.

A user is given its instruction and the messages of the agent. It never sees tool calls or their
results.
"""
