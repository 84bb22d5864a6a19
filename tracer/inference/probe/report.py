"""Report: everything the probes of one model found, and what follows for a run."""

from typing import Any

import tomli_w

from schemas.record import Record
from tracer.inference.probe.probe import Finding, ProbeName, Verdict


class Report(Record):
    """What a check found."""

    base_url: str
    """Address of the server, as a config wants it."""
    model: str
    """The model checked; empty when no server was found."""
    max_model_len: int | None = None
    """Longest conversation, tokens; None where the server does not say."""
    findings: tuple[Finding, ...]
    """One for each probe, in order."""
    agent: dict[str, Any] | None = None
    """Settings with which it plays the agent; None when it cannot."""
    user: dict[str, Any] | None = None
    """Settings with which it plays the user; None when it cannot."""
    cautions: tuple[str, ...] = ()
    """What to know before a run with these settings."""
    barriers: tuple[str, ...] = ()
    """Why it cannot play the agent; empty when it can."""

    @property
    def verdict(self) -> str:
        """The outcome in one line."""
        if not self.model:
            return f"no model to check at {self.base_url}: {self.findings[0].seen}"
        if self.agent is None:
            return f"{self.model} cannot be used as agent: {'; '.join(self.barriers)}"
        way = describe_way(self.agent)
        if self.user is None:
            return f"{self.model} can be used as agent ({way}), not as user: take rules for that"
        return f"{self.model} can be used as agent ({way}) and as user"

    def find(self, probe: ProbeName) -> Finding:
        """Return the finding of a probe; one that was not made is unknown."""
        return find_finding(self.findings, probe)

    def write_toml(self) -> str:
        """Return the settings as a piece of a run's config, cautions as comments."""
        notes = "".join(f"# {caution}\n" for caution in self.cautions)
        roles = {"agent": self.agent, "user": self.user or {"engine": "rules"}}
        return notes + tomli_w.dumps({name: role for name, role in roles.items() if role})


def find_finding(findings: tuple[Finding, ...], probe: ProbeName) -> Finding:
    """Return the finding of a probe; one that was not made is unknown."""
    for finding in findings:
        if finding.probe is probe:
            return finding
    return Finding(probe=probe, verdict=Verdict.UNKNOWN, seen="not asked")


def describe_way(agent: dict[str, Any]) -> str:
    """Return how an agent calls its tools."""
    if agent["tool_format"] == "react":
        return "calls as ReAct text"
    return "forced native calls" if agent["tool_choice"] == "required" else "native calls"
