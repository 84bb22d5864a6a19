"""Tern Airways, an airline with its home in Copenhagen: the airline domain."""
