"""The verbs of `tracer graph`, one file each."""
