"""The generate flow: sample -> ground -> refine -> feel -> verify -> rollout -> filter, in shards.

One Prefect task per shard and stage. Shards overlap up to verify; then one pass over the run
selects the tasks; then they overlap from rollout to filter; then equal conversations are thinned.
"""

import logging
import re
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import wraps
from typing import Any, cast

from prefect import Task as PrefectTask
from prefect import flow
from prefect.exceptions import PrefectException, PrefectHTTPStatusError, UnfinishedRun
from prefect.futures import PrefectFuture
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.plan import MAX_WAVES, Plan, cut_draws
from flows.provenance import collect_provenance
from flows.usage import Stopwatch, record_usage
from schemas.config import RunConfig
from schemas.errors import BudgetError, DataError, DrainError, TracerError
from schemas.job import Draw, ShardJob
from schemas.manifest import ShardManifest
from tasks.feel.task import feel_stories
from tasks.filter.duplicates import JudgedRow
from tasks.filter.losers import find_losers
from tasks.filter.task import judge_trajectories, keep_examples
from tasks.ground.task import ground_workflows
from tasks.refine.task import refine_workflows
from tasks.rollout.task import play_tasks
from tasks.sample.task import sample_workflows
from tasks.shard import DRAIN_FILE
from tasks.verify.selection import Cell, Entry, select_candidates
from tasks.verify.task import keep_tasks, verify_drafts
from tracer.inference.pool import share_pool
from tracer.store.folder import RunFolder
from tracer.store.lock import hold_run
from tracer.store.shard import list_shards, read_columns
from tracer.store.stage import StageFolder

log = logging.getLogger(__name__)

ASIDE = re.compile(r"\s*(?: for url |Response:|For more information)")
"""What follows the fault in an error of the workflow server, none of it of use to its reader."""
MAX_SAID = 160

MOST_IDLE_TASKS = 200
Stage = PrefectTask[..., ShardManifest]
Work = Callable[[RunFolder, RunConfig], dict[Cell, int]]
MAKING: tuple[Stage, ...] = (
    sample_workflows,
    ground_workflows,
    refine_workflows,
    feel_stories,
    verify_drafts,
)
PLAYING: tuple[Stage, ...] = (play_tasks, judge_trajectories)


@dataclass(slots=True)
class Generation:
    """One run in progress."""

    run: RunFolder
    config: RunConfig
    plan: Plan
    jobs: list[ShardJob] = field(default_factory=list)
    seen: dict[str, str] = field(default_factory=dict)
    shortfall: dict[Cell, int] = field(default_factory=dict)
    playing: Stopwatch = field(default_factory=Stopwatch)

    def make_tasks(self) -> list[ShardJob]:
        """Make another batch of tasks, wave by wave, and return its shards."""
        quotas = self.plan.next_quotas()
        missing = quotas
        batch: list[ShardJob] = []
        for _ in range(MAX_WAVES):
            wave = self.number(cut_draws(self.plan.draw(missing), self.config.shard_size))
            run_stages(MAKING, wave)
            batch += wave
            entries = [entry for job in batch for entry in read_entries(self.run, job.shard)]
            selection = select_candidates(entries, quotas, self.seen)
            missing = selection.shortfall
            if not missing:
                break
        self.seen = selection.seen
        self.shortfall = selection.shortfall
        wait_for([keep_tasks.submit(job, losers=selection.losers) for job in batch])
        return batch

    def number(self, shards: Sequence[list[Draw]]) -> list[ShardJob]:
        """Return jobs for new shards, numbered on from those there are."""
        start = len(self.jobs)
        jobs = [
            ShardJob(run=str(self.run.path), shard=start + place, config=self.config, draws=draws)
            for place, draws in enumerate(shards)
        ]
        self.jobs += jobs
        return jobs

    def play(self, jobs: Sequence[ShardJob]) -> None:
        """Play the tasks of shards and judge what came of them."""
        with self.playing.run():
            run_stages(PLAYING, jobs)

    def keep(self, jobs: Sequence[ShardJob]) -> None:
        """Thin equal conversations, cut to what was asked for, and write the dataset."""
        judgements = [item for job in jobs for item in read_judged(self.run, job.shard)]
        losers = find_losers(judgements, self.config.until_kept)
        provenance = collect_provenance(self.config)
        wait_for([keep_examples.submit(job, losers=losers, provenance=provenance) for job in jobs])

    def count_kept(self) -> int:
        """Return how many examples there would be now."""
        judgements = [item for job in self.jobs for item in read_judged(self.run, job.shard)]
        kept = sum(item.kept for item in judgements)
        return kept - len(find_losers(judgements, None))


def judge_played(generation: Generation) -> list[ShardJob]:
    """Judge what was played when a run was stopped, and return its shards."""
    played = set(list_shards(generation.run, StageFolder.TRAJECTORIES))
    jobs = [job for job in generation.jobs if job.shard in played]
    run_stages((judge_trajectories,), jobs)
    return jobs


def run_stages(stages: Sequence[Stage], jobs: Sequence[ShardJob]) -> None:
    """Run the stages over the shards; each shard's next stage waits for its own last one alone."""
    last: dict[int, PrefectFuture[ShardManifest]] = {}
    futures: list[PrefectFuture[ShardManifest]] = []
    for stage, job in order_stages(stages, jobs):
        before = [last[job.shard]] if job.shard in last else []
        last[job.shard] = stage.submit(job, wait_for=before)
        futures.append(last[job.shard])
    wait_for(futures)


def order_stages(stages: Sequence[Stage], jobs: Sequence[ShardJob]) -> list[tuple[Stage, ShardJob]]:
    """Return what to run in queue order.

    A shard's next stage stands as many places later as there are workers, so that none of them
    sits waiting for a task behind it, and a shard is done soon after it was begun.
    """
    lag = max((job.config.in_flight_shards for job in jobs), default=1)
    places = [
        (place + depth * lag, depth, place)
        for depth in range(len(stages))
        for place in range(len(jobs))
    ]
    return [(stages[depth], jobs[place]) for _, depth, place in sorted(places)]


def wait_for(futures: Sequence[PrefectFuture[Any]]) -> None:
    """Wait for all tasks; then the first error, if there was one, is raised.

    Of a run that was stopped by an error, what was not begun or waited in vain comes last.
    """
    for future in futures:
        future.wait()
    stopped: list[DrainError | UnfinishedRun] = []
    for future in futures:
        try:
            future.result()
        except (DrainError, UnfinishedRun) as error:
            stopped.append(error)
    if stopped:
        raise min(stopped, key=lambda error: isinstance(error, UnfinishedRun))


def read_entries(run: RunFolder, shard: int) -> list[Entry]:
    """Return what the selection needs of a shard's candidates."""
    names = [field.name for field in fields(Entry)]
    return [Entry(*row) for row in read_columns(run, StageFolder.CANDIDATES, shard, names)]


def read_judged(run: RunFolder, shard: int) -> list[JudgedRow]:
    """Return what the last pass needs of a shard's verdicts."""
    rows = read_columns(run, StageFolder.VERDICTS, shard, JudgedRow._fields)
    return [JudgedRow(*row) for row in rows]


def generate(run: RunFolder, config: RunConfig) -> dict[Cell, int]:
    """Make the dataset of a run; return the cells that stayed short, with how many are missing.

    Raises:
        DrainError: the run was stopped before its end; what had been played by then is written.
        BudgetError: too many episodes were lost to one cause; likewise.
    """
    with share_pool() as pool, record_usage(run, config, pool) as playing:
        generation = Generation(run, config, Plan(config), playing=playing)
        try:
            make_enough(generation)
        except KeyboardInterrupt:
            # Before the task runner ends, which waits for the shards under way.
            pool.cancel_all()
            raise
        except (BudgetError, DrainError):
            (run.path / DRAIN_FILE).unlink(missing_ok=True)
            generation.keep(judge_played(generation))
            raise
        generation.keep(generation.jobs)
    return generation.shortfall


def make_enough(generation: Generation) -> None:
    """Make and play tasks, batch by batch, until there is what the config asks for."""
    generation.play(generation.make_tasks())
    until_kept = generation.config.until_kept
    if until_kept is not None:
        play_until(generation, until_kept)


def play_until(generation: Generation, until_kept: int) -> None:
    """Add batches until enough examples would be kept, or until many tasks in a row added none."""
    kept, n_idle = generation.count_kept(), 0
    while kept < until_kept and n_idle < MOST_IDLE_TASKS:
        generation.play(generation.make_tasks())
        before, kept = kept, generation.count_kept()
        n_idle = 0 if kept > before else n_idle + generation.config.tasks
    if kept < until_kept:
        log.warning("%d of %d examples: %d tasks in a row added none", kept, until_kept, n_idle)


def run_flow(run: RunFolder, config: RunConfig) -> dict[Cell, int]:
    """Run `generate` as a Prefect flow, with as many shards at once as the config says."""
    runner = cast(
        "TaskRunner[PrefectFuture[Any]]",
        ThreadPoolTaskRunner[ShardManifest](max_workers=config.in_flight_shards),
    )
    generate_dataset = flow(
        name="generate",
        flow_run_name=run.name,
        task_runner=runner,
        validate_parameters=False,
        persist_result=False,
        log_prints=False,
    )(keep_handler(generate))
    try:
        with hold_run(run):
            return generate_dataset(run, config)
    except (PrefectException, PrefectHTTPStatusError) as error:
        raise find_own_error(error) or explain_server_error(error) from error


def keep_handler(work: Work) -> Work:
    """Return work that leaves SIGTERM to whoever handles it now, if anybody does.

    Prefect takes it for the time of a flow, and would end the flow without draining it.
    """
    handler = signal.getsignal(signal.SIGTERM)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        return work

    @wraps(work)
    def run_handled(run: RunFolder, config: RunConfig) -> dict[Cell, int]:
        # Prefect puts back what it found when the flow ends.
        signal.signal(signal.SIGTERM, handler)
        return work(run, config)

    return run_handled


def find_own_error(error: BaseException) -> TracerError | None:
    """Return the error of Tracer that an error of the workflow server covers, or None."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, TracerError):
            return seen
        seen = seen.__cause__ or seen.__context__
    return None


def explain_server_error(error: Exception) -> DataError:
    """Return the workflow server's failure as one line."""
    said = " ".join(ASIDE.split(str(error), maxsplit=1)[0].split()) or type(error).__name__
    cut = said if len(said) <= MAX_SAID else f"{said[:MAX_SAID].rpartition(' ')[0]} ..."
    msg = f"the workflow server failed ({cut}); is there space left on its disk?"
    return DataError(msg)
