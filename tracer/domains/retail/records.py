"""Records: the rows of the Kestrel Lane tables, plain JSON objects with a fixed set of keys.

Money is EUR as text with two places, such as "34.90"; a day is an ISO date.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from tracer.domains.form import Money, Unordered
from tracer.domains.people.records import Address, Name

PaymentKind = Literal["credit card", "debit card", "wallet", "gift card"]
CancelReason = Literal["no longer needed", "ordered by mistake"]
OrderStatus = Literal[
    "pending",
    "processed",
    "shipped",
    "delivered",
    "cancelled",
    "return requested",
    "exchange requested",
]


class PaymentMethod(TypedDict):
    """One way to pay on a customer's file; no customer has two of a kind."""

    payment_id: str
    kind: PaymentKind
    last4: NotRequired[str]
    balance: NotRequired[Money]


class Customer(TypedDict):
    """One account; `orders` runs from the oldest to the newest."""

    customer_id: str
    name: Name
    email: str
    phone: str
    address: Address
    payment_methods: dict[str, PaymentMethod]
    orders: list[str]


class Variant(TypedDict):
    """One combination of a product's options."""

    item_id: str
    options: dict[str, str]
    price: Money
    in_stock: bool


class Product(TypedDict):
    """One product with the variants the shop carries."""

    product_id: str
    name: str
    category: str
    final_sale: bool
    variants: dict[str, Variant]


class OrderItem(TypedDict):
    """One item of an order; `price` is what was paid for it, whatever the variant costs today."""

    item_id: str
    product_id: str
    name: str
    options: dict[str, str]
    price: Money


class Payment(TypedDict):
    """One movement of money between a customer and the shop."""

    kind: Literal["payment", "refund"]
    amount: Money
    payment_id: str


class Delivery(TypedDict):
    """One parcel; `delivered_on` is null while it is under way."""

    carrier: str
    tracking: str
    shipped_on: str
    expected_on: str
    delivered_on: str | None


class Return(TypedDict):
    """What came of a return."""

    item_ids: Annotated[list[str], Unordered()]
    refund_to: str
    refund: Money


class Exchange(TypedDict):
    """What came of an exchange; ids stand in pairs, `payment_id` is null when nothing was owed."""

    item_ids: list[str]
    new_item_ids: list[str]
    payment_id: str | None
    difference: Money


# `return` is a keyword, so this one key needs the other way to write a TypedDict.
ReturnKey = TypedDict("ReturnKey", {"return": Return | None})


class Order(ReturnKey):
    """One order; no two of its items are of one product, and `total` is the sum of its items.

    `payments` runs from the first movement to the last.
    """

    order_id: str
    customer_id: str
    placed_on: str
    status: OrderStatus
    items: list[OrderItem]
    address: Address
    payment_id: str
    total: Money
    items_changed: bool
    payments: list[Payment]
    delivery: Delivery | None
    cancel_reason: CancelReason | None
    exchange: Exchange | None


TABLES: Mapping[str, type] = {"customers": Customer, "products": Product, "orders": Order}
"""The record of each table; those that only find rows by something else have none."""
