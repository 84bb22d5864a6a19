"""Stories: what a story of a customer may not say, since others bring it or nobody knows it."""

import re

FEELING = re.compile(
    r"\b(annoy|frustrat|exasperat|ang(er|ry)|bitter|nervous|anxi|dread|despera|afraid|worr|fear"
    r"|dislik|disgust|repugn|disappoint|discourag|helpless|hope|sorrow|sad\b|reliev|relief|peace"
    r"|proud|pride|excit|furious|glad|happy|delight|hate|cross\b|upset|urgent)",
    re.IGNORECASE,
)
"""A feeling: the condition of an episode brings its own."""
CALENDAR = re.compile(
    r"\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(today|tomorrow|yesterday)\b"
    r"|\b(january|february|april|june|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)
CAPITAL = re.compile(r"(?<!^)(?<![.?] )\b(?!I\b)[A-Z]")
"""A proper name: the customer's own is filled in."""
SINGULAR = re.compile(r"\b(he|she|his|her|himself|herself)\b")
FIRST_PERSON = re.compile(r"\b(I|me|my|mine|we|us|our)\b", re.IGNORECASE)
