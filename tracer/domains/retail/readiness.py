"""Readiness: whether policy lets an order have what is asked, so that a no comes before a listing.

Read from policy clauses 16, 20, 23 to 25, 28 and 29 and from what `get_order` shows.
"""

from datetime import date

from tracer.domains.dates import write_date
from tracer.domains.playbook import Ask, Call, Concern, Notebook, Stuck
from tracer.domains.retail.clock import TODAY_DATE
from tracer.domains.retail.finding import DELIVERED, PENDING, STATUSES, find_order
from tracer.domains.state import Row

RETURN_DAYS = 30
ACTIONS = {
    "cancel_order": "cancelled",
    "change_order_address": "sent to another address",
    "change_order_payment": "paid another way",
    "change_order_items": "changed",
    "return_items": "returned",
    "exchange_items": "exchanged",
}
STANDINGS = {
    "pending": "has not been sent yet",
    "processed": "is being processed",
    "shipped": "has been shipped",
    "delivered": "has been delivered",
    "cancelled": "has been cancelled",
    "return requested": "has had its return already",
    "exchange requested": "has had its exchange already",
}


def find_ready_order(concern: Concern, notebook: Notebook) -> Row | Call | Ask | Stuck:
    """Return the order meant when it can have what is asked, else what is needed or why not."""
    order = find_order(concern, notebook)
    if isinstance(order, Call | Ask):
        return order
    hindrance = find_hindrance(concern.intent, order)
    return order if hindrance is None else Stuck(hindrance)


def find_hindrance(intent: str, order: Row) -> str | None:
    """Return why an order cannot have what is asked, or None."""
    name, action = f"order {order['order_id']}", ACTIONS[intent]
    if order["status"] not in STATUSES[intent]:
        wanted = "pending" if STATUSES[intent] == PENDING else "delivered"
        standing = STANDINGS[order["status"]]
        return f"{name} {standing}, and only a {wanted} order can be {action}"
    if intent == "change_order_items" and order["items_changed"]:
        return f"{name} has had the one change of its items that is possible"
    if STATUSES[intent] == DELIVERED:
        return find_delay(name, action, order)
    return None


def find_delay(name: str, action: str, order: Row) -> str | None:
    """Return that the days for sending back are over, or None."""
    delivered = order["delivery"]["delivered_on"]
    if (TODAY_DATE - date.fromisoformat(delivered)).days <= RETURN_DAYS:
        return None
    return (
        f"{name} was delivered on {write_date(delivered)}, and its items can be {action} "
        f"only within {RETURN_DAYS} days"
    )
