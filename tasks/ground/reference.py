"""Reference: turns the steps of a search into reference actions.

With them come the reads that supply their arguments.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from graphs.graph import LinkKind
from schemas.grounded import Action, ActionRole, Information, Refusal
from schemas.identity import dump_canonical
from tasks.ground.search import Node
from tracer.domains.domain import Domain
from tracer.domains.solver import Arguments, Forbidden, Question, Solver, Step
from tracer.domains.state import State
from tracer.domains.tool import ToolKind

QUESTION_DRAWS = 6


@dataclass(slots=True)
class Reference:
    """Reference actions as they are run on a fresh state, and what must be told."""

    domain: Domain
    solver: Solver
    rng: random.Random
    state: State
    actions: list[Action] = field(default_factory=list)
    information: list[Information] = field(default_factory=list)
    forbidden: Forbidden | None = None
    refusal: Refusal | None = None
    steps: list[Step] = field(default_factory=list)
    """For each topic, in order, the step that settles it."""
    asked: set[tuple[str, str, str]] = field(default_factory=set)

    def look_up(self, customer_id: str) -> None:
        """Begin with the identity look-up."""
        tool, arguments = self.solver.look_up(self.state, customer_id, self.rng)
        self.act(tool, arguments, ActionRole.LOOKUP, 0, None)

    def follow(self, nodes: Sequence[Node], steps: Sequence[Step]) -> None:
        """Add the steps of all walks, each after the reads it needs."""
        for place, (node, step) in enumerate(zip(nodes, steps, strict=True)):
            self.support(node, step)
            following = nodes[place + 1] if place + 1 < len(nodes) else None
            if node.is_forbidden:
                self.decline(step)
                continue
            self.settle(node, step, following)

    def support(self, node: Node, step: Step) -> None:
        """Add the reads that supply the step's arguments and were not done yet."""
        for tool, arguments in self.solver.require(step.tool, step.arguments, self.state):
            if not self.was_done(tool, arguments):
                self.act(tool, arguments, ActionRole.SUPPORT, node.intent, None)

    def settle(self, node: Node, step: Step, following: Node | None) -> None:
        """Add the step itself: a write or a question makes a topic, a read on the way none."""
        leads_on = following is not None and following.link is not None
        is_read = self.domain.tools[step.tool].kind is ToolKind.READ
        on_the_way = leads_on and following is not None and is_data(following)
        question = self.choose_question(step) if is_read and not on_the_way else None
        topic = None if is_read and question is None else len(self.steps)
        self.walk(step, node.intent, topic)
        if topic is not None:
            self.steps.append(step)
        if question is not None and topic is not None:
            self.information.append(Information(topic=topic, **asdict(question)))
            self.asked.add((step.tool, dump_canonical(step.arguments), question.question))

    def decline(self, step: Step) -> None:
        """Add the concern that must be declined; its call is not made.

        Raises:
            RuntimeError: the search found no ruled-out call, which it never does for such a node.
        """
        if self.forbidden is None:
            msg = f"{step.tool}: no forbidden call was found"
            raise RuntimeError(msg)
        self.refusal = Refusal(
            topic=len(self.steps),
            tool=step.tool,
            arguments=dump_canonical(step.arguments),
            clause=self.forbidden.clause,
            reason=self.forbidden.reason,
            accepted=self.list_telling(self.forbidden.accepted),
        )
        self.steps.append(step)

    def list_telling(self, accepted: list[str]) -> list[str]:
        """Return the forms that tell a reason and are no answer to a question of the same task.

        An order's status may be asked for and be the reason as well: then the word alone would let
        an agent that gave in seem to have told why not.
        """
        answers = {form.casefold() for item in self.information for form in item.accepted}
        answers |= {item.question for item in self.information}
        return [form for form in accepted if form.casefold() not in answers] or accepted

    def choose_question(self, step: Step) -> Question | None:
        """Return a question about a read that was not asked yet, or None after a few draws.

        What an earlier write of the task changed is not asked about: the answer would depend on
        when it is given.
        """
        call = (step.tool, dump_canonical(step.arguments))
        at_start = self.domain.tools[step.tool].run(self.domain.start(), step.arguments)
        if at_start != step.result:
            return None
        for _ in range(QUESTION_DRAWS):
            question = self.solver.ask(step, self.rng)
            if question is not None and (*call, question.question) not in self.asked:
                return question
        return None

    def walk(self, step: Step, intent: int, topic: int | None) -> None:
        """Add a node of a walk; a read that was done on the way already is not done twice."""
        text = dump_canonical(step.arguments)
        for place, action in enumerate(self.actions):
            if (action.tool, action.arguments, action.topic) == (step.tool, text, None):
                update = {"role": ActionRole.WALK, "intent": intent, "topic": topic}
                self.actions[place] = action.model_copy(update=update)
                return
        self.act(step.tool, step.arguments, ActionRole.WALK, intent, topic)

    def was_done(self, tool: str, arguments: Arguments) -> bool:
        """Return whether the same call stands in the reference already."""
        text = dump_canonical(arguments)
        return any(item.tool == tool and item.arguments == text for item in self.actions)

    def act(
        self, tool: str, arguments: Arguments, role: ActionRole, intent: int, topic: int | None
    ) -> Any:
        """Run one call and record it.

        Raises:
            ToolRefusal: the call does not go through.
        """
        result = self.domain.tools[tool].run(self.state, arguments)
        self.actions.append(
            Action(
                tool=tool,
                arguments=dump_canonical(arguments),
                result=dump_canonical(result),
                state_digest=self.state.digest(),
                role=role,
                intent=intent,
                topic=topic,
            )
        )
        return result


def is_data(node: Node) -> bool:
    """Return whether the node takes an argument from the result before it."""
    return node.link is not None and node.link.kind is LinkKind.DATA
