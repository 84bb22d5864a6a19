"""Standing: where an episode stands in a run, before a rescoring and after it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from schemas.judgement import Judgement
from schemas.trajectory import Trajectory
from schemas.verdict import Reason, Reject

KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Standing:
    """What a run says of an episode."""

    trajectory_id: str
    reward: float | None
    verdict: str
    """`kept`, or the reason it left."""
    detail: str


@dataclass(frozen=True, slots=True)
class Change:
    """One episode before and after; `fault` says why it could not be rescored."""

    task_id: str
    trial: int
    before: Standing
    after: Standing
    fault: str = ""

    @property
    def is_flip(self) -> bool:
        """Whether reward or verdict differ; a new id or detail alone is no flip."""
        before, after = self.before, self.after
        return (before.reward, before.verdict) != (after.reward, after.verdict)

    @property
    def transition(self) -> str:
        """Names a flip by its kind, such as `kept -> policy_violation` or `reward 1 -> 0`."""
        parts = []
        if self.before.reward != self.after.reward:
            parts.append(
                f"reward {show_reward(self.before.reward)} -> {show_reward(self.after.reward)}"
            )
        if self.before.verdict != self.after.verdict:
            parts.append(f"{self.before.verdict} -> {self.after.verdict}")
        return ", ".join(parts)


def show_reward(reward: float | None) -> str:
    """Return a reward in as few characters as it takes; `-` when not scored."""
    return "-" if reward is None else f"{reward:g}"


def stand_by_file(trajectory: Trajectory, reject: Reject | None) -> Standing:
    """Return the standing that the run's files give: with a reject it left, else it is a row."""
    verdict, detail = (KEPT, "") if reject is None else (reject.reason.value, reject.detail)
    return Standing(trajectory.id, trajectory.reward, verdict, detail)


def stand_by_judgement(trajectory: Trajectory, judgement: Judgement) -> Standing:
    """Return the standing that a judgement gives, before the pass over the whole run."""
    verdict = KEPT if judgement.reason is None else judgement.reason.value
    return Standing(trajectory.id, trajectory.reward, verdict, judgement.detail)


def settle(change: Change, losers: Mapping[str, tuple[Reason, str]]) -> Change:
    """Return the change after the pass over the whole run, which drops `losers`."""
    after = change.after
    if after.verdict != KEPT or after.trajectory_id not in losers:
        return change
    reason, detail = losers[after.trajectory_id]
    return replace(change, after=replace(after, verdict=reason.value, detail=detail))


def count_transitions(changes: Sequence[Change]) -> dict[str, int]:
    """Return how many flips there are of each kind, the most frequent first."""
    counts = Counter(change.transition for change in changes if change.is_flip)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
