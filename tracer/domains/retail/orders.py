"""Orders: descriptions that select exactly one order of a customer."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from schemas.draft import FactKind
from tracer.domains.dates import write_date
from tracer.domains.describer import AmbiguousError, Said
from tracer.domains.retail.material import shorten
from tracer.domains.state import Base, Row

ORDER_ID_RATE = 0.15


@dataclass(slots=True)
class OrderNamer:
    """Names the orders of one customer; remembers which one was spoken of last."""

    base: Base
    customer: Row
    rng: random.Random
    favourite: str = ""
    """What the customer's story is about, such as `walking boots`; named first where it can be."""
    last: str = field(default="")

    def name(self, topic: int, order_id: str, named: Sequence[str]) -> list[Said]:
        """Return what selects the order; nothing when the goods named already do.

        Args:
            topic: The concern it is for.
            order_id: The order meant.
            named: Shorts of goods that the concern names anyway.
        """
        before, self.last = self.last, order_id
        if before == order_id:
            return [Said(FactKind.DETAIL, topic, (("order.same", ""),))]
        if any(self.is_only_in(short, order_id) for short in named):
            return []
        return [Said(FactKind.DETAIL, topic, (self.choose(order_id),))]

    def choose(self, order_id: str) -> tuple[str, str]:
        """Return a slot and value that select the order.

        Raises:
            AmbiguousError: nothing the customer would know does.
        """
        order = self.base.tables["orders"][order_id]
        shorts = [shorten(item["name"]) for item in order["items"]]
        # Whoever has told of one thing in the order does not call it by another.
        told = [self.favourite] if self.favourite in shorts else shorts
        choices = [("order.goods", short) for short in told if self.is_only_in(short, order_id)]
        if self.is_only_date(order):
            choices.append(("order.date", write_date(order["placed_on"])))
        if self.rng.random() < ORDER_ID_RATE:
            choices = [("order.id", order_id)]
        if not choices:
            msg = f"no description selects order {order_id} alone"
            raise AmbiguousError(msg)
        return self.rng.choice(choices)

    def is_only_in(self, short: str, order_id: str) -> bool:
        """Return whether these goods stand in this order of the customer and in no other."""
        holders = [
            key
            for key in self.customer["orders"]
            if short in {shorten(item["name"]) for item in self.base.tables["orders"][key]["items"]}
        ]
        return holders == [order_id]

    def is_only_date(self, order: Row) -> bool:
        """Return whether the customer placed no other order on that day."""
        days = [self.base.tables["orders"][key]["placed_on"] for key in self.customer["orders"]]
        return days.count(order["placed_on"]) == 1
