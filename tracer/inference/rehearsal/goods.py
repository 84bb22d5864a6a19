"""Goods: which items of a row a text means, and which variants shall take their place."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracer.inference.rehearsal.rows import Row, Rows
from tracer.inference.rehearsal.words import list_stems

ALL = re.compile(r"\b(?:everything|whole|all (?:of )?(?:it|them|items)|both)\b", re.IGNORECASE)
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def list_items(row: Row) -> list[Row]:
    """Return the items of a row: the rows of its lists that begin with an id and have a name."""
    lists = (value for value in row.values() if isinstance(value, list))
    rows = (item for items in lists for item in items if isinstance(item, Mapping))
    return [item for item in rows if "name" in item and next(iter(item)).endswith("_id")]


def get_id(item: Row) -> str:
    """Return the id a row begins with."""
    return str(next(iter(item.values())))


def pick_items(row: Row, text: str) -> list[str] | None:
    """Return the ids of the items a text names, None when it names none of several."""
    items = list_items(row)
    heard = list_stems(text)
    named = [item for item in items if list_stems(str(item["name"])) & heard]
    if ALL.search(text) or len(items) == 1:
        named = items
    return [get_id(item) for item in named] or None


def pick_variants(row: Row, item_ids: Sequence[str], rows: Rows, text: str) -> list[str] | None:
    """Return for each item the variant in stock with the options a text asks for."""
    items = {get_id(item): item for item in list_items(row)}
    picked = [pick_variant(items[name], rows, text) for name in item_ids if name in items]
    found = [name for name in picked if name is not None]
    return found if found and len(found) == len(item_ids) else None


def pick_variant(item: Row, rows: Rows, text: str) -> str | None:
    """Return the variant that differs from an item as a text asks."""
    variants = list(list_variants(item, rows))
    old = item.get("options", {})
    heard = list_stems(select_sentences(text, str(item.get("name", ""))))
    wanted = {key: choose_value(key, value, variants, heard) for key, value in old.items()}
    if wanted == old:
        return None
    return next((get_id(v) for v in variants if v["options"] == wanted and v["in_stock"]), None)


def list_variants(item: Row, rows: Rows) -> Iterator[Mapping[str, Any]]:
    """Yield the variants of an item's product, as far as the product was looked up."""
    product = rows.describe(str(item.get("product_id", "")))
    variants = product.get("variants", {})
    yield from variants.values() if isinstance(variants, Mapping) else ()


def choose_value(key: str, old: Any, variants: Sequence[Row], heard: frozenset[str]) -> Any:
    """Return the value of an option that was asked for, the old one when none was."""
    values = dict.fromkeys(v["options"].get(key) for v in variants)
    named = [v for v in values if v != old and (words := list_stems(str(v))) and words <= heard]
    return max(named, key=lambda value: len(str(value)), default=old)


def select_sentences(text: str, name: str) -> str:
    """Return the sentences that speak of a thing, all of them when none does."""
    words = list_stems(name)
    about = [part for part in SENTENCE_END.split(text) if list_stems(part) & words]
    return " ".join(about) or text
