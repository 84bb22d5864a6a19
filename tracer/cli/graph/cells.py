"""`tracer graph cells`: which walks of a graph no customer can be given, known before a run."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import graphs
from graphs.graph import ToolGraph, load_graph
from graphs.infeasible import Infeasible, load_infeasible, write_infeasible
from graphs.walk import enumerate_walks
from tasks.sample import fit
from tasks.witness.feasibility import LONGEST, find_infeasible
from tasks.witness.rehearsal import N_SEARCHES, Stage
from tracer.cli.terminal import make_console, plain
from tracer.domains.domain import load_domain
from tracer.domains.solver import load_solver
from tracer.store.file import write_file


def cells(
    domain: str,
    /,
    *,
    longest: Annotated[int, Parameter(help="Longest walks searched, tools.")] = LONGEST,
    write: Annotated[bool, Parameter(name="--write", negative="", show_default=False)] = False,
) -> int:
    """Search a customer for every walk of a graph; walks without one are never drawn.

    Args:
        domain: Domain whose graph is searched.
        longest: Longest walks searched, tools; longer ones are left to grounding.
        write: Store the list that sampling reads, `graphs/<domain>.infeasible.toml`.
    """
    world = load_domain(domain)
    graph = load_graph(domain)
    found = search(graph, Stage(world, load_solver(domain)), longest)
    console = make_console()
    render(graph, found, console)
    if write:
        path = Path(graphs.__path__[0]) / f"{domain}.infeasible.toml"
        write_file(path, write_infeasible(domain, found).encode())
        console.print(plain(f"written: graphs/{path.name}"))
        return 0
    known = load_infeasible(domain)
    if known is not None and (known.longest != longest or known == found):
        return 0
    again = f"tracer graph cells {domain} --write"
    sys.stderr.write(f"tracer: graphs/{domain}.infeasible.toml says otherwise: {again}\n")
    return 1


def search(graph: ToolGraph, stage: Stage, longest: int) -> Infeasible:
    """Return the infeasible walks, with a bar on stderr while they are sought."""
    total = sum(len(enumerate_walks(graph, length)) for length in range(1, longest + 1))
    console = make_console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task(f"{graph.domain}: walks", total=total)
        return find_infeasible(graph, stage, longest, lambda: progress.advance(bar))


def render(graph: ToolGraph, found: Infeasible, console: Console) -> None:
    """Print how many walks of each length stand, those that don't, and the rule for quotas."""
    table = Table(title=f"Walks of {graph.domain}", title_justify="left")
    for column in ("tools", "walks", "can be grounded"):
        table.add_column(column, justify="right")
    for length in range(1, found.longest + 1):
        walks = enumerate_walks(graph, length)
        n_sound = sum(not found.holds(walk) for walk in walks)
        table.add_row(str(length), str(len(walks)), f"{n_sound}/{len(walks)}")
    console.print(table)
    for walk in found.walks:
        tried = f"in {N_SEARCHES} searches over all customers"
        console.print(plain(f"infeasible: {' > '.join(walk)} (none found {tried})"))
    console.print(plain(" ".join((fit.__doc__ or "").split("\n\n", 1)[1].split())))
