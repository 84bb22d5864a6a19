import pytest

from tests.support.airline_desk import list_write, make_concern, read_arguments, work
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline.planning_flights import find_difference
from tracer.domains.playbook import Ask, Call, Mention, Notebook, Stuck

Said = tuple[str, str]
DEBIT: Said = ("payment", "debit card")


def name(key: str) -> Said:
    return "reservation.id", key


@pytest.mark.parametrize(
    ("intent", "mentions", "slot"),
    [
        ("change_flights", [name(air.BUSINESS)], "day"),
        ("change_flights", [name(air.BUSINESS), ("day.new", "22 May")], "payment"),
        ("change_cabin", [name(air.BUSINESS)], "cabin"),
        ("change_cabin", [name(air.BUSINESS), ("cabin.new", "economy")], "payment"),
    ],
)
def test_what_only_the_customer_can_tell_is_asked_for(
    intent: str, mentions: list[Said], slot: str
) -> None:
    asked = work(make_concern(intent, *mentions))
    assert isinstance(asked, Ask)
    assert asked.slot == slot


@pytest.mark.parametrize(
    ("intent", "mentions", "words"),
    [
        ("change_flights", [name(air.BASIC)], "basic economy"),
        ("change_flights", [name(air.PARTLY)], "already flown"),
        ("change_flights", [name(air.BUSINESS), ("day.new", "20 May")], "leaves on 20 May already"),
        ("change_flights", [name(air.ECONOMY), ("day.new", "28 May")], "way back"),
        ("change_flights", [name(air.BUSINESS), ("day.new", "21 May")], "no flight"),
        ("change_flights", [name(air.BUSINESS), ("day.new", "16 May")], "not enough seats"),
        (
            "change_flights",
            [name(air.MIXED), ("day.new", "23 May"), ("payment", "gift card")],
            "holds 50.00 EUR",
        ),
        ("change_cabin", [name(air.STRUCK)], "is cancelled"),
        ("change_cabin", [name(air.BUSINESS), ("cabin.new", "business")], "already"),
        (
            "change_cabin",
            [name(air.ECONOMY), ("cabin.new", "business"), ("payment", "gift card")],
            "holds 50.00 EUR",
        ),
    ],
)
def test_no_comes_with_its_reason_before_any_listing(
    intent: str, mentions: list[Said], words: str
) -> None:
    declined = work(make_concern(intent, *mentions))
    assert isinstance(declined, Stuck)
    assert words in declined.reason


@pytest.mark.parametrize(
    ("day", "key", "amount", "sign"),
    [
        ("22 May", air.CHEAPER, "20.00", "refund"),
        ("23 May", air.DEARER, "60.00", "charge"),
    ],
)
def test_way_out_moves_and_the_way_back_stays(day: str, key: str, amount: str, sign: str) -> None:
    plan = list_write("change_flights", name(air.ECONOMY), ("day.new", day), DEBIT)
    assert read_arguments(plan) == {
        "reservation_id": air.ECONOMY,
        "flights": air.name_flights(key, air.BACK),
        "payment_id": air.DEBIT,
    }
    assert (plan.values["amount"], plan.values["sign"]) == (amount, sign)
    assert "TW212 from London to Copenhagen on 24 May" in plan.values["flights"]
    assert Mention("day.new", day) in plan.shown


def test_equal_fares_need_no_sum() -> None:
    assert find_difference(["100.00"], ["100.00"], 2, Notebook()) == 0
    call = find_difference(["90.00", "20.00"], ["100.00"], 2, Notebook())
    assert call == Call("calculate", {"expression": "2 * (90.00 + 20.00 - 100.00)"})


def test_cabin_costs_the_difference_on_all_flights_for_all() -> None:
    plan = list_write("change_cabin", name(air.ECONOMY), ("cabin.new", "business"), DEBIT)
    assert plan.values["amount"] == "800.00"
    assert plan.values["sign"] == "charge"
    assert read_arguments(plan)["cabin"] == "business"


def test_cabin_needs_the_seats() -> None:
    state = air.open_airline()
    state.edit("flights", air.BACK)["cabins"]["business"]["seats_left"] = 1
    concern = make_concern("change_cabin", name(air.ECONOMY), ("cabin.new", "business"))
    declined = work(concern, state=state)
    assert isinstance(declined, Stuck)
    assert "not enough seats left in business" in declined.reason
