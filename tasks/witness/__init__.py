"""Witnesses: for every edge of a graph, two real calls that show it stands.

No stage of a run: what is found here backs the review of a graph and its list of infeasible walks.
"""
