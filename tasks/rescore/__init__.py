"""Rescore: stored trajectories scored and judged by today's rules; no stage, it plays nothing."""
