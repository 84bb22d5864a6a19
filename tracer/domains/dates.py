"""Dates: ISO dates as people write them in English."""

from datetime import date

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def write_date(iso: str) -> str:
    """Return the date as day and month.

    >>> write_date("2026-05-03")
    '3 May'
    """
    day = date.fromisoformat(iso)
    return f"{day.day} {MONTHS[day.month - 1]}"


def list_date_forms(iso: str) -> list[str]:
    """Return the forms that name this date: ISO, and day and month in both orders.

    >>> list_date_forms("2026-05-03")
    ['2026-05-03', '3 May', 'May 3', '3rd May', '3rd of May', 'May 3rd', '3 of May']
    """
    day = date.fromisoformat(iso)
    month = MONTHS[day.month - 1]
    ordinal = f"{day.day}{choose_suffix(day.day)}"
    return [
        iso,
        f"{day.day} {month}",
        f"{month} {day.day}",
        f"{ordinal} {month}",
        f"{ordinal} of {month}",
        f"{month} {ordinal}",
        f"{day.day} of {month}",
    ]


def choose_suffix(day: int) -> str:
    """Return the English ordinal suffix of a day of the month."""
    if day in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
