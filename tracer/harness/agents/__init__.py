"""The agents that can take part in an episode: rule-based, or asking a model.

An agent is given the policy, the tool schemas, messages and tool results. It never sees a task,
a workflow, reference actions or the guards that judge it.
"""
