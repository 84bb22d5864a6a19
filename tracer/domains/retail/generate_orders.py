"""Orders: what the customers bought, when, and how far each order has come."""

import random
from datetime import date, timedelta
from typing import NamedTuple

from tracer.domains.money import read_cents, write_cents
from tracer.domains.people.places import Place, fill_pattern
from tracer.domains.people.records import Address
from tracer.domains.retail.clock import TODAY_DATE
from tracer.domains.retail.generate_customers import HOUSE_NUMBERS
from tracer.domains.retail.identifiers import Identifiers
from tracer.domains.retail.records import (
    CancelReason,
    Customer,
    Delivery,
    Order,
    OrderItem,
    OrderStatus,
    Payment,
    Product,
)

ORDERS_PER_CUSTOMER = {1: 160, 2: 220, 3: 90, 4: 20, 5: 10}
"""Number of orders -> customers who have as many; 1,000 orders in all."""
STATUSES: dict[OrderStatus, int] = {
    "pending": 420,
    "delivered": 360,
    "shipped": 100,
    "processed": 70,
    "cancelled": 50,
}
ITEM_COUNTS = (1, 2, 3, 4)
ITEM_WEIGHTS = (35, 35, 20, 10)
REBUYER_RATE = 0.1
"""Share of customers who may have one product in several orders."""
OTHER_PRICE_RATE = 0.12
"""Share of items that were bought at another price than today's."""
OTHER_ADDRESS_RATE = 0.12
CHANGED_RATE = 0.08
"""Share of pending orders whose items have been changed once."""
GIFT_ORDER_MAX_CENTS = 15_000
GIFT_ORDER_RATE = 0.35
OLD_DELIVERY_RATE = 0.25
LATE_RATE = 0.15
CARRIERS = {
    "Gannet Parcels": "GN########",
    "Alder Express": "AX#########",
    "Milepost": "MP######@@",
}
REASONS: tuple[CancelReason, ...] = ("no longer needed", "ordered by mistake")


class Course(NamedTuple):
    """The days of an order so far."""

    placed_on: date
    shipped_on: date | None = None
    expected_on: date | None = None
    delivered_on: date | None = None


class Shop(NamedTuple):
    """What orders are made with."""

    rng: random.Random
    ids: Identifiers
    places: list[Place]
    products: list[Product]


def make_orders(shop: Shop, customers: dict[str, Customer]) -> dict[str, Order]:
    """Return the orders by id and list their ids with their customers, the oldest first."""
    statuses = [status for status, count in STATUSES.items() for _ in range(count)]
    shop.rng.shuffle(statuses)
    sizes = [size for size, count in ORDERS_PER_CUSTOMER.items() for _ in range(count)]
    shop.rng.shuffle(sizes)
    orders: dict[str, Order] = {}
    for customer, size in zip(customers.values(), sizes, strict=True):
        mine = [statuses.pop() for _ in range(size)]
        made = make_customer_orders(shop, customer, mine)
        customer["orders"] = [order["order_id"] for order in made]
        orders.update((order["order_id"], order) for order in made)
    return orders


def make_customer_orders(
    shop: Shop, customer: Customer, statuses: list[OrderStatus]
) -> list[Order]:
    """Return the orders of one customer, each placed on another day, the oldest first."""
    courses: dict[date, tuple[Course, OrderStatus]] = {}
    for status in statuses:
        course = make_course(status, shop.rng)
        while course.placed_on in courses:
            course = make_course(status, shop.rng)
        courses[course.placed_on] = course, status
    baskets = fill_baskets(shop, len(statuses))
    days = sorted(courses)
    return [
        make_order(shop, customer, basket, *courses[day])
        for basket, day in zip(baskets, days, strict=True)
    ]


def fill_baskets(shop: Shop, n_orders: int) -> list[list[OrderItem]]:
    """Return the items of each order; most customers never buy one product twice."""
    rng = shop.rng
    sizes = rng.choices(ITEM_COUNTS, ITEM_WEIGHTS, k=n_orders)
    if rng.random() < REBUYER_RATE:
        chosen = [rng.sample(shop.products, size) for size in sizes]
    else:
        pool = iter(rng.sample(shop.products, sum(sizes)))
        chosen = [[next(pool) for _ in range(size)] for size in sizes]
    return [[make_item(product, rng) for product in basket] for basket in chosen]


def make_item(product: Product, rng: random.Random) -> OrderItem:
    """Return one bought variant of a product."""
    variant = rng.choice(list(product["variants"].values()))
    cents = read_cents(variant["price"])
    if rng.random() < OTHER_PRICE_RATE:
        cents += rng.choice((-1, 1)) * max(1, round(cents * 0.05 / 50)) * 50
    return OrderItem(
        item_id=variant["item_id"],
        product_id=product["product_id"],
        name=product["name"],
        options=dict(variant["options"]),
        price=write_cents(cents),
    )


def make_course(status: OrderStatus, rng: random.Random) -> Course:
    """Return days that suit a status; all lie within the 70 days before today."""
    match status:
        case "pending":
            return Course(days_ago(rng.randint(0, 9)))
        case "processed":
            return Course(days_ago(rng.randint(2, 9)))
        case "shipped":
            shipped = days_ago(rng.randint(1, 6))
            due = rng.randint(-2, -1) if rng.random() < LATE_RATE else rng.randint(0, 5)
            expected = max(shipped + timedelta(days=1), TODAY_DATE + timedelta(days=due))
            return Course(shipped - timedelta(days=rng.randint(1, 5)), shipped, expected)
        case "delivered":
            return make_delivered_course(rng)
        case _:
            return Course(days_ago(rng.randint(3, 69)))


def make_delivered_course(rng: random.Random) -> Course:
    """Return the days of a delivered order, three in four within the last 30."""
    old = rng.random() < OLD_DELIVERY_RATE
    delivered = days_ago(rng.randint(31, 59) if old else rng.randint(0, 30))
    shipped = delivered - timedelta(days=rng.randint(1, 5))
    expected = delivered - timedelta(days=rng.choice((-1, 0, 0, 0, 1)))
    return Course(
        shipped - timedelta(days=rng.randint(1, 5)),
        shipped,
        max(expected, shipped + timedelta(days=1)),
        delivered,
    )


def days_ago(days: int) -> date:
    """Return the day that many days before today."""
    return TODAY_DATE - timedelta(days=days)


def make_order(
    shop: Shop, customer: Customer, items: list[OrderItem], course: Course, status: OrderStatus
) -> Order:
    """Return one order with its whole set of keys."""
    rng = shop.rng
    cents = sum(read_cents(item["price"]) for item in items)
    payment_id = choose_payment(customer, cents, rng)
    return {
        "order_id": shop.ids.take_order(),
        "customer_id": customer["customer_id"],
        "placed_on": course.placed_on.isoformat(),
        "status": status,
        "items": items,
        "address": choose_address(shop, customer),
        "payment_id": payment_id,
        "total": write_cents(cents),
        "items_changed": status == "pending" and rng.random() < CHANGED_RATE,
        "payments": list_payments(status, write_cents(cents), payment_id),
        "delivery": make_delivery(course, rng),
        "cancel_reason": rng.choice(REASONS) if status == "cancelled" else None,
        "return": None,
        "exchange": None,
    }


def choose_payment(customer: Customer, cents: int, rng: random.Random) -> str:
    """Return the id of a payment method; a gift card pays for small orders only."""
    kinds = {method["kind"]: key for key, method in customer["payment_methods"].items()}
    card = kinds.pop("gift card", None)
    if card and cents <= GIFT_ORDER_MAX_CENTS and rng.random() < GIFT_ORDER_RATE:
        return card
    return rng.choice(list(kinds.values()))


def choose_address(shop: Shop, customer: Customer) -> Address:
    """Return the customer's address or, now and then, another one in the same country."""
    if shop.rng.random() >= OTHER_ADDRESS_RATE:
        return Address(**customer["address"])
    country = customer["address"]["country"]
    place = next(place for place in shop.places if place.country == country)
    return place.make_address(shop.rng, HOUSE_NUMBERS)


def list_payments(status: OrderStatus, total: str, payment_id: str) -> list[Payment]:
    """Return what was paid and, for a cancelled order, paid back."""
    paid = Payment(kind="payment", amount=total, payment_id=payment_id)
    if status != "cancelled":
        return [paid]
    return [paid, Payment(kind="refund", amount=total, payment_id=payment_id)]


def make_delivery(course: Course, rng: random.Random) -> Delivery | None:
    """Return the parcel of an order, or None before it is shipped."""
    if course.shipped_on is None or course.expected_on is None:
        return None
    carrier = rng.choice(list(CARRIERS))
    delivered = course.delivered_on
    return Delivery(
        carrier=carrier,
        tracking=fill_pattern(CARRIERS[carrier], rng),
        shipped_on=course.shipped_on.isoformat(),
        expected_on=course.expected_on.isoformat(),
        delivered_on=delivered.isoformat() if delivered else None,
    )
