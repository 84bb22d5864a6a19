"""Reads: the tools that look things up and change nothing."""

from typing import Annotated, Any

from pydantic import Field

from tracer.domains.keys import make_email_key, make_name_key
from tracer.domains.retail.generator import ONLY_ROW
from tracer.domains.retail.records import Customer, Order, Product
from tracer.domains.retail.rows import Id, find_customer, find_order, find_product
from tracer.domains.state import Row, State
from tracer.domains.tool import ToolRefusal

Detail = Annotated[str, Field(max_length=120)]


def find_customer_by_email(state: State, email: Detail) -> dict[str, str]:
    """Find a customer's account by mail address. Returns the customer id.

    Args:
        email: Mail address the account is under, such as ada.lovelace@example.com.
    """
    row = state.get("emails", make_email_key(email))
    if row is None:
        raise ToolRefusal(f"No account is under the mail address {email.strip()}.")
    return {"customer_id": row["customer_id"]}


def find_customer_by_name_and_postcode(
    state: State, name: Detail, postcode: Detail
) -> dict[str, str]:
    """Find a customer's account by full name and postcode. Returns the customer id.

    Args:
        name: Full name in the customer's own spelling, first name before last name, such as
            Ada Lovelace.
        postcode: Postcode of the customer's default address, such as LS1 4AB.
    """
    row = state.get("names", make_name_key(name))
    wanted = make_name_key(postcode)
    for customer_id in row["customer_ids"] if row else ():
        customer = find_customer(state, customer_id)
        if make_name_key(customer["address"]["postcode"]) == wanted:
            return {"customer_id": customer_id}
    raise ToolRefusal(
        f"No account has the name {name.strip()} together with the postcode {postcode.strip()}."
    )


def get_customer(state: State, customer_id: Id) -> Customer:
    """Show a customer's account: name, contact, default address, payment methods and order ids.

    Args:
        customer_id: Customer id such as cus-48213, as a look-up of the account gives it.
    """
    return find_customer(state, customer_id)


def get_order(state: State, order_id: Id) -> Order:
    """Show an order: status, items with the prices paid, address, payments and delivery.

    Args:
        order_id: Order id such as K48-2071.
    """
    return find_order(state, order_id)


def get_product(state: State, product_id: Id) -> Product:
    """Show a product with all its variants: options, today's price and whether each is in stock.

    Args:
        product_id: Product id such as prd-7312; an order shows it beside each item.
    """
    return find_product(state, product_id)


def list_products(state: State) -> Row:
    """List all products of the shop by category, each name with its product id."""
    row = state.get("catalogue", ONLY_ROW)
    return {} if row is None else row


def track_delivery(state: State, order_id: Id) -> dict[str, Any]:
    """Show where the parcel of a shipped or delivered order is: carrier, tracking number and days.

    Args:
        order_id: Order id such as K48-2071.
    """
    order = find_order(state, order_id)
    if order["delivery"] is None:
        raise ToolRefusal(
            f"Order {order_id} is {order['status']} and was not shipped: it has no parcel to track."
        )
    return {"order_id": order_id, "status": order["status"], **order["delivery"]}
