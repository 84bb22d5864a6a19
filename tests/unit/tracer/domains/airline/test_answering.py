import pytest

from tests.support.airline_desk import make_concern, work
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.playbook import Ask, Stuck, Tell

Said = tuple[str, str]
ROUTE: list[Said] = [("route.origin", "Copenhagen"), ("route.destination", "London")]
OSLO: list[Said] = [("route.origin", "Oslo"), ("route.destination", "London")]
DAY: Said = ("day", "20 May")
CABIN: Said = ("cabin", "economy")


@pytest.mark.parametrize(
    ("intent", "mentions", "key", "value"),
    [
        ("ask_reservation.cabin", [("reservation.id", air.BASIC)], "cabin", "basic economy"),
        ("ask_reservation.bags", [("reservation.id", air.BASIC)], "count", "zero"),
        ("ask_reservation.paid", [("reservation.id", air.BASIC)], "amount", "80.00"),
        ("ask_profile.balance", [], "amount", "50.00"),
        ("ask_profile.tier", [], "tier", "silver"),
        ("ask_flight.status", [("flight", "TW211"), ("day", "16 May")], "status", "cancelled"),
        ("ask_flight.departs", [("flight", "TW211"), ("day", "15 May")], "time", "18:30"),
        ("ask_flight.departs", [("flight", "TW211"), DAY], "time", "14:00"),
        ("ask_search.fare", [*ROUTE, DAY, CABIN], "amount", "100.00"),
        ("ask_search.seats", [*ROUTE, ("day", "1 June"), CABIN], "count", "1"),
        ("ask_search.seats", [*OSLO, DAY, CABIN], "count", "10"),
    ],
)
def test_question_is_answered_from_the_tools(
    intent: str, mentions: list[Said], key: str, value: str
) -> None:
    told = work(make_concern(intent, *mentions))
    assert isinstance(told, Tell)
    assert told.intent == intent
    assert told.values[key] == value


@pytest.mark.parametrize(
    ("intent", "mentions", "slot"),
    [
        ("ask_reservation.cabin", [], "reservation"),
        ("ask_flight.status", [("flight", "TW211")], "day"),
        ("ask_search.fare", [], "route"),
        ("ask_search.fare", ROUTE, "day"),
        ("ask_search.fare", [*ROUTE, DAY], "cabin"),
    ],
)
def test_what_only_the_customer_can_tell_is_asked_for(
    intent: str, mentions: list[Said], slot: str
) -> None:
    asked = work(make_concern(intent, *mentions))
    assert isinstance(asked, Ask)
    assert asked.slot == slot


def test_flight_without_a_number_is_found_by_its_day() -> None:
    told = work(make_concern("ask_flight.status", ("day", "15 May")))
    assert isinstance(told, Tell)
    assert (told.values["flight"], told.values["status"]) == ("TW211", "delayed")


def test_flights_of_a_day_are_offered_when_there_are_several() -> None:
    state = air.open_airline()
    row = state.edit("reservations", air.BASIC)
    row["flights"].append({**row["flights"][0], "flight_number": "TW999"})
    asked = work(make_concern("ask_flight.status", DAY), state=state)
    assert isinstance(asked, Ask)
    assert asked.slot == "flight"
    assert "TW211 from Copenhagen to London on 20 May" in asked.values["options"]


@pytest.mark.parametrize(
    ("intent", "mentions", "words"),
    [
        ("ask_flight.status", [("day", "19 May")], "no flight on 19 May"),
        ("ask_search.fare", [*OSLO, DAY, CABIN], "no direct flight"),
        ("ask_search.seats", [*ROUTE, ("day", "16 May"), CABIN], "no flight"),
    ],
)
def test_what_is_not_there_is_said(intent: str, mentions: list[Said], words: str) -> None:
    stuck = work(make_concern(intent, *mentions))
    assert isinstance(stuck, Stuck)
    assert words in stuck.reason


def test_account_without_a_gift_card_has_no_balance() -> None:
    state = air.open_airline()
    del state.edit("customers", "cus-10001")["payment_methods"][air.GIFT]
    assert isinstance(work(make_concern("ask_profile.balance"), state=state), Stuck)
