import random

import pytest

from schemas.act import ActKind
from tracer.domains.playbook import Ask, Call, Mention, Propose, Stuck, Tell
from tracer.domains.words import load_words
from tracer.harness.agents.habit import Habit
from tracer.harness.agents.reply import ReplyWriter
from tracer.harness.agents.wording import STYLES, Wording
from tracer.harness.draft import make_act
from tracer.harness.parties import AgentReply

SWAP = {
    "order": "order K10-0001",
    "changes": "the boots from size 41 to size 42",
    "amount": "5.00",
    "payment": "wallet",
    "sign": "charge",
}
FEEL = make_act(ActKind.FEEL, slot="low")


def make_writer(seed: int = 1, style: str = "plain") -> ReplyWriter:
    rng = random.Random(seed)
    writer = ReplyWriter(Wording(load_words("retail").desk, rng), rng)
    writer.wording.style = style
    return writer


def list_kinds(reply: AgentReply) -> list[ActKind]:
    return [act.kind for act in reply.acts]


@pytest.mark.parametrize("seed", range(9))
@pytest.mark.parametrize(("sign", "amount"), [("charge", "5.00"), ("refund", "5.00"), ("none", "")])
def test_listing_of_a_swap_says_what_the_difference_is(seed: int, sign: str, amount: str) -> None:
    mention = Mention("change.size", "size 42", "boots")
    values = {**SWAP, "sign": sign}
    plan = Propose(Call("exchange_items", {}), values, (mention,), final=True)
    reply = make_writer(seed).propose(2, plan)
    assert amount in reply.text
    assert "wallet" in reply.text
    assert make_act(ActKind.PROPOSE, 2, "exchange_items") in reply.acts
    assert make_act(ActKind.PROPOSE, 2, "change.size", "size 42", "boots") in reply.acts
    assert not {"{", "}"} & set(reply.text)


def test_only_a_listing_of_what_happens_once_says_so() -> None:
    values = {**SWAP, "goods": "the boots", "items": "the boots"}
    lines = load_words("retail").desk["once"]["return_items"]["plain"]
    call = Call("return_items", {})
    once = make_writer().propose(0, Propose(call, values, (), final=True)).text
    often = make_writer().propose(0, Propose(call, values, ())).text
    assert any(line in once for line in lines)
    assert not any(line in often for line in lines)


def test_question_carries_what_it_asks_for() -> None:
    reply = make_writer().ask(1, Ask("change", {"about": "the boots"}))
    assert reply.acts == (make_act(ActKind.ASK, 1, "change"),)
    assert "the boots" in reply.text


def test_feeling_is_acknowledged_once_at_most() -> None:
    n_sorry = []
    for seed in range(40):
        writer = make_writer(seed, "kind")
        for _ in range(3):
            writer.react([FEEL])
        n_sorry.append([act.kind for act in writer.draft.acts].count(ActKind.THANK))
    assert set(n_sorry) == {0, 1}


def test_good_mood_is_not_pitied() -> None:
    for seed in range(40):
        writer = make_writer(seed, "kind")
        writer.react([make_act(ActKind.FEEL)])
        assert ActKind.THANK not in {act.kind for act in writer.draft.acts}


def test_kinder_desks_acknowledge_feelings_more_often() -> None:
    counts = []
    for style in STYLES:
        writers = [make_writer(seed, style) for seed in range(100)]
        for writer in writers:
            writer.react([FEEL])
        counts.append(sum(ActKind.THANK in {a.kind for a in w.draft.acts} for w in writers))
    assert counts == sorted(counts)
    assert counts[0] < counts[2]


def test_welcome_is_said_in_the_first_message_alone() -> None:
    for seed in range(20):
        writer = make_writer(seed)
        writer.react([])
        writer.ask(0, Ask("identity"))
        writer.react([])
        assert ActKind.GREET not in list_kinds(writer.ask(0, Ask("order")))


@pytest.mark.parametrize("kind", ["scope", "cost", "source", "after"])
def test_doubt_is_answered_by_its_kind(kind: str) -> None:
    writer = make_writer()
    writer.has_greeted = True
    writer.react([make_act(ActKind.CHECK, 1, kind)])
    lines = load_words("retail").desk["assure"][kind]["plain"]
    assert writer.draft.text in lines
    assert [act.kind for act in writer.draft.acts] == [ActKind.ASSURE]


def test_correction_is_acknowledged() -> None:
    writer = make_writer()
    writer.react([make_act(ActKind.DENY, 0)])
    assert ActKind.APOLOGISE in {act.kind for act in writer.draft.acts}


def test_report_says_when_the_money_comes() -> None:
    writer = make_writer()
    values = {**SWAP, "goods": "the boots", "when": "other"}
    writer.report(0, "return_items", values)
    assert "5 to 7 business days" in writer.draft.text
    assert writer.draft.acts == [make_act(ActKind.REPORT, 0, "return_items")]


def test_report_without_money_needs_no_timing() -> None:
    rng = random.Random(1)
    writer = ReplyWriter(Wording(load_words("airline").desk, rng), rng)
    writer.report(0, "change_passenger", {"reservation": "booking AA10BB", "new": "Ben Okry"})
    assert "Ben Okry" in writer.draft.text


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("lost", [True, False])
def test_what_is_not_refunded_is_said_before_the_yes_is_asked_for(
    style: str, *, lost: bool
) -> None:
    rng = random.Random(1)
    writer = ReplyWriter(Wording(load_words("airline").desk, rng), rng)
    writer.wording.style = style
    values = {
        "reservation": "booking AA20BB",
        "trip": "the trip to London",
        "amount": "240.00",
        "payment": "credit card",
        **({"forfeit": "60.00"} if lost else {}),
    }
    reply = writer.propose(0, Propose(Call("cancel_reservation", {}), values, ()))
    assert ("60.00" in reply.text) is lost
    assert ("certificate" in reply.text) is lost


def test_answer_and_refusal_are_told_apart() -> None:
    writer = make_writer()
    writer.settle(0, Tell("ask_profile.street", {"street": "3 Mill Row"}))
    writer.settle(1, Stuck("It is too late."))
    assert [(act.kind, act.topic) for act in writer.draft.acts] == [
        (ActKind.ANSWER, 0),
        (ActKind.DECLINE, 1),
    ]
    assert "3 Mill Row" in writer.draft.text
    assert "too late.." not in writer.draft.text


@pytest.mark.parametrize(
    ("habit", "kind", "slot"),
    [
        (Habit.ASKS_NUMBER, ActKind.ASK, "order_number"),
        (Habit.ASKS_KNOWN, ActKind.ASK, "known"),
        (Habit.EMPTY_SYMPATHY, ActKind.APOLOGISE, ""),
    ],
)
def test_stalling_says_what_its_habit_says(habit: Habit, kind: ActKind, slot: str) -> None:
    assert make_writer().stall(habit).acts == (make_act(kind, 0, slot),)


def test_end_answers_a_goodbye_and_else_offers_more() -> None:
    writer = make_writer()
    assert list_kinds(writer.wrap_up(any_settled=True)) == [ActKind.OFFER]
    writer.react([make_act(ActKind.BYE)])
    assert list_kinds(writer.wrap_up(any_settled=True))[-1] is ActKind.BYE


def test_sent_message_leaves_nothing_behind() -> None:
    writer = make_writer()
    writer.say(ActKind.OFFER, "offer")
    assert writer.send().text
    assert writer.send() == AgentReply()
