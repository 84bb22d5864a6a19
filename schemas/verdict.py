"""Verdict: why a record stayed or left, from a closed list of reasons."""

from enum import StrEnum

from schemas.record import Record


class Stage(StrEnum):
    """The stages, in order; the members are the strings stored."""

    SAMPLE = "sample"
    GROUND = "ground"
    REFINE = "refine"
    FEEL = "feel"
    VERIFY = "verify"
    ROLLOUT = "rollout"
    FILTER = "filter"


class Reason(StrEnum):
    """Why a record left; a reason belongs to the stages listed in `STAGE_REASONS`."""

    NO_ENTITY = "no_entity"
    POLICY_BLOCKED = "policy_blocked"
    REPLAY_ERROR = "replay_error"
    NO_EFFECT = "no_effect"
    ALREADY_TRUE = "already_true"
    UNGROUNDED_VALUE = "ungrounded_value"
    AMBIGUOUS_PREFERENCE = "ambiguous_preference"
    MISSING_FACT = "missing_fact"
    LEAKED_ID = "leaked_id"
    ROLE_INVERTED = "role_inverted"
    NO_OBJECTIVE = "no_objective"
    INSUFFICIENT_INFORMATION = "insufficient_information"
    NOT_EXECUTABLE = "not_executable"
    POLICY_INCONSISTENT = "policy_inconsistent"
    NOOP_PASSES = "noop_passes"
    DUPLICATE = "duplicate"
    SURPLUS = "surplus"
    UNSATISFIED = "unsatisfied"
    FAILED = "failed"
    NOT_SCORED = "not_scored"
    POLICY_VIOLATION = "policy_violation"
    POLICY_UNCLEAR = "policy_unclear"
    FALSE_CLAIM = "false_claim"
    UNGROUNDED_ARGUMENT = "ungrounded_argument"
    SIMULATOR_LEAK = "simulator_leak"
    LEAKED_MARKUP = "leaked_markup"
    TRUNCATED = "truncated"
    INVALID_TEXT = "invalid_text"


STAGE_REASONS: dict[Stage, tuple[Reason, ...]] = {
    Stage.SAMPLE: (),
    Stage.GROUND: (
        Reason.NO_ENTITY,
        Reason.POLICY_BLOCKED,
        Reason.REPLAY_ERROR,
        Reason.NO_EFFECT,
        Reason.ALREADY_TRUE,
        Reason.UNGROUNDED_VALUE,
    ),
    Stage.REFINE: (
        Reason.AMBIGUOUS_PREFERENCE,
        Reason.MISSING_FACT,
        Reason.LEAKED_ID,
        Reason.ROLE_INVERTED,
    ),
    Stage.FEEL: (),
    Stage.VERIFY: (
        Reason.NO_OBJECTIVE,
        Reason.INSUFFICIENT_INFORMATION,
        Reason.NOT_EXECUTABLE,
        Reason.POLICY_INCONSISTENT,
        Reason.ALREADY_TRUE,
        Reason.NOOP_PASSES,
        Reason.DUPLICATE,
        Reason.SURPLUS,
    ),
    Stage.ROLLOUT: (),
    Stage.FILTER: (
        Reason.UNSATISFIED,
        Reason.NOT_SCORED,
        Reason.TRUNCATED,
        Reason.INVALID_TEXT,
        Reason.LEAKED_MARKUP,
        Reason.SIMULATOR_LEAK,
        Reason.UNGROUNDED_ARGUMENT,
        Reason.FALSE_CLAIM,
        Reason.FAILED,
        Reason.POLICY_VIOLATION,
        Reason.POLICY_UNCLEAR,
        Reason.DUPLICATE,
        Reason.SURPLUS,
    ),
}


class Reject(Record):
    """One record that left the pipeline."""

    workflow_id: str
    """The workflow the record descends from: the key of the task ledger."""
    record_id: str
    """The record that was judged; the trajectory's id in the filter stage."""
    stage: Stage
    """The stage that rejected it."""
    reason: Reason
    """Why, from the closed list of that stage."""
    detail: str
    """One line for a human: which value, step or clause."""


class ClauseVerdict(StrEnum):
    """What a guard says of one policy clause over one trajectory."""

    COMPLIED = "complied"
    VIOLATED = "violated"
    UNCLEAR = "unclear"
    NOT_JUDGED = "not_judged"


class ClauseFinding(Record):
    """The verdict of one clause over one trajectory."""

    clause: int
    """Number of the policy clause, from 1."""
    verdict: ClauseVerdict
    """Complied, violated, unclear, or not_judged for a clause left to a judge."""
    detail: str
    """Where it shows: the call or message; empty when complied."""
