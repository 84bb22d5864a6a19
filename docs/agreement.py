"""Agreement: the guards' verdicts beside labels that a reader gave from the policy text alone.

The reader, a language model, had not seen the guards; it labelled twenty conversations per
domain by every clause that a guard checks. The conversations stand in tests/golden/labelled,
one JSON object per line.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from schemas.message import Message
from tracer.domains.domain import load_domain
from tracer.domains.transcript import read_transcript

LABELLED = Path(__file__).parent.parent / "tests" / "golden" / "labelled"
LEAD = """# Guards against a reader

A reader who had not seen the guards (a language model, not a person) labelled twenty rule-engine
conversations per domain from the policy text alone, by every clause that a guard checks. What is
claimed as done and was not is no guard's business (the filter's `false_claim` rejects it), so the
reader's violations of clause 5 for such a claim stand as differences here.
"""
VERDICTS = ("complied", "violated", "unclear")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One clause of one conversation, by the reader and by the guard."""

    conversation: int
    clause: int
    label: str
    verdict: str
    note: str
    """Why the reader did not call it complied; empty otherwise."""


def compare(domain_name: str) -> list[Comparison]:
    """Return every labelled clause of a domain's conversations."""
    text = (LABELLED / f"{domain_name}.jsonl").read_text(encoding="utf-8")
    return [
        comparison
        for number, line in enumerate(text.splitlines())
        for comparison in compare_one(domain_name, number, line)
    ]


def compare_one(domain_name: str, number: int, line: str) -> Iterator[Comparison]:
    """Yield the labelled clauses of one conversation."""
    domain, entry = load_domain(domain_name), json.loads(line)
    messages = [Message.model_validate(item, strict=False) for item in entry["messages"]]
    transcript = read_transcript(messages)
    for clause, guard in sorted(domain.guards.items()):
        verdict = guard(transcript, domain.base).verdict.value
        label, note = entry["labels"][str(clause)], entry["notes"].get(str(clause), "")
        yield Comparison(number, clause, label, verdict, note)


def write_guards_page() -> str:
    """Return the page of agreement, domain by domain."""
    return "\n".join([LEAD, *(write_domain(name) for name in ("retail", "airline"))])


def write_domain(name: str) -> str:
    """Return one domain's counts and differences."""
    found = compare(name)
    equal = sum(item.label == item.verdict for item in found)
    counts = Counter((item.label, item.verdict) for item in found)
    rows = [
        f"| {label} | " + " | ".join(str(counts[label, verdict]) for verdict in VERDICTS) + " |"
        for label in VERDICTS
    ]
    table = ["| reader \\ guard | " + " | ".join(VERDICTS) + " |", "|---|---|---|---|", *rows]
    differences = [
        f"- conversation {item.conversation}, clause {item.clause}: reader {item.label}, "
        f"guard {item.verdict}. {item.note}"
        for item in found
        if item.label != item.verdict
    ]
    head = f"## {name}: {equal}/{len(found)} alike ({equal / len(found):.1%})\n"
    return "\n".join([head, *table, "", *differences, ""])
