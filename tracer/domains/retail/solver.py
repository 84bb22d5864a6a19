"""Solver: the shop's knowledge of its own tools, for grounding."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from schemas.grounded import Story
from tracer.domains.retail.forbidden import FORBIDDEN
from tracer.domains.retail.material import read_material, refer
from tracer.domains.retail.proposals import PROPOSALS
from tracer.domains.retail.questions import QUESTIONS
from tracer.domains.solver import Arguments, Entity, Forbidden, Question, Step, tell_story
from tracer.domains.state import Base, Row, State

ORDER_TOOLS = frozenset(
    {"cancel_order", "change_order_address", "change_order_payment", "return_items"}
)
SWAP_TOOLS = frozenset({"change_order_items", "exchange_items"})
EMAIL_RATE = 0.7
"""Share of customers who are found by mail address, the others by name and postcode."""
STORIES = {
    "get_order": "ask_order",
    "get_customer": "ask_profile",
    "get_product": "ask_product",
    "list_products": "ask_catalogue",
    "track_delivery": "ask_delivery",
}


class RetailSolver:
    """Implements `Solver` for Kestrel Lane."""

    forbiddable = frozenset(FORBIDDEN)

    def list_customers(self, base: Base) -> Sequence[str]:
        """Return the ids of all customers."""
        return list(base.tables["customers"])

    def look_up(self, state: State, customer_id: str, rng: random.Random) -> tuple[str, Arguments]:
        """Return a look-up by mail address, or sometimes by name and postcode."""
        customer = read_row(state, "customers", customer_id)
        if rng.random() < EMAIL_RATE:
            return "find_customer_by_email", {"email": customer["email"]}
        name = f"{customer['name']['first']} {customer['name']['last']}"
        found = {"name": name, "postcode": customer["address"]["postcode"]}
        return "find_customer_by_name_and_postcode", found

    def propose(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Arguments]:
        """Yield arguments with which the tool should succeed."""
        customer = read_row(state, "customers", customer_id)
        return PROPOSALS[tool](state, customer, trail, rng)

    def forbid(
        self, tool: str, state: State, customer_id: str, trail: Sequence[Step], rng: random.Random
    ) -> Iterable[Forbidden]:
        """Yield calls that the shop's policy rules out; none for reads and the default address."""
        customer = read_row(state, "customers", customer_id)
        maker = FORBIDDEN.get(tool)
        return maker(state, customer, trail, rng) if maker else ()

    def touch(self, tool: str, arguments: Arguments, state: State) -> frozenset[Entity]:
        """Return the entities a call touches, the customer behind an order among them."""
        found: set[Entity] = {self.act_on(tool, arguments)}
        if "order_id" in arguments:
            order = read_row(state, "orders", arguments["order_id"])
            found |= {("order", order["order_id"]), ("customer", order["customer_id"])}
        if "product_id" in arguments:
            product = read_row(state, "products", arguments["product_id"])
            found.add(("category", product["category"]))
        return frozenset(found)

    def act_on(self, tool: str, arguments: Arguments) -> Entity:
        """Return the order, product or customer the call acts on."""
        for kind in ("order", "product", "customer"):
            if f"{kind}_id" in arguments:
                return kind, arguments[f"{kind}_id"]
        return "catalogue", tool

    def require(self, tool: str, arguments: Arguments, state: State) -> list[tuple[str, Arguments]]:
        """Return the reads that show each argument: the profile, the order, the products."""
        reads: list[tuple[str, Arguments]] = []
        if "order_id" in arguments:
            order = read_row(state, "orders", arguments["order_id"])
            reads.append(("get_customer", {"customer_id": order["customer_id"]}))
            if tool in SWAP_TOOLS | ORDER_TOOLS:
                reads.append(("get_order", {"order_id": order["order_id"]}))
            if tool in SWAP_TOOLS:
                reads += [
                    ("get_product", {"product_id": key}) for key in list_swapped(order, arguments)
                ]
        elif "product_id" in arguments:
            reads.append(("list_products", {}))
        return reads

    def ask(self, step: Step, rng: random.Random) -> Question | None:
        """Return a question about what a read returned."""
        maker = QUESTIONS.get(step.tool)
        return maker(step, rng) if maker else None

    def tell_story(self, step: Step, state: State, customer_id: str, rng: random.Random) -> Story:
        """Return a story for the step, its reason matching the one given for a cancellation."""
        entries = read_material("stories")[name_stories(step)]
        first = read_row(state, "customers", customer_id)["name"]["first"]
        return tell_story(entries, step, first, name_thing(step, state), rng)


def name_stories(step: Step) -> str:
    """Return which stories lead to a step; a parcel that came has others than one under way."""
    if step.tool == "track_delivery" and step.result["delivered_on"]:
        return "ask_delivered"
    return STORIES.get(step.tool, step.tool)


def read_row(state: State, table: str, key: str) -> Row:
    """Return a row that must be there.

    Raises:
        KeyError: it is not.
    """
    row = state.get(table, key)
    if row is None:
        raise KeyError(f"{table}: {key}")
    return row


def list_swapped(order: Row, arguments: Arguments) -> list[str]:
    """Return the products of the items being swapped, in order and once each."""
    products: dict[str, Any] = {item["item_id"]: item["product_id"] for item in order["items"]}
    return list(dict.fromkeys(products[item] for item in arguments["item_ids"] if item in products))


def name_thing(step: Step, state: State) -> str:
    """Return a noun phrase for what the step is about: its goods, else the order."""
    if "product_id" in step.arguments:
        return refer(read_row(state, "products", step.arguments["product_id"])["name"])
    if "order_id" not in step.arguments:
        return "the account" if step.tool == "get_customer" else "the goods"
    order = read_row(state, "orders", step.arguments["order_id"])
    chosen = step.arguments.get("item_ids")
    names = [item["name"] for item in order["items"] if not chosen or item["item_id"] in chosen]
    return refer(names[0]) if names else "the order"


SOLVER = RetailSolver()
