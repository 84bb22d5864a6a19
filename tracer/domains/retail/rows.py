"""Rows: those of a state by id, or a refusal that says what the id should have looked like."""

from typing import Annotated, cast

from pydantic import Field

from tracer.domains.retail.records import Customer, Order, OrderStatus, PaymentMethod, Product
from tracer.domains.row import require_row
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

Id = Annotated[str, Field(max_length=20)]
ItemIds = Annotated[list[Id], Field(min_length=1, max_length=4)]
"""No order has more than four items. A repeated id is refused by the tools, since grammars that
constrain a model's output know no `uniqueItems`."""

STATUS_REASONS: dict[OrderStatus, str] = {
    "pending": "is still pending",
    "processed": "is already processed",
    "shipped": "is already shipped",
    "delivered": "is already delivered",
    "cancelled": "is cancelled and stays so",
    "return requested": "already has a return, and an order takes one return or exchange only",
    "exchange requested": "already has an exchange, and an order takes one return or exchange only",
}


def find_customer(state: State, customer_id: str) -> Customer:
    """Return the row of a customer, to be read only.

    Raises:
        ToolRefusal: there is no such customer.
    """
    row = state.get("customers", customer_id)
    hint = "A customer id looks like cus-48213."
    return cast("Customer", require_row(row, f"customer {customer_id}", hint))


def find_order(state: State, order_id: str) -> Order:
    """Return the row of an order, to be read only.

    Raises:
        ToolRefusal: there is no such order.
    """
    row = state.get("orders", order_id)
    hint = "An order id looks like K48-2071."
    return cast("Order", require_row(row, f"order {order_id}", hint))


def find_product(state: State, product_id: str) -> Product:
    """Return the row of a product, to be read only.

    Raises:
        ToolRefusal: there is no such product.
    """
    row = state.get("products", product_id)
    hint = "A product id looks like prd-7312; list_products gives them all."
    return cast("Product", require_row(row, f"product {product_id}", hint))


def find_method(state: State, order: Order, payment_id: str) -> PaymentMethod:
    """Return a payment method of the customer who placed the order, to be read only.

    Raises:
        ToolRefusal: it is not on that customer's file.
    """
    customer = find_customer(state, order["customer_id"])
    method = customer["payment_methods"].get(payment_id)
    if method is None:
        raise ToolRefusal(
            f"That payment method is not on the file of the customer who placed order "
            f"{order['order_id']}. get_customer gives the payment methods."
        )
    return method


def edit_order(state: State, order_id: str) -> Order:
    """Return the state's own copy of an order, to be changed in place."""
    return cast("Order", state.edit("orders", order_id))


def edit_customer(state: State, customer_id: str) -> Customer:
    """Return the state's own copy of a customer, to be changed in place."""
    return cast("Customer", state.edit("customers", customer_id))


def require_status(order: Order, status: OrderStatus, action: str) -> None:
    """Refuse an action on an order whose status it does not suit.

    Raises:
        ToolRefusal: the order has another status.
    """
    if order["status"] != status:
        reason = STATUS_REASONS[order["status"]]
        raise ToolRefusal(
            f"Order {order['order_id']} {reason}: only a {status} order can be {action}."
        )
