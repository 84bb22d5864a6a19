"""Suite: the probes in their order, each within its time, until nothing more can be learnt."""

import asyncio
from collections.abc import Callable

from tracer.inference.probe.answer import probe_answer, probe_system
from tracer.inference.probe.calls import (
    probe_auto,
    probe_empty,
    probe_forced,
    probe_parallel,
    probe_react,
    probe_tools,
)
from tracer.inference.probe.context import probe_context, probe_room
from tracer.inference.probe.load import probe_load, probe_prefix
from tracer.inference.probe.probe import Finding, Probe, ProbeName, Verdict, fail
from tracer.inference.probe.reasoning import probe_reasoning
from tracer.inference.probe.structure import probe_structure
from tracer.inference.probe.subject import Subject
from tracer.inference.probe.trip import probe_trip

PROBES = (
    # Reasoning first: what turns it off shapes every request after.
    Probe(ProbeName.REASONING, probe_reasoning),
    Probe(ProbeName.ANSWER, probe_answer),
    Probe(ProbeName.SYSTEM, probe_system),
    Probe(ProbeName.ROOM, probe_room),
    Probe(ProbeName.STRUCTURE, probe_structure),
    Probe(ProbeName.TOOLS, probe_tools),
    Probe(ProbeName.AUTO, probe_auto),
    Probe(ProbeName.FORCED, probe_forced),
    Probe(ProbeName.REACT, probe_react),
    Probe(ProbeName.PARALLEL, probe_parallel),
    Probe(ProbeName.EMPTY, probe_empty),
    Probe(ProbeName.TRIP, probe_trip),
    Probe(ProbeName.CONTEXT, probe_context),
    Probe(ProbeName.LOAD, probe_load),
    Probe(ProbeName.PREFIX, probe_prefix),
)
Tell = Callable[[int, Probe], None]


async def run_probes(subject: Subject, tell: Tell, timeout_s: float) -> tuple[Finding, ...]:
    """Run the probes one after another; none is run once the model gives no answer at all.

    Args:
        subject: The model.
        tell: Called with the number of each probe, from 0, before it starts.
        timeout_s: Longest wait for one probe, seconds.
    """
    findings: list[Finding] = []
    for number, probe in enumerate(PROBES):
        tell(number, probe)
        finding = await run_probe(subject, probe, timeout_s)
        findings.append(finding)
        if has_no_answer(findings):
            break
    return tuple(findings)


def has_no_answer(findings: list[Finding]) -> bool:
    """Return whether neither of the first two probes was answered."""
    mute = {finding.probe for finding in findings if finding.verdict is Verdict.NOT}
    return mute >= {ProbeName.REASONING, ProbeName.ANSWER}


async def run_probe(subject: Subject, probe: Probe, timeout_s: float) -> Finding:
    """Return the finding of one probe; none within its time is a finding too."""
    try:
        async with asyncio.timeout(timeout_s):
            return await probe.run(subject)
    except TimeoutError:
        return fail(probe.name, f"not done within {timeout_s:g} s", "--timeout-s SECONDS")
