"""The verify stage: drafts are checked and the run's tasks selected."""
