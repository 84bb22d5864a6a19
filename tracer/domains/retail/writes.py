"""Writes: the tools that cancel an order or change its address, its payment or the account."""

from tracer.domains.money import read_cents
from tracer.domains.people.places import clean
from tracer.domains.people.records import Address
from tracer.domains.retail.ledger import charge, refund
from tracer.domains.retail.records import CancelReason, Customer, Order
from tracer.domains.retail.rows import (
    Id,
    edit_customer,
    edit_order,
    find_customer,
    find_method,
    find_order,
    require_status,
)
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal


def cancel_order(state: State, order_id: Id, reason: CancelReason) -> Order:
    """Cancel a whole pending order and refund it to the payment method it was paid with.

    Args:
        order_id: Order id such as K48-2071.
        reason: Why the customer cancels, one of the two reasons the shop accepts.
    """
    require_status(find_order(state, order_id), "pending", "cancelled")
    order = edit_order(state, order_id)
    refund(state, order, order["payment_id"], read_cents(order["total"]))
    order["status"] = "cancelled"
    order["cancel_reason"] = reason
    return order


def change_order_address(state: State, order_id: Id, address: Address) -> Order:
    """Send a pending order to another address. The customer's default address stays as it is.

    Args:
        order_id: Order id such as K48-2071.
        address: The complete new address: street with number, city, postcode and country.
    """
    require_status(find_order(state, order_id), "pending", "sent to another address")
    complete = complete_address(address)
    order = edit_order(state, order_id)
    order["address"] = complete
    return order


def change_order_payment(state: State, order_id: Id, payment_id: Id) -> Order:
    """Move a pending order to another payment method on file and refund the present one.

    Args:
        order_id: Order id such as K48-2071.
        payment_id: Id of the payment method that shall pay, such as pay-903144.
    """
    present = find_order(state, order_id)
    require_status(present, "pending", "moved to another payment method")
    find_method(state, present, payment_id)
    if payment_id == present["payment_id"]:
        raise ToolRefusal(f"Order {order_id} is already paid with that method: name another one.")
    order = edit_order(state, order_id)
    total = read_cents(order["total"])
    charge(state, order, payment_id, total)
    refund(state, order, order["payment_id"], total)
    order["payment_id"] = payment_id
    return order


def change_default_address(state: State, customer_id: Id, address: Address) -> Customer:
    """Change the default address of a customer's account. Orders already placed keep their address.

    Args:
        customer_id: Customer id such as cus-48213.
        address: The complete new address: street with number, city, postcode and country.
    """
    find_customer(state, customer_id)
    complete = complete_address(address)
    customer = edit_customer(state, customer_id)
    customer["address"] = complete
    return customer


def complete_address(address: Address) -> Address:
    """Return the address in the form rows have it: NFC, single blanks.

    Raises:
        ToolRefusal: a part of it is blank.
    """
    complete = Address(
        street=clean(address["street"]),
        city=clean(address["city"]),
        postcode=clean(address["postcode"]),
        country=clean(address["country"]),
    )
    missing = [part for part, text in complete.items() if not text]
    if missing:
        raise ToolRefusal(f"The address is not complete: {', '.join(missing)} is missing.")
    return complete
