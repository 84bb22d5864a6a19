from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

from tracer.domains.airline.generator import make_base
from tracer.domains.airline.itinerary import trace_trip
from tracer.domains.state import Base

KEYS = {
    "reservation_id", "customer_id", "booked_on", "status", "trip", "origin", "destination",
    "cabin", "flights", "passengers", "n_bags", "n_paid_bags", "insurance", "total", "payments",
    "replaced_flights", "cancel_reason", "compensation",
}  # fmt: skip
FREE = {
    "regular": {"basic economy": 0, "economy": 1, "business": 2},
    "silver": {"basic economy": 1, "economy": 2, "business": 3},
    "gold": {"basic economy": 2, "economy": 3, "business": 4},
}


@pytest.fixture(scope="module")
def base() -> Base:
    return make_base()


def list_reservations(base: Base) -> list[Any]:
    return list(base.tables["reservations"].values())


def find_flights(base: Base, row: Any) -> list[Any]:
    return [
        base.tables["flights"][f"{ref['flight_number']}/{ref['date']}"] for ref in row["flights"]
    ]


def test_customers_have_two_to_seven_reservations_each_starting_on_another_day(base: Base) -> None:
    for key, customer in base.tables["customers"].items():
        mine = [base.tables["reservations"][name] for name in customer["reservations"]]
        assert 2 <= len(mine) <= 7
        assert [row["customer_id"] for row in mine] == [key] * len(mine)
        booked = [row["booked_on"] for row in mine]
        assert booked == sorted(booked)
        assert len({row["flights"][0]["date"] for row in mine}) == len(mine)


def test_flights_make_the_trip_that_the_reservation_names(base: Base) -> None:
    for row in list_reservations(base):
        assert set(row) == KEYS
        flights = find_flights(base, row)
        assert trace_trip(flights) == (row["trip"], row["origin"], row["destination"])
        for booked, flight in zip(row["flights"], flights, strict=True):
            assert (booked["origin"], booked["destination"]) == (
                flight["origin"],
                flight["destination"],
            )
        assert row["booked_on"] < min(flights[0]["departs"], "2026-05-14T15:00")


def test_money_adds_up(base: Base) -> None:
    for row in list_reservations(base):
        size = len(row["passengers"])
        fares = sum(Decimal(flight["fare"]) for flight in row["flights"])
        each = fares + (30 if row["insurance"] else 0)
        assert Decimal(row["total"]) == each * size + 50 * row["n_paid_bags"]
        methods = base.tables["customers"][row["customer_id"]]["payment_methods"]
        paid = {"payment": Decimal(0), "refund": Decimal(0)}
        kept = Decimal(0)
        for line in row["payments"]:
            paid[line["kind"]] += Decimal(line["amount"])
            if methods[line["payment_id"]]["kind"] == "travel certificate":
                assert line["kind"] == "payment"
                kept += Decimal(line["amount"])
        assert paid["payment"] == Decimal(row["total"])
        back = paid["payment"] - kept if row["status"] == "cancelled" else Decimal(0)
        assert paid["refund"] == back


def test_bags_beyond_the_free_ones_were_paid_for(base: Base) -> None:
    for row in list_reservations(base):
        size = len(row["passengers"])
        tier = base.tables["customers"][row["customer_id"]]["tier"]
        assert row["n_paid_bags"] == max(0, row["n_bags"] - FREE[tier][row["cabin"]] * size)
        assert row["n_bags"] <= 4 * size


def test_parties_are_small_sorted_and_without_namesakes(base: Base) -> None:
    sizes: Counter[int] = Counter()
    for row in list_reservations(base):
        people = [(one["last"], one["first"], one["birth_date"]) for one in row["passengers"]]
        assert people == sorted(set(people))
        sizes[len(people)] += 1
    assert set(sizes) == {1, 2, 3, 4, 5}
    assert sizes[1] < 1100


def test_all_stages_of_a_trip_occur(base: Base) -> None:
    stages: Counter[str] = Counter()
    for row in list_reservations(base):
        statuses = [flight["status"] for flight in find_flights(base, row)]
        if row["status"] == "cancelled":
            stages["cancelled"] += 1
        elif "flown" in statuses:
            stages["over" if set(statuses) == {"flown"} else "partly flown"] += 1
        else:
            stages["to come"] += 1
            stages["flight cancelled"] += "cancelled" in statuses
            stages["flight delayed"] += "delayed" in statuses
            stages["recent"] += row["booked_on"] >= "2026-05-13T15:00"
    assert stages["to come"] > 1200
    for stage in ("over", "partly flown", "flight cancelled", "recent"):
        assert stages[stage] > 150
    assert stages["flight delayed"] > 60
    assert 80 < stages["cancelled"] < 180


def test_results_of_tools_are_few(base: Base) -> None:
    rows = list_reservations(base)
    assert all(row["replaced_flights"] == [] for row in rows)
    assert all((row["cancel_reason"] is None) == (row["status"] == "booked") for row in rows)
    compensated = [row for row in rows if row["compensation"]]
    assert 5 < len(compensated) < 40
    for row in compensated:
        methods = base.tables["customers"][row["customer_id"]]["payment_methods"]
        assert methods[row["compensation"]["payment_id"]]["kind"] == "travel certificate"


def test_fares_paid_are_often_not_todays(base: Base) -> None:
    same = total = 0
    for row in list_reservations(base):
        for booked, flight in zip(row["flights"], find_flights(base, row), strict=True):
            same += booked["fare"] == flight["cabins"][row["cabin"]]["fare"]
            total += 1
    assert 0.4 < same / total < 0.65


def test_cabins_and_insurance_have_their_shares(base: Base) -> None:
    cabins = Counter(row["cabin"] for row in list_reservations(base))
    assert min(cabins.values()) > 300
    insured = sum(row["insurance"] for row in list_reservations(base))
    assert 0.25 < insured / 2000 < 0.35
