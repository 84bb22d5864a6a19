"""The guards agree with a reader who labelled conversations from the policy text alone."""

import pytest

from docs.agreement import compare

LEAST = 0.95


@pytest.mark.parametrize("domain", ["retail", "airline"])
def test_guards_agree_with_the_reader(domain: str) -> None:
    found = compare(domain)
    assert len({item.conversation for item in found}) == 20
    equal = sum(item.label == item.verdict for item in found)
    assert equal / len(found) >= LEAST


@pytest.mark.parametrize("domain", ["retail", "airline"])
def test_what_the_guards_call_violated_the_reader_did_too(domain: str) -> None:
    wrong = [item for item in compare(domain) if item.verdict == "violated" != item.label]
    assert wrong == []
