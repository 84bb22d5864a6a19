"""What the stages are made with, and the command line.

Each subpackage is one noun and stands on one layer; ARCHITECTURE.md says which may import
which.
"""
