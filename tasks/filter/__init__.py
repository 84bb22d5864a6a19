"""The filter stage: trajectories are judged and kept as examples."""
