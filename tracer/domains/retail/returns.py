"""Returns: items of a delivered order that come back, and the rules they must meet."""

from datetime import date

from schemas.errors import DataError
from tracer.domains.money import read_cents, write_cents
from tracer.domains.retail.clock import TODAY_DATE
from tracer.domains.retail.ledger import refund
from tracer.domains.retail.records import Order, OrderItem, Return
from tracer.domains.retail.rows import (
    Id,
    ItemIds,
    edit_order,
    find_method,
    find_order,
    find_product,
    require_status,
)
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

RETURN_DAYS = 30
"""Days after delivery on which an item may still come back, the last one included."""


def return_items(state: State, order_id: Id, item_ids: ItemIds, refund_to: Id) -> Order:
    """Take back items of a delivered order and refund what was paid for them.

    An order takes one return or one exchange, so name all the items concerned in one call.

    Args:
        order_id: Order id such as K48-2071.
        item_ids: Item ids to be returned, such as itm-620418, each of them in the order.
        refund_to: Id of the payment method the order was paid with, or of the customer's gift card.
    """
    present = find_order(state, order_id)
    items = pick_items(present, item_ids)
    check_returnable(state, present, items, "returned")
    method = find_method(state, present, refund_to)
    if refund_to != present["payment_id"] and method["kind"] != "gift card":
        raise ToolRefusal(
            "A return is refunded to the payment method the order was paid with or to a gift card "
            f"on the customer's file, and {refund_to} is neither."
        )
    cents = sum(read_cents(item["price"]) for item in items)
    order = edit_order(state, order_id)
    refund(state, order, refund_to, cents)
    order["status"] = "return requested"
    order["return"] = Return(
        item_ids=sorted(item_ids), refund_to=refund_to, refund=write_cents(cents)
    )
    return order


def pick_items(order: Order, item_ids: list[str]) -> list[OrderItem]:
    """Return the items of an order with these ids, in the order of the ids.

    Raises:
        ToolRefusal: an id stands twice or is not in the order.
    """
    if len(set(item_ids)) != len(item_ids):
        raise ToolRefusal("An item was named twice: name each item once.")
    items = {item["item_id"]: item for item in order["items"]}
    missing = [item_id for item_id in item_ids if item_id not in items]
    if missing:
        raise ToolRefusal(f"Order {order['order_id']} has no item {', '.join(missing)}.")
    return [items[item_id] for item_id in item_ids]


def check_returnable(state: State, order: Order, items: list[OrderItem], action: str) -> None:
    """Refuse to take items back when the order or one of them does not allow it.

    Raises:
        ToolRefusal: the order is not delivered or too long ago, or an item is final sale.
    """
    require_status(order, "delivered", action)
    delivered = read_delivery_day(order)
    days = (TODAY_DATE - date.fromisoformat(delivered)).days
    if days > RETURN_DAYS:
        raise ToolRefusal(
            f"Order {order['order_id']} was delivered on {delivered}, {days} days ago: its items "
            f"can be {action} only within {RETURN_DAYS} days of delivery."
        )
    final = [
        item["name"] for item in items if find_product(state, item["product_id"])["final_sale"]
    ]
    if final:
        raise ToolRefusal(f"{', '.join(final)}: final-sale items cannot be {action}.")


def read_delivery_day(order: Order) -> str:
    """Return the day on which a delivered order came, an ISO date.

    Raises:
        DataError: the order says delivered but no day of delivery.
    """
    delivery = order["delivery"]
    if delivery is None or delivery["delivered_on"] is None:
        raise DataError(
            f"orders: {order['order_id']} has the status delivered: expected a day of delivery"
        )
    return delivery["delivered_on"]
