import pytest

from schemas.errors import DataError
from tracer.domains.policy import Keeper, parse_policy

TEXT = """# The desk

Be kind.

## Orders

1. [guard] Look first.
2. [tool, judge] Then act, once [per order].

Ask when in doubt.
"""


def test_agent_reads_the_words_without_the_marks() -> None:
    assert parse_policy(TEXT, "policy.md").text == (
        "# The desk\n\nBe kind.\n\n## Orders\n\n1. Look first.\n"
        "2. Then act, once [per order].\n\nAsk when in doubt.\n"
    )


def test_clauses_know_their_keepers() -> None:
    policy = parse_policy(TEXT, "policy.md")
    assert [clause.number for clause in policy.clauses] == [1, 2]
    assert policy.clauses[1].keepers == {Keeper.TOOL, Keeper.JUDGE}
    assert policy.clauses[1].text == "Then act, once [per order]."
    assert policy.list_numbers(Keeper.GUARD) == [1]
    assert policy.list_numbers(Keeper.TOOL) == [2]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        pytest.param("1. [guard] A.\n3. [guard] B.", "without a gap", id="gap"),
        pytest.param("2. [guard] A.", "without a gap", id="not from one"),
        pytest.param("1. [guard] A.\n1. [guard] B.", "without a gap", id="twice"),
        pytest.param("1. [guard] A.\n2. [police] B.", "clause 2", id="unknown mark"),
        pytest.param("1. [guard] A.\n2. B.", "2. B.", id="last one without a mark"),
        pytest.param("1. [guard] A.\n2. [Guard] B.", "2. [Guard] B.", id="capital"),
        pytest.param("1. [guard] A.\n 2. [guard] B.", "2. [guard] B.", id="indented"),
    ],
)
def test_badly_written_clause_is_refused_by_file(text: str, part: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_policy(text, "policy.md")
    assert str(caught.value).startswith("policy.md: ")
    assert part in str(caught.value)


def test_digest_follows_the_words_alone() -> None:
    digest = parse_policy(TEXT, "policy.md").digest
    assert parse_policy(TEXT.replace("[guard]", "[judge]"), "other.md").digest == digest
    assert parse_policy(TEXT.replace("kind", "brief"), "policy.md").digest != digest
