"""Interview: steps a person through the pairs of a graph at a terminal."""

from dataclasses import dataclass, field

from rich.console import Console

from graphs.graph import Edge, LinkKind
from graphs.review import Decision, RefusalReason, Ruling, find_faults
from tasks.witness.witness import Witness
from tracer.cli.graph.signing import Desk, Reviewer
from tracer.cli.terminal import plain

KEYS = "[a]ccept [r]efuse [s]kip [q]uit: "
SHOWN_FAULTS = 5
Pair = tuple[str, str]


class Quit(Exception):
    """The reviewer stops for now."""


@dataclass(slots=True)
class Interview:
    """One sitting of a reviewer."""

    desk: Desk
    reviewer: Reviewer
    console: Console
    made: dict[Pair, Decision] = field(default_factory=dict)
    old: dict[Pair, Decision] = field(default_factory=dict)

    def hold(self) -> int:
        """Ask about every pair not decided yet; sign when all are, else keep the draft.

        Returns:
            0 when the graph is signed off, 1 when something is left to decide or to change.
        """
        self.old = {(item.first, item.second): item for item in self.desk.read_old()}
        self.made = {(item.first, item.second): item for item in self.desk.read_draft()}
        try:
            for number, pair in enumerate(self.desk.pairs, start=1):
                if pair not in self.made:
                    self.ask(number, pair)
        except (Quit, EOFError):
            self.say("stopped")
        return self.close()

    def close(self) -> int:
        """Sign, or say what is missing; return the exit code."""
        decisions = list(self.made.values())
        faults = find_faults(self.desk.graph, decisions)
        if not faults:
            self.desk.sign(self.reviewer, decisions)
            self.say(f"signed: {self.reviewer.kind} {self.reviewer.name}: {self.desk.path}")
            return 0
        self.say(f"not signed: {len(self.made)} of {len(self.desk.pairs)} pairs decided")
        for fault in faults[:SHOWN_FAULTS]:
            self.say(f"  {fault}")
        if self.made:
            self.say(f"kept: {self.desk.draft_path}; the same command goes on from there")
        return 1

    def ask(self, number: int, pair: Pair) -> None:
        """Show a pair and take the decision on it."""
        self.console.rule(plain(f"{number}/{len(self.desk.pairs)}  {' > '.join(pair)}"))
        edge = self.find_edge(pair)
        self.show_edge(edge)
        self.show_calls(self.desk.find_calls(*pair))
        if pair in self.old:
            before = self.old[pair]
            self.say(f"before: {before.ruling} {before.reason or ''}: {before.note}")
        decision = self.decide(pair, edge)
        if decision is not None:
            self.made[pair] = decision
            draft = self.desk.make_review(self.reviewer, list(self.made.values()))
            self.desk.save(self.desk.draft_path, draft)

    def find_edge(self, pair: Pair) -> Edge | None:
        """Return the edge between the two tools, None when there is none."""
        has_edge = self.desk.graph.network.has_edge(*pair)
        return self.desk.graph.find_edge(*pair) if has_edge else None

    def show_edge(self, edge: Edge | None) -> None:
        """Print what the graph says of the pair, with the text of every clause it names."""
        if edge is None:
            self.say("the graph has no such edge")
            return
        is_data = edge.link.kind is LinkKind.DATA
        tie = f"{edge.link.source} is {edge.link.argument}" if is_data else edge.link.source
        self.say(f"edge, {edge.link.kind}: {tie}")
        self.say(f"reason: {edge.reason}")
        for clause in self.desk.domain.policy.clauses:
            if clause.number in edge.clauses:
                self.say(f"clause {clause.number}: {clause.text}")

    def show_calls(self, found: Witness | str) -> None:
        """Print the two calls that run, or why none do."""
        if isinstance(found, str):
            self.say(f"no calls found: {found}")
        else:
            self.say(f"calls that run: {found.describe()}")

    def decide(self, pair: Pair, edge: Edge | None) -> Decision | None:
        """Return the decision typed in, None when the pair is left open.

        Raises:
            Quit: the reviewer stops.
        """
        while True:
            key = input(KEYS).strip().lower()
            if key == "q":
                raise Quit
            if key == "s":
                return None
            if key == "a":
                note = self.ask_note(pair, edge.reason if edge else "")
                return make_decision(pair, Ruling.ACCEPTED, None, note)
            if key == "r":
                reason = self.ask_reason()
                return make_decision(pair, Ruling.REFUSED, reason, self.ask_note(pair, ""))
            self.say("expected a, r, s or q")

    def ask_reason(self) -> RefusalReason:
        """Return one of the closed reasons, chosen by its number."""
        reasons = list(RefusalReason)
        for number, reason in enumerate(reasons, start=1):
            self.say(f"  {number} {reason}")
        while True:
            text = input(f"reason 1-{len(reasons)}: ").strip()
            if text.isdecimal() and 1 <= int(text) <= len(reasons):
                return reasons[int(text) - 1]
            self.say(f"expected a number from 1 to {len(reasons)}")

    def ask_note(self, pair: Pair, default: str) -> str:
        """Return why, in the reviewer's words; an empty line takes what was said before."""
        before = self.old[pair].note if pair in self.old else default
        while True:
            note = input(f"why [{before}]: " if before else "why: ").strip() or before
            if note:
                return note

    def say(self, text: str) -> None:
        """Print a line as it stands."""
        self.console.print(plain(text), soft_wrap=True)


def make_decision(pair: Pair, ruling: Ruling, reason: RefusalReason | None, note: str) -> Decision:
    """Return the decision on a pair."""
    return Decision(first=pair[0], second=pair[1], ruling=ruling, reason=reason, note=note)
