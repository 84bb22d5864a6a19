"""Figures: what the funnel shows of a run, read from its tables."""

from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple

from schemas.ledger import Ledger
from tracer.analysis.composition import Composition, Shape, measure_composition
from tracer.analysis.language import Language, measure_language
from tracer.analysis.passes import PassRate, Tally, measure_average, measure_pass
from tracer.analysis.rate import Rate
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.views import run_query

ENDINGS = """
    SELECT termination, reward, count(*) FROM trajectories
    GROUP BY ALL ORDER BY termination, reward DESC NULLS LAST
"""
N_TRIALS = "SELECT coalesce(max(trial) + 1, 0) FROM trajectories"
TALLIES = """
    SELECT count(e.reward), count(*) FILTER (e.reward = 1)
    FROM tasks t FULL JOIN trajectories e ON e.task_id = t.id
    GROUP BY coalesce(t.id, e.task_id), e.feeling_id
"""
"""One row per task and feeling: an episode with another feeling is no further trial of the same."""
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
        user=measure_language([row[2] for row in rows]),
        agent=measure_language([row[3] for row in rows]),
        composition=measure_composition([Shape(row[0], row[1], row[3]) for row in rows]),
    )


def read_passes(run: RunFolder, trials: int) -> Passes:
    """Return avg@K and pass^1 to pass^K for K trials."""
    tallies = [Tally(*row) for row in run_query(run, TALLIES)[1]]
    rates = [measure_pass(tallies, k) for k in range(1, trials + 1)]
    return Passes(measure_average(tallies, trials), rates)


def to_json(value: Any) -> Any:
    """Return figures as JSON values; a rate keeps its counts beside its share."""
    if isinstance(value, Rate):
        return {"n": value.n, "of": value.of, "share": value.share}
    if isinstance(value, Language):
        return {**_dump_fields(value), "mean_words": value.mean_words}
    if isinstance(value, Ledger):
        sums = {"rejected": value.rejected, "exact": value.is_exact}
        return {**value.model_dump(mode="json"), **sums}
    if isinstance(value, Ending):
        return value._asdict()
    if isinstance(value, list):
        return [to_json(item) for item in value]
    return _dump_fields(value) if is_dataclass(value) else value


def _dump_fields(value: Any) -> dict[str, Any]:
    return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
