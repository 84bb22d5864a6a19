"""A Tern Airways of two customers, fourteen flights and twelve reservations, written by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from tracer.domains.airline.world import TOOLS
from tracer.domains.state import Base, State, copy_json
from tracer.domains.tool import ToolRefusal

CREDIT, DEBIT, GIFT, CERTIFICATE = "pay-100001", "pay-100002", "pay-100003", "pay-100004"
STRANGER = "pay-200001"
BY_NAME = {tool.name: tool for tool in TOOLS}
ADA = {"first": "Ada", "last": "Lovelace", "birth_date": "1985-12-10"}
BEN = {"first": "Ben", "last": "Okri", "birth_date": "2015-03-15"}


def make_flight(
    key: str, ends: str, times: str, status: str = "scheduled", fare: int = 100, seats: int = 10
) -> dict[str, Any]:
    """Return a flight; basic economy costs 20 less than economy, business three times as much."""
    number, date = key.split("/")
    origin, destination = ends.split("-")
    departs, arrives = (f"{date}T{time}" for time in times.split("-"))
    fares = {"basic economy": fare - 20, "economy": fare, "business": fare * 3}
    return {
        "flight_number": number,
        "date": date,
        "origin": origin,
        "destination": destination,
        "departs": departs,
        "arrives": arrives,
        "status": status,
        "new_departure": f"{date}T18:30" if status == "delayed" else None,
        "cabins": {
            cabin: {"seats_left": seats, "fare": f"{fare}.00"} for cabin, fare in fares.items()
        },
    }


OUT, BACK, LATER, DEARER = (
    "TW211/2026-05-20",
    "TW212/2026-05-24",
    "TW211/2026-05-24",
    "TW211/2026-05-23",
)
CHEAPER, BACK_LATER, FULL = "TW211/2026-05-22", "TW212/2026-05-28", "TW211/2026-06-01"
CALLED_OFF, LATE, FLOWN = "TW211/2026-05-16", "TW211/2026-05-15", "TW211/2026-05-10"
FROM_OSLO, TO_OSLO, TOO_TIGHT, TOO_LONG = (
    "TW122/2026-05-20",
    "TW121/2026-05-24",
    "TW124/2026-05-20",
    "TW122/2026-05-19",
)
FLIGHTS = {
    key: make_flight(key, *rest)
    for key, *rest in (
        (OUT, "CPH-LHR", "14:00-14:55"),
        (BACK, "LHR-CPH", "07:00-09:55"),
        (LATER, "CPH-LHR", "14:00-14:55"),
        (DEARER, "CPH-LHR", "14:00-14:55", "scheduled", 130),
        (CHEAPER, "CPH-LHR", "14:00-14:55", "scheduled", 90),
        (BACK_LATER, "LHR-CPH", "07:00-09:55"),
        (FULL, "CPH-LHR", "14:00-14:55", "scheduled", 100, 1),
        (CALLED_OFF, "CPH-LHR", "14:00-14:55", "cancelled"),
        (LATE, "CPH-LHR", "14:00-14:55", "delayed"),
        (FLOWN, "CPH-LHR", "14:00-14:55", "flown"),
        (FROM_OSLO, "OSL-CPH", "07:00-08:10"),
        (TO_OSLO, "CPH-OSL", "10:40-11:50"),
        (TOO_TIGHT, "OSL-CPH", "12:06-13:16"),
        (TOO_LONG, "OSL-CPH", "22:00-23:10"),
    )
}


def make_reservation(
    reservation_id: str,
    keys: Sequence[str],
    cabin: str = "economy",
    party: Sequence[dict[str, str]] = (ADA,),
    **other: Any,
) -> dict[str, Any]:
    """Return a reservation without bags that was booked long ago at today's fares by card."""
    flights = [FLIGHTS[key] for key in keys]
    insured = other.get("insurance", False)
    fares = sum(float(row["cabins"][cabin]["fare"]) for row in flights)
    total = f"{(fares + 30 * insured) * len(party):.2f}"
    shown = ("flight_number", "date", "origin", "destination")
    round_trip = flights[0]["origin"] == flights[-1]["destination"]
    turn = flights[len(flights) // 2 - 1] if round_trip else flights[-1]
    return {
        "reservation_id": reservation_id,
        "customer_id": "cus-10001",
        "booked_on": "2026-05-01T10:00",
        "status": "booked",
        "trip": "round trip" if round_trip else "one way",
        "origin": flights[0]["origin"],
        "destination": turn["destination"],
        "cabin": cabin,
        "flights": [
            {**{key: row[key] for key in shown}, "fare": row["cabins"][cabin]["fare"]}
            for row in flights
        ],
        "passengers": [dict(person) for person in party],
        "n_bags": 0,
        "n_paid_bags": 0,
        "insurance": False,
        "total": total,
        "payments": [{"kind": "payment", "amount": total, "payment_id": CREDIT}],
        "replaced_flights": [],
        "cancel_reason": None,
        "compensation": None,
        **other,
    }


ECONOMY, BASIC, BUSINESS, INSURED = "AA10BB", "AA11BB", "AA12BB", "AA13BB"
LAST_MINUTE, TOO_OLD, STRUCK, DELAYED = "AA14BB", "AA15BB", "AA16BB", "AA17BB"
PARTLY, CANCELLED, MIXED, FOREIGN = "AA18BB", "AA19BB", "AA20BB", "AA21BB"
RESERVATIONS = [
    make_reservation(ECONOMY, [OUT, BACK], party=[ADA, BEN]),
    make_reservation(BASIC, [OUT], "basic economy"),
    make_reservation(BUSINESS, [OUT], "business"),
    make_reservation(INSURED, [OUT], insurance=True),
    make_reservation(LAST_MINUTE, [OUT], "basic economy", booked_on="2026-05-13T15:00"),
    make_reservation(TOO_OLD, [OUT], booked_on="2026-05-13T14:59"),
    make_reservation(STRUCK, [CALLED_OFF, BACK], party=[ADA, BEN]),
    make_reservation(DELAYED, [LATE], party=[ADA, BEN]),
    make_reservation(PARTLY, [FLOWN, BACK], "business"),
    make_reservation(CANCELLED, [OUT], status="cancelled", cancel_reason="other"),
    make_reservation(
        MIXED,
        [OUT],
        "business",
        payments=[
            {"kind": "payment", "amount": "200.00", "payment_id": CREDIT},
            {"kind": "payment", "amount": "40.00", "payment_id": GIFT},
            {"kind": "payment", "amount": "60.00", "payment_id": CERTIFICATE},
        ],
    ),
    make_reservation(
        FOREIGN,
        [CALLED_OFF],
        customer_id="cus-10002",
        payments=[{"kind": "payment", "amount": "100.00", "payment_id": STRANGER}],
    ),
]
CUSTOMERS = [
    {
        "customer_id": "cus-10001",
        "name": {"first": "Ada", "last": "Lovelace"},
        "birth_date": "1985-12-10",
        "email": "ada@example.com",
        "phone": "+44 7700 900001",
        "tier": "silver",
        "payment_methods": {
            CREDIT: {"payment_id": CREDIT, "kind": "credit card", "last4": "4242"},
            DEBIT: {"payment_id": DEBIT, "kind": "debit card", "last4": "5556"},
            GIFT: {"payment_id": GIFT, "kind": "gift card", "balance": "50.00"},
            CERTIFICATE: {
                "payment_id": CERTIFICATE,
                "kind": "travel certificate",
                "balance": "150.00",
            },
        },
        "reservations": [row["reservation_id"] for row in RESERVATIONS[:-1]],
    },
    {
        "customer_id": "cus-10002",
        "name": {"first": "Łucja", "last": "Lovelace"},
        "birth_date": "1985-12-11",
        "email": "lucja@example.com",
        "phone": "+44 7700 900002",
        "tier": "regular",
        "payment_methods": {
            STRANGER: {"payment_id": STRANGER, "kind": "debit card", "last4": "8210"}
        },
        "reservations": [FOREIGN],
    },
]
AIRPORTS = {
    "CPH": {"code": "CPH", "city": "Copenhagen", "country": "Denmark"},
    "LHR": {"code": "LHR", "city": "London", "country": "United Kingdom"},
    "OSL": {"code": "OSL", "city": "Oslo", "country": "Norway"},
}


def open_airline() -> State:
    departures: dict[str, Any] = {}
    for key, row in FLIGHTS.items():
        place = f"{row['origin']}/{row['date']}"
        departures.setdefault(place, {"flights": []})["flights"].append(key)
    tables = {
        "customers": {row["customer_id"]: copy_json(row) for row in CUSTOMERS},
        "airports": AIRPORTS,
        "flights": copy_json(FLIGHTS),
        "reservations": {row["reservation_id"]: copy_json(row) for row in RESERVATIONS},
        "emails": {row["email"]: {"customer_id": row["customer_id"]} for row in CUSTOMERS},
        "names": {
            "adalovelace": {"customer_ids": ["cus-10001"]},
            "łucjalovelace": {"customer_ids": ["cus-10002"]},
        },
        "departures": departures,
    }
    return State(Base(tables, "small"))


def name_flights(*keys: str) -> list[dict[str, str]]:
    return [dict(zip(("flight_number", "date"), key.split("/"), strict=True)) for key in keys]


def call(state: State, tool: str, /, **arguments: Any) -> Any:
    assert BY_NAME[tool].find_fault(arguments) is None
    return BY_NAME[tool].run(state, arguments)


def refuse(state: State, tool: str, /, **arguments: Any) -> str:
    """Expect a refusal that leaves the state as it was, and return its message."""
    before = state.digest()
    with pytest.raises(ToolRefusal) as caught:
        call(state, tool, **arguments)
    assert state.digest() == before
    return str(caught.value)


def read_balance(state: State, payment_id: str = GIFT) -> str:
    customer = state.get("customers", "cus-10001")
    assert customer is not None
    balance: str = customer["payment_methods"][payment_id]["balance"]
    return balance


def count_seats(state: State, key: str, cabin: str = "economy") -> int:
    flight = state.get("flights", key)
    assert flight is not None
    seats: int = flight["cabins"][cabin]["seats_left"]
    return seats
