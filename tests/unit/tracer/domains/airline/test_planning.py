import pytest

from tests.support.airline_desk import list_write, make_concern, read_arguments, work
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.playbook import Ask, Mention, Stuck

Said = tuple[str, str]
HEALTH: Said = ("reason.health", "")
OTHER: Said = ("reason.other", "")
DEBIT: Said = ("payment", "debit card")


def name(key: str) -> Said:
    return "reservation.id", key


@pytest.mark.parametrize(
    ("intent", "mentions", "slot"),
    [
        ("cancel_reservation", [name(air.BUSINESS)], "reason"),
        ("cancel_reservation", [name(air.INSURED)], "reason"),
        ("change_passenger", [name(air.ECONOMY)], "passenger_change"),
        (
            "change_passenger",
            [name(air.ECONOMY), ("passenger.wrong", "Ben Okri")],
            "passenger_change",
        ),
        ("add_bags", [name(air.ECONOMY)], "bags"),
        ("add_bags", [name(air.ECONOMY), ("bags.more", "two")], "payment"),
        ("send_certificate", [], "reservation"),
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
        ("cancel_reservation", [name(air.ECONOMY)], "not insured"),
        ("cancel_reservation", [name(air.TOO_OLD), OTHER], "24 hours"),
        ("cancel_reservation", [name(air.INSURED), OTHER], "health and weather"),
        ("cancel_reservation", [name(air.PARTLY), OTHER], "already flown"),
        (
            "change_passenger",
            [
                name(air.ECONOMY),
                ("passenger.wrong", "Ben Okri"),
                ("passenger.right.first", "Cleo"),
                ("passenger.right.last", "Marsh"),
            ],
            "at least two",
        ),
        (
            "change_passenger",
            [
                name(air.BASIC),
                ("passenger.wrong", "Ben Okri"),
                ("passenger.right.first", "Ben"),
                ("passenger.right.last", "Okrri"),
            ],
            "nobody called Ben Okri",
        ),
        ("add_bags", [name(air.BASIC), ("bags.more", "five"), DEBIT], "more than four bags"),
        (
            "add_bags",
            [name(air.BASIC), ("bags.more", "three"), ("payment", "travel certificate")],
            "only pay for a new booking",
        ),
        (
            "add_bags",
            [name(air.BASIC), ("bags.more", "four"), ("payment", "gift card")],
            "holds 50.00 EUR",
        ),
        ("send_certificate", [name(air.DELAYED)], "once you have changed it"),
    ],
)
def test_no_comes_with_its_reason_before_any_listing(
    intent: str, mentions: list[Said], words: str
) -> None:
    declined = work(make_concern(intent, *mentions))
    assert isinstance(declined, Stuck)
    assert words in declined.reason
    assert not declined.reason.endswith(".")


@pytest.mark.parametrize(
    ("key", "reason", "amount"),
    [
        (air.BUSINESS, "other", "300.00"),
        (air.LAST_MINUTE, "change of plans", "80.00"),
        (air.INSURED, "weather", "130.00"),
        (air.STRUCK, "flight cancelled", "400.00"),
    ],
)
def test_cancellation_lists_what_goes_back(key: str, reason: str, amount: str) -> None:
    plan = list_write("cancel_reservation", name(key), (f"reason.{reason}", ""))
    assert read_arguments(plan) == {"reservation_id": key, "reason": reason}
    assert plan.values["amount"] == amount
    assert plan.values["payment"] == "credit card"
    assert plan.values["when"] == "refund"
    assert "forfeit" not in plan.values
    assert Mention("reservation.id", key) in plan.shown


def test_what_a_certificate_paid_is_listed_as_lost() -> None:
    plan = list_write("cancel_reservation", name(air.MIXED), OTHER)
    assert plan.values["amount"] == "240.00"
    assert plan.values["payment"] == "credit card (200.00 EUR) and gift card (40.00 EUR)"
    assert plan.values["forfeit"] == "60.00"
    assert plan.values["when"] == "mixed"


def test_correction_keeps_the_birth_date() -> None:
    plan = list_write(
        "change_passenger",
        name(air.ECONOMY),
        ("passenger.wrong", "Ben Okri"),
        ("passenger.right.first", "Ben"),
        ("passenger.right.last", "Okrri"),
    )
    assert read_arguments(plan)["passenger"] == {**air.BEN, "last": "Okrri"}
    assert plan.values["old"] == "Ben Okri"
    assert plan.values["new"] == "Ben Okrri"


@pytest.mark.parametrize(
    ("count", "amount"), [("one", "0.00"), ("two", "0.00"), ("three", "50.00"), ("four", "100.00")]
)
def test_bags_above_the_free_ones_cost_50_each(count: str, amount: str) -> None:
    plan = list_write("add_bags", name(air.TOO_OLD), ("bags.more", count), DEBIT)
    assert plan.values["amount"] == amount
    assert plan.values["payment"] == "debit card"
    assert read_arguments(plan)["payment_id"] == air.DEBIT


def test_certificate_is_100_for_each_passenger_of_a_cancelled_flight() -> None:
    plan = list_write("send_certificate", name(air.STRUCK))
    assert read_arguments(plan) == {
        "customer_id": "cus-10001",
        "reservation_id": air.STRUCK,
        "amount": "200.00",
    }


def test_certificate_is_given_once() -> None:
    state = air.open_airline()
    list_write("send_certificate", name(air.STRUCK), state=state)
    declined = work(make_concern("send_certificate", name(air.STRUCK)), state=state)
    assert isinstance(declined, Stuck)
    assert "only once" in declined.reason


def test_certificate_needs_a_tier_insurance_or_business() -> None:
    state = air.open_airline()
    state.edit("customers", "cus-10001")["tier"] = "regular"
    declined = work(make_concern("send_certificate", name(air.STRUCK)), state=state)
    assert isinstance(declined, Stuck)
    assert "silver or gold" in declined.reason


def test_desk_says_so_when_it_has_no_procedure() -> None:
    assert isinstance(work(make_concern("upgrade_lounge")), Stuck)
