"""Party: the passengers a text names, texts normalised."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tracer.domains.checking.figures import find_days
from tracer.domains.checking.listing import Detail
from tracer.domains.checking.times import name_days
from tracer.domains.checking.wording import normalise
from tracer.domains.keys import make_name_key
from tracer.domains.state import Row

_SEVERAL = r"(?:two|three|four|five|[2-5])"
ALL_PASSENGERS = re.compile(
    rf"\b(?:both(?: of (?:you|them))?|everyone|everybody|all (?:the |of (?:you|them|the) )?"
    rf"(?:{_SEVERAL}|passengers|people|travellers|of (?:you|them))"
    rf"|the (?:{_SEVERAL} of (?:you|them)|whole (?:family|party|group)))\b"
)
ALONE = re.compile(
    r"\bfor you(?:rself)?\b|\byou(?:rself)? (?:alone|only)\b|\bpassenger: you\b"
    r"|\b(?:just|only) you\b|\b(?:one|a single|sole|1) passenger\b"
)
AND_YOU = re.compile(r"\byou(?:rself)?,? (?:and|with)\b|\b(?:and|with) you(?:rself)?\b")


def detail_passengers(passengers: Any, customer: Row) -> Iterator[Detail]:
    """Yield the passengers of a booking: by name, by words for all, or as the customer."""
    people = [row for row in passengers if isinstance(row, dict)] if passengers else []
    own = make_name_key("".join(map(str, dict(customer.get("name", {})).values())))
    firsts = [normalise(str(row.get("first", ""))) for row in people]
    for row, first in zip(people, firsts, strict=True):
        whole = normalise(f"{row.get('first')} {row.get('last')}")
        if make_name_key(f"{row.get('first')}{row.get('last')}") != own:
            pattern = ALL_PASSENGERS if len(people) > 1 else None
            yield Detail(f"passenger {whole}", ((first,),), pattern)
        elif len(people) == 1:
            yield Detail(f"passenger {whole}", ((first,),), ALONE)
        else:
            # The first name alone may only address the customer.
            forms = ((whole,), *((first, other) for other in firsts if other != first))
            yield Detail(f"passenger {whole}", forms, ALL_PASSENGERS, tells=names_customer)


def names_customer(text: str) -> bool:
    """Return whether a text counts the customer among the passengers, as `you and Ben`."""
    return AND_YOU.search(text) is not None


def detail_correction(name: str, corrected: Any, passengers: Iterable[Row]) -> Iterator[Detail]:
    """Yield what a correction makes different about the passenger who has the name."""
    if not isinstance(corrected, dict):
        return
    key = make_name_key(name)
    present: Row = next(
        (row for row in passengers if make_name_key(f"{row['first']}{row['last']}") == key), {}
    )
    for part in ("first", "last"):
        new = str(corrected.get(part, ""))
        if new and new != present.get(part):
            yield Detail(f"{part} name {new}", ((normalise(new),),))
    born = str(corrected.get("birth_date", ""))
    if born and born != present.get("birth_date"):
        yield detail_birth_date(born)


def detail_birth_date(iso: str) -> Detail:
    """Return a birth date as something to be told, with its year."""
    year, month, day = (int(part) if part.isdigit() else 0 for part in (iso + "--").split("-")[:3])

    def tells(text: str) -> bool:
        return (month, day) in name_days(text) and str(year) in text

    def rivals(text: str) -> bool:
        years = {one for _, readings in find_days(text) for one, _, _ in readings}
        return year in years or not years.isdisjoint(range(1900, year + 2))

    return Detail(f"birth date {iso}", tells=tells, rivals=rivals)


def detail_name(name: str) -> Detail:
    """Return a passenger's name as something to be told: whole, or its first or last word."""
    words = normalise(name).split()
    forms = tuple((word,) for word in (words[0], words[-1])) if words else ()
    return Detail(f"passenger {name}", forms)
