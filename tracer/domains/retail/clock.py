"""Clock: the day on which everything in Kestrel Lane happens."""

from datetime import date

TODAY = "2026-05-14"
"""The shop's fixed today, a Thursday, as an ISO date; policy.md names the same day."""
TODAY_DATE = date.fromisoformat(TODAY)
