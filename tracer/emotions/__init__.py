"""The emotion space: five families, 22 emotions, 594 conditions, and their anchors.

Maps a feeling in free text to a condition. The hierarchy follows the Atlas of Emotions; the
conditions follow arXiv:2610.19560, with politeness, urgency and trust as dimensions.
"""
