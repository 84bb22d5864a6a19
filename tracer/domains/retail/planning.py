"""Planning: how the shop's desk gets from a wish to a listing it can ask a yes for."""

from collections.abc import Callable
from typing import Any

from tracer.domains.playbook import Ask, Call, Concern, Mention, Notebook, Plan, Propose, Stuck
from tracer.domains.retail.finding import (
    find_items,
    find_payment,
    get_customer,
    name_payment,
)
from tracer.domains.retail.material import refer, shorten
from tracer.domains.retail.phrases import join_words, phrase_option, write_address
from tracer.domains.retail.readiness import find_ready_order
from tracer.domains.retail.swap import Swap, find_difference, find_swap
from tracer.domains.state import Row

REASONS = ("no longer needed", "ordered by mistake")
ADDRESS_KEYS = ("street", "city", "postcode", "country")


def name_order(order: Row) -> str:
    """Return how the desk calls an order."""
    return f"order {order['order_id']}"


def name_contents(order: Row) -> str:
    """Return the goods of an order as a noun phrase."""
    return join_words([refer(item["name"]) for item in order["items"]])


def plan_cancel(concern: Concern, notebook: Notebook) -> Plan:
    """List a cancellation."""
    order = find_ready_order(concern, notebook)
    if isinstance(order, Call | Ask | Stuck):
        return order
    reason = next((text for text in REASONS if concern.has(f"reason.{text}")), None)
    if reason is None:
        return Ask("reason")
    payment = name_payment(order["payment_id"], notebook)
    values = {
        "order": name_order(order),
        "goods": name_contents(order),
        "amount": order["total"],
        "payment": payment,
    }
    call = Call("cancel_order", {"order_id": order["order_id"], "reason": reason})
    return Propose(call, values, show_order(order))


def show_order(order: Row) -> tuple[Mention, ...]:
    """Return what naming an order with its contents shows."""
    goods = [Mention("order.goods", shorten(item["name"])) for item in order["items"]]
    return (Mention("order.id", order["order_id"]), *goods)


def find_address(concern: Concern, notebook: Notebook) -> dict[str, str] | Ask:
    """Return the address meant, or ask for it."""
    if concern.has("address.file"):
        return dict(get_customer(notebook)["address"])
    if concern.has("address.same") and notebook.last_address:
        return dict(notebook.last_address)
    given = {key: concern.get(f"address.{key}") for key in ADDRESS_KEYS}
    if not all(given.values()):
        return Ask("address")
    return {key: value or "" for key, value in given.items()}


def show_address(address: dict[str, str]) -> tuple[Mention, ...]:
    """Return what writing out an address shows."""
    return tuple(Mention(f"address.{key}", address[key]) for key in ADDRESS_KEYS)


def plan_order_address(concern: Concern, notebook: Notebook) -> Plan:
    """List a new address for a pending order."""
    order = find_ready_order(concern, notebook)
    if isinstance(order, Call | Ask | Stuck):
        return order
    address = find_address(concern, notebook)
    if isinstance(address, Ask):
        return address
    notebook.last_address = address
    values = {
        "order": name_order(order),
        "goods": name_contents(order),
        "address": write_address(address),
        "street": address["street"],
    }
    call = Call("change_order_address", {"order_id": order["order_id"], "address": address})
    return Propose(call, values, (*show_order(order), *show_address(address)))


def plan_default_address(concern: Concern, notebook: Notebook) -> Plan:
    """List a new address on file."""
    address = find_address(concern, notebook)
    if isinstance(address, Ask):
        return address
    notebook.last_address = address
    values = {"address": write_address(address), "street": address["street"]}
    customer_id = get_customer(notebook)["customer_id"]
    call = Call("change_default_address", {"customer_id": customer_id, "address": address})
    return Propose(call, values, show_address(address))


def plan_payment(concern: Concern, notebook: Notebook) -> Plan:
    """List another payment method for a pending order."""
    order = find_ready_order(concern, notebook)
    if isinstance(order, Call | Ask | Stuck):
        return order
    kind = concern.get("payment")
    payment_id = find_payment(kind, notebook)
    if kind is None or payment_id is None:
        return Ask("method")
    values = {
        "order": name_order(order),
        "goods": name_contents(order),
        "amount": order["total"],
        "payment": kind,
    }
    call = Call("change_order_payment", {"order_id": order["order_id"], "payment_id": payment_id})
    return Propose(call, values, (*show_order(order), Mention("payment", kind)))


def plan_return(concern: Concern, notebook: Notebook) -> Plan:
    """List a return."""
    found = find_goods(concern, notebook)
    if isinstance(found, Call | Ask | Stuck):
        return found
    order, items = found
    kind = concern.get("refund") or find_only_refund(order, notebook)
    payment_id = find_payment(kind, notebook)
    if kind is None or payment_id is None:
        return Ask("refund")
    amount = add_prices(items, notebook)
    if isinstance(amount, Call):
        return amount
    values = {
        "order": name_order(order),
        "items": join_words([name_item(item) for item in items]),
        "goods": join_words([refer(item["name"]) for item in items]),
        "amount": amount,
        "payment": kind,
    }
    arguments = {
        "order_id": order["order_id"],
        "item_ids": [item["item_id"] for item in items],
        "refund_to": payment_id,
    }
    shown = [Mention("item", shorten(item["name"])) for item in items]
    mentions = (Mention("order.id", order["order_id"]), *shown, Mention("refund", kind))
    return Propose(Call("return_items", arguments), values, mentions, final=True)


def find_only_refund(order: Row, notebook: Notebook) -> str | None:
    """Return the one method a refund can go to; None where a gift card leaves a choice."""
    paid = name_payment(order["payment_id"], notebook)
    has_choice = paid != "gift card" and find_payment("gift card", notebook) is not None
    return None if has_choice else paid


def find_goods(concern: Concern, notebook: Notebook) -> tuple[Row, list[Row]] | Call | Ask | Stuck:
    """Return the order and the items meant, or what is needed to know them."""
    order = find_ready_order(concern, notebook)
    if isinstance(order, Call | Ask | Stuck):
        return order
    items = find_items(concern, order)
    return items if isinstance(items, Ask) else (order, items)


def name_item(item: Row) -> str:
    """Return an item with its options in brackets."""
    options = [phrase_option(key, value) for key, value in item["options"].items()]
    return f"{refer(item['name'])} ({', '.join(options)})"


def add_prices(items: list[Row], notebook: Notebook) -> str | Call:
    """Return what was paid for the items, or the calculation that is needed first."""
    if len(items) == 1:
        return str(items[0]["price"])
    expression = " + ".join(item["price"] for item in items)
    result = notebook.look("calculate", expression=expression)
    return Call("calculate", {"expression": expression}) if result is None else str(result)


def plan_swap(concern: Concern, notebook: Notebook) -> Plan:
    """List a change of items or an exchange; both name order, goods, versions and payment."""
    found = find_goods(concern, notebook)
    if isinstance(found, Call | Ask | Stuck):
        return found
    order, items = found
    swaps: list[Swap] = []
    for item in items:
        swap = find_swap(concern, item, notebook)
        if not isinstance(swap, Swap):
            return swap
        swaps.append(swap)
    return list_swaps(concern, order, swaps, notebook)


def list_swaps(concern: Concern, order: Row, swaps: list[Swap], notebook: Notebook) -> Plan:
    """Return the listing of a swap, once payment and difference are known."""
    kind = concern.get("payment")
    payment_id = find_payment(kind, notebook)
    if kind is None or payment_id is None:
        return Ask("payment")
    difference = find_difference(swaps, notebook)
    if isinstance(difference, Call):
        return difference
    sign = "none" if difference == 0 else "charge" if difference > 0 else "refund"
    values = {
        "order": name_order(order),
        "changes": join_words([swap.write() for swap in swaps]),
        "amount": f"{abs(difference):.2f}",
        "payment": kind,
        "sign": sign,
    }
    arguments: dict[str, Any] = {
        "order_id": order["order_id"],
        "item_ids": [swap.item["item_id"] for swap in swaps],
        "new_item_ids": [swap.variant["item_id"] for swap in swaps],
        "payment_id": payment_id,
    }
    shown = [mention for swap in swaps for mention in swap.show()]
    mentions = (Mention("order.id", order["order_id"]), *shown, Mention("payment", kind))
    return Propose(Call(concern.intent, arguments), values, mentions, final=True)


def plan_nothing(_concern: Concern, _notebook: Notebook) -> Plan:
    """Say that the desk has no procedure for this."""
    return Stuck("that is not something this desk can do")


PLANS: dict[str, Callable[[Concern, Notebook], Plan]] = {
    "cancel_order": plan_cancel,
    "change_order_address": plan_order_address,
    "change_order_payment": plan_payment,
    "change_order_items": plan_swap,
    "return_items": plan_return,
    "exchange_items": plan_swap,
    "change_default_address": plan_default_address,
}
