"""Questions: what a customer could ask of the result of a read."""

import random
from collections.abc import Callable
from typing import Any

from tracer.domains.dates import list_date_forms
from tracer.domains.retail.clock import TODAY
from tracer.domains.solver import Question, Step

BALANCE_RATE = 0.7
CARRIER_RATE = 0.25


def ask_order(step: Step, rng: random.Random) -> Question:
    """Ask for an order's total, its status or the day it was placed."""
    order = step.result
    name = rng.choice(("total", "status", "street"))
    if name == "street":
        street = order["address"]["street"]
        return Question("street", "", street, [street])
    value = order[name]
    return Question(name, "", value, [value])


def ask_customer(step: Step, rng: random.Random) -> Question:
    """Ask for the gift card's balance, or for the street on file."""
    methods = step.result["payment_methods"].values()
    balances = [row["balance"] for row in methods if row["kind"] == "gift card"]
    street = step.result["address"]["street"]
    if balances and rng.random() < BALANCE_RATE:
        return Question("balance", "", balances[0], [balances[0]])
    return Question("street", "", street, [street])


def ask_product(step: Step, rng: random.Random) -> Question | None:
    """Ask what one variant in stock costs."""
    variants = [row for row in step.result["variants"].values() if row["in_stock"]]
    if not variants:
        return None
    variant = rng.choice(variants)
    return Question("price", variant["item_id"], variant["price"], [variant["price"]])


def ask_catalogue(step: Step, rng: random.Random) -> Question:
    """Ask how many products a category holds."""
    category = rng.choice(sorted(step.result))
    count = str(len(step.result[category]))
    return Question("count", category, count, [count])


def ask_delivery(step: Step, rng: random.Random) -> Question:
    """Ask who carries a parcel, or when it came or should come."""
    delivery: dict[str, Any] = step.result
    if rng.random() < CARRIER_RATE:
        return Question("carrier", "", delivery["carrier"], [delivery["carrier"]])
    name = "delivered" if delivery["delivered_on"] else "expected"
    value = delivery[f"{name}_on"]
    return Question(name, "", value, list_words(value) + list_date_forms(value))


def list_words(day: str) -> list[str]:
    """Return `today` when the day is the clock's."""
    return ["today"] if day == TODAY else []


QUESTIONS: dict[str, Callable[[Step, random.Random], Question | None]] = {
    "get_order": ask_order,
    "get_customer": ask_customer,
    "get_product": ask_product,
    "list_products": ask_catalogue,
    "track_delivery": ask_delivery,
}
