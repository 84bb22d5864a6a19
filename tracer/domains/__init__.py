"""Executable worlds, one folder each: records, tools, policy, guards, data generator.

A domain is found by its name and handed to whoever needs it. The guards judge an agent and are
never shown to one.
"""
