"""Records: the rows of the Tern Airways tables, plain JSON objects with a fixed set of keys.

Money is EUR as text with two places, such as "134.00"; a date is ISO, a time is ISO to the minute,
such as "2026-05-20T16:40". A flight's key is number and date, such as "TW214/2026-05-20".
"""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from tracer.domains.form import Money, Unordered
from tracer.domains.people.records import Name

Tier = Literal["regular", "silver", "gold"]
Cabin = Literal["basic economy", "economy", "business"]
PaymentKind = Literal["credit card", "debit card", "gift card", "travel certificate"]
FlightStatus = Literal["scheduled", "delayed", "cancelled", "flown"]
CancelReason = Literal["change of plans", "flight cancelled", "health", "weather", "other"]

NamePart = Annotated[str, Field(min_length=1, max_length=60)]
IsoDate = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
FlightNumber = Annotated[str, Field(max_length=10)]
Amount = Annotated[str, Field(pattern=r"^\d{1,5}\.\d{2}$")]


class PaymentMethod(TypedDict):
    """One way to pay on a customer's file; no customer has two of a kind.

    Cards have `last4`; gift cards and travel certificates have `balance`.
    """

    payment_id: str
    kind: PaymentKind
    last4: NotRequired[str]
    balance: NotRequired[Money]


class Customer(TypedDict):
    """One account; `reservations` runs from the oldest booking to the newest."""

    customer_id: str
    name: Name
    birth_date: str
    email: str
    phone: str
    tier: Tier
    payment_methods: dict[str, PaymentMethod]
    reservations: list[str]


class Airport(TypedDict):
    """One place the airline flies to."""

    code: str
    city: str
    country: str


class CabinSeats(TypedDict):
    """What one cabin of a flight has left, and today's fare for one passenger."""

    seats_left: int
    fare: Money


class Flight(TypedDict):
    """One departure; times are local to the airport, `new_departure` is null unless delayed."""

    flight_number: str
    date: str
    origin: str
    destination: str
    departs: str
    arrives: str
    status: FlightStatus
    new_departure: str | None
    cabins: dict[Cabin, CabinSeats]


@with_config(ConfigDict(extra="forbid"))
class FlightRef(TypedDict):
    """Which flight is meant: its number and the day on which it leaves."""

    flight_number: FlightNumber
    date: IsoDate


@with_config(ConfigDict(extra="forbid"))
class Passenger(TypedDict):
    """One person who flies; "First Last" is the full name, whatever the language."""

    first: NamePart
    last: NamePart
    birth_date: IsoDate


@with_config(ConfigDict(extra="forbid"))
class PaymentShare(TypedDict):
    """What one payment method pays of a booking."""

    payment_id: Annotated[str, Field(max_length=20)]
    amount: Amount


class BookedFlight(TypedDict):
    """One flight of a reservation; `fare` is what was paid for each passenger."""

    flight_number: str
    date: str
    origin: str
    destination: str
    fare: Money


class Payment(TypedDict):
    """One movement of money between a customer and the airline."""

    kind: Literal["payment", "refund"]
    amount: Money
    payment_id: str


class Compensation(TypedDict):
    """The certificate given for a reservation; `payment_id` is where its amount was put."""

    amount: Money
    payment_id: str


class Reservation(TypedDict):
    """One booking.

    `origin` and `destination` are those of the trip: a round trip's `destination` is where it
    turns, after half of its flights. `n_paid_bags` of `n_bags` were paid for. `replaced_flights`
    are those the customer changed away from. `total` is what the reservation costs now: fares,
    paid bags and insurance. Passengers stand sorted by last name, first name and birth date.
    `payments` runs from the first movement to the last: refunds are worked out in that order.
    """

    reservation_id: str
    customer_id: str
    booked_on: str
    status: Literal["booked", "cancelled"]
    trip: Literal["one way", "round trip"]
    origin: str
    destination: str
    cabin: Cabin
    flights: list[BookedFlight]
    passengers: Annotated[list[Passenger], Unordered(("last", "first", "birth_date"))]
    n_bags: int
    n_paid_bags: int
    insurance: bool
    total: Money
    payments: list[Payment]
    replaced_flights: list[FlightRef]
    cancel_reason: CancelReason | None
    compensation: Compensation | None


TABLES: Mapping[str, type] = {
    "customers": Customer,
    "airports": Airport,
    "flights": Flight,
    "reservations": Reservation,
}
"""The record of each table; those that only find rows by something else have none."""
