"""`tracer graph check`: whether a graph is sound, with a witness for every edge."""

import sys
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import track
from rich.table import Table

from graphs.graph import Edge, LinkKind, ToolGraph, load_graph
from graphs.infeasible import load_infeasible
from graphs.review import load_review
from graphs.structure import find_structure_faults
from schemas.errors import ConfigError, DataError
from tasks.witness.rehearsal import Stage
from tasks.witness.supply import find_supply_faults
from tasks.witness.witness import Witness, find_witness
from tracer.cli.terminal import cut_line, make_console, plain
from tracer.domains.domain import DOMAIN_NAMES, Domain, load_domain
from tracer.domains.solver import load_solver

VALUE_CHARS = 34
FAULT_CHARS = 1000


@dataclass(frozen=True, slots=True)
class Report:
    """What the check of one graph found."""

    graph: ToolGraph
    found: list[tuple[Edge, Witness | str]]
    """Each edge with its witness, or with the cause why there is none."""
    faults: list[str]

    @property
    def causes(self) -> list[str]:
        """One line for each edge without a witness."""
        return [
            f"edge {edge.first} -> {edge.second}: no witness: {cause}"
            for edge, cause in self.found
            if isinstance(cause, str)
        ]


def check(
    domain: str | None = None,
    /,
    *,
    every: Annotated[bool, Parameter(name="--all", negative="", show_default=False)] = False,
) -> int:
    """Check a graph: its structure, and for every edge two calls that run, link and break nothing.

    Args:
        domain: Domain whose graph is checked.
        every: Check the graphs of all domains.
    """
    if every == (domain is not None):
        raise ConfigError("graph check: expected one domain, or --all")
    names = DOMAIN_NAMES if every or domain is None else (domain,)
    faults = [fault for name in names for fault in check_aloud(load_domain(name))]
    for fault in faults:
        sys.stderr.write(f"tracer: {cut_line(fault, FAULT_CHARS)}\n")
    return 1 if faults else 0


def check_aloud(domain: Domain) -> list[str]:
    """Check a domain's graph, print what was found, and return its faults, the file named."""
    try:
        report = check_domain(domain)
    except DataError as error:
        return [str(error)]
    render_report(report, make_console())
    where = f"graphs/{domain.name}.toml"
    return [f"{where}: {fault}" for fault in (*report.faults, *report.causes)]


def check_domain(domain: Domain) -> Report:
    """Return what is wrong with a domain's graph; witnesses are sought for every edge."""
    graph = load_graph(domain.name)
    stage = Stage(domain, load_solver(domain.name))
    faults = find_structure_faults(graph, domain)
    if any(name not in domain.tools for name in graph.nodes):
        return Report(
            graph, [(edge, "not searched, nodes are wrong") for edge in graph.edges], faults
        )
    edges = track(
        graph.edges,
        description=f"{graph.domain}: witnesses",
        console=make_console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    found = [(edge, find_witness(edge, stage)) for edge in edges]
    witnesses = [made for _, made in found if isinstance(made, Witness)]
    faults += find_supply_faults(graph, stage, witnesses)
    return Report(graph, found, [*faults, *find_stale_lists(domain)])


def find_stale_lists(domain: Domain) -> list[str]:
    """Return whether the list of infeasible walks is missing or was made for something else."""
    known = load_infeasible(domain.name)
    again = f"tracer graph cells {domain.name} --write"
    if known is None:
        return [f"its infeasible walks were not sought yet: {again}"]
    changed = known.list_changes(domain)
    return [f"{' and '.join(changed)} changed since its infeasible walks were sought: {again}"] * (
        len(changed) > 0
    )


def render_report(report: Report, console: Console) -> None:
    """Print one row for each edge, then the state of the review."""
    name = report.graph.domain
    n_found = len(report.found) - len(report.causes)
    table = Table(title=f"{name}: {n_found}/{len(report.found)} edges with a witness")
    table.title_justify = "left"
    for column in ("edge", "link", "customer", "first call", "second call"):
        table.add_column(column, overflow="fold")
    for edge, made in report.found:
        table.add_row(f"{edge.first} > {edge.second}", write_link(edge), *show(made))
    console.print(table)
    console.print(plain(describe_review(name)))


def write_link(edge: Edge) -> str:
    """Return the declared link in a few words."""
    if edge.link.kind is LinkKind.DATA:
        return f"{edge.link.source} is {edge.link.argument}"
    return f"same {edge.link.source}"


def show(made: Witness | str) -> tuple[str, ...]:
    """Return customer and both calls' arguments, or the cause why there is no witness."""
    if isinstance(made, str):
        return "none", cut_line(made, 2 * VALUE_CHARS), ""
    calls = (
        cut_line(", ".join(map(str, step.arguments.values())), VALUE_CHARS)
        for step in made.rehearsal.steps
    )
    return made.rehearsal.customer_id, *calls


def describe_review(name: str) -> str:
    """Return in one line who reviewed the graph and whether that holds."""
    review = load_review(name)
    if review is None:
        return f"review: none yet; tracer graph review {name}"
    changed = review.list_changes(load_domain(name))
    state = f"no longer holds, {' and '.join(changed)} changed" if changed else "holds"
    return f"review: {review.kind} {review.reviewer}, {review.date}: {state}"
