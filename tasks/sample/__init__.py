"""The sample stage: draws of quota cells become workflows."""
