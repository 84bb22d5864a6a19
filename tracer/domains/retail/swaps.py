"""Swaps: items given up for other variants of the same product, before delivery or after."""

from typing import NamedTuple

from tracer.domains.money import read_cents, write_cents
from tracer.domains.retail.ledger import settle
from tracer.domains.retail.records import Exchange, Order, OrderItem, Variant
from tracer.domains.retail.returns import check_returnable, pick_items
from tracer.domains.retail.rows import (
    Id,
    ItemIds,
    edit_order,
    find_order,
    find_product,
    require_status,
)
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal


class Swap(NamedTuple):
    """One item of an order and the variant that takes its place."""

    old: OrderItem
    new: Variant


def change_order_items(
    state: State, order_id: Id, item_ids: ItemIds, new_item_ids: ItemIds, payment_id: Id
) -> Order:
    """Change items of a pending order to other variants of the same products.

    The price difference is charged or refunded. This works once per order, so name all the items
    concerned in one call.

    Args:
        order_id: Order id such as K48-2071.
        item_ids: Item ids to be replaced, such as itm-620418, each of them in the order.
        new_item_ids: Item ids of the new variants, in stock, in the same order as item_ids.
        payment_id: Id of the payment method that takes the price difference, such as pay-903144.
    """
    present = find_order(state, order_id)
    require_status(present, "pending", "given other items")
    if present["items_changed"]:
        raise ToolRefusal(f"The items of order {order_id} were changed before and are locked.")
    swaps = pair_items(state, present, item_ids, new_item_ids)
    order = edit_order(state, order_id)
    settle(state, order, payment_id, compute_difference(swaps))
    replace_items(order, swaps)
    order["items_changed"] = True
    return order


def exchange_items(
    state: State, order_id: Id, item_ids: ItemIds, new_item_ids: ItemIds, payment_id: Id
) -> Order:
    """Exchange items of a delivered order for other variants of the same products.

    The price difference is charged or refunded. An order takes one exchange or one return, so
    name all the items concerned in one call.

    Args:
        order_id: Order id such as K48-2071.
        item_ids: Item ids to be sent back, such as itm-620418, each of them in the order.
        new_item_ids: Item ids of the new variants, in stock, in the same order as item_ids.
        payment_id: Id of the payment method that takes the price difference, such as pay-903144.
    """
    present = find_order(state, order_id)
    check_returnable(state, present, pick_items(present, item_ids), "exchanged")
    swaps = pair_items(state, present, item_ids, new_item_ids)
    difference = compute_difference(swaps)
    order = edit_order(state, order_id)
    settle(state, order, payment_id, difference)
    order["status"] = "exchange requested"
    order["exchange"] = Exchange(
        item_ids=[swap.old["item_id"] for swap in swaps],
        new_item_ids=[swap.new["item_id"] for swap in swaps],
        payment_id=payment_id if difference else None,
        difference=write_cents(difference),
    )
    return order


def pair_items(
    state: State, order: Order, item_ids: list[str], new_item_ids: list[str]
) -> list[Swap]:
    """Return the swaps sorted by the id of the old item, whatever the order of the arguments.

    Raises:
        ToolRefusal: the lists do not pair up, or a new item is no other variant in stock.
    """
    items = pick_items(order, item_ids)
    if len(item_ids) != len(new_item_ids):
        raise ToolRefusal(
            f"{len(item_ids)} items were named but {len(new_item_ids)} new ones: each item needs "
            "exactly one new variant, in the same order."
        )
    swaps = [
        Swap(old, find_other_variant(state, old, new_id))
        for old, new_id in zip(items, new_item_ids, strict=True)
    ]
    return sorted(swaps, key=lambda swap: swap.old["item_id"])


def find_other_variant(state: State, old: OrderItem, new_id: str) -> Variant:
    """Return the variant that takes the place of an item.

    Raises:
        ToolRefusal: it is the same variant, of another product or out of stock.
    """
    variant = find_product(state, old["product_id"])["variants"].get(new_id)
    if variant is None:
        raise ToolRefusal(
            f"Item {new_id} is no variant of {old['name']} ({old['product_id']}): an item can be "
            "replaced only by another variant of the same product."
        )
    if new_id == old["item_id"]:
        raise ToolRefusal(f"Item {new_id} is the same variant: name another one.")
    if not variant["in_stock"]:
        raise ToolRefusal(f"Item {new_id} is out of stock.")
    return variant


def compute_difference(swaps: list[Swap]) -> int:
    """Return what the new variants cost now less what was paid for the old ones, cents."""
    return sum(read_cents(swap.new["price"]) - read_cents(swap.old["price"]) for swap in swaps)


def replace_items(order: Order, swaps: list[Swap]) -> None:
    """Put the new variants in the places of the old items and add the total up again."""
    new = {swap.old["item_id"]: swap.new for swap in swaps}
    for item in order["items"]:
        variant = new.get(item["item_id"])
        if variant is not None:
            item["item_id"] = variant["item_id"]
            item["options"] = dict(variant["options"])
            item["price"] = variant["price"]
    order["total"] = write_cents(sum(read_cents(item["price"]) for item in order["items"]))
