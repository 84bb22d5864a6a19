"""Clock: the moment at which everything at Tern Airways happens."""

from datetime import date, datetime

TODAY = "2026-05-14"
"""The airline's fixed today, a Thursday, as an ISO date; policy.md names the same day."""
NOW = "2026-05-14T15:00"
"""The airline's fixed now in home time, which is that of Copenhagen."""
TODAY_DATE = date.fromisoformat(TODAY)
NOW_TIME = datetime.fromisoformat(NOW)


def count_minutes(start: str, end: str) -> int:
    """Return the minutes from one time to another on the same clock.

    >>> count_minutes("2026-05-14T23:50", "2026-05-15T00:05")
    15
    """
    gap = datetime.fromisoformat(end) - datetime.fromisoformat(start)
    return round(gap.total_seconds() / 60)


def write_time(moment: datetime) -> str:
    """Return a time as rows have it, ISO to the minute."""
    return moment.isoformat(timespec="minutes")
