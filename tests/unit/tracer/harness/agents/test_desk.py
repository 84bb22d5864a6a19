import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from schemas.act import Act, ActKind
from schemas.message import Message, Role
from tracer.domains.playbook import (
    Ask,
    Call,
    Concern,
    Mention,
    Notebook,
    Plan,
    Propose,
    Stuck,
    Tell,
)
from tracer.domains.words import load_words
from tracer.harness.agents.desk import DeskAgent
from tracer.harness.agents.habit import Habit
from tracer.harness.agents.reply import ReplyWriter
from tracer.harness.agents.wording import Wording
from tracer.harness.draft import make_act
from tracer.harness.parties import AgentReply

PAYMENT = {"order": "order K10-0001", "goods": "the lamp", "amount": "9.00", "payment": "wallet"}
WRITE = Call("change_order_payment", {"order_id": "K10-0001", "payment_id": "pay-2"})
LISTING = Propose(WRITE, PAYMENT, (Mention("order.id", "K10-0001"), Mention("payment", "wallet")))
READ = Call("get_order", {"order_id": "K10-0001"}, (Call("get_order", {"order_id": "K10-0002"}),))
REQUEST = make_act(ActKind.REQUEST, 0, "change_order_payment")
YES, NO = make_act(ActKind.AFFIRM, 0), make_act(ActKind.DENY, 0)


@dataclass
class Procedures:
    """A playbook of given plans; the last one stays."""

    plans: list[Plan] = field(default_factory=lambda: [LISTING])
    needed: list[Call | Ask] = field(default_factory=list)
    applied: list[Call] = field(default_factory=list)
    seen: list[list[Mention]] = field(default_factory=list)

    def identify(self, _notebook: Notebook) -> Call | Ask | None:
        return self.needed.pop(0) if self.needed else None

    def needs_record(self, intent: str) -> bool:
        return bool(intent)

    def plan(self, concern: Concern, _notebook: Notebook) -> Plan:
        self.seen.append(list(concern.mentions))
        return self.plans.pop(0) if len(self.plans) > 1 else self.plans[0]

    def report(self, propose: Propose, _result: Any) -> Mapping[str, str]:
        return {**propose.values, "when": "other"}

    def apply(self, call: Call, _result: Any, _notebook: Notebook) -> None:
        self.applied.append(call)


class Desk:
    """A desk agent with the conversation it is in."""

    def __init__(
        self, book: Procedures | None = None, habits: dict[Habit, int] | None = None
    ) -> None:
        self.book = book or Procedures()
        rng = random.Random(1)
        writer = ReplyWriter(Wording(load_words("retail").desk, rng), rng)
        self.agent = DeskAgent(self.book, writer, habits or {}, rng)
        self.messages: list[Message] = []

    async def hear(self, *acts: Act) -> AgentReply:
        self.messages.append(Message(role=Role.USER, content="..."))
        return await self.agent.reply(self.messages, acts)

    async def get(self, reply: AgentReply, *results: Any) -> AgentReply:
        """Answer the calls of a reply and take the next step; what was heard stays the same."""
        calls = [
            call.model_copy(update={"id": f"call_{len(self.messages)}_{n}"})
            for n, call in enumerate(reply.calls)
        ]
        self.messages.append(Message(role=Role.ASSISTANT, content="", tool_calls=calls))
        for call, result in zip(calls, results, strict=True):
            self.messages.append(
                Message(role=Role.TOOL, content=json.dumps(result), tool_call_id=call.id)
            )
        return await self.agent.reply(self.messages, [YES])


def list_kinds(reply: AgentReply) -> list[ActKind]:
    return [act.kind for act in reply.acts]


def list_calls(reply: AgentReply) -> list[tuple[str, Any]]:
    return [(call.function.name, json.loads(call.function.arguments)) for call in reply.calls]


def list_writes(replies: Sequence[AgentReply]) -> list[str]:
    return [name for reply in replies for name, _ in list_calls(reply) if name == WRITE.tool]


async def test_nothing_is_done_before_the_customer_is_known() -> None:
    look_up = Call("find_customer_by_email", {"email": "a@example.com"})
    desk = Desk(Procedures(needed=[Ask("identity"), look_up]))
    asked = await desk.hear(REQUEST)
    found = await desk.hear(make_act(ActKind.INFORM, 0, "email", "a@example.com"))
    assert [(act.kind, act.slot) for act in asked.acts][-1] == (ActKind.ASK, "identity")
    assert list_calls(found) == [(look_up.tool, look_up.arguments)]
    assert desk.agent.notebook.identity == {"email": "a@example.com"}
    assert desk.book.seen == []


async def test_write_is_listed_and_waits_for_a_yes() -> None:
    desk = Desk()
    listing = await desk.hear(REQUEST)
    shown = {(act.slot, act.value) for act in listing.acts if act.kind is ActKind.PROPOSE}
    assert listing.calls == ()
    assert shown == {(WRITE.tool, ""), ("order.id", "K10-0001"), ("payment", "wallet")}
    assert list_calls(await desk.hear(YES)) == [(WRITE.tool, WRITE.arguments)]


async def test_yes_to_nothing_writes_nothing() -> None:
    desk = Desk()
    assert list_writes([await desk.hear(YES), await desk.hear(YES, REQUEST)]) == []


async def test_second_yes_writes_no_second_time() -> None:
    desk = Desk()
    await desk.hear(REQUEST)
    assert list_writes([await desk.hear(YES, YES)]) == [WRITE.tool]


async def test_no_takes_the_listing_back() -> None:
    desk = Desk()
    await desk.hear(REQUEST)
    again = await desk.hear(YES, NO)
    assert again.calls == ()
    assert ActKind.PROPOSE in list_kinds(again)


async def test_listing_that_still_stands_is_asked_for_again() -> None:
    desk = Desk()
    await desk.hear(REQUEST)
    asked = await desk.hear(make_act(ActKind.CHECK, 0, "cost"))
    assert [(act.kind, act.slot) for act in asked.acts][-1] == (ActKind.ASK, "confirm")


async def test_done_write_is_reported_and_noted() -> None:
    desk = Desk()
    await desk.hear(REQUEST)
    report = await desk.get(await desk.hear(YES), {"order_id": "K10-0001"})
    assert (ActKind.REPORT, WRITE.tool) in [(act.kind, act.slot) for act in report.acts]
    assert desk.book.applied == [Call(WRITE.tool, WRITE.arguments)]


async def test_refused_write_is_never_reported_as_done() -> None:
    desk = Desk()
    await desk.hear(REQUEST)
    told = await desk.get(await desk.hear(YES), {"error": "Too late for that."})
    assert ActKind.REPORT not in list_kinds(told)
    assert "Too late for that" in told.text
    assert desk.book.applied == []


async def test_refused_read_is_told_and_not_made_again() -> None:
    desk = Desk(Procedures([READ]))
    desk.agent.writer.parallel = False
    asked = await desk.hear(REQUEST)
    told = await desk.get(asked, {"error": "There is no such order."})
    assert told.calls == ()
    assert list_kinds(told)[0] is ActKind.DECLINE
    assert "There is no such order" in told.text


async def test_reads_are_made_together_or_one_by_one() -> None:
    together, single = Desk(Procedures([READ])), Desk(Procedures([READ]))
    together.agent.writer.parallel, single.agent.writer.parallel = True, False
    assert len((await together.hear(REQUEST)).calls) == 2
    assert len((await single.hear(REQUEST)).calls) == 1


async def test_what_was_said_before_the_request_counts() -> None:
    desk = Desk()
    await desk.hear(make_act(ActKind.INFORM, 0, "payment", "wallet"))
    await desk.hear(REQUEST)
    assert desk.book.seen[-1] == [Mention("payment", "wallet")]


async def test_question_is_answered_and_settled() -> None:
    told = Tell("ask_profile.street", {"amount": "", "street": "3 Mill Row"})
    desk = Desk(Procedures([told]))
    answer = await desk.hear(make_act(ActKind.REQUEST, 0, "ask_profile.street"))
    assert "3 Mill Row" in answer.text
    assert list_kinds(answer)[-2:] == [ActKind.ANSWER, ActKind.OFFER]
    assert desk.agent.settled == {0}


async def test_what_cannot_be_done_is_declined() -> None:
    answer = await Desk(Procedures([Stuck("that is beyond this desk")])).hear(REQUEST)
    assert "that is beyond this desk" in answer.text
    assert ActKind.DECLINE in list_kinds(answer)


async def test_goodbye_is_answered_with_a_goodbye() -> None:
    desk = Desk(Procedures([Stuck("no")]))
    await desk.hear(REQUEST)
    assert list_kinds(await desk.hear(make_act(ActKind.BYE)))[-1] is ActKind.BYE


async def test_desk_that_skips_confirmation_writes_at_once() -> None:
    desk = Desk(habits={Habit.SKIPS_CONFIRM: 1})
    assert list_writes([await desk.hear(REQUEST)]) == [WRITE.tool]


async def test_desk_that_claims_falsely_reports_without_a_call() -> None:
    desk = Desk(habits={Habit.FALSE_DONE: 1})
    await desk.hear(REQUEST)
    claim = await desk.hear(YES)
    assert claim.calls == ()
    assert ActKind.REPORT in list_kinds(claim)
    assert desk.book.applied == []


async def test_desk_that_mistakes_an_argument_takes_a_sibling() -> None:
    desk = Desk(habits={Habit.WRONG_ARGUMENT: 1})
    methods: dict[str, Any] = {"payment_methods": {"pay-1": {}, "pay-2": {}}}
    desk.agent.notebook.note("get_customer", {"customer_id": "cus-1"}, json.dumps(methods))
    await desk.hear(REQUEST)
    [(_, arguments)] = list_calls(await desk.hear(YES))
    assert arguments == {"order_id": "K10-0001", "payment_id": "pay-1"}


async def test_stalling_desk_stalls_as_often_as_its_habit_says() -> None:
    desk = Desk(habits={Habit.ASKS_NUMBER: 2})
    slots = [(await desk.hear(REQUEST)).acts[-1].slot for _ in range(3)]
    assert slots[:2] == ["order_number", "order_number"]
    assert slots[2] != "order_number"


async def test_desk_that_stops_early_says_goodbye_over_an_open_listing() -> None:
    desk = Desk(habits={Habit.STOPS_EARLY: 1})
    await desk.hear(REQUEST)
    closing = await desk.hear(make_act(ActKind.CHECK, 0, "cost"))
    assert list_kinds(closing)[-1] is ActKind.BYE
    assert desk.agent.settled == set()
