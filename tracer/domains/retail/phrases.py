"""Phrases: option values, goods and addresses as people say them."""

from collections.abc import Iterable, Mapping, Sequence

from tracer.domains.joining import join_words
from tracer.domains.retail.material import name_shorts, refer

__all__ = [
    "ANSWERS",
    "fill_slots",
    "join_words",
    "name_goods",
    "phrase_option",
    "phrase_options",
    "write_address",
]

VERSION_OPTIONS = frozenset({"power", "voltage", "firmness"})
PLAIN_OPTIONS = frozenset({"colour", "material"})
ANSWERS: dict[str, tuple[str, ...]] = {
    "identity": ("email", "identity"),
    "identity_again": ("email", "identity"),
    "order": ("order", "item"),
    "order_number": ("order.id",),
    "items": ("item",),
    "change": ("change", "keep"),
    "payment": ("difference", "payment"),
    "method": ("payment",),
    "refund": ("refund",),
    "reason": ("reason",),
    "address": ("address",),
    "product": ("product",),
    "option": ("option",),
    "category": ("category",),
}
"""What the desk may ask for -> the wordings of facts that answer it, the best first."""


def phrase_option(option: str, value: str) -> str:
    """Return an option's value as it follows "in".

    >>> phrase_option("size", "9"), phrase_option("pattern", "striped")
    ('size 9', 'the striped pattern')
    """
    if option in PLAIN_OPTIONS:
        return value
    if option == "size" and value.isdigit():
        return f"size {value}"
    noun = "version" if option in VERSION_OPTIONS else option
    return f"the {value} {noun}"


def phrase_options(options: Mapping[str, str] | Iterable[tuple[str, str]]) -> str:
    """Return several option values joined, such as `size 9 and black`."""
    pairs = options.items() if isinstance(options, Mapping) else options
    return join_words([phrase_option(option, value) for option, value in pairs])


def write_address(address: Mapping[str, str]) -> str:
    """Return an address in one line."""
    return f"{address['street']}, {address['city']}, {address['postcode']}, {address['country']}"


def fill_slots(slots: Sequence[tuple[str, str]], about: str) -> dict[str, str]:
    """Return every placeholder that wordings may use for these slots."""
    values = {slot.rpartition(".")[2]: value for slot, value in slots}
    options = [(slot.rpartition(".")[2], value) for slot, value in slots]
    first = slots[0][1]
    return {
        **values,
        "id": first,
        "date": first,
        "goods": name_goods(first),
        "about": name_goods(about),
        "payment": first,
        "category": first,
        "phrase": phrase_options(options),
    }


def name_goods(short: str) -> str:
    """Return a noun phrase for what people call a product; the text itself when it is none."""
    name = name_shorts().get(short)
    return refer(name) if name else short
