"""Listing: what a write of Kestrel Lane changes, and the words for it."""

import re
from collections.abc import Iterator
from typing import Any

from tracer.domains.checking.listing import MONEY, Actions, Change, Detail, find_row, list_texts
from tracer.domains.checking.wording import normalise
from tracer.domains.retail.guards.wording import ORDER_ID, name_forms, value_forms
from tracer.domains.state import Base, Row
from tracer.domains.transcript import Called

_CHANGE = (
    r"\bchang(?:e|ed|es|ing)\b"
    r"(?![^.?!;]{0,50}\b(?:address|pay\w*|card|wallet|giftcard|deliver\w*)\b)"
)
WORDS_FOR = {
    "cancel_order": re.compile(r"\bcancel\w*|\bcall(?:ing)? (?:it |the order )?off\b"),
    "change_order_address": re.compile(r"\baddress\w*|\b(?:deliver|ship|send|redirect)\w*\b"),
    "change_order_payment": re.compile(
        r"\bpa(?:y|id|yment|ying)\b|\bcard\b|\bwallet\b|\bgiftcard\b"
    ),
    "change_order_items": re.compile(_CHANGE + r"|\b(?:swap|switch|exchang|replac)\w*"),
    "return_items": re.compile(
        r"\breturn\w*|\b(?:send|sending|take|taking|give|giving|go|going|goes) (?:\w+ ){0,6}?back\b"
    ),
    "exchange_items": re.compile(_CHANGE + r"|\b(?:swap|switch|exchang|replac)\w*"),
    "change_default_address": re.compile(r"\baddress\w*"),
}
"""The writes, and the words that name each."""

KINSHIP = {
    "cancel": re.compile(r"\bcancel|\bcall(?:ing)? (?:it |the order )?off\b"),
    "return": re.compile(r"\breturn|\bsend(?:ing)? \w+ back\b"),
    "items": re.compile(r"\b(?:swap|switch|replac|chang)|(?<!\bin )\bexchang"),
}
"""Words that settle which kind of action a text proposes."""
KIN = {
    "cancel_order": "cancel",
    "return_items": "return",
    "change_order_items": "items",
    "exchange_items": "items",
}

ALL_ITEMS = re.compile(
    r"\b(?:everything|(?:whole|entire|complete) (?:order|lot)|(?:all|both) (?:of )?"
    r"(?:the |your |its )?(?:items|things|goods|them|three|four|two)|both|all of (?:it|them))\b"
)
KIND = re.compile(r"\b(credit|debit|wallet|giftcard|paypal)\b|(?<!credit )(?<!debit )\b(card)\b")
KINDS = {
    "credit card": frozenset({"credit", "card"}),
    "debit card": frozenset({"debit", "card"}),
    "wallet": frozenset({"wallet", "paypal"}),
    "gift card": frozenset({"giftcard"}),
}
REPORT = re.compile(
    r"\b(?:i've|i have|we've|we have|has been|have been|is now|are now|was|were|now)\b[^.?!]{0,70}?"
    r"\b(?:cancelled|canceled|changed|updated|moved|switched|swapped|exchanged|returned|refunded"
    r"|replaced|done)\b"
)
ASKS = {
    "cancel_order": re.compile(r"\bcancel\b"),
    "change_order_address": re.compile(r"\baddress\b"),
    "change_default_address": re.compile(r"\baddress\b"),
    "change_order_payment": re.compile(r"\b(?:payment method|pay for it|pay with)\b"),
    "change_order_items": re.compile(r"\b(?:swap|exchange|change the items)\b"),
    "exchange_items": re.compile(r"\b(?:swap|exchange|change the items)\b"),
    "return_items": re.compile(r"\breturn\b|\bsend \w+ back\b"),
}
WORDS = re.compile(r"[^\W_]+")


def read_change(call: Called, base: Base) -> Change:
    """Return what a write call changes; what the base does not know is not asked for."""
    arguments = call.arguments
    order_id = str(arguments.get("order_id", ""))
    order = find_row(base, "orders", order_id)
    customer_id = str(order.get("customer_id") or arguments.get("customer_id", ""))
    methods = find_row(base, "customers", customer_id).get("payment_methods", {})
    named = arguments.get("payment_id") or arguments.get("refund_to")
    kind = methods.get(str(named), {}).get("kind")
    paid = methods.get(str(order.get("payment_id")), {}).get("kind")
    rows = {item["item_id"]: item for item in order.get("items", ())}
    items = [rows[key] for key in list_texts(arguments.get("item_ids")) if key in rows]
    return Change(
        call=call,
        subject=(detail_order(order_id, base),) if order_id else (),
        items=tuple(detail_item(item) for item in items),
        values=(*detail_options(items, arguments, base), *detail_address(arguments)),
        payment=tuple(detail_payment(call.tool, kind or paid)),
        kinds=(kind,) if kind else (),
    )


def detail_order(order_id: str, base: Base) -> Detail:
    """Return the order: its id, with or without the letter, or goods that no other order holds."""
    order = find_row(base, "orders", order_id)
    customer = find_row(base, "customers", str(order.get("customer_id")))
    others = [
        find_row(base, "orders", key) for key in customer.get("orders", ()) if key != order_id
    ]
    elsewhere = {item["name"] for row in others for item in row.get("items", ())}
    names = {item["name"] for item in order.get("items", ())} - elsewhere
    plain = normalise(order_id)
    goods = [(form,) for name in sorted(names) for form in name_forms(name)]
    return Detail(f"order {order_id}", ((plain,), (plain[1:],), *goods))


def detail_item(item: Row) -> Detail:
    """Return an item: its name, or words for all items."""
    forms = tuple((form,) for form in name_forms(item["name"]))
    return Detail(item["name"], forms, ALL_ITEMS)


def detail_options(items: list[Row], arguments: dict[str, Any], base: Base) -> Iterator[Detail]:
    """Yield every option value that an item has not now and is to get."""
    for item, new_id in zip(items, list_texts(arguments.get("new_item_ids")), strict=False):
        variants = find_row(base, "products", item["product_id"]).get("variants", {})
        for option, value in variants.get(new_id, {}).get("options", {}).items():
            old = item["options"].get(option)
            if value != old:
                known = {row["options"].get(option) for row in variants.values()}
                siblings = tuple(sorted(normalise(v) for v in known - {value, old} if v))
                forms = tuple((form,) for form in value_forms(value))
                yield Detail(f"{option} {value}", forms, siblings=siblings)


def detail_address(arguments: dict[str, Any]) -> Iterator[Detail]:
    """Yield the street of a new address, and its town or postcode."""
    address = arguments.get("address")
    if isinstance(address, dict):
        street, city, postcode = (
            tuple(WORDS.findall(normalise(str(address.get(key, "")))))
            for key in ("street", "city", "postcode")
        )
        yield Detail(f"street {address.get('street')}", (street,))
        yield Detail(f"town {address.get('city')}", (city, postcode))


def detail_payment(tool: str, kind: str | None) -> Iterator[Detail]:
    """Yield the payment: the new kind where it is what changes, else the kind or an amount."""
    if tool in ("change_order_address", "change_default_address") or kind is None:
        return
    forms = tuple((word,) for word in sorted(KINDS.get(kind, {kind})))
    yield Detail(kind, forms, None if tool == "change_order_payment" else MONEY)


def is_report(sentence: str) -> bool:
    """Return whether a sentence tells what has been done."""
    return REPORT.search(sentence) is not None


ACTIONS = Actions(
    read=read_change,
    words=WORDS_FOR,
    asks=ASKS,
    kin=KIN,
    kinship=KINSHIP,
    subjects=ORDER_ID.findall,
    report=is_report,
    all_items=ALL_ITEMS,
    kind=KIND,
    kinds=KINDS,
)
