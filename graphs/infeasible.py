"""Infeasible: the walks of a graph that no customer of the domain can be given, found beforehand.

They stand in `graphs/<domain>.infeasible.toml`, with the digests of what they were found with.
A walk that begins with one of them cannot be grounded either, so only the shortest are listed.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import tomli_w

from graphs.graph import load_graph
from graphs.page import parse_page
from schemas.record import Record
from tracer.domains.domain import Domain

HEADER = """\
# Walks that no customer can be given, so that none of them is drawn. Written by `tracer graph cells
# {domain} --write`; a walk that begins with one of these is left out too.

"""


class Infeasible(Record):
    """What one search over all walks up to a length found."""

    longest: int
    """Length of the longest walks searched, tools."""
    graph: str
    """Digest of the graph searched."""
    tools: str
    """Digest of the tool schemas."""
    data: str
    """Digest of the domain's data."""
    walks: list[list[str]]
    """Shortest walks that could not be grounded, sorted."""

    def holds(self, walk: tuple[str, ...]) -> bool:
        """Return whether the walk is one of these or begins with one."""
        return any(walk[: len(start)] == tuple(start) for start in self.walks)

    def list_changes(self, domain: Domain) -> list[str]:
        """Return what is no longer as it was when the search was made."""
        pairs = {
            "graph": (self.graph, load_graph(domain.name).digest),
            "tool schemas": (self.tools, domain.tools_digest),
            "data": (self.data, domain.base.digest),
        }
        return [name for name, (then, now) in pairs.items() if then != now]


def make_infeasible(domain: Domain, longest: int, walks: Iterable[tuple[str, ...]]) -> Infeasible:
    """Return the record of a search made now."""
    return Infeasible(
        longest=longest,
        graph=load_graph(domain.name).digest,
        tools=domain.tools_digest,
        data=domain.base.digest,
        walks=sorted(list(walk) for walk in walks),
    )


@cache
def load_infeasible(domain: str) -> Infeasible | None:
    """Return the shipped list of a domain, None when there is none.

    Raises:
        DataError: the file is no such list.
    """
    source = files("graphs") / f"{domain}.infeasible.toml"
    if not source.is_file():
        return None
    return parse_infeasible(domain, source.read_text(encoding="utf-8"))


def parse_infeasible(domain: str, text: str) -> Infeasible:
    """Return the list written in TOML.

    Raises:
        DataError: it is no TOML or no such list.
    """
    return parse_page(Infeasible, f"graphs/{domain}.infeasible.toml", text)


def write_infeasible(domain: str, found: Infeasible) -> str:
    """Return the text of the file."""
    return HEADER.format(domain=domain) + tomli_w.dumps(found.model_dump(mode="json"))
