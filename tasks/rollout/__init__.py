"""The rollout stage: tasks are played."""
