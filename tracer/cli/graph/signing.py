"""Signing: what a review is made of on disk: decisions read, drafts kept, the sign-off written."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import ValidationError

import graphs
from graphs.graph import ToolGraph, load_graph
from graphs.review import (
    Decision,
    Review,
    ReviewKind,
    Ruling,
    find_faults,
    parse_review,
    write_review,
)
from schemas.errors import ConfigError, DataError
from schemas.identity import dump_canonical
from tasks.witness.rehearsal import Stage
from tasks.witness.witness import Witness, find_run, find_witness
from tracer.domains.domain import Domain, load_domain
from tracer.domains.solver import load_solver
from tracer.store.file import read_file, write_file

FEW = 3


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Who decides."""

    name: str
    kind: ReviewKind


@dataclass(frozen=True, slots=True)
class Desk:
    """Where one graph is reviewed: the domain, its graph, and the file of the sign-off."""

    domain: Domain
    graph: ToolGraph
    stage: Stage
    path: Path

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every ordered pair of nodes, in the order of the graph's file."""
        return list(product(self.graph.nodes, self.graph.nodes))

    @property
    def draft_path(self) -> Path:
        """Where decisions wait until all are made."""
        return self.path.with_suffix(".draft.toml")

    def find_calls(self, first: str, second: str) -> Witness | str:
        """Return the witness of an edge, two calls of another pair, or why there are none."""
        if self.graph.network.has_edge(first, second):
            return find_witness(self.graph.find_edge(first, second), self.stage)
        return find_run(first, second, self.stage)

    def make_review(self, reviewer: Reviewer, decisions: Sequence[Decision]) -> Review:
        """Return the decisions as a review of the graph, policy and tool schemas of today."""
        return Review(
            reviewer=reviewer.name,
            kind=reviewer.kind,
            # The clock is fine here: a review is part of no digest.
            date=datetime.now(UTC).date().isoformat(),
            graph=self.graph.digest,
            policy=self.domain.policy.digest,
            tools=self.domain.tools_digest,
            pair=list(decisions),
        )

    def sign(self, reviewer: Reviewer, decisions: Sequence[Decision]) -> None:
        """Write the sign-off and take the draft away.

        Raises:
            DataError: the decisions are not whole, contradict the graph, or an edge has no witness.
        """
        faults = find_faults(self.graph, decisions)
        witnessed = [self.add_witness(item) for item in decisions]
        faults += [
            f"{item.first} -> {item.second}: accepted without a witness"
            for item in witnessed
            if item.ruling is Ruling.ACCEPTED and not item.witness
        ]
        if faults:
            more = f" (and {len(faults) - FEW} more)" if len(faults) > FEW else ""
            raise DataError(
                f"graphs/{self.graph.domain}.toml: not signed: {'; '.join(faults[:FEW])}{more}"
            )
        self.save(self.path, self.make_review(reviewer, self.sort(witnessed)))
        self.draft_path.unlink(missing_ok=True)

    def sort(self, decisions: Sequence[Decision]) -> list[Decision]:
        """Return the decisions in the order of the pairs."""
        places = {pair: place for place, pair in enumerate(self.pairs)}
        return sorted(decisions, key=lambda item: places[item.first, item.second])

    def add_witness(self, item: Decision) -> Decision:
        """Return the decision with the calls that show its edge, if it is one."""
        if item.ruling is not Ruling.ACCEPTED:
            return item
        found = self.find_calls(item.first, item.second)
        text = "" if isinstance(found, str) else found.describe()
        return item.model_copy(update={"witness": text})

    def save(self, path: Path, review: Review) -> None:
        """Write a review or draft."""
        write_file(path, write_review(self.graph.domain, review).encode())

    def read_old(self) -> list[Decision]:
        """Return the decisions of the last sign-off, whether or not it still holds."""
        return self.read(self.path).pair if self.path.exists() else []

    def read_draft(self) -> list[Decision]:
        """Return the decisions of an unfinished review of this very graph, policy and tools."""
        if not self.draft_path.exists():
            return []
        draft = self.read(self.draft_path)
        return [] if draft.list_changes(self.domain) else draft.pair

    def read(self, path: Path) -> Review:
        """Return the review in a file."""
        return parse_review(str(path), read_file(path).decode())


def open_desk(domain: str, to: Path | None) -> Desk:
    """Return the desk of a domain; `to` is where the sign-off goes, the graph's folder if None."""
    path = to or Path(graphs.__path__[0]) / f"{domain}.review.toml"
    world = load_domain(domain)
    return Desk(world, load_graph(domain), Stage(world, load_solver(domain)), path)


def read_decisions(path: Path) -> list[Decision]:
    """Return the decisions of a file: TOML, a `[[pair]]` for each, as in a sign-off.

    Raises:
        ConfigError: the file cannot be read, or holds something else.
    """
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return [Decision.model_validate_json(dump_canonical(item)) for item in data["pair"]]
    except OSError as error:
        raise ConfigError(f"cannot read decisions {path}: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ConfigError(f"decisions {path}: {where}: {first['msg']}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"decisions {path}: expected TOML with [[pair]] tables") from error
