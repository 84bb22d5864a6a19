"""Sitting: steps a person through the tasks of a run at a terminal."""

from dataclasses import dataclass

from rich.console import Console

from schemas.task import Task
from schemas.task_review import (
    FactText,
    RejectionReason,
    TaskDecision,
    TaskRuling,
    TaskText,
    read_text,
)
from tracer.cli.caseload import Caseload
from tracer.cli.origin import render_task
from tracer.cli.terminal import plain, read_line

KEYS = "[a]ccept [c]orrect [r]eject [s]kip [q]uit: "
ARROW = " => "


class Quit(Exception):
    """The reviewer stops for now."""


@dataclass(slots=True)
class Sitting:
    """One sitting of a reviewer; every decision is kept as soon as it is made."""

    caseload: Caseload
    console: Console

    def hold(self) -> None:
        """Ask about every task not decided yet, until none is left or the reviewer stops."""
        try:
            for number, task in self.caseload.iterate_open():
                self.console.rule(plain(f"{number}/{len(self.caseload.ids)}"))
                render_task(task, self.console)
                decision = self.decide(task)
                if decision is not None:
                    self.caseload.add([(decision, task)])
        except (Quit, EOFError):
            self.say("stopped; the same command goes on from here")

    def decide(self, task: Task) -> TaskDecision | None:
        """Return the decision typed in, None when the task is left open.

        Raises:
            Quit: the reviewer stops.
        """
        while True:
            key = read_line(KEYS).lower()
            if key == "q":
                raise Quit
            if key == "s":
                return None
            if key == "a":
                return TaskDecision(task_id=task.id, ruling=TaskRuling.ACCEPTED)
            if key == "r":
                return self.reject(task)
            if key == "c":
                found = self.correct(task)
                if found is not None:
                    return found
            else:
                self.say("expected a, c, r, s or q")

    def reject(self, task: Task) -> TaskDecision:
        """Return a rejection for one of the closed reasons, with a note."""
        reason = self.ask_reason()
        note = self.ask_text("note: ", needed=reason is RejectionReason.OTHER)
        return TaskDecision(task_id=task.id, ruling=TaskRuling.REJECTED, reason=reason, note=note)

    def correct(self, task: Task) -> TaskDecision | None:
        """Return a correction, field by field; None when nothing was changed."""
        before = read_text(task)
        self.say(f"enter keeps a text, OLD{ARROW}NEW puts NEW for a passage, else the line is all")
        instruction = self.edit("instruction", before.instruction)
        facts = [FactText(id=fact.id, text=self.edit(fact.id, fact.text)) for fact in before.facts]
        after = TaskText(instruction=instruction, facts=facts)
        if after == before:
            self.say("nothing changed")
            return None
        note = self.ask_text("note: ", needed=False)
        return TaskDecision(task_id=task.id, ruling=TaskRuling.CORRECTED, note=note, after=after)

    def edit(self, name: str, text: str) -> str:
        """Return a text as edited, shown again after every edit until an empty line keeps it."""
        while True:
            self.say(f"{name}: {text}")
            line = self.ask_text(f"new {name}: ", needed=False)
            if not line:
                return text
            edited = edit_text(text, line)
            if edited is None:
                self.say(f"what stands before{ARROW}must stand in the text exactly once")
            else:
                text = edited

    def ask_reason(self) -> RejectionReason:
        """Return one of the closed reasons, chosen by its number."""
        reasons = list(RejectionReason)
        for number, reason in enumerate(reasons, start=1):
            self.say(f"  {number} {reason}")
        while True:
            text = read_line(f"reason 1-{len(reasons)}: ")
            if text.isdecimal() and 1 <= int(text) <= len(reasons):
                return reasons[int(text) - 1]
            self.say(f"expected a number from 1 to {len(reasons)}")

    def ask_text(self, prompt: str, *, needed: bool) -> str:
        """Return a line without what no text holds; an empty one only when none is needed."""
        while True:
            text = read_line(prompt)
            if text or not needed:
                return text

    def say(self, text: str) -> None:
        """Print a line as it stands."""
        self.console.print(plain(text), soft_wrap=True)


def edit_text(text: str, line: str) -> str | None:
    """Return `text` edited by a line; None when the passage to replace is not there once.

    >>> edit_text("You want tea.", "tea => milk"), edit_text("You want tea.", "You leave.")
    ('You want milk.', 'You leave.')
    """
    # A line typed in has lost the blank behind an arrow that takes a passage out.
    old, arrow, new = f"{line} ".partition(ARROW)
    if not arrow:
        return line
    edited = text.replace(old, new.rstrip())
    return edited if text.count(old) == 1 and edited.strip() else None
