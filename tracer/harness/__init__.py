"""The episode loop: agents, users, the environment, guards on users, reward and replay.

An episode is a partially observable decision process: the agent sees policy, tools and
messages; the user sees its instruction and the messages; only the environment holds the state.
"""
