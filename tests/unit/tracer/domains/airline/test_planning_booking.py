import pytest

from tests.support.airline_desk import list_write, make_concern, read_arguments, work
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.planning_booking import list_party, list_shares
from tracer.domains.playbook import Ask, Mention, Stuck

Said = tuple[str, str]
ROUTE: list[Said] = [("route.origin", "Copenhagen"), ("route.destination", "London")]
DAY: Said = ("day", "20 May")
CABIN: Said = ("cabin", "economy")
ADA: list[Said] = [
    ("passenger.first", "Ada"),
    ("passenger.last", "Lovelace"),
    ("passenger.birth_date", "10 December 1985"),
]
BEN: list[Said] = [
    ("passenger.first", "Ben"),
    ("passenger.last", "Okri"),
    ("passenger.birth_date", "15 March 2015"),
]
BAGS: Said = ("bags", "three")
INSURED: Said = ("insurance.yes", "")
PLAIN: Said = ("insurance.no", "")
CREDIT: Said = ("payment", "credit card")
TRIP = [*ROUTE, DAY, CABIN, *ADA]


@pytest.mark.parametrize(
    ("mentions", "slot"),
    [
        ([], "route"),
        (ROUTE, "day"),
        ([*ROUTE, DAY], "cabin"),
        ([*ROUTE, DAY, CABIN], "passenger"),
        (TRIP, "bags"),
        ([*TRIP, BAGS], "insurance"),
        ([*TRIP, BAGS, PLAIN], "payment"),
        ([*TRIP, BAGS, PLAIN, ("payment", "cash")], "payment"),
        (
            [*TRIP, BAGS, PLAIN, ("split.payment", "gift card"), ("split.amount", "50.00")],
            "split",
        ),
    ],
)
def test_what_only_the_customer_can_tell_is_asked_for(mentions: list[Said], slot: str) -> None:
    asked = work(make_concern("book_reservation", *mentions))
    assert isinstance(asked, Ask)
    assert asked.slot == slot


@pytest.mark.parametrize(
    ("mentions", "words"),
    [
        ([("route.origin", "Copenhagen"), ("route.destination", "Perth"), DAY], "don't fly"),
        ([*ROUTE, ("day", "21 May")], "no flight from Copenhagen to London on 21 May"),
        ([*ROUTE, ("day", "16 May"), CABIN, *ADA], "not enough seats"),
        ([*ROUTE, ("day", "1 June"), CABIN, *ADA, *BEN], "not enough seats"),
        ([*TRIP, ("bags", "five")], "more than four bags"),
        ([*TRIP, BAGS, PLAIN, ("payment", "gift card")], "holds 50.00 EUR"),
    ],
)
def test_no_comes_with_its_reason_before_any_listing(mentions: list[Said], words: str) -> None:
    declined = work(make_concern("book_reservation", *mentions))
    assert isinstance(declined, Stuck)
    assert words in declined.reason


@pytest.mark.parametrize(
    ("mentions", "total"),
    [
        ([*TRIP, ("bags", "zero"), PLAIN], "100.00"),
        ([*TRIP, ("bags", "two"), INSURED], "130.00"),
        ([*TRIP, BAGS, INSURED], "180.00"),
        ([*TRIP, *BEN, BAGS, PLAIN], "200.00"),
        ([*ROUTE, DAY, ("cabin", "business"), *ADA, BAGS, PLAIN], "300.00"),
    ],
)
def test_total_is_that_of_the_policy(mentions: list[Said], total: str) -> None:
    plan = list_write("book_reservation", *mentions, CREDIT)
    assert plan.values["amount"] == total
    assert plan.values["payment"] == "credit card"
    assert read_arguments(plan)["payments"] == [{"payment_id": air.CREDIT, "amount": total}]


def test_listing_shows_everything_that_is_booked() -> None:
    plan = list_write("book_reservation", *TRIP, *BEN, BAGS, INSURED, CREDIT)
    assert plan.values == {
        "flights": "TW211 from Copenhagen to London on 20 May",
        "cabin": "economy",
        "passengers": ("Ada Lovelace (born 10 December 1985) and Ben Okri (born 15 March 2015)"),
        "bags": "three bags",
        "insurance": "with insurance",
        "amount": "260.00",
        "payment": "credit card",
    }
    said = [Mention(*item) for item in (*ROUTE, DAY, CABIN, *ADA, *BEN, CREDIT)]
    assert set(said) <= set(plan.shown)


def test_split_is_booked_with_the_amounts_named() -> None:
    split = [
        ("split.payment", "gift card"),
        ("split.amount", "40.00"),
        ("split.payment", "debit card"),
        ("split.amount", "60.00"),
    ]
    plan = list_write("book_reservation", *TRIP, ("bags", "one"), PLAIN, *split)
    assert plan.values["payment"] == "gift card (40.00 EUR) and debit card (60.00 EUR)"
    assert read_arguments(plan)["payments"] == [
        {"payment_id": air.GIFT, "amount": "40.00"},
        {"payment_id": air.DEBIT, "amount": "60.00"},
    ]
    assert Mention("split.amount", "60.00") in plan.shown


def test_connection_is_booked_where_no_direct_flight_goes() -> None:
    route = [("route.origin", "Oslo"), ("route.destination", "London")]
    mentions = [*route, DAY, CABIN, *ADA, ("bags", "one"), PLAIN, CREDIT]
    plan = list_write("book_reservation", *mentions)
    assert read_arguments(plan)["flights"] == air.name_flights(air.FROM_OSLO, air.OUT)


def test_several_direct_flights_are_offered_and_one_is_named() -> None:
    route = [("route.origin", "Oslo"), ("route.destination", "Copenhagen")]
    asked = work(make_concern("book_reservation", *route, DAY))
    assert isinstance(asked, Ask)
    assert asked.slot == "flight"
    assert "TW122" in asked.values["options"]
    assert "TW124" in asked.values["options"]
    mentions = [*route, DAY, ("flight", "TW124"), CABIN, *ADA, ("bags", "one"), PLAIN, CREDIT]
    plan = list_write("book_reservation", *mentions)
    assert read_arguments(plan)["flights"] == air.name_flights(air.TOO_TIGHT)


def test_passenger_told_twice_travels_once() -> None:
    assert list_party(make_concern("x", *ADA, *BEN, *ADA)) == [air.ADA, air.BEN]
    assert list_party(make_concern("x", *ADA[:2])) == []


def test_latest_amount_of_a_method_counts() -> None:
    split = [
        ("split.payment", "gift card"),
        ("split.amount", "40.00"),
        ("split.payment", "gift card"),
        ("split.amount", "30.00"),
    ]
    assert list_shares(make_concern("x", *split)) == [("gift card", "30.00")]
