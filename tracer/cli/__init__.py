"""The command line, its settings and its logging: the outermost layer.

Nothing imports it. Results go to standard output, everything else to standard error and the log
of the run.
"""
