import random
from collections.abc import Sequence

import pytest

from schemas.act import Act, ActKind
from schemas.condition import Condition
from schemas.draft import Fact, FactKind, SlotValue
from schemas.message import Message, Role
from tracer.domains.words import load_words
from tracer.harness.draft import make_act
from tracer.harness.parties import Signal, UserReply
from tracer.harness.users.agenda import Agenda
from tracer.harness.users.customer import AgendaCustomer
from tracer.harness.users.mood import Cause, Mood
from tracer.harness.users.speech import Speech
from tracer.harness.users.telling import Telling

SAID = [Message(role=Role.ASSISTANT, content="...")]
SKEPTICAL = Condition("annoyance", "neutral", "moderate", "skeptical")


def make(key: str, kind: FactKind, wording: str, slot: str, value: str, topic: int = 0) -> Fact:
    values = [SlotValue(slot=slot, value=value)]
    return Fact(id=key, kind=kind, topic=topic, slots=values, about="", text=".", wording=wording)


FACTS = [
    make("f1", FactKind.IDENTITY, "email", "email", "a@example.com"),
    make("f2", FactKind.REQUEST, "change_order_payment", "intent", "change_order_payment"),
    make("f3", FactKind.DETAIL, "order.goods", "order.goods", "desk lamp"),
    make("f4", FactKind.DETAIL, "payment", "payment", "wallet"),
    make("f5", FactKind.REQUEST, "ask_profile.balance", "intent", "ask_profile.balance", 1),
]
REPORT, ANSWER = make_act(ActKind.REPORT, 0), make_act(ActKind.ANSWER, 1)
LISTING = [
    make_act(ActKind.PROPOSE, 0, "change_order_payment"),
    make_act(ActKind.PROPOSE, 0, "payment", "wallet"),
]
WRONG = [LISTING[0], make_act(ActKind.PROPOSE, 0, "payment", "gift card")]
BYE = make_act(ActKind.BYE)


def make_customer(condition: Condition | None = None, seed: int = 1) -> AgendaCustomer:
    rng = random.Random(seed)
    words = load_words("retail")
    telling = Telling(Speech(words, condition, "the lamp", rng), "It broke.", rng)
    return AgendaCustomer(Agenda(FACTS, words.answers), Mood(condition), telling, rng)


async def talk(customer: AgendaCustomer, *turns: Sequence[Act]) -> UserReply:
    """Return what the customer says after an opening and these turns of the desk."""
    reply = await customer.speak([], [])
    for heard in turns:
        reply = await customer.speak(SAID, heard)
    return reply


def ask(slot: str) -> list[Act]:
    return [make_act(ActKind.ASK, 0, slot)]


def list_kinds(reply: UserReply) -> set[ActKind]:
    return {act.kind for act in reply.acts}


async def test_opening_brings_up_the_first_concern() -> None:
    reply = await talk(make_customer())
    assert make_act(ActKind.REQUEST, 0, "change_order_payment") in reply.acts
    assert (reply.signal, reply.patience, reply.cause) == (Signal.NONE, 1.0, "")


async def test_question_is_answered_and_remembered() -> None:
    customer = make_customer()
    reply = await talk(customer, ask("identity"))
    assert make_act(ActKind.INFORM, 0, "email", "a@example.com") in reply.acts
    assert "f1" in customer.agenda.told


async def test_right_listing_is_agreed_to_and_a_wrong_one_put_right() -> None:
    assert ActKind.AFFIRM in list_kinds(await talk(make_customer(), LISTING))
    corrected = await talk(make_customer(), WRONG)
    assert ActKind.DENY in list_kinds(corrected)
    assert ActKind.AFFIRM not in list_kinds(corrected)
    assert make_act(ActKind.INFORM, 0, "payment", "wallet") in corrected.acts


async def test_wary_customer_asks_once_and_then_agrees() -> None:
    for seed in range(30):
        customer = make_customer(SKEPTICAL, seed)
        first = await talk(customer, LISTING)
        second = await customer.speak(SAID, [make_act(ActKind.ASK, 0, "confirm")])
        assert ActKind.AFFIRM in list_kinds(first) | list_kinds(second)
    checks = [list_kinds(await talk(make_customer(SKEPTICAL, seed), LISTING)) for seed in range(30)]
    assert 0 < sum(ActKind.CHECK in kinds for kinds in checks) < 30


async def test_next_concern_comes_up_once_the_first_is_settled() -> None:
    reply = await talk(make_customer(), [REPORT])
    assert make_act(ActKind.REQUEST, 1, "ask_profile.balance") in reply.acts


async def test_stop_is_given_only_once_everything_is_settled() -> None:
    customer = make_customer()
    assert (await talk(customer, [REPORT])).signal is Signal.NONE
    assert (await customer.speak(SAID, [ANSWER])).signal is Signal.STOP
    assert customer.agenda.is_done


async def test_offer_does_not_end_an_open_concern() -> None:
    reply = await talk(make_customer(), [make_act(ActKind.OFFER)])
    assert reply.signal is Signal.NONE
    assert reply.facts


@pytest.mark.parametrize(
    ("heard", "cause"),
    [
        (ask("order_number"), Cause.ASKS_WHAT_A_TOOL_TELLS),
        (ask("known"), Cause.ASKS_WHAT_A_TOOL_TELLS),
        ([make_act(ActKind.DECLINE, 0)], Cause.DECLINES),
        ([BYE], Cause.ENDS_EARLY),
    ],
)
async def test_bad_turn_of_the_desk_costs_patience(heard: list[Act], cause: Cause) -> None:
    reply = await talk(make_customer(), heard)
    assert reply.cause == cause
    assert reply.patience is not None
    assert reply.patience < 1


async def test_asking_again_costs_patience_and_is_answered_again() -> None:
    customer = make_customer()
    await talk(customer, ask("identity"))
    reply = await customer.speak(SAID, ask("identity"))
    assert reply.cause == Cause.ASKS_AGAIN
    assert "a@example.com" in reply.text


async def test_one_bare_apology_is_forgiven() -> None:
    customer = make_customer()
    sorry = [make_act(ActKind.APOLOGISE)]
    assert (await talk(customer, sorry)).cause == ""
    assert (await customer.speak(SAID, sorry)).cause == Cause.EMPTY_TALK


@pytest.mark.parametrize("heard", [ask("identity"), LISTING, [REPORT], [make_act(ActKind.OFFER)]])
async def test_what_the_policy_asks_for_costs_nothing(heard: list[Act]) -> None:
    reply = await talk(make_customer(), heard)
    assert (reply.cause, reply.patience) == ("", 1.0)


async def test_customer_out_of_patience_leaves_unsatisfied() -> None:
    reply = await talk(make_customer(), *[ask("order_number")] * 5)
    assert reply.signal is Signal.UNSATISFIED
    assert BYE in reply.acts


async def test_customer_turned_away_again_and_again_leaves() -> None:
    customer = make_customer(Condition("peace", "warm", "low", "trusting"))
    signals = [(await talk(customer, [BYE])).signal]
    signals += [(await customer.speak(SAID, [BYE])).signal for _ in range(2)]
    assert signals == [Signal.NONE, Signal.NONE, Signal.UNSATISFIED]


async def test_same_seed_gives_the_same_customer() -> None:
    turns = (ask("identity"), LISTING, [REPORT])
    first, second, other = [
        [await talk(make_customer(SKEPTICAL, seed), *turns[:n]) for n in range(4)]
        for seed in (1, 1, 2)
    ]
    assert first == second
    assert first != other


async def test_desk_that_gives_no_acts_is_understood_by_its_words() -> None:
    customer = make_customer()
    await customer.speak([], [])
    question = Message(role=Role.ASSISTANT, content="Could you give me your email address?")
    assert "a@example.com" in (await customer.speak([question], [])).text
    done = Message(role=Role.ASSISTANT, content="I've changed the payment of your order.")
    await customer.speak([done], [])
    assert customer.agenda.settled == {0}
