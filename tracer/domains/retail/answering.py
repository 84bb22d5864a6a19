"""Answering: what the shop's desk tells a customer who asks, from what the tools show."""

from collections.abc import Callable

from tracer.domains.dates import write_date
from tracer.domains.playbook import Ask, Call, Concern, Notebook, Plan, Stuck, Tell
from tracer.domains.retail.finding import find_order, get_customer
from tracer.domains.retail.material import name_shorts, refer
from tracer.domains.retail.phrases import join_words, phrase_option


def answer_order(concern: Concern, notebook: Notebook) -> Plan:
    """Tell an order's total, status or street."""
    order = find_order(concern, notebook)
    if isinstance(order, Call | Ask):
        return order
    values = {
        "order": f"order {order['order_id']}",
        "amount": order["total"],
        "status": order["status"],
        "street": order["address"]["street"],
    }
    return Tell(concern.intent, values)


def answer_profile(concern: Concern, notebook: Notebook) -> Plan:
    """Tell the gift card's balance or the street on file."""
    customer = get_customer(notebook)
    balances = [row["balance"] for row in customer["payment_methods"].values() if "balance" in row]
    if concern.intent.endswith("balance") and not balances:
        return Stuck("there is no gift card on your account")
    amount = balances[0] if balances else ""
    return Tell(concern.intent, {"amount": amount, "street": customer["address"]["street"]})


def answer_product(concern: Concern, notebook: Notebook) -> Plan:
    """Tell what one variant of a product costs."""
    short = concern.get("product")
    catalogue = notebook.look("list_products")
    if short is None:
        return Ask("product")
    if catalogue is None:
        return Call("list_products", {})
    name = name_shorts().get(short, "")
    product_id = next((group[name] for group in catalogue.values() if name in group), None)
    if product_id is None:
        return Stuck("that is not in our catalogue")
    product = notebook.look("get_product", product_id=product_id)
    if product is None:
        return Call("get_product", {"product_id": product_id})
    wanted = {item.slot.partition(".")[2]: item.value for item in concern.list("option")}
    variants = [
        row for row in product["variants"].values() if wanted.items() <= row["options"].items()
    ]
    if len(variants) != 1:
        return Ask("option", {"about": refer(name)})
    options = join_words([phrase_option(key, value) for key, value in wanted.items()])
    values = {"goods": refer(name), "options": options, "amount": variants[0]["price"]}
    return Tell(concern.intent, values)


def answer_catalogue(concern: Concern, notebook: Notebook) -> Plan:
    """Tell how many products a category holds."""
    category = concern.get("category")
    catalogue = notebook.look("list_products")
    if category is None:
        return Ask("category")
    if catalogue is None:
        return Call("list_products", {})
    if category not in catalogue:
        return Stuck("that is not a kind of goods we carry")
    return Tell(concern.intent, {"category": category, "count": str(len(catalogue[category]))})


def answer_delivery(concern: Concern, notebook: Notebook) -> Plan:
    """Tell who carries a parcel, or when it came or should come."""
    order = find_order(concern, notebook)
    if isinstance(order, Call | Ask):
        return order
    call = Call("track_delivery", {"order_id": order["order_id"]})
    delivery = notebook.look(call.tool, **call.arguments)
    if delivery is None:
        return call
    question = concern.intent.rpartition(".")[2]
    day = delivery["delivered_on" if question == "delivered" else "expected_on"]
    values = {
        "order": f"order {order['order_id']}",
        "carrier": delivery["carrier"],
        "date": write_date(day) if day else "",
    }
    return Tell(concern.intent, values) if day else Stuck("the parcel has not been delivered yet")


ANSWERS: dict[str, Callable[[Concern, Notebook], Plan]] = {
    "ask_order": answer_order,
    "ask_profile": answer_profile,
    "ask_product": answer_product,
    "ask_catalogue": answer_catalogue,
    "ask_delivery": answer_delivery,
}
