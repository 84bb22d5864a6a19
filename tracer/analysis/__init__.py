"""Numbers and pictures about trajectories: rates as n/N, avg@k, pass^k, behaviour.

Functions take rows and return figures or pages; they open no file and ask no model.
"""
