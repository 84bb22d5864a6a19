"""Rescoring: the stored episodes of one run gone through, what comes out otherwise staged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flows.finished import Finished
from flows.origin import find_origins
from schemas.config import RunConfig
from schemas.example import TrainingExample
from schemas.judgement import Judgement
from schemas.record import Record
from schemas.timing import Timing
from schemas.trajectory import Trajectory
from schemas.verdict import Reject
from tasks.filter.duplicates import JudgedRow
from tasks.filter.losers import Losers, find_losers
from tasks.rescore.rows import Origin, make_outcome, renew_row
from tasks.rescore.shard import Rescored, read_tasks, rescore_shard
from tasks.rescore.standing import Change, settle, stand_by_file, stand_by_judgement
from tracer.store.folder import RunFolder
from tracer.store.shard import (
    ShardOutput,
    list_shards,
    locate_rejects,
    read_manifest,
    read_rejects,
    read_shard,
    read_timings,
    write_shard,
    write_timings,
)
from tracer.store.stage import StageFolder
from tracer.store.swap import find_staging

Watch = Callable[[int, int], None]
"""Told how many episodes are done, of how many."""


@dataclass(slots=True)
class Rescoring:
    """One rescoring at work; nothing of the run is changed before all of it is staged."""

    run: RunFolder
    config: RunConfig
    finished: Finished
    dry_run: bool
    changes: list[Change] = field(default_factory=list)
    renewed: set[str] = field(default_factory=set)
    """Ids of trajectories that are no longer stored as they were, or whose judgement is not."""
    judged: list[JudgedRow] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    @property
    def shards(self) -> list[int]:
        """Numbers of the run's shards."""
        return list_shards(self.run, StageFolder.TRAJECTORIES)

    def judge(self, watch: Watch) -> Losers:
        """Score and judge every trajectory, stage what came out otherwise, look over the run."""
        for shard in self.shards:
            rescored: list[Rescored] = []
            for item in rescore_shard(self.run, shard):
                rescored.append(item)
                watch(len(self.changes) + len(rescored), self.finished.n_episodes)
            self.note(shard, rescored)
            if not self.dry_run and not all(item.is_same for item in rescored):
                self.stage_judged(shard, rescored)
        losers = find_losers(self.judged, self.config.until_kept)
        self.changes = [settle(change, losers) for change in self.changes]
        return losers

    def note(self, shard: int, rescored: Sequence[Rescored]) -> None:
        """Remember of each episode what the report and the pass over the run need."""
        rejects = {
            item.record_id: item for item in read_rejects(self.run, StageFolder.EXAMPLES, shard)
        }
        for item in rescored:
            made = item.judgement
            self.judged.append(JudgedRow(made.trajectory_id, made.kept, made.duplicate_key))
            before = stand_by_file(item.stored, rejects.get(item.stored.id))
            after = stand_by_judgement(item.trajectory, made)
            place = (item.stored.task_id, item.stored.trial)
            self.changes.append(Change(*place, before, after, item.fault))
            if not item.is_same:
                self.renewed.add(item.trajectory.id)

    def stage_judged(self, shard: int, rescored: Sequence[Rescored]) -> None:
        """Stage trajectories, timings and verdicts of a shard."""
        self.stage(StageFolder.TRAJECTORIES, shard, [item.trajectory for item in rescored])
        self.stage(StageFolder.VERDICTS, shard, [item.judgement for item in rescored])
        names = {item.stored.id: item.trajectory.id for item in rescored}
        timings = read_timings(self.run, StageFolder.TRAJECTORIES, shard)
        renamed = [rename_timing(row, names) for row in timings]
        if renamed != timings:
            write_timings(find_staging(self.run), StageFolder.TRAJECTORIES, shard, renamed)

    def stage(self, stage: StageFolder, shard: int, results: Sequence[Record]) -> None:
        """Stage one shard of one stage; the seconds it took stay those of the run itself."""
        rejects = [item for item in results if isinstance(item, Reject)]
        records = [item for item in results if not isinstance(item, Reject)]
        written = read_manifest(self.run, stage, shard)
        wall_s = written.wall_s if written is not None else 0.0
        write_shard(
            find_staging(self.run),
            stage,
            shard,
            ShardOutput(records, rejects, len(results), wall_s),
        )
        stale = locate_rejects(self.run, stage, shard)
        if stale.exists() and not rejects:
            self.removed.append(stale.relative_to(self.run.path).as_posix())

    def keep(self, losers: Losers) -> None:
        """Stage the rows and rejects that come out otherwise."""
        origins = find_origins(self.run, self.finished.manifest)
        for shard in self.shards:
            stored = read_shard(self.run, StageFolder.EXAMPLES, shard, TrainingExample)
            made = self.make_outcomes(shard, stored, losers, origins)
            rows = [item for item in made if not isinstance(item, Reject)]
            rejects = [item for item in made if isinstance(item, Reject)]
            if rows != stored or rejects != read_rejects(self.run, StageFolder.EXAMPLES, shard):
                self.stage(StageFolder.EXAMPLES, shard, made)

    def make_outcomes(
        self,
        shard: int,
        stored: Sequence[TrainingExample],
        losers: Losers,
        origins: dict[str, Origin],
    ) -> list[Record]:
        """Return the row or reject of every trajectory of a shard, in order."""
        by_trajectory = {row.trajectory_id: row for row in stored}
        tasks = read_tasks(self.run, shard)
        staging = find_staging(self.run)
        is_staged = read_manifest(staging, StageFolder.TRAJECTORIES, shard) is not None
        place = staging if is_staged else self.run
        trajectories = read_shard(place, StageFolder.TRAJECTORIES, shard, Trajectory)
        judgements = read_shard(place, StageFolder.VERDICTS, shard, Judgement)
        outcomes = (
            make_outcome(item, tasks[item.task_id], judgement, losers, origins[item.domain])
            for item, judgement in zip(trajectories, judgements, strict=True)
        )
        return [renew_row(outcome, by_trajectory) for outcome in outcomes]


def rename_timing(row: Timing, names: Mapping[str, str]) -> Timing:
    """Return a timing under the id its record has now."""
    name = names.get(row.record_id, row.record_id)
    return row if name == row.record_id else row.model_copy(update={"record_id": name})
