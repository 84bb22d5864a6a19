"""`tracer graph coverage`: how often the tasks of a run use each edge of their graph."""

from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from graphs.coverage import Coverage, measure_coverage
from graphs.graph import load_graph
from schemas.errors import ConfigError
from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import make_console, plain, write_json
from tracer.store.folder import RunFolder, open_run
from tracer.store.shard import list_shards, read_columns
from tracer.store.stage import StageFolder


def coverage(
    run: str,
    /,
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> None:
    """Count how often the tasks of a run use each edge of their graph, by length of walk.

    Args:
        run: Name of a run, or its path.
        as_json: Print one JSON object per domain in a list.
    """
    folder = open_run(find_runs_root(), run)
    measured = measure_run(folder)
    if not measured:
        raise ConfigError(f"run {folder.name!r} has no tasks yet")
    if as_json:
        write_json([to_json(item) for item in measured])
        return
    for item in measured:
        render_coverage(item, make_console())


def measure_run(run: RunFolder) -> list[Coverage]:
    """Return the coverage of each domain of a run, in the order of names."""
    tasks = list(read_walks(run))
    names = sorted({domain for domain, _ in tasks})
    return [
        measure_coverage(load_graph(name), [walks for domain, walks in tasks if domain == name])
        for name in names
    ]


def read_walks(run: RunFolder) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield domain and walks of each task of a run."""
    for shard in list_shards(run, StageFolder.TASKS):
        rows = read_columns(run, StageFolder.TASKS, shard, ["domain", "walks"])
        yield from ((domain, walks) for domain, walks in rows)


def render_coverage(item: Coverage, console: Console) -> None:
    """Print the table of edges, most used first, then those never used."""
    lengths = sorted(length for length in item.n_walks if length > 1)
    n_used = len(item.pairs) - len(item.unused)
    title = f"{item.graph.domain}: {n_used}/{len(item.pairs)} edges used by {item.n_tasks} tasks"
    table = Table(title=title, title_justify="left")
    table.add_column("edge", overflow="fold")
    table.add_column("uses", justify="right")
    for length in lengths:
        n_walks = item.n_walks[length]
        table.add_column(f"{n_walks} walks of {length}", justify="right")
    for pair in sorted(item.pairs, key=lambda pair: (-item.count(pair), pair)):
        counts = (item.uses[length][pair] for length in lengths)
        cells = (str(count) if count else "" for count in counts)
        table.add_row(" > ".join(pair), str(item.count(pair)), *cells)
    console.print(table)
    for pair in item.unused:
        console.print(plain(f"never used: {' > '.join(pair)}"))
    for pair in item.unknown:
        console.print(plain(f"no longer an edge: {' > '.join(pair)}"))


def to_json(item: Coverage) -> dict[str, Any]:
    """Return the counts as JSON has them."""
    edges = [
        {
            "from": pair[0],
            "to": pair[1],
            "uses": item.count(pair),
            "by_length": {
                str(length): item.uses[length][pair]
                for length in sorted(item.uses)
                if item.uses[length][pair]
            },
        }
        for pair in item.pairs
    ]
    return {
        "domain": item.graph.domain,
        "n_tasks": item.n_tasks,
        "n_walks": {str(length): item.n_walks[length] for length in sorted(item.n_walks)},
        "edges": edges,
        "never_used": [list(pair) for pair in item.unused],
    }
