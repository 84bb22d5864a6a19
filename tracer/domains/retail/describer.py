"""Describer: reference actions of the shop in the customer's terms."""

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from schemas.draft import FactKind
from schemas.grounded import Action, GroundedWorkflow, Information
from tracer.domains.describer import Said, WrittenDescriber
from tracer.domains.retail.material import read_material, shorten
from tracer.domains.retail.orders import OrderNamer
from tracer.domains.retail.phrases import fill_slots
from tracer.domains.state import Base, Row

INTERNAL_ID = re.compile(r"\b(?:cus|prd|itm|pay)-\d+\b")
KEEP_RATE = 0.6
"""Share of partial changes whose customer adds that the rest stays."""
QUESTION_INTENTS = {
    "get_order": "ask_order",
    "get_customer": "ask_profile",
    "get_product": "ask_product",
    "list_products": "ask_catalogue",
    "track_delivery": "ask_delivery",
}
ADDRESS_KEYS = ("street", "city", "postcode", "country")
Pieces = Iterator[Said]


@dataclass(slots=True)
class Portrait:
    """What one customer knows, built up action by action."""

    base: Base
    customer: Row
    namer: OrderNamer
    rng: random.Random
    on_file: Any
    addresses: list[Any] = field(default_factory=list)

    def describe(self, action: Action, asked: Information | None) -> Pieces:
        """Yield the request an action settles, then its details."""
        arguments = json.loads(action.arguments)
        topic = action.topic or 0
        intent = action.tool
        if asked is not None:
            intent = f"{QUESTION_INTENTS[action.tool]}.{asked.question}"
        yield Said(FactKind.REQUEST, topic, (("intent", intent),), key=intent)
        yield from self.detail(topic, arguments, asked)

    def detail(self, topic: int, arguments: dict[str, Any], asked: Information | None) -> Pieces:
        """Yield the details of one request, in the order in which they would come up."""
        items = self.find_items(arguments)
        if asked is not None and asked.subject:
            yield from self.name_subject(topic, arguments, asked)
        for item in items:
            yield Said(FactKind.DETAIL, topic, (("item", shorten(item["name"])),))
        if "order_id" in arguments:
            named = [shorten(item["name"]) for item in items]
            yield from self.namer.name(topic, arguments["order_id"], named)
        yield from self.name_changes(topic, arguments, items)
        if "reason" in arguments:
            yield Said(FactKind.DETAIL, topic, ((f"reason.{arguments['reason']}", ""),))
        if "address" in arguments:
            yield self.name_address(topic, arguments)
        yield from self.name_payment(topic, arguments)

    def find_items(self, arguments: dict[str, Any]) -> list[Row]:
        """Return the order items a call names."""
        if "item_ids" not in arguments:
            return []
        order = self.base.tables["orders"][arguments["order_id"]]
        by_id = {item["item_id"]: item for item in order["items"]}
        return [by_id[item_id] for item_id in arguments["item_ids"]]

    def name_subject(self, topic: int, arguments: dict[str, Any], asked: Information) -> Pieces:
        """Yield which variant or category a question is about."""
        if "product_id" not in arguments:
            yield Said(FactKind.QUESTION, topic, (("category", asked.subject),))
            return
        product = self.base.tables["products"][arguments["product_id"]]
        short = shorten(product["name"])
        options = product["variants"][asked.subject]["options"]
        yield Said(FactKind.QUESTION, topic, (("product", short),))
        slots = tuple((f"option.{name}", value) for name, value in options.items())
        yield Said(FactKind.QUESTION, topic, slots, about=short, key="option")

    def name_changes(self, topic: int, arguments: dict[str, Any], items: list[Row]) -> Pieces:
        """Yield for each item what it should become, and sometimes that the rest stays."""
        for item, new_id in zip(items, arguments.get("new_item_ids", ()), strict=False):
            product = self.base.tables["products"][item["product_id"]]
            options = product["variants"][new_id]["options"]
            changed = {k: v for k, v in options.items() if v != item["options"][k]}
            short = shorten(item["name"])
            slots = tuple((f"change.{name}", value) for name, value in changed.items())
            yield Said(FactKind.DETAIL, topic, slots, about=short, key="change")
            if len(changed) < len(options) and self.rng.random() < KEEP_RATE:
                yield Said(FactKind.PREFERENCE, topic, (("keep", ""),), about=short)

    def name_address(self, topic: int, arguments: dict[str, Any]) -> Said:
        """Return where something should go: a whole address, the one on file or the one before."""
        address = arguments["address"]
        known = address == self.on_file
        given = bool(self.addresses) and address == self.addresses[-1]
        self.addresses.append(address)
        if "customer_id" in arguments:
            self.on_file = address
        if given:
            return Said(FactKind.DETAIL, topic, (("address.same", ""),))
        if known:
            return Said(FactKind.DETAIL, topic, (("address.file", ""),))
        slots = tuple((f"address.{key}", address[key]) for key in ADDRESS_KEYS)
        return Said(FactKind.DETAIL, topic, slots, key="address")

    def name_payment(self, topic: int, arguments: dict[str, Any]) -> Pieces:
        """Yield the payment method for a charge, a difference or a refund."""
        slot = "refund" if "refund_to" in arguments else "payment"
        payment_id = arguments.get("refund_to") or arguments.get("payment_id")
        if payment_id:
            kind = self.customer["payment_methods"][payment_id]["kind"]
            key = "difference" if "new_item_ids" in arguments else slot
            yield Said(FactKind.DETAIL, topic, ((slot, kind),), key=key)


class RetailDescriber(WrittenDescriber):
    """Implements `Describer` for Kestrel Lane."""

    def portray(self, grounded: GroundedWorkflow, base: Base, rng: random.Random) -> Portrait:
        """Return the customer, nothing of whom has been told yet."""
        customer = base.tables["customers"][grounded.customer_id]
        namer = OrderNamer(base, customer, rng, grounded.story.thing.partition(" ")[2])
        return Portrait(base, customer, namer, rng, customer["address"])

    def identify(self, action: Action) -> Said:
        """Return how the customer can be found, from the look-up."""
        slots = tuple(json.loads(action.arguments).items())
        key = "email" if slots[0][0] == "email" else "identity"
        return Said(FactKind.IDENTITY, 0, slots, key=key)

    def read_lines(self) -> Mapping[str, Any]:
        """Return the shop's sentences."""
        return read_material("instructions")

    def fill(self, piece: Said) -> dict[str, str]:
        """Return every placeholder that the sentences may use for a piece."""
        return fill_slots(piece.slots, piece.about)

    def find_ids(self, text: str) -> list[str]:
        """Return customer, product, item and payment ids in a text.

        Order ids are not among them: they are the customer's own.
        """
        return INTERNAL_ID.findall(text)


DESCRIBER = RetailDescriber()
