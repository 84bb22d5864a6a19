"""Figures: what the funnel shows of a run, read from its tables."""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple

from schemas.ledger import Ledger
from tracer.analysis.composition import Composition, Shape, measure_composition
from tracer.analysis.language import Language, measure_language
from tracer.analysis.passes import PassRate, Tally, measure_average, measure_pass
from tracer.analysis.rate import Rate
from tracer.analysis.usage import Usage
from tracer.cli.usage import dump_usage, read_usage
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.views import run_query

ENDINGS = """
    SELECT termination, reward, count(*) FROM trajectories
    GROUP BY ALL ORDER BY termination, reward DESC NULLS LAST
"""
N_TRIALS = "SELECT coalesce(max(trial) + 1, 0) FROM trajectories"
TALLIES = """
    SELECT coalesce(t.id, e.task_id), count(e.reward), count(*) FILTER (e.reward = 1)
    FROM tasks t FULL JOIN trajectories e ON e.task_id = t.id
    GROUP BY coalesce(t.id, e.task_id), e.feeling_id ORDER BY ALL
"""
"""One row per task and feeling: an episode with another feeling is no further trial of the same."""
MARKUP = "SELECT count(*) FILTER (has_markup), count(has_markup) FROM verdicts"
TEXTS = """
    SELECT n_call_turns, n_text_turns,
        [m.content FOR m IN messages IF m.role = 'user'],
        [m.content FOR m IN messages
            IF m.role = 'assistant' AND m.tool_calls IS NULL AND m.content <> '']
    FROM examples
"""


class Ending(NamedTuple):
    """How many episodes ended one way with one reward; null when not scored."""

    termination: str
    reward: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Passes:
    """Success over several trials; the rates of pass^k stand in the order of k."""

    average: PassRate
    passes: list[PassRate]
    incomplete: list[str]
    """Tasks with fewer scored trials than there should be; they take no part in the last rate."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything the funnel shows; language and composition are those of the kept trajectories."""

    run: str
    tasks: Ledger
    episodes: Ledger
    endings: list[Ending]
    trials: int
    success: Passes | None
    """None unless there are several trials."""
    models: Usage | None
    """None where rules play both sides."""
    leaked_markup: Rate
    """Judged episodes in which a text holds markup, whatever the reason they left for."""
    user: Language
    agent: Language
    composition: Composition


def read_figures(run: RunFolder) -> Figures:
    """Return the figures of a run, finished or not.

    Raises:
        ConfigError: the run cannot be read.
    """
    trials = run_query(run, N_TRIALS)[1][0][0]
    rows = run_query(run, TEXTS)[1]
    return Figures(
        run=run.name,
        tasks=count_tasks(run),
        episodes=count_episodes(run),
        endings=[Ending(*row) for row in run_query(run, ENDINGS)[1]],
        trials=trials,
        success=read_passes(run, trials) if trials > 1 else None,
        models=read_usage(run),
        leaked_markup=Rate(*run_query(run, MARKUP)[1][0]),
        user=measure_language([row[2] for row in rows]),
        agent=measure_language([row[3] for row in rows]),
        composition=measure_composition([Shape(row[0], row[1], row[3]) for row in rows]),
    )


def read_passes(run: RunFolder, trials: int) -> Passes:
    """Return avg@K and pass^1 to pass^K for K trials."""
    rows = [(name, Tally(*counts)) for name, *counts in run_query(run, TALLIES)[1]]
    tallies = [tally for _, tally in rows]
    rates = [measure_pass(tallies, k) for k in range(1, trials + 1)]
    incomplete = [name for name, tally in rows if tally.n_scored < trials]
    return Passes(measure_average(tallies, trials), rates, incomplete)


def to_json(value: Any) -> Any:
    """Return figures as JSON values; a rate keeps its counts beside its share."""
    for kind, dump in DUMPS.items():
        if isinstance(value, kind):
            return dump(value)
    if isinstance(value, list):
        return [to_json(item) for item in value]
    return _dump_fields(value) if is_dataclass(value) else value


def _dump_language(language: Language) -> dict[str, Any]:
    return {**_dump_fields(language), "mean_words": language.mean_words}


def _dump_ledger(ledger: Ledger) -> dict[str, Any]:
    sums = {"rejected": ledger.rejected, "exact": ledger.is_exact}
    return {**ledger.model_dump(mode="json"), **sums}


def _dump_fields(value: Any) -> dict[str, Any]:
    return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}


DUMPS: dict[type, Callable[[Any], Any]] = {
    Rate: lambda rate: {"n": rate.n, "of": rate.of, "share": rate.share},
    Language: _dump_language,
    Usage: dump_usage,
    Ledger: _dump_ledger,
    Ending: Ending._asdict,
}
