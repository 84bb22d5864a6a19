"""Benchmarks: speed and memory, each figure printed with its n; run by `make bench`."""
