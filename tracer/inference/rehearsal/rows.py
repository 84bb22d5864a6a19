"""Rows: what the results of a conversation hold, by id, and which of them a text is about."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tracer.inference.rehearsal.past import Past
from tracer.inference.rehearsal.words import list_stems, shape

Row = Mapping[str, Any]

AGAIN = re.compile(
    r"\b(?:same|already (?:spoken|mentioned)|(?:as|gave) before|still)\b", re.IGNORECASE
)
WEIGHTS = (2.0, 1.5, 1.0)
"""What a word found in a row counts, at its top and further in."""
FIGURES = 2
"""How much more a day or a number counts."""
GONE = 0.5
"""What counts against a row that is cancelled."""


@dataclass(slots=True)
class Rows:
    """Rows seen in results; a row is known by the id it begins with."""

    by_id: dict[str, Row] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    """Code -> what it stands for, such as the city of an airport."""
    own: list[str] = field(default_factory=list)
    """Ids in the account of the customer, the account's own first."""

    def list_ids(self, form: str) -> list[str]:
        """Return the ids of a form that the customer's account holds, else all seen."""
        own = [name for name in self.own if shape(name) == form]
        return own or [name for name in self.by_id if shape(name) == form]

    def describe(self, name: str) -> Row:
        """Return the row of an id, empty when none was seen."""
        return self.by_id.get(name, {})

    def pick(self, ids: Sequence[str], text: str, *, lenient: bool = False) -> str | None:
        """Return the id whose row a text is about, None when none or several fit as well.

        A lenient choice takes the first of several.
        """
        known = [name for name in ids if name in self.by_id]
        scored = sorted(((self.score(name, known, text), name) for name in known), reverse=True)
        if lenient and scored:
            return scored[0][1]
        if not scored or scored[0][0] <= 0:
            return None
        is_tie = len(scored) > 1 and scored[0][0] == scored[1][0]
        return None if is_tie else scored[0][1]

    def score(self, name: str, rivals: Sequence[str], text: str) -> float:
        """Return how much of a text speaks of a row, what all rivals share left out."""
        heard = list_stems(text)
        words = [self.weigh(rival) for rival in rivals]
        shared = set.intersection(*(set(one) for one in words)) if len(words) > 1 else set()
        weights = self.weigh(name)
        hits = sum(weight for word, weight in weights.items() if word in heard - shared)
        gone = GONE * (self.by_id[name].get("status") == "cancelled")
        return hits + self.score_way(self.by_id[name], text) - gone

    def weigh(self, name: str) -> dict[str, float]:
        """Return the words of a row with what each counts."""
        weights: dict[str, float] = {}
        row = {key: value for key, value in self.by_id[name].items() if key != "status"}
        for value, depth in walk_values(row, 0):
            for word in list_stems(f"{value} {self.named.get(str(value), '')}"):
                weight = WEIGHTS[min(depth, len(WEIGHTS)) - 1]
                weight *= FIGURES if any(map(str.isdigit, word)) else 1
                weights[word] = max(weights.get(word, 0.0), weight)
        return weights

    def score_way(self, row: Row, text: str) -> float:
        """Return 1 for each end of a row's way that a text names as such."""
        ends = (("from", row.get("origin")), ("to", row.get("destination")))
        names = ((word, self.named.get(str(end))) for word, end in ends if end)
        return sum(f"{word} {name}" in text for word, name in names if name)


def walk_values(value: Any, depth: int) -> Iterator[tuple[Any, int]]:
    """Yield every scalar inside a value with its depth."""
    if isinstance(value, Mapping):
        for item in value.values():
            yield from walk_values(item, depth + 1)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from walk_values(item, depth + (place > 0))
    elif value is not None and not isinstance(value, bool):
        yield value, depth


def read_rows(past: Past) -> Rows:
    """Return the rows that the calls of a conversation have shown, later results over earlier."""
    rows = Rows()
    for done in past.done:
        if done.ok:
            collect(done.result, rows, "")
    rows.own = list_own(past, rows)
    return rows


def collect(value: Any, rows: Rows, name: str) -> None:
    """Take in the rows inside a result; `name` is the key it stands under."""
    if isinstance(value, list):
        for item in value:
            collect(item, rows, name)
    if not isinstance(value, Mapping):
        return
    first = next(iter(value.values()), None)
    if isinstance(first, str) and is_id(first) and next(iter(value)).endswith("_id"):
        rows.by_id[first] = {**rows.by_id.get(first, {}), **value}
    if isinstance(value.get("code"), str) and "city" in value:
        rows.named[value["code"]] = str(value["city"])
    for key, item in value.items():
        if isinstance(item, str) and is_id(item) and not is_field(key):
            rows.by_id.setdefault(item, {"name": key, "kind": name})
        collect(item, rows, key)


def is_id(text: str) -> bool:
    """Return whether a text looks like an id: letters and figures without a blank."""
    return re.fullmatch(r"[A-Za-z]{1,4}-?\d[\w-]*", text) is not None


def is_field(key: str) -> bool:
    """Return whether a key is the name of a field, not of a thing."""
    return re.fullmatch(r"[a-z_0-9]+", key) is not None


def list_own(past: Past, rows: Rows) -> list[str]:
    """Return the ids in the customer's account: the first result of one id, and what it shows."""
    found = (one.result for one in past.done if one.ok and isinstance(one.result, Mapping))
    first = next((value for value in found if len(value) == 1), {})
    ids = [str(value) for value in first.values() if is_id(str(value))]
    for name in list(ids):
        ids += list_inside(rows.by_id.get(name, {}))
    return list(dict.fromkeys(ids))


def list_inside(value: Any) -> list[str]:
    """Return the ids inside a row, keys included."""
    if isinstance(value, Mapping):
        return [
            *(key for key in value if is_id(key)),
            *(name for item in value.values() for name in list_inside(item)),
        ]
    if isinstance(value, list):
        return [name for item in value for name in list_inside(item)]
    return [value] if isinstance(value, str) and is_id(value) else []
