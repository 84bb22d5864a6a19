"""Money: EUR as text with two places in rows, as whole cents in between."""


def read_cents(amount: str) -> int:
    """Return the cents of an amount written with two places.

    >>> read_cents("-34.90")
    -3490
    """
    # Whole numbers throughout: a float would lose cents, and a Decimal costs far more.
    return int(amount[:-3] + amount[-2:])


def write_cents(cents: int) -> str:
    """Return an amount of cents as text with two places.

    >>> write_cents(-5)
    '-0.05'
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"
