from collections.abc import Sequence

import pytest
from rich.console import Console

from schemas.act import Act, ActKind
from schemas.draft import Fact, FactKind, SlotValue
from schemas.message import Role
from tasks.rollout.cast import Part
from tests.support.builders import make_fact, make_feeling, make_story
from tracer.cli.human_user import HumanUser, guess_told, parse_told
from tracer.cli.seat import Left, Seat
from tracer.harness.draft import make_act
from tracer.harness.parties import Signal, UserReply


def make_named(fact_id: str, kind: FactKind, value: str, topic: int = 0) -> Fact:
    slots = [SlotValue(slot=fact_id, value=value)]
    return make_fact(id=fact_id, kind=kind, slots=slots, topic=topic, wording="w", text="You.")


FACTS = [
    make_named("f1", FactKind.IDENTITY, "Zoë Berg"),
    make_named("f2", FactKind.REQUEST, "ask_price"),
    make_named("f3", FactKind.DETAIL, "lamp"),
    make_named("f4", FactKind.REQUEST, "cancel", topic=1),
    make_named("f5", FactKind.DETAIL, "chair", topic=1),
    make_named("f6", FactKind.STANCE, "", topic=1),
]


def make_user() -> HumanUser:
    console = Console(width=200, record=True, markup=False, highlight=False)
    part = Part("You are Zoë.", FACTS, make_story(), make_feeling())
    return HumanUser(Seat(console, Role.USER), part)


async def speak(
    monkeypatch: pytest.MonkeyPatch, user: HumanUser, *lines: str, heard: Sequence[Act] = ()
) -> UserReply:
    typed = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    reply = await user.speak([], heard)
    assert next(typed, None) is None
    return reply


async def test_first_message_makes_the_first_request(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = await speak(monkeypatch, make_user(), "What is the price of the lamp?", "")
    assert reply.facts == ("f2", "f3")
    assert [(act.kind, act.value) for act in reply.acts] == [
        (ActKind.REQUEST, ""),
        (ActKind.INFORM, "lamp"),
    ]
    assert reply.signal is Signal.NONE


async def test_facts_named_count_and_wrong_ones_are_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reply = await speak(monkeypatch, make_user(), "Cancel it.", "f9", "f6", "f4")
    assert reply.facts == ("f4",)
    assert [(act.kind, act.topic) for act in reply.acts] == [(ActKind.REQUEST, 1)]


async def test_value_that_was_not_said_is_no_act(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = await speak(monkeypatch, make_user(), "I am someone.", "f1")
    assert reply.acts == ()


async def test_yes_answers_a_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    listing = [make_act(ActKind.PROPOSE, 1)]
    reply = await speak(monkeypatch, make_user(), "Yes, please do.", "-", heard=listing)
    assert [(act.kind, act.topic) for act in reply.acts] == [(ActKind.AFFIRM, 1)]


@pytest.mark.parametrize("words", ["stop", "unsatisfied", "I am unsatisfied, stop", "Stop /stop"])
async def test_words_are_words(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    reply = await speak(monkeypatch, make_user(), words, "-")
    assert (reply.text, reply.signal) == (words, Signal.NONE)


@pytest.mark.parametrize(
    ("line", "signal", "text"),
    [
        ("/stop", Signal.STOP, "Thank you, that was everything."),
        ("/stop Bye.", Signal.STOP, "Bye."),
        ("/unsatisfied Enough.", Signal.UNSATISFIED, "Enough."),
    ],
)
async def test_slash_gives_the_signal(
    monkeypatch: pytest.MonkeyPatch, line: str, signal: Signal, text: str
) -> None:
    user = make_user()
    user.told = {"f2"}
    reply = await speak(monkeypatch, user, "/nosuch", line)
    assert (reply.text, reply.signal) == (text, signal)
    assert [act.kind for act in reply.acts] == [ActKind.BYE]


async def test_own_side_is_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    with pytest.raises(Left):
        await speak(monkeypatch, user, "/facts", "/quit")
    shown = user.seat.console.export_text()
    assert "You are Zoë." in shown
    assert "You are annoyed and speak warmly." in shown
    assert "Zoë Berg" in shown
    assert "ask_price" not in shown


def test_guess_takes_requests_along_once() -> None:
    facts = FACTS[:5]
    assert guess_told("the chair", facts, {"f2"}) == ["f4", "f5"]
    assert guess_told("the chair", facts, {"f2", "f4"}) == ["f5"]
    assert guess_told("Zoë Berg", facts, {"f4"}) == ["f1"]
    assert guess_told("Hello", facts, set()) == ["f2"]


def test_ids_are_parsed() -> None:
    assert parse_told("", ["f1"], ["f1"]) == ["f1"]
    assert parse_told("-", ["f1"], ["f1"]) == []
    assert parse_told("f2,f1 f2", [], ["f1", "f2"]) == ["f2", "f1"]
    assert parse_told("f3", [], ["f1", "f2"]) is None
