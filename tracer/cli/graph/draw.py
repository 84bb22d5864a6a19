"""`tracer graph draw`: a graph as Mermaid text or as an SVG picture."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from graphs.graph import load_graph
from graphs.mermaid import write_mermaid
from graphs.svg import write_svg
from schemas.errors import ConfigError
from tracer.cli.graph.coverage import measure_run
from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import make_console, plain
from tracer.domains.domain import load_domain
from tracer.store.file import write_file
from tracer.store.folder import open_run

WRITERS = {".svg": write_svg, ".mmd": write_mermaid}


def draw(
    domain: str,
    /,
    *,
    run: Annotated[
        str | None, Parameter(help="Run whose edge counts are put on the edges.")
    ] = None,
    to: Annotated[Path | None, Parameter(help="FILE.svg or FILE.mmd; stdout by default.")] = None,
) -> None:
    """Draw the graph of a domain; Mermaid text on stdout when no file is named.

    Args:
        domain: Domain whose graph is drawn.
        run: Name of a run, or its path.
        to: File to write, its ending says what.
    """
    load_domain(domain)
    graph = load_graph(domain)
    counts = None if run is None else count_edges(domain, run)
    if to is None:
        sys.stdout.write(write_mermaid(graph, counts))
        return
    if to.suffix not in WRITERS:
        raise ConfigError(f"graph draw: {to}: expected a name that ends in .svg or .mmd")
    write_file(to, WRITERS[to.suffix](graph, counts).encode())
    make_console().print(plain(f"written: {to}"), soft_wrap=True)


def count_edges(domain: str, run: str) -> Mapping[tuple[str, str], int]:
    """Return how often the tasks of a run use each edge.

    Raises:
        ConfigError: there is no such run, or it has no task of the domain.
    """
    folder = open_run(find_runs_root(), run)
    for item in measure_run(folder):
        if item.graph.domain == domain:
            return {pair: item.count(pair) for pair in item.pairs}
    raise ConfigError(f"run {folder.name!r} has no task of {domain}")
