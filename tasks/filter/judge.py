"""Judge: says of one trajectory whether it may become an example, and if not, why."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from schemas.identity import hash_content
from schemas.judgement import Judgement
from schemas.message import Message
from schemas.task import Task
from schemas.trajectory import Termination, Trajectory
from schemas.verdict import ClauseFinding, ClauseVerdict, Reason
from tasks.filter.failure import describe_failure
from tasks.filter.invalid_text import find_invalid_text
from tasks.filter.leaked_markup import find_leaked_markup
from tasks.filter.policy import find_clauses, find_finding
from tasks.filter.simulator_leak import find_simulator_leak
from tasks.filter.ungrounded_argument import find_ungrounded_argument
from tracer.domains.claims import find_false_claim, load_claims
from tracer.domains.describer import load_describer
from tracer.domains.domain import Domain
from tracer.domains.transcript import Transcript, read_transcript

CUT_SHORT = frozenset({Termination.TOKEN_LIMIT, Termination.CONTEXT_LENGTH})


@dataclass(frozen=True)
class Case:
    """What a check may look at; what is made of them is made on first use."""

    trajectory: Trajectory
    task: Task
    domain: Domain

    @cached_property
    def transcript(self) -> Transcript:
        """The conversation, calls and results paired."""
        return read_transcript(self.trajectory.messages)

    @cached_property
    def markup(self) -> str | None:
        """The first mark of a call, of reasoning or of a template in what was said."""
        return find_leaked_markup(self.trajectory.messages)

    @cached_property
    def clauses(self) -> list[ClauseFinding]:
        """Findings of the policy's clauses that are not complied."""
        return find_clauses(self.transcript, self.domain)


Check = Callable[[Case], str | None]
"""Returns what is wrong, in one line, or None."""


def check_satisfied(case: Case) -> str | None:
    """Return that the user gave up."""
    is_unsatisfied = case.trajectory.termination is Termination.UNSATISFIED
    return "the user ended the conversation unsatisfied" if is_unsatisfied else None


def check_scored(case: Case) -> str | None:
    """Return that the episode says nothing about the agent."""
    trajectory = case.trajectory
    if trajectory.reward is not None:
        return None
    return f"ended with {trajectory.termination}: {trajectory.error}".rstrip(": ")


def check_whole(case: Case) -> str | None:
    """Return that output was cut short."""
    termination = case.trajectory.termination
    return f"ended with {termination}" if termination in CUT_SHORT else None


def check_text(case: Case) -> str | None:
    """Return what cannot be stored or laid out."""
    return find_invalid_text(case.trajectory)


def check_markup(case: Case) -> str | None:
    """Return the mark of a call, of reasoning or of a template in what was said."""
    return case.markup


def check_simulator(case: Case) -> str | None:
    """Return what shows the machine behind the customer."""
    find_ids = load_describer(case.domain.name).find_ids
    return find_simulator_leak(case.trajectory.messages, case.task.instruction, find_ids)


def check_arguments(case: Case) -> str | None:
    """Return the argument that nothing before the call holds."""
    return find_ungrounded_argument(case.trajectory.messages, case.domain.tools)


def check_claims(case: Case) -> str | None:
    """Return the sentence that says a write was done which was not."""
    return find_false_claim(case.transcript, load_claims(case.domain.name))


def check_goal(case: Case) -> str | None:
    """Return why the reward is not 1."""
    if case.trajectory.reward == 1:
        return None
    return describe_failure(case.trajectory, case.task, case.domain)


def check_violation(case: Case) -> str | None:
    """Return the first clause that was violated."""
    return find_finding(case.clauses, ClauseVerdict.VIOLATED)


def check_doubt(case: Case) -> str | None:
    """Return the first clause that a guard could not settle."""
    return find_finding(case.clauses, ClauseVerdict.UNCLEAR)


CHECKS: tuple[tuple[Reason, Check], ...] = (
    (Reason.UNSATISFIED, check_satisfied),
    (Reason.NOT_SCORED, check_scored),
    (Reason.TRUNCATED, check_whole),
    (Reason.INVALID_TEXT, check_text),
    (Reason.LEAKED_MARKUP, check_markup),
    (Reason.SIMULATOR_LEAK, check_simulator),
    (Reason.UNGROUNDED_ARGUMENT, check_arguments),
    (Reason.FALSE_CLAIM, check_claims),
    (Reason.FAILED, check_goal),
    (Reason.POLICY_VIOLATION, check_violation),
    (Reason.POLICY_UNCLEAR, check_doubt),
)
"""Every check with its reason, in order: the first that objects names the reason."""
POLICY_REASONS = frozenset({Reason.POLICY_VIOLATION, Reason.POLICY_UNCLEAR})


def judge_trajectory(trajectory: Trajectory, task: Task, domain: Domain) -> Judgement:
    """Return the judgement of one trajectory of a task.

    Its clauses are empty when it was rejected before the policy was looked at.
    """
    case = Case(trajectory, task, domain)
    reason, detail = find_reason(case)
    looked_at_policy = reason is None or reason in POLICY_REASONS
    return Judgement.create(
        workflow_id=trajectory.workflow_id,
        trajectory_id=trajectory.id,
        task_id=trajectory.task_id,
        domain=trajectory.domain,
        kept=reason is None,
        reason=reason,
        detail=make_safe(detail),
        clauses=case.clauses if looked_at_policy else [],
        duplicate_key=digest_messages(trajectory.messages),
        has_markup=case.markup is not None,
    )


def find_reason(case: Case) -> tuple[Reason | None, str]:
    """Return the first reason to reject with its detail, or None and an empty text."""
    for reason, check in CHECKS:
        detail = check(case)
        if detail is not None:
            return reason, detail
    return None, ""


def digest_messages(messages: Sequence[Message]) -> str:
    """Return the digest of what was said and called, 64 hex digits; ids of calls are left out.

    Text that is no valid Unicode is digested in escaped form, since it has no bytes of its own.
    """
    return hash_content(
        [
            (
                str(message.role),
                make_safe(message.content),
                [
                    (make_safe(call.function.name), make_safe(call.function.arguments))
                    for call in message.tool_calls or ()
                ],
            )
            for message in messages
        ]
    )


def make_safe(text: str) -> str:
    """Return the text with lone surrogates escaped."""
    return text.encode(errors="backslashreplace").decode()
