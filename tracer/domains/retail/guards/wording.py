"""Wording: how customers and desk name the goods and orders of Kestrel Lane."""

import re
from functools import lru_cache

from tracer.domains.checking.wording import CACHED, normalise

ORDER_ID = re.compile(r"\bk\d{2}-\d{4}\b")


@lru_cache(maxsize=CACHED)
def name_forms(name: str) -> tuple[str, ...]:
    """Return what a product may be called: its name, its first word, its last one without plural s.

    >>> name_forms("Fell Walking Boots")
    ('fell walking boots', 'fell', 'boot')
    """
    words = normalise(name).split()
    head = words[-1]
    stem = head[:-1] if head.endswith("s") and not head.endswith("ss") else head
    return (" ".join(words), words[0], stem)


@lru_cache(maxsize=CACHED)
def value_forms(value: str) -> tuple[str, ...]:
    """Return how an option's value may be written: as it stands, closed up, or with a short unit.

    >>> value_forms("230 volts")
    ('230 volts', '230volts', '230 volt', '230v', '230 v', '230-volt')
    """
    plain = normalise(value)
    number, _, unit = plain.partition(" ")
    if not number[:1].isdigit() or not unit:
        return (plain, plain.replace("-", " "))
    single = unit.removesuffix("s")
    short = unit[0]
    closed = plain.replace(" ", "")
    return (
        plain,
        closed,
        f"{number} {single}",
        f"{number}{short}",
        f"{number} {short}",
        f"{number}-{single}",
    )
