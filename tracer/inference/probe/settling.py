"""Settling: with which settings a model can play agent and user, by what its probes found."""

from dataclasses import dataclass
from typing import Any

from schemas.config import RoleConfig
from schemas.trajectory import Engine
from tracer.inference.families import Switch
from tracer.inference.probe.calls import PARSER_FLAG
from tracer.inference.probe.probe import Finding, ProbeName, Verdict
from tracer.inference.probe.report import Report, find_finding
from tracer.inference.probe.subject import Subject

ENOUGH = 0.5
"""Share of tries that must go well for a way to be proposed at all."""
CONDITIONS = (ProbeName.ANSWER, ProbeName.SYSTEM, ProbeName.ROOM)
"""What a model must not fail at, in whatever role."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which an agent may call its tools."""

    probe: ProbeName
    settings: dict[str, Any]
    caution: str = ""


NATIVE = Way(
    ProbeName.AUTO, {"tool_format": "native", "tool_choice": "auto", "strict_tools": False}
)
REACT = Way(ProbeName.REACT, {"tool_format": "react", "tool_choice": "auto", "strict_tools": False})
FORCED = Way(
    ProbeName.FORCED,
    {"tool_format": "native", "tool_choice": "required", "strict_tools": True},
    "An agent whose calls are forced never writes to the customer: good to try things out, "
    "not for data.",
)


def settle(subject: Subject, findings: tuple[Finding, ...], api_key_env: str) -> Report:
    """Return the report with the settings that work, if any do."""
    base = describe_role(subject, api_key_env)
    failed = {
        name: finding.seen
        for name in CONDITIONS
        if (finding := find_finding(findings, name)).verdict is Verdict.NOT
    }
    barriers = [f"{name}: {seen}" for name, seen in failed.items()]
    way = find_way(findings)
    if way is None:
        barriers.append(describe_lack(findings))
    # Room is counted with an agent's policy and tools: a customer's prompt is far shorter.
    is_user = find_finding(findings, ProbeName.STRUCTURE).rate > ENOUGH and not (
        set(failed) - {ProbeName.ROOM}
    )
    return Report(
        base_url=subject.wire.base_url,
        model=subject.model,
        max_model_len=subject.max_model_len,
        findings=findings,
        agent=make_agent(subject, base, way) if way and not barriers else None,
        user={**base, "temperature": 1.0} if is_user else None,
        cautions=tuple(list_cautions(subject, findings, way)),
        barriers=tuple(barriers),
    )


def describe_lack(findings: tuple[Finding, ...]) -> str:
    """Return that no way of calling works, and the flags that may open one."""
    lack = "its calls arrive neither natively nor as text nor forced"
    advice = find_finding(findings, ProbeName.AUTO).advice
    return f"{lack}; {advice} may help" if PARSER_FLAG in advice else lack


def make_agent(subject: Subject, base: dict[str, Any], way: Way) -> dict[str, Any]:
    """Return the settings of an agent that calls in one way."""
    agent = {**base, **way.settings}
    if way is FORCED and subject.forced_extra:
        agent["extra_body"] = {**base.get("extra_body", {}), **subject.forced_extra}
    return agent


def describe_role(subject: Subject, api_key_env: str) -> dict[str, Any]:
    """Return the settings that both roles share; a config would accept them."""
    role = RoleConfig(
        engine=Engine.LLM,
        model=subject.model,
        base_url=subject.wire.base_url,
        api_key_env=api_key_env,
        max_tokens=max(subject.max_tokens, RoleConfig().max_tokens),
        chat_template_kwargs=subject.quiet.chat_template_kwargs,
        extra_body=subject.quiet.extra_body,
    )
    return role.model_dump(mode="json", exclude_defaults=True)


def find_way(findings: tuple[Finding, ...]) -> Way | None:
    """Return the surest way of those that leave the agent free to speak, else forced calls."""
    is_read = find_finding(findings, ProbeName.TRIP).verdict is not Verdict.NOT
    rates = {
        way.probe: find_finding(findings, way.probe).rate if way is REACT or is_read else 0.0
        for way in (NATIVE, REACT, FORCED)
    }
    free = max((NATIVE, REACT), key=lambda way: rates[way.probe])
    return next((way for way in (free, FORCED) if rates[way.probe] > ENOUGH), None)


def list_cautions(subject: Subject, findings: tuple[Finding, ...], way: Way | None) -> list[str]:
    """Return what to know before a run, one sentence each."""
    cautions = list_ways_cautions(findings, way) if way else []
    if find_finding(findings, ProbeName.CONTEXT).verdict is Verdict.NOT:
        cautions.append("The server cuts long prompts silently: long episodes lose their policy.")
    structure = find_finding(findings, ProbeName.STRUCTURE)
    if structure.n_ok < structure.n:
        cautions.append(f"A user's turn fitted its schema in {structure.n_ok} of {structure.n}.")
    if subject.quiet != Switch():
        cautions.append("Checked with thinking off; to let a role think, leave the switch out.")
    return cautions


def list_ways_cautions(findings: tuple[Finding, ...], way: Way) -> list[str]:
    """Return what to know of a way to call tools, one sentence each."""
    cautions = [way.caution] if way.caution else []
    tried, trip = find_finding(findings, way.probe), find_finding(findings, ProbeName.TRIP)
    if tried.n_ok < tried.n:
        cautions.append(f"Calls of this kind were sound in {tried.n_ok} of {tried.n} tries.")
    if way is not REACT and find_finding(findings, ProbeName.TOOLS).verdict is Verdict.NOT:
        cautions.append("The chat template shows the model no tools: its calls are blind.")
    if way is not REACT and trip.n_ok < trip.n:
        cautions.append(f"Results of tools were told in {trip.n_ok} of {trip.n} answers.")
    return cautions
