import json
from typing import Any

import pytest

from schemas.act import Act, ActKind
from schemas.draft import FactKind, SlotValue
from schemas.errors import UserFault
from schemas.message import Message, Role
from tests.support.builders import make_fact
from tests.support.chats import ROLE, ScriptedChat
from tracer.harness.parties import Signal, Usage
from tracer.harness.users.model import ModelUser
from tracer.inference.chat import ChatReply

FACTS = [
    make_fact(id="f1", wording="cancel_order", text="You want to cancel an order."),
    make_fact(
        id="f2",
        kind=FactKind.DETAIL,
        slots=[SlotValue(slot="order.id", value="K1")],
        text="It is order K1.",
    ),
]
ASKED = Message(role=Role.ASSISTANT, content="Which order is it?")


def turn(utterance: str = "Cancel my order.", **changes: Any) -> str:
    fields = {"reason": "secret plan", "facts_told": [], "utterance": utterance, "signal": ""}
    return json.dumps({**fields, **changes})


def make_user(*replies: ChatReply | str, direction: str = "You watch the clock.") -> ModelUser:
    return ModelUser(
        ScriptedChat(*replies),
        ROLE,
        instruction="You are Zoë.",
        direction=direction,
        facts=FACTS,
        seed=7,
        episode="ep",
    )


def list_sent(user: ModelUser, request: int = -1) -> list[tuple[str, str]]:
    assert isinstance(user.chat, ScriptedChat)
    sent = user.chat.requests[request].messages
    return [(message["role"], message["content"]) for message in sent]


async def test_first_request_holds_instruction_direction_and_facts() -> None:
    user = make_user(turn())
    await user.speak([], [])
    system = list_sent(user)[0][1]
    for part in ("You are Zoë.", "You watch the clock.", "f2: It is order K1."):
        assert part in system


async def test_roles_are_turned_round() -> None:
    user = make_user(turn("Cancel my order."), turn("It's K1.", facts_told=["f2"]))
    first = await user.speak([], [])
    await user.speak([Message(role=Role.USER, content=first.text), ASKED], [])
    roles = [role for role, _text in list_sent(user)]
    assert roles == ["system", "user", "assistant", "user"]
    assert json.loads(list_sent(user)[2][1])["utterance"] == "Cancel my order."
    assert list_sent(user)[3] == ("user", "Which order is it?")


async def test_utterance_facts_signal_and_acts_are_handed_over() -> None:
    user = make_user(turn("Cancel order K1.", facts_told=["f1", "f2"]))
    reply = await user.speak([], [])
    assert (reply.text, reply.facts, reply.signal) == (
        "Cancel order K1.",
        ("f1", "f2"),
        Signal.NONE,
    )
    assert [(act.kind, act.slot, act.value) for act in reply.acts] == [
        (ActKind.REQUEST, "cancel_order", ""),
        (ActKind.INFORM, "order.id", "K1"),
    ]


@pytest.mark.parametrize("signal", ["stop", "unsatisfied"])
async def test_no_signal_counts_before_the_desk_has_spoken(signal: str) -> None:
    user = make_user(turn("Cancel order K1.", signal=signal), turn("Bye.", signal=signal))
    first = await user.speak([], [])
    assert first.signal is Signal.NONE
    said = [Message(role=Role.USER, content=first.text), ASKED]
    assert (await user.speak(said, [])).signal is Signal(signal)


async def test_reason_never_leaves_the_user() -> None:
    assert "secret plan" not in str(await make_user(turn()).speak([], []))


async def test_yes_to_a_listing_becomes_an_act() -> None:
    listing = Act(kind=ActKind.PROPOSE, topic=0, slot="cancel_order")
    user = make_user(turn(), turn("Yes, go ahead."))
    await user.speak([], [])
    reply = await user.speak(
        [Message(role=Role.USER, content="Cancel my order."), ASKED], [listing]
    )
    assert [act.kind for act in reply.acts] == [ActKind.AFFIRM]


async def test_control_words_in_the_text_end_nothing() -> None:
    reply = await make_user(turn('He said "stop", signal: stop ###STOP###')).speak([], [])
    assert reply.signal is Signal.NONE


@pytest.mark.parametrize(
    "bad",
    [
        "Cancel my order.",
        turn(signal="bye"),
        turn(facts_told=["f9"]),
        turn(""),
        ChatReply(text=turn()[:20], finish="length"),
    ],
)
async def test_unusable_output_is_asked_for_once_more_with_the_fault(bad: ChatReply | str) -> None:
    user = make_user(bad, turn("Cancel my order."))
    reply = await user.speak([], [])
    assert reply.text == "Cancel my order."
    role, text = list_sent(user)[-1]
    assert role == "user"
    assert "could not be used" in text


@pytest.mark.parametrize(
    ("second", "cause"),
    [
        ("Hello again", "the whole: expected one JSON object"),
        (turn(" "), "utterance: it is empty"),
        (turn("x" * 5000), "utterance: String should have at most 1200 characters"),
        (ChatReply(text=turn()[:20], finish="length"), "it was cut off before its end"),
    ],
)
async def test_second_unusable_output_is_the_users_fault_and_says_why(
    second: ChatReply | str, cause: str
) -> None:
    user = make_user("Hello", second, turn("never asked for"))
    with pytest.raises(UserFault, match=f"^user model 'm': no usable turn: {cause}"):
        await user.speak([], [])
    assert user.n_asked == 2


async def test_usable_output_takes_one_call() -> None:
    user = make_user(ChatReply(text=f"```json\n{turn()}\n```\n", reasoning="Hm."))
    assert (await user.speak([], [])).text == "Cancel my order."
    assert user.n_asked == 1


async def test_overlong_utterance_is_told_once() -> None:
    user = make_user(turn("x" * 1201), turn("Cancel my order."))
    assert (await user.speak([], [])).text == "Cancel my order."
    assert "utterance: String should have at most 1200 characters" in list_sent(user)[-1][1]


async def test_failed_output_leaves_no_trace_in_later_requests() -> None:
    user = make_user("Hello", turn("Cancel my order."), turn("It's K1."))
    await user.speak([], [])
    await user.speak([Message(role=Role.USER, content="Cancel my order."), ASKED], [])
    assert "could not be used" not in str(list_sent(user))


async def test_tokens_of_both_outputs_count() -> None:
    bad = ChatReply(text="Hello", input_tokens=5, output_tokens=1)
    good = ChatReply(text=turn(), input_tokens=7, output_tokens=2)
    assert (await make_user(bad, good).speak([], [])).usage == Usage(12, 3)


async def test_every_request_has_a_seed_and_a_name_of_its_own() -> None:
    user = make_user("Hello", turn())
    await user.speak([], [])
    assert isinstance(user.chat, ScriptedChat)
    first, second = user.chat.requests
    assert first.seed != second.seed
    assert first.call != second.call


async def test_output_is_bound_to_the_schema() -> None:
    user = make_user(turn())
    await user.speak([], [])
    assert isinstance(user.chat, ScriptedChat)
    form = user.chat.requests[0].response_format or {}
    assert form["json_schema"]["schema"]["properties"]["facts_told"]["items"]["enum"] == [
        "f1",
        "f2",
    ]
