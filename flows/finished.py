"""Finished: whether a run came to its end and its files are all there."""

from dataclasses import dataclass
from typing import Any

from schemas.errors import ConfigError, DataError
from tracer.store.folder import MANIFEST_FILE, RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import check_parts, list_shards
from tracer.store.stage import StageFolder

JUDGED = (StageFolder.TRAJECTORIES, StageFolder.VERDICTS, StageFolder.EXAMPLES)


@dataclass(frozen=True, slots=True)
class Finished:
    """What a finished run says of itself."""

    manifest: dict[str, Any]
    n_episodes: int


def check_finished(run: RunFolder) -> Finished:
    """Return manifest and size of a run that came to its end.

    Raises:
        ConfigError: it did not: it is being made, or was stopped.
        DataError: its ledgers do not come out, or its manifest is damaged.
    """
    manifest = run.load_manifest()
    shards = list_shards(run, StageFolder.TASKS)
    short = [stage for stage in JUDGED if list_shards(run, stage) != shards]
    if manifest is None or short:
        lack = f"no {MANIFEST_FILE}" if manifest is None else f"{short[0]} lacks shards"
        msg = f"run {run.name} is not finished ({lack}): it is being made, or it was stopped"
        raise ConfigError(msg)
    tasks, episodes = count_tasks(run), count_episodes(run)
    for ledger in (tasks, episodes):
        if ledger.open or not ledger.is_exact:
            # A lost file explains more than the count it spoils.
            check_parts(run)
            fault = next(iter(ledger.faults), f"{ledger.open} open")
            msg = f"run {run.name}: the ledger of {ledger.ledger} does not come out: {fault}"
            raise DataError(msg)
    return Finished(manifest, episodes.started)
