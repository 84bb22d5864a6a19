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


def write_full_date(iso: str) -> str:
    """Return the date as day, month and year.

    >>> write_full_date("1985-12-10")
    '10 December 1985'
    """
    return f"{write_date(iso)} {date.fromisoformat(iso).year}"


def read_date(text: str, year: int) -> str | None:
    """Return the ISO date that a day and month, with or without a year, name; None for no date.

    >>> read_date("20 May", 2026), read_date("10 December 1985", 2026), read_date("soon", 2026)
    ('2026-05-20', '1985-12-10', None)
    """
    number, _, rest = text.partition(" ")
    name, _, own_year = rest.partition(" ")
    if name not in MONTHS or not number.isdecimal() or not (own_year or "0").isdecimal():
        return None
    try:
        return date(int(own_year or year), MONTHS.index(name) + 1, int(number)).isoformat()
    except ValueError:
        return None


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
