from collections.abc import Iterator

import pytest

from graphs.graph import load_graph
from graphs.review import (
    Decision,
    RefusalReason,
    Review,
    ReviewKind,
    find_faults,
    load_review,
    parse_review,
    require_review,
    write_review,
)
from schemas.errors import DataError
from tests.support.making import load_retail
from tests.unit.graphs.small_graph import accept, make_decisions, make_graph, make_review, refuse
from tracer.domains.domain import DOMAIN_NAMES


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    require_review.cache_clear()
    yield
    require_review.cache_clear()


def use(monkeypatch: pytest.MonkeyPatch, **changes: object) -> Review:
    found = load_review("retail")
    assert found is not None
    review = found.model_copy(update=changes)
    monkeypatch.setattr("graphs.review.load_review", lambda _: review)
    return review


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_shipped_graph_is_signed_off_as_it_is(domain: str) -> None:
    review = require_review(domain)
    assert len(review.pair) == len(load_graph(domain).nodes) ** 2
    assert review.kind is ReviewKind.MODEL


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_every_accepted_pair_keeps_its_witness(domain: str) -> None:
    accepted = [item for item in require_review(domain).pair if item.reason is None]
    assert [(item.first, item.second) for item in accepted if not item.witness] == []
    assert len(accepted) == len(load_graph(domain).edges)


def test_whole_set_of_decisions_is_a_sign_off() -> None:
    assert find_faults(make_graph(), make_decisions()) == []


@pytest.mark.parametrize(
    ("decisions", "fault"),
    [
        (make_decisions()[1:], "read_box -> read_box: not decided"),
        ([*make_decisions(), refuse("a", "b")], "a -> b: no pair of nodes"),
        ([*make_decisions(), make_decisions()[0]], "read_box -> read_box: decided 2 times"),
        (
            [accept("read_box", "read_box"), *make_decisions()[1:]],
            "read_box -> read_box: accepted, but no edge",
        ),
        (
            [
                *make_decisions()[:1],
                refuse("read_box", "move_box"),
                *make_decisions()[2:],
            ],
            "read_box -> move_box: refused, but an edge",
        ),
        (
            [refuse("read_box", "read_box", reason=None), *make_decisions()[1:]],
            "read_box -> read_box: refused: no reason",
        ),
        (
            [refuse("read_box", "read_box", note=" "), *make_decisions()[1:]],
            "read_box -> read_box: no note says why",
        ),
    ],
    ids=["missing", "unknown", "doubled", "no edge", "edge", "no reason", "no note"],
)
def test_what_is_no_sign_off_is_named(decisions: list[Decision], fault: str) -> None:
    assert find_faults(make_graph(), decisions) == [fault]


def test_accepted_pair_has_no_reason_to_refuse() -> None:
    decisions = make_decisions()
    decisions[1] = accept("read_box", "move_box", reason=RefusalReason.NEVER_RUNS)
    assert find_faults(make_graph(), decisions) == [
        "read_box -> move_box: accepted with a reason to refuse"
    ]


def test_review_is_read_as_it_was_written() -> None:
    review = make_review(reviewer='Zoë "Z" \\ 谢')
    assert parse_review("x", write_review("boxes", review)) == review


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("= 1", "x.toml: "),
        ('reviewer = "a"', "x.toml: kind: Field required"),
        (
            write_review("boxes", make_review()).replace('"repeats_itself"', '"because"', 1),
            "x.toml: pair.0.reason: Input should be 'no_data_no_entity', ",
        ),
    ],
    ids=["no TOML", "incomplete", "open reason"],
)
def test_what_is_no_review_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_review("x.toml", text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"graph": "other"}, "graph changed"),
        ({"policy": "other"}, "policy changed"),
        ({"tools": "other"}, "tool schemas changed"),
        ({"graph": "other", "policy": "other"}, "graph and policy changed"),
    ],
)
def test_changed_graph_policy_or_tools_void_the_review(
    changes: dict[str, str], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = use(monkeypatch, **changes)
    with pytest.raises(DataError) as caught:
        require_review("retail")
    assert str(caught.value) == (
        f"graphs/retail.toml: {named} since the review of {review.date}; review it again: "
        "tracer graph review retail"
    )


def test_review_with_a_pair_taken_out_by_hand_holds_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pairs = require_review("retail").pair
    require_review.cache_clear()
    use(monkeypatch, pair=pairs[1:])
    with pytest.raises(DataError, match="get_customer -> get_customer: not decided; review again"):
        require_review("retail")


def test_graph_nobody_reviewed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphs.review.load_review", lambda _: None)
    with pytest.raises(DataError, match="was not reviewed yet; review it: tracer graph review"):
        require_review("retail")


def test_nothing_has_changed_in_a_review_of_today() -> None:
    assert require_review("retail").list_changes(load_retail()) == []
