"""Which tool may follow which: one reviewed graph per domain, and what is done with it.

A graph is read from its file, checked, reviewed, walked and drawn here. The edges are data and
stand in files beside the code, each with the reason why it is sound.
"""
