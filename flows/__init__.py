"""The Prefect flows that wire the stages, and their deployments.

Only this package knows in which order the stages run, which of them overlap, and what is done
again on resume.
"""
