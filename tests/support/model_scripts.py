"""What stands behind a scripted server: answers in order, or a customer that reacts."""

import json
from typing import Any

from schemas.act import ActKind
from schemas.draft import Fact, FactKind
from tracer.harness.users.listening import hear
from tracer.inference.server import Answer, say


class Script:
    """A server's answers in order."""

    def __init__(self, answers: list[Any]) -> None:
        self.answers = list(answers)

    def __call__(self, _body: dict[str, Any]) -> Answer:
        answer: Answer = self.answers.pop(0)
        return answer


class Customer:
    """Plays the model behind a user: tells a fact or two, says yes to listings, ends when done."""

    def __init__(self, facts: list[Fact]) -> None:
        self.untold = list(facts)
        self.has_agreed = False

    def __call__(self, body: dict[str, Any]) -> Answer:
        heard = {act.kind for act in hear(body["messages"][-1]["content"], 0)}
        if ActKind.PROPOSE in heard:
            self.has_agreed = True
            return self.write("Yes, please go ahead.")
        if self.has_agreed and heard & {ActKind.REPORT, ActKind.ANSWER, ActKind.OFFER}:
            return self.write("Thank you, that was all.", signal="stop")
        told, self.untold = self.untold[:2], self.untold[2:]
        text = " ".join(map(self.word, told)) or "That is all I know."
        return self.write(text, facts_told=[fact.id for fact in told])

    def word(self, fact: Fact) -> str:
        values = ", ".join(slot.value for slot in fact.slots)
        return fact.text if fact.kind is FactKind.REQUEST or not values else f"It is {values}."

    def write(self, utterance: str, **changes: Any) -> Answer:
        turn = {"reason": "private", "facts_told": [], "utterance": utterance, "signal": ""}
        return say(json.dumps({**turn, **changes}))
