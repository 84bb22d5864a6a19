"""The feel stage: stories get a feeling."""
