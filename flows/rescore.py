"""Rescore: rewards and verdicts of a finished run made anew from its stored trajectories.

No model is asked and no workflow server is needed. Shard by shard the recorded calls are run again
from the start state, scored and judged by today's rules; then equal conversations are thinned anew
over the whole run; then trajectories, verdicts, rows, rejects and timings that came out otherwise
are staged and swapped in together. A part that came out the same is not touched.

An episode whose tools, or whose task's reference, answer otherwise today than recorded keeps reward
and judgement as stored and is named: what the recorded conversation rests on no longer holds. It
still takes part in the pass over the run, which looks at judgements alone.

Rows keep the provenance and tool schemas their conversations were made with. What judged them
stands in the manifest of the run: `judged`, and before and after in `rescored`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flows.finished import check_finished
from flows.origin import read_provenance
from flows.rescoring import Rescoring, Watch
from flows.rules import Rules, describe_rules, guess_rules
from schemas.errors import DataError
from tasks.rescore.standing import Change, count_transitions
from tracer.store.folder import MANIFEST_FILE, RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.lock import hold_run
from tracer.store.swap import (
    close_swap,
    find_staging,
    is_sealed,
    move_files,
    open_staging,
    seal_swap,
)


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a rescoring."""

    changes: Sequence[Change]
    """Every episode, in the order stored."""
    n_renewed: int
    """Episodes without a flip whose trajectory or judgement came out otherwise all the same."""
    before: Rules
    after: Rules
    finished_earlier: bool
    """Whether a rescoring that had been cut short was finished first."""

    @property
    def flips(self) -> list[Change]:
        """Episodes whose reward or verdict differs."""
        return [change for change in self.changes if change.is_flip]

    @property
    def unfit(self) -> list[Change]:
        """Episodes that could not be rescored."""
        return [change for change in self.changes if change.fault]

    @property
    def n_rescored(self) -> int:
        """How many episodes could be rescored."""
        return len(self.changes) - len(self.unfit)


def rescore_run(run: RunFolder, watch: Watch, *, dry_run: bool = False) -> Report:
    """Rescore a finished run and return what came of it; with `dry_run` nothing is written.

    Whoever is killed leaves the run as it was, or sealed: then the next call moves the rest of the
    files first.

    Raises:
        ConfigError: the run is not finished, or another process writes it.
        DataError: the run is not whole.
    """
    with hold_run(run, to_read=dry_run):
        finished_earlier = is_sealed(run) and not dry_run
        if finished_earlier:
            finish_swap(run)
        work = Rescoring(run, run.load_config(), check_finished(run), dry_run=dry_run)
        before = find_rules(run, work.finished.manifest)
        after = describe_rules(work.config.domains)
        if not dry_run:
            open_staging(run)
        losers = work.judge(watch)
        n_renewed = sum(
            change.after.trajectory_id in work.renewed and not change.is_flip
            for change in work.changes
        )
        report = Report(work.changes, n_renewed, before, after, finished_earlier)
        if not dry_run:
            work.keep(losers)
            write(work, report)
        return report


def find_rules(run: RunFolder, manifest: dict[str, Any]) -> Rules:
    """Return the versions a run was judged by last, as far as its manifest tells."""
    judged: Rules | None = manifest.get("judged")
    return guess_rules(read_provenance(run, manifest)) if judged is None else judged


def write(work: Rescoring, report: Report) -> None:
    """Swap in what was staged and bring the manifest up to date; neither if nothing changed."""
    run, staging = work.run, find_staging(work.run)
    has_files = staging.path.exists()
    if not has_files and report.before == report.after:
        return
    before = work.finished.manifest
    manifest = {
        **before,
        "judged": report.after,
        "rescored": [*before.get("rescored", []), describe_report(report)],
    }
    if not has_files:
        run.save_manifest(manifest)
        return
    staging.save_manifest(manifest)
    seal_swap(run, work.removed)
    finish_swap(run)


def finish_swap(run: RunFolder) -> None:
    """Move what is staged, then write the manifest with the ledgers that follow; may be repeated.

    Raises:
        DataError: a file is neither staged nor in its place, or the staged manifest is missing.
    """
    move_files(run)
    staging = find_staging(run)
    manifest = staging.load_manifest()
    if manifest is None:
        msg = f"{staging.path / MANIFEST_FILE}: missing, though the swap is sealed"
        raise DataError(msg)
    ledgers = [ledger.model_dump(mode="json") for ledger in (count_tasks(run), count_episodes(run))]
    run.save_manifest({**manifest, "ledgers": ledgers})
    close_swap(run)


def describe_report(report: Report) -> dict[str, Any]:
    """Return what the run's manifest keeps of a rescoring."""
    return {
        "before": report.before,
        "after": report.after,
        "episodes": len(report.changes),
        "rescored": report.n_rescored,
        "flips": count_transitions(report.changes),
    }
