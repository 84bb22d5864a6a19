"""`tracer model`: verbs about models, served on this machine or elsewhere."""
