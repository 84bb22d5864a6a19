"""Desk: the agent's half of a rehearsal, one step at a time, from messages and tools alone."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracer.inference.rehearsal.arguments import Filling
from tracer.inference.rehearsal.clerk import find_calls
from tracer.inference.rehearsal.fares import price_change
from tracer.inference.rehearsal.past import LISTING, Done, Past, read_past
from tracer.inference.rehearsal.rows import list_inside, read_rows
from tracer.inference.rehearsal.telling import (
    ask_for,
    join,
    name_subject,
    tell_answer,
    tell_done,
    tell_plan,
    tell_refusal,
)
from tracer.inference.rehearsal.toolbox import Toolbox
from tracer.inference.rehearsal.words import find_example, name_words, shape

YES = re.compile(
    r"\b(?:yes|yeah|yep|sure|okay|ok|go ahead|please do|agreed|correct)\b", re.IGNORECASE
)
NO = re.compile(r"\b(?:no|not|don't|wrong|stop|wait)\b", re.IGNORECASE)
LEAVING = re.compile(
    r"\b(?:that is all|that's all|nothing else|no more|goodbye|bye)\b", re.IGNORECASE
)
GOODBYE = "Thank you for getting in touch. Goodbye."
HANDED_OVER = "A colleague will take over from here. Goodbye."
TRIES = 2
"""How often one thing is asked for before the desk makes do without."""
MOST_LISTINGS = 6


@dataclass(frozen=True, slots=True)
class Step:
    """What the desk does next: a text, or calls as (tool, arguments)."""

    text: str = ""
    calls: tuple[tuple[str, Mapping[str, Any]], ...] = ()


def take_step(messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> Step:
    """Return the desk's next step."""
    past, toolbox = read_past(messages), Toolbox(tools)
    calls = () if toolbox.look_ups else find_calls(past, toolbox)
    return Step(calls=calls) if calls else Desk(past, toolbox).decide()


class Desk:
    """Decides one step from what was said and done."""

    def __init__(self, past: Past, toolbox: Toolbox) -> None:
        self.past = past
        self.toolbox = toolbox
        self.rows = read_rows(past)

    def decide(self) -> Step:
        """Return the next step."""
        if any(one.ok and one.tool in self.toolbox.handovers for one in self.past.done):
            return Step(HANDED_OVER)
        if self.past.is_over and LEAVING.search(self.past.last_heard):
            return Step(GOODBYE)
        if self.toolbox.look_ups and not self.rows.own:
            return self.identify()
        calls = self.look_into_account()
        return Step(calls=calls) if calls else self.serve()

    def identify(self) -> Step:
        """Look the customer up by what was typed, or ask for it."""
        failed = [one for one in self.past.done if one.tool in self.toolbox.look_ups]
        for name in self.toolbox.look_ups:
            filling = self.fill(name)
            if not filling.missing and self.past.find_done(name, filling.values) is None:
                return Step(calls=((name, filling.values),))
        if len(failed) >= TRIES or len(self.past.asked[-1]) > TRIES:
            return self.hand_over()
        ways = [
            join([f"your {name_words(one)}" for one in self.toolbox.list_required(name)])
            for name in self.toolbox.look_ups
        ]
        lead = "I could not find an account with that. " if failed else ""
        return Step(f"{lead}To find your account, could you tell me {', or '.join(ways)}?")

    def look_into_account(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Return the reads that show the customer's account and what belongs to it."""
        calls: list[tuple[str, Mapping[str, Any]]] = []
        seen: set[str] = set()
        for name in self.toolbox.reads:
            required = self.toolbox.list_required(name)
            if len(required) == 1 and required[0] not in seen:
                seen.add(required[0])
                form = self.get_form(name, required[0])
                ids = [one for one in self.rows.own if shape(one) == form]
                calls += [(name, {required[0]: one}) for one in ids]
        return tuple(call for call in calls if self.past.find_done(*call) is None)

    def get_form(self, tool: str, argument: str) -> str:
        """Return the form of an argument's ids."""
        return shape(find_example(self.toolbox.describe_argument(tool, argument)))

    def fill(self, name: str, *, lenient: bool = False) -> Filling:
        """Return the arguments of a tool as far as they are known."""
        filling = Filling(self.past, self.rows, self.toolbox.tools[name], lenient=lenient)
        filling.fill()
        return filling

    def serve(self) -> Step:
        """Go on with the open wish: look up, ask, list, act or answer."""
        wish = self.past.wishes[-1]
        made = [one for one in self.past.done if self.is_made(one)]
        if made:
            return self.report(made[-1])
        name = next((found for text in wish if (found := self.pick(text))), None)
        if name is None:
            return self.ask("Could you tell me what I can do for you, please?")
        filling = self.fill(name)
        if filling.missing:
            calls = self.supply(name, filling)
            if calls:
                return Step(calls=calls)
            question = self.word_question(name, filling)
            if self.past.asked[-1].count(question) < TRIES:
                return Step(question)
            filling = self.fill(name, lenient=True)
        if filling.missing:
            return self.hand_over()
        return self.answer(name, filling) if name in self.toolbox.reads else self.act(name, filling)

    def pick(self, text: str) -> str | None:
        """Return the tool for a wish."""
        return self.toolbox.pick(text, self.past.heard)

    def word_question(self, name: str, filling: Filling) -> str:
        """Return the question for what is missing."""
        descriptions = {one: self.toolbox.describe_argument(name, one) for one in filling.missing}
        return ask_for(filling.missing[:2], descriptions)

    def ask(self, question: str) -> Step:
        """Ask for something, or hand over when that has led nowhere."""
        asked = self.past.asked[-1].count(question)
        return Step(question) if asked < TRIES else self.hand_over()

    def supply(self, name: str, filling: Filling) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Return reads not made yet that may tell what is missing."""
        calls: list[tuple[str, Mapping[str, Any]]] = []
        wanted = " ".join(self.toolbox.describe_argument(name, one) for one in filling.missing)
        chosen = [one for value in filling.values.values() for one in self.list_near(value)]
        for read in self.toolbox.reads:
            required = self.toolbox.list_required(read)
            if not required and self.may_tell(read, wanted):
                calls.append((read, {}))
            if len(required) == 1:
                form = self.get_form(read, required[0])
                calls += [(read, {required[0]: one}) for one in chosen if shape(one) == form]
        return tuple(call for call in calls if self.past.find_done(*call) is None)

    def may_tell(self, read: str, wanted: str) -> bool:
        """Return whether a read without arguments has to do with what is wanted."""
        words = {word.rstrip("s") for word in name_words(read).split()[1:]}
        return "code" in self.toolbox.describe(read) or any(
            word in wanted.lower() for word in words
        )

    def list_near(self, value: Any) -> list[str]:
        """Return the ids that stand in one row with goods already chosen."""
        names = value if isinstance(value, list) else ()
        rows = [row for row in self.rows.by_id.values() for row in find_items(row, names)]
        return list(dict.fromkeys(one for row in rows for one in list_inside(row)))

    def answer(self, name: str, filling: Filling) -> Step:
        """Answer a question from a result, looked up first when it is not there yet."""
        done = self.past.find_done(name, filling.values)
        if done is None:
            return Step(calls=((name, filling.values),))
        if not done.ok:
            return Step(tell_refusal(read_error(done)))
        question = self.past.wishes[-1][0]
        subject = name_subject(filling.values)
        return Step(tell_answer(question, self.past.heard, done.result, subject))

    def act(self, name: str, filling: Filling) -> Step:
        """List a write, make it after a yes, report it."""
        is_listed = LISTING in self.past.said
        if is_listed and YES.search(self.past.last_heard) and not NO.search(self.past.last_heard):
            return Step(calls=((name, filling.values),))
        if sum(LISTING in text for text in self.past.asked[-1]) >= MOST_LISTINGS:
            return self.hand_over()
        calls, price = price_change(filling.values, self.past, self.rows, self.toolbox)
        if calls:
            return Step(calls=tuple(calls))
        return Step(
            tell_plan(name, filling.values, self.rows, (self.toolbox.describe(name), price))
        )

    def is_made(self, one: Done) -> bool:
        """Return whether a call is a write for the open wish."""
        return one.wish == self.past.wish and one.tool in self.toolbox.writes

    def report(self, made: Done) -> Step:
        """Say what came of a write."""
        return Step(tell_done(made.arguments) if made.ok else tell_refusal(read_error(made)))

    def hand_over(self) -> Step:
        """Hand over to a colleague, or say that it goes no further."""
        if not self.toolbox.handovers:
            return Step(tell_refusal("I have no way to do it."))
        name = self.toolbox.handovers[0]
        wish = next(iter(self.past.wishes[-1]), "")
        who = self.rows.describe(self.rows.own[0]).get("name") if self.rows.own else None
        named = " ".join(map(str, who.values())) if isinstance(who, Mapping) else "(not found)"
        summary = f"The customer {named} asks: {wish}"[:400]
        required = self.toolbox.list_required(name)
        return Step(calls=((name, dict.fromkeys(required, summary)),))


def find_items(row: Mapping[str, Any], names: Sequence[str]) -> list[Mapping[str, Any]]:
    """Return the rows in the lists of a row that begin with one of these ids."""
    lists = (value for value in row.values() if isinstance(value, list))
    items = (item for one in lists for item in one if isinstance(item, Mapping) and item)
    return [item for item in items if next(iter(item.values())) in names]


def read_error(done: Done) -> str:
    """Return what a tool said against a call."""
    result = done.result
    error = result.get("error") if isinstance(result, Mapping) else result
    return str(error or "The system gave no answer.")


def dump(arguments: Mapping[str, Any]) -> str:
    """Return arguments as a model writes them."""
    return json.dumps(arguments, ensure_ascii=False)
