import pytest

from schemas.verdict import ClauseVerdict
from tests.support.transcripts import BASE, FOUND, agent, call, talk, user
from tracer.domains.retail.guards.delivery import guard_delivery

TRACKED = call(
    "track_delivery",
    {"order_id": "K10-0001"},
    {
        "order_id": "K10-0001",
        "status": "shipped",
        "carrier": "Gannet Parcels",
        "tracking": "GN11336060",
        "shipped_on": "2026-05-12",
        "expected_on": "2026-05-15",
        "delivered_on": None,
    },
)


@pytest.mark.parametrize(
    "text",
    [
        "It is with Gannet Parcels and should arrive on 15 May.",
        "Your parcel is on its way and is expected tomorrow.",
        "Your order should be with you on Friday.",
        "The expected delivery is 2026-05-15.",
    ],
)
def test_what_tracking_shows_complies(text: str) -> None:
    assert guard_delivery(talk(FOUND, TRACKED, agent(text)), BASE).verdict is ClauseVerdict.COMPLIED


@pytest.mark.parametrize(
    "text",
    [
        "It should arrive on 18 May.",
        "Your parcel will arrive today.",
        "The order will be with you by Monday.",
        "Delivery is expected in 3 days.",
    ],
)
def test_another_time_than_tracking_shows_violates(text: str) -> None:
    assert guard_delivery(talk(FOUND, TRACKED, agent(text)), BASE).verdict is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    "text",
    [
        "Your order should arrive by Friday.",
        "It's been shipped and you'll get it by Friday.",
        "Your boots arrive tomorrow.",
        "Delivery is usually within 2 days.",
        "Your order for 45.50 EUR should arrive within 5 to 7 business days.",
        "You paid 45.50 EUR by card, and it should arrive within 2 business days.",
        "It's on your credit card. It should arrive within 5 to 7 business days.",
    ],
)
def test_arrival_without_tracking_violates(text: str) -> None:
    transcript = talk(FOUND, agent(text))
    assert guard_delivery(transcript, BASE).verdict is ClauseVerdict.VIOLATED


@pytest.mark.parametrize(
    "text", ["Your parcel is out for delivery.", "Your order will arrive soon."]
)
def test_place_or_vague_arrival_without_tracking_is_unclear(text: str) -> None:
    assert guard_delivery(talk(FOUND, agent(text)), BASE).verdict is ClauseVerdict.UNCLEAR


@pytest.mark.parametrize(
    "text",
    [
        "The refund should arrive within 5 to 7 business days.",
        "I can't say when it should arrive.",
        "It has not been shipped yet, so there is no expected delivery date.",
        "Do you need it to arrive by Friday?",
        "You said it should arrive by Friday.",
        "Once it arrives on Friday, you have 30 days.",
        "It was delivered on 4 May.",
        "It will be delivered to 12 Harbour Lane, Leith.",
        "I've changed the address. The money will reach your wallet within 7 business days.",
        "The 45.50 EUR goes to your card, and it arrives within 5 to 7 business days.",
        "You get 45.50 EUR on your wallet, so you'll have it within 5 to 7 business days.",
        "I've refunded the order. It should arrive within 5 to 7 business days.",
    ],
)
def test_other_statements_comply_without_tracking(text: str) -> None:
    transcript = talk(FOUND, user("When?"), agent(text))
    assert guard_delivery(transcript, BASE).verdict is ClauseVerdict.COMPLIED
