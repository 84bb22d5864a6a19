"""Telling: the desk's sentences, from what results hold."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracer.inference.rehearsal.fields import find_fields
from tracer.inference.rehearsal.goods import get_id, list_items, list_variants
from tracer.inference.rehearsal.past import CLOSING, LISTING
from tracer.inference.rehearsal.rows import Rows, is_id
from tracer.inference.rehearsal.words import list_stems, name_words

AMOUNT = re.compile(r"-?\d+\.\d{2}")
MOST = 12
"""Fields told where no word of the question names one."""


def tell_answer(question: str, heard: str, result: Any, subject: str) -> str:
    """Return what a result says to a question, and ask whether there is more."""
    leaves = list(walk(result, ()))
    wanted = find_fields(question)
    if "count" in wanted:
        leaves += list(count_groups(result))
    chosen = [leaf for leaf in leaves if leaf[0] in wanted] or leaves[:MOST]
    best = max((rate(leaf, heard) for leaf in chosen), default=0.0)
    told = [leaf for leaf in chosen if rate(leaf, heard) == best][:MOST]
    lines = [f"{name_words(key)} {write(value)}" for key, value, _path, _near in told]
    if not lines:
        return f"I'm afraid I do not know that. {CLOSING}"
    lead = f"For {subject} I find" if subject else "I find"
    return f"{lead}: {', '.join(dict.fromkeys(lines))}. {CLOSING}"


Leaf = tuple[str, Any, tuple[str, ...], str]
"""Key, value, keys above it, what stands beside it."""


def walk(value: Any, path: tuple[str, ...]) -> Iterator[Leaf]:
    """Yield the scalars of a result, ids left out."""
    if isinstance(value, list):
        for item in value:
            yield from walk(item, path)
    elif isinstance(value, Mapping):
        near = " ".join(str(one) for one in flatten(value))
        for key, item in value.items():
            if isinstance(item, Mapping | list):
                yield from walk(item, (*path, key))
            elif item is not None and not key.endswith("_id"):
                yield key, item, path, near


def flatten(row: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values of a row and of the rows right inside it."""
    for value in row.values():
        if isinstance(value, Mapping):
            yield from (item for item in value.values() if not isinstance(item, Mapping | list))
        elif not isinstance(value, list):
            yield value


def count_groups(result: Any) -> Iterator[Leaf]:
    """Yield how many things each group of a result holds."""
    for key, group in result.items() if isinstance(result, Mapping) else ():
        if isinstance(group, Mapping | list):
            yield "count", len(group), (key,), key


def rate(leaf: Leaf, heard: str) -> float:
    """Return how much of what was heard stands around a leaf, less for strange keys above it."""
    words = list_stems(heard)
    above = list_stems(" ".join(key for key in leaf[2] if not is_id(key)))
    return len(words & (above | list_stems(leaf[3]))) - 0.1 * len(above - words)


def write(value: Any) -> str:
    """Return a scalar in words."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if AMOUNT.fullmatch(text):
        return f"{text} EUR"
    return re.sub(r"^(\d{4}-\d\d-\d\d)T", r"\1 ", text)


def tell_plan(name: str, values: Mapping[str, Any], rows: Rows, notes: tuple[str, str]) -> str:
    """Return what a write would do, in full, and ask for a yes.

    `notes` are the tool's description and what it costs, where that was worked out.
    """
    parts = [
        f"{name_words(argument)}: {portray(value, values, rows)}"
        for argument, value in values.items()
        if not is_secret(value)
    ]
    description, price = notes
    details = "; ".join([*parts, *([price] if price else [])])
    what = name.replace("_", " ")
    return f"I would {what}. {description} The details: {details}. {LISTING}"


def is_secret(value: Any) -> bool:
    """Return whether a value is the id of an account, which is not read out."""
    return (
        isinstance(value, str)
        and re.fullmatch(r"[a-z]+-\d+", value) is not None
        and value[:3] == "cus"
    )


def portray(value: Any, values: Mapping[str, Any], rows: Rows) -> str:
    """Return a value as the customer knows it: a row by what is in it, an address in one line."""
    if isinstance(value, Mapping):
        return ", ".join(str(item) for item in value.values())
    if isinstance(value, list):
        return " and ".join(portray_item(str(item), values, rows) for item in value)
    row = rows.describe(str(value))
    if "kind" in row:
        return str(row["kind"])
    things = [str(item["name"]) for item in list_items(row)]
    total = [f"total {write(row['total'])}"] if "total" in row else []
    inside = ", ".join([*things, *total, *portray_payments(row, rows)])
    return f"{value} ({inside})" if inside else str(value)


def portray_payments(row: Mapping[str, Any], rows: Rows) -> Iterator[str]:
    """Yield what was paid for a row, each with the kind of its method."""
    shares = row.get("payments")
    for share in shares if isinstance(shares, list) else ():
        kind = rows.describe(str(share.get("payment_id"))).get("kind")
        if kind is not None and share.get("kind") == "payment":
            yield f"{write(share.get('amount'))} paid by {kind}"


def portray_item(name: str, values: Mapping[str, Any], rows: Rows) -> str:
    """Return an item with its options, found among the goods of the rows in question."""
    for subject in values.values():
        for item in list_items(rows.describe(str(subject))):
            if get_id(item) == name:
                return f"{item['name']} ({list_options(item)})"
            for variant in list_variants(item, rows):
                if get_id(variant) == name:
                    return f"{item['name']} ({list_options(variant)})"
    return "an item"


def list_options(item: Mapping[str, Any]) -> str:
    """Return the options of an item in one line."""
    return ", ".join(str(value) for value in item.get("options", {}).values())


def tell_done(values: Mapping[str, Any]) -> str:
    """Return that a write was made."""
    subject = name_subject(values)
    about = f" for {subject}" if subject else ""
    return f"That's done{about}. {CLOSING}"


def name_subject(values: Mapping[str, Any]) -> str:
    """Return the id in arguments that may be read out, with what it is."""
    for argument, value in values.items():
        if isinstance(value, str) and is_id(value) and not re.match(r"[a-z]+-", value):
            return f"{name_words(argument)} {value}"
    return ""


def tell_refusal(error: str) -> str:
    """Return that something cannot be done, and why."""
    return f"I'm sorry, that cannot be done. {error} {CLOSING}"


def ask_for(arguments: Sequence[str], descriptions: Mapping[str, str]) -> str:
    """Return a question for what is missing."""
    names = [describe_need(argument, descriptions.get(argument, "")) for argument in arguments]
    return f"Could you tell me {join(names)}, please?"


def describe_need(argument: str, description: str) -> str:
    """Return an argument in words a customer knows."""
    method = re.match(r"Id of the ([a-z ]+?)(?: the| that|,|$)", description)
    return f"the {method[1] if method else name_words(argument)}"


def join(names: Sequence[str]) -> str:
    """Return names in one phrase."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
