"""Review: who looked at every ordered pair of a graph's nodes, and what was decided of each.

The sign-off stands in `graphs/<domain>.review.toml`. It holds for the graph, policy and tool
schemas it was given for; when one of them changes, nothing is drawn until it is given again.
"""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import product

import tomli_w

from graphs.graph import ToolGraph, load_graph
from graphs.page import parse_page
from schemas.errors import DataError
from schemas.record import Record
from tracer.domains.domain import Domain, load_domain

HEADER = """\
# The review of graphs/{domain}.toml: every ordered pair of nodes, accepted (an edge) or refused for
# one of the closed reasons of graphs/review.py. Written by `tracer graph review {domain}`.

"""
SHOWN_FAULTS = 3


class ReviewKind(StrEnum):
    """Who gave the sign-off."""

    MODEL = "model"
    PERSON = "person"
    MAINTAINER = "maintainer"


class Ruling(StrEnum):
    """What was decided of a pair."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class RefusalReason(StrEnum):
    """Why there is no edge between two tools; a closed list."""

    NO_DATA_NO_ENTITY = "no_data_no_entity"
    """Nothing the first returns is an argument of the second, and they share no entity."""
    NEVER_RUNS = "never_runs"
    """In no state does the second succeed after the first."""
    POLICY_FORBIDS = "policy_forbids"
    """A clause forbids it."""
    MAKES_NO_SENSE = "makes_no_sense"
    """It would run, but nobody asks for the second because of the first."""
    DUPLICATE_OF_PATH = "duplicate_of_path"
    """A path of accepted edges says the same, and better."""
    WRONG_ORDER = "wrong_order"
    """The second comes first: what it shows is needed for the first, or was shown before it."""
    REPEATS_ITSELF = "repeats_itself"
    """A second call says or does nothing that the first did not."""
    LEFT_OUT = "left_out"
    """It would be sound; the graph does without it, since another edge shows the same."""


class Decision(Record):
    """What was decided of one ordered pair of nodes."""

    first: str
    """Tool that is called first."""
    second: str
    """Tool that is called after it."""
    ruling: Ruling
    """accepted or refused."""
    reason: RefusalReason | None = None
    """Why it was refused; null when it was accepted."""
    note: str
    """Why, in the reviewer's words."""
    witness: str = ""
    """The calls the reviewer was shown; empty when there were none."""


class Review(Record):
    """The sign-off of one graph."""

    reviewer: str
    """Name of who gave it."""
    kind: ReviewKind
    """model, person or maintainer."""
    date: str
    """Day it was given, an ISO date."""
    graph: str
    """Digest of the graph reviewed."""
    policy: str
    """Digest of the policy it was held against."""
    tools: str
    """Digest of the tool schemas."""
    pair: list[Decision]
    """One decision for every ordered pair of nodes."""

    def list_changes(self, domain: Domain) -> list[str]:
        """Return what is no longer as it was reviewed."""
        pairs = {
            "graph": (self.graph, load_graph(domain.name).digest),
            "policy": (self.policy, domain.policy.digest),
            "tool schemas": (self.tools, domain.tools_digest),
        }
        return [name for name, (then, now) in pairs.items() if then != now]


def find_faults(graph: ToolGraph, decisions: Sequence[Decision]) -> list[str]:
    """Return why the decisions are no sign-off of the graph; empty when they are one.

    Every ordered pair is decided once, the accepted pairs are the edges, a refused pair has a
    reason and an accepted one has none, and each says why.
    """
    counts = Counter((item.first, item.second) for item in decisions)
    wanted = set(product(graph.nodes, repeat=2))
    edges = {(edge.first, edge.second) for edge in graph.edges}
    faults = [f"{a} -> {b}: not decided" for a, b in sorted(wanted - set(counts))]
    faults += [f"{a} -> {b}: no pair of nodes" for a, b in sorted(set(counts) - wanted)]
    faults += [f"{a} -> {b}: decided {n} times" for (a, b), n in sorted(counts.items()) if n > 1]
    for item in decisions:
        faults += (f"{item.first} -> {item.second}: {fault}" for fault in judge(item, edges))
    return faults


def judge(item: Decision, edges: set[tuple[str, str]]) -> list[str]:
    """Return what is wrong with one decision, `edges` being those of the graph."""
    is_accepted = item.ruling is Ruling.ACCEPTED
    faults = []
    if is_accepted != ((item.first, item.second) in edges):
        faults.append("accepted, but no edge" if is_accepted else "refused, but an edge")
    if is_accepted == (item.reason is not None):
        faults.append("accepted with a reason to refuse" if is_accepted else "refused: no reason")
    if not item.note.strip():
        faults.append("no note says why")
    return faults


@cache
def load_review(domain: str) -> Review | None:
    """Return the shipped review of a domain's graph, None when there is none.

    Raises:
        DataError: the file is no review.
    """
    source = files("graphs") / f"{domain}.review.toml"
    if not source.is_file():
        return None
    return parse_review(f"graphs/{domain}.review.toml", source.read_text(encoding="utf-8"))


def parse_review(where: str, text: str) -> Review:
    """Return the review written in TOML; `where` names the file.

    Raises:
        DataError: it is no TOML or no review.
    """
    return parse_page(Review, where, text)


def write_review(domain: str, review: Review) -> str:
    """Return the text of the file."""
    fields = review.model_dump(mode="json", exclude_none=True)
    return HEADER.format(domain=domain) + tomli_w.dumps(fields)


@cache
def require_review(domain: str) -> Review:
    """Return the review that holds for the domain's graph as it is now.

    Raises:
        DataError: there is none, it is no whole review, or graph, policy or tool schemas changed.
    """
    review = load_review(domain)
    again = f"tracer graph review {domain}"
    if review is None:
        raise DataError(f"graphs/{domain}.toml was not reviewed yet; review it: {again}")
    changed = review.list_changes(load_domain(domain))
    if changed:
        raise DataError(
            f"graphs/{domain}.toml: {' and '.join(changed)} changed since the review of "
            f"{review.date}; review it again: {again}"
        )
    faults = find_faults(load_graph(domain), review.pair)
    if faults:
        shown = "; ".join(faults[:SHOWN_FAULTS])
        raise DataError(f"graphs/{domain}.review.toml: {shown}; review again: {again}")
    return review
