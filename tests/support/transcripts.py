"""Builds conversations for tests, one line per event, and the few rows they are about."""

import json
from typing import Any

from schemas.message import FunctionCall, Message, Role, ToolCall
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript, read_transcript


def user(text: str) -> list[Message]:
    """Return a message of the customer."""
    return [Message(role=Role.USER, content=text)]


def agent(text: str) -> list[Message]:
    """Return a text of the assistant."""
    return [Message(role=Role.ASSISTANT, content=text)]


def call(tool: str, arguments: dict[str, Any], result: Any, text: str = "") -> list[Message]:
    """Return a call and its result, `text` beside the call when given."""
    identity = f"{tool}-{json.dumps(arguments, sort_keys=True)}"
    function = FunctionCall(name=tool, arguments=json.dumps(arguments))
    asked = Message(
        role=Role.ASSISTANT, content=text, tool_calls=[ToolCall(id=identity, function=function)]
    )
    told = Message(role=Role.TOOL, content=json.dumps(result), tool_call_id=identity, name=tool)
    return [asked, told]


def refuse(tool: str, arguments: dict[str, Any], reason: str) -> list[Message]:
    """Return a call that the tool refuses."""
    return call(tool, arguments, {"error": reason})


def talk(*parts: list[Message]) -> Transcript:
    """Return the transcript of the parts in order."""
    return read_transcript([message for part in parts for message in part])


def make_order(
    order_id: str, customer_id: str, *items: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Return an order of these items, pending and paid by the credit card."""
    cents = sum(int(item["price"].replace(".", "")) for item in items)
    return {
        "order_id": order_id,
        "customer_id": customer_id,
        "placed_on": "2026-05-08",
        "status": "pending",
        "items": list(items),
        "address": HOME,
        "payment_id": "pay-100001",
        "total": f"{cents // 100}.{cents % 100:02d}",
        "items_changed": False,
        "payments": [],
        "delivery": None,
        **more,
    }


HOME = {"street": "3 Mill Row", "city": "Leeds", "postcode": "LS1 4AB", "country": "United Kingdom"}
BOOTS = {
    "item_id": "itm-100001",
    "product_id": "prd-1001",
    "name": "Fell Walking Boots",
    "options": {"size": "41", "colour": "brown"},
    "price": "119.00",
}
LAMP = {
    "item_id": "itm-200001",
    "product_id": "prd-1002",
    "name": "Study Desk Lamp",
    "options": {"finish": "brass", "power": "5 watts"},
    "price": "45.50",
}
VARIANTS = {
    "itm-100002": {"options": {"size": "42", "colour": "brown"}, "price": "119.00"},
    "itm-100003": {"options": {"size": "43", "colour": "brown"}, "price": "124.00"},
    "itm-100001": {"options": {"size": "41", "colour": "brown"}, "price": "119.00"},
}
ANA = {
    "customer_id": "cus-10001",
    "name": {"first": "Ana", "last": "Weiß"},
    "email": "ana.weiss@example.com",
    "phone": "+44 7700 900001",
    "address": HOME,
    "payment_methods": {
        "pay-100001": {"payment_id": "pay-100001", "kind": "credit card", "last4": "4242"},
        "pay-100002": {"payment_id": "pay-100002", "kind": "wallet"},
        "pay-100003": {"payment_id": "pay-100003", "kind": "gift card", "balance": "60.00"},
    },
    "orders": ["K10-0001", "K10-0002"],
}
ORDER = make_order("K10-0001", "cus-10001", BOOTS, LAMP)
SECOND = make_order("K10-0002", "cus-10001", LAMP)
FOREIGN = make_order("K20-0001", "cus-20002", BOOTS)
BASE = Base(
    tables={
        "customers": {"cus-10001": ANA},
        "orders": {row["order_id"]: row for row in (ORDER, SECOND, FOREIGN)},
        "products": {
            "prd-1001": {"name": "Fell Walking Boots", "variants": VARIANTS},
            "prd-1002": {"name": "Study Desk Lamp", "variants": {}},
        },
    },
    digest="",
)
FOUND = [
    *user("Hello, my mail is ana.weiss@example.com."),
    *call(
        "find_customer_by_email", {"email": "ana.weiss@example.com"}, {"customer_id": "cus-10001"}
    ),
]
"""The customer gives her mail address and is found."""
