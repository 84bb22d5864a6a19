import pytest

from schemas.act import Act, ActKind
from schemas.draft import FactKind, SlotValue
from tests.support.builders import make_fact
from tracer.harness.parties import Signal
from tracer.harness.users.conveyed import list_conveyed, read_consent

REQUEST = make_fact(wording="cancel_order", topic=1)
ADDRESS = make_fact(
    id="f2",
    kind=FactKind.DETAIL,
    topic=1,
    slots=[
        SlotValue(slot="address.city", value="Leith"),
        SlotValue(slot="address.postcode", value="EH6 1AB"),
    ],
)
REASON = make_fact(
    id="f3",
    kind=FactKind.DETAIL,
    topic=1,
    slots=[SlotValue(slot="reason.ordered by mistake", value="")],
)
LISTING = Act(kind=ActKind.PROPOSE, topic=1, slot="cancel_order")


def test_request_becomes_a_request_with_its_intent() -> None:
    assert list_conveyed("Cancel it.", [REQUEST], [], Signal.NONE) == [
        Act(kind=ActKind.REQUEST, topic=1, slot="cancel_order")
    ]


def test_only_values_that_stand_in_the_text_become_acts() -> None:
    acts = list_conveyed("It goes to Leith.", [ADDRESS], [], Signal.NONE)
    assert [(act.slot, act.value) for act in acts] == [("address.city", "Leith")]


def test_fact_without_a_value_is_taken_at_its_word() -> None:
    [act] = list_conveyed("I pressed the wrong button.", [REASON], [], Signal.NONE)
    assert act.slot == "reason.ordered by mistake"


def test_signal_is_a_goodbye() -> None:
    [act] = list_conveyed("Thanks.", [], [], Signal.STOP)
    assert act.kind is ActKind.BYE


def test_yes_answers_every_listing() -> None:
    other = LISTING.model_copy(update={"topic": 2})
    acts = list_conveyed("Yes to both.", [], [LISTING, other], Signal.NONE)
    assert [(act.kind, act.topic) for act in acts] == [(ActKind.AFFIRM, 1), (ActKind.AFFIRM, 2)]


def test_yes_without_a_listing_agrees_to_nothing() -> None:
    asked = Act(kind=ActKind.ASK, topic=1, slot="address")
    assert list_conveyed("Yes, sure.", [], [asked], Signal.NONE) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Yes, please go ahead.", ActKind.AFFIRM),
        ("Go ahead, then.", ActKind.AFFIRM),
        ("That's right.", ActKind.AFFIRM),
        ("Yes, but not the lamp.", ActKind.DENY),
        ("No, that's the wrong order.", ActKind.DENY),
        ("That isn't right.", ActKind.DENY),
        ("Yes, and does that cost anything?", ActKind.CHECK),
        ("The kettle is black.", None),
    ],
)
def test_only_a_plain_yes_is_a_yes(text: str, kind: ActKind | None) -> None:
    assert read_consent(text) is kind
