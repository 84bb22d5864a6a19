"""Budget: stops a shard in which too many episodes are lost to one cause to trust what is left."""

from collections import Counter
from dataclasses import dataclass, field

from schemas.config import BudgetConfig
from schemas.errors import BudgetError
from schemas.trajectory import Termination, Trajectory

CAUSES: dict[str, tuple[Termination, ...]] = {
    "infrastructure_rate": (
        Termination.MODEL_ERROR,
        Termination.ENVIRONMENT_ERROR,
        Termination.TIME_LIMIT,
    ),
    "agent_rate": (
        Termination.AGENT_ERROR,
        Termination.TOKEN_LIMIT,
        Termination.CONTEXT_LENGTH,
    ),
    "user_rate": (Termination.USER_ERROR,),
}
"""Setting of the budget -> the endings that spend it."""


@dataclass(slots=True)
class Budget:
    """Counts the endings of one shard's episodes as they come."""

    limits: BudgetConfig
    endings: Counter[Termination] = field(default_factory=Counter)
    faults: Counter[tuple[Termination, str]] = field(default_factory=Counter)

    def count(self, trajectory: Trajectory) -> None:
        """Count one ending.

        Raises:
            BudgetError: more of the episodes ended so far than the config allows were lost to one
                cause.
        """
        self.endings[trajectory.termination] += 1
        self.faults[trajectory.termination, trajectory.error] += 1
        n_ended = self.endings.total()
        if n_ended < self.limits.least_episodes:
            return
        for setting, causes in CAUSES.items():
            n_lost = sum(self.endings[cause] for cause in causes)
            if n_lost / n_ended > getattr(self.limits, setting):
                raise BudgetError(self.describe(setting, n_lost, n_ended))

    def describe(self, setting: str, n_lost: int, n_ended: int) -> str:
        """Return which share was lost, to what most of all, and which setting allows more."""
        causes = CAUSES[setting]
        (termination, error), n_same = next(
            (fault, n) for fault, n in self.faults.most_common() if fault[0] in causes
        )
        most = f"{n_same} of them {termination}" + (f": {error}" if error else "")
        return (
            f"{n_lost}/{n_ended} episodes ({n_lost / n_ended:.0%}) ended {' or '.join(causes)}, "
            f"{most}; mend the cause, or raise budget.{setting} "
            f"(now {getattr(self.limits, setting):g})"
        )
