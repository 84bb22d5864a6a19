"""Policy: what guards say of one conversation, and which clauses are left to a judge."""

from schemas.verdict import ClauseFinding, ClauseVerdict
from tracer.domains.domain import Domain
from tracer.domains.policy import Keeper
from tracer.domains.transcript import Transcript

LEFT = "left to a judge"


def find_clauses(transcript: Transcript, domain: Domain) -> list[ClauseFinding]:
    """Return a finding for every clause that is not settled as complied, in the policy's order.

    Clauses whose guard objects come with its verdict, others marked for a judge as not_judged.
    """
    findings = {
        number: ClauseFinding(clause=number, verdict=ClauseVerdict.NOT_JUDGED, detail=LEFT)
        for number in domain.policy.list_numbers(Keeper.JUDGE)
    }
    for number, guard in domain.guards.items():
        found = guard(transcript, domain.base)
        if found.verdict is not ClauseVerdict.COMPLIED:
            findings[number] = ClauseFinding(
                clause=number, verdict=found.verdict, detail=found.detail
            )
    return [findings[number] for number in sorted(findings)]


def find_finding(clauses: list[ClauseFinding], verdict: ClauseVerdict) -> str | None:
    """Return the first finding with a verdict as a line for a human, or None."""
    return next(
        (
            f"clause {finding.clause}: {finding.detail}"
            for finding in clauses
            if finding.verdict is verdict
        ),
        None,
    )
