"""Every word that is sent to a model: the templates and the sandboxed renderer.

A template is a data file with a digest, so that a changed comma invalidates what was made with
it. No other package builds a prompt from string literals.
"""
