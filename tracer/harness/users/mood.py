"""Mood: the customer's patience, what it costs and what restores it.

Patience runs from 1 to 0; at 0 the customer leaves. It never pays for authentication, confirmation
or anything else the policy asks for. How fast it goes depends on urgency, trust and family of the
condition.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from schemas.act import Act, ActKind
from schemas.condition import Condition, Family


class Cause(StrEnum):
    """What costs patience."""

    ASKS_WHAT_A_TOOL_TELLS = "asks_what_a_tool_tells"
    ASKS_AGAIN = "asks_again"
    EMPTY_TALK = "empty_talk"
    ENDS_EARLY = "ends_early"
    DECLINES = "declines"


COSTS: Mapping[Cause, float] = {
    Cause.ASKS_WHAT_A_TOOL_TELLS: 0.22,
    Cause.ASKS_AGAIN: 0.25,
    Cause.EMPTY_TALK: 0.2,
    Cause.ENDS_EARLY: 0.45,
    Cause.DECLINES: 0.35,
}
PROGRESS = 0.1
URGENCY: Mapping[str, float] = {"low": 0.8, "moderate": 1.0, "high": 1.3}
TRUST: Mapping[str, float] = {"trusting": 0.85, "cautious": 1.0, "skeptical": 1.2}
FAMILIES: Mapping[Family, float] = {
    Family.ANGER: 1.3,
    Family.DISGUST: 1.15,
    Family.FEAR: 1.0,
    Family.SADNESS: 0.9,
    Family.ENJOYMENT: 0.7,
}
TOOL_SLOTS = frozenset({"order_number", "reservation_number", "known"})
MOVING = frozenset({ActKind.REPORT, ActKind.ANSWER, ActKind.PROPOSE})


@dataclass(slots=True)
class Mood:
    """Patience of one customer; `condition` is None in the neutral arm."""

    condition: Condition | None
    patience: float = 1.0
    n_empty: int = field(default=0)

    @property
    def haste(self) -> float:
        """Factor on every cost."""
        if self.condition is None:
            return 1.0
        family = FAMILIES[self.condition.family]
        return family * URGENCY[self.condition.urgency] * TRUST[self.condition.trust]

    @property
    def is_gone(self) -> bool:
        """Whether the customer has had enough."""
        return self.patience <= 0

    def read(self, heard: Sequence[Act], causes: Sequence[Cause]) -> None:
        """Pay for what the desk's message costs, or gain from progress."""
        cost = sum(COSTS[cause] for cause in causes) * self.haste
        gain = PROGRESS if any(act.kind in MOVING for act in heard) else 0.0
        self.patience = round(min(1.0, max(0.0, self.patience - cost + gain)), 3)
