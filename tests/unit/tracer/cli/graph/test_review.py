from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from graphs.review import (
    Decision,
    RefusalReason,
    ReviewKind,
    Ruling,
    load_review,
    parse_review,
    write_review,
)
from tracer.cli.app import main
from tracer.cli.graph.interview import Interview
from tracer.cli.graph.signing import Desk, Reviewer, open_desk, read_decisions
from tracer.cli.terminal import make_console

Capture = pytest.CaptureFixture[str]
MODEL = ["--reviewer", "Ada", "--kind", "model"]
PERSON = Reviewer("Ada", ReviewKind.PERSON)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "retail.review.toml"


@pytest.fixture
def decided(tmp_path: Path) -> Path:
    """A file with the decisions of the shipped review."""
    return write_decisions(tmp_path, list_decisions())


def list_decisions() -> list[Decision]:
    review = load_review("retail")
    assert review is not None
    return list(review.pair)


def write_decisions(folder: Path, decisions: Sequence[Decision]) -> Path:
    review = load_review("retail")
    assert review is not None
    path = folder / "decisions.toml"
    text = write_review("retail", review.model_copy(update={"pair": list(decisions)}))
    path.write_text(text, encoding="utf-8")
    return path


def test_model_signs_with_a_file_of_decisions(path: Path, decided: Path) -> None:
    tokens = ["graph", "review", "retail", "--decisions", str(decided), *MODEL, "--to", str(path)]
    assert main(tokens) == 0
    review = parse_review("x", path.read_text(encoding="utf-8"))
    assert (review.reviewer, review.kind) == ("Ada", ReviewKind.MODEL)
    assert review.pair == list_decisions()


@pytest.mark.parametrize(
    "said",
    [
        [],
        ["--reviewer", "Ada"],
        ["--kind", "model"],
        ["--reviewer", "Ada", "--kind", "person"],
        ["--reviewer", "Ada", "--kind", "maintainer"],
    ],
)
def test_file_is_never_a_persons_review(
    said: list[str], path: Path, decided: Path, capsys: Capture
) -> None:
    tokens = ["graph", "review", "retail", "--decisions", str(decided), *said, "--to", str(path)]
    assert main(tokens) == 2
    assert "decisions in a file are a model's, say so" in capsys.readouterr().err
    assert not path.exists()


def test_person_needs_a_terminal(path: Path, capsys: Capture) -> None:
    assert main(["graph", "review", "retail", "--reviewer", "Ada", "--to", str(path)]) == 2
    assert "a person decides at a terminal" in capsys.readouterr().err


def test_decisions_that_contradict_the_graph_are_not_signed(
    path: Path, tmp_path: Path, capsys: Capture
) -> None:
    first, *rest = list_decisions()
    turned = first.model_copy(update={"ruling": Ruling.ACCEPTED, "reason": None})
    file = write_decisions(tmp_path, [turned, *rest])
    tokens = ["graph", "review", "retail", "--decisions", str(file), *MODEL, "--to", str(path)]
    assert main(tokens) == 3
    err = capsys.readouterr().err
    assert "not signed: get_customer -> get_customer: accepted, but no edge" in err
    assert "get_customer -> get_customer: accepted without" not in err.split("no edge")[0]
    assert not path.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "expected TOML with [[pair]] tables"),
        ("a = 1", "expected TOML with [[pair]] tables"),
        ('[[pair]]\nfirst = "a"\nsecond = "b"\nruling = "maybe"', "ruling: Input should be"),
    ],
)
def test_file_that_holds_no_decisions_is_exit_2(
    text: str, message: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "d.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["graph", "review", "retail", "--decisions", str(file), *MODEL]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert str(file) in err


class Keys:
    """Stands for the keyboard: gives lines in order, then ends."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.asked: list[str] = []

    def __call__(self, prompt: str = "") -> str:
        self.asked.append(prompt)
        for line in self.lines:
            return line
        raise EOFError


def sit(monkeypatch: pytest.MonkeyPatch, path: Path, *lines: str) -> tuple[int, Desk, Keys]:
    keys = Keys(*lines)
    monkeypatch.setattr("builtins.input", keys)
    desk = open_desk("retail", path)
    return Interview(desk, PERSON, make_console()).hold(), desk, keys


def test_pair_is_shown_with_its_clauses_and_calls(
    monkeypatch: pytest.MonkeyPatch, path: Path, capsys: Capture
) -> None:
    sit(monkeypatch, path, "s", "q")
    out = capsys.readouterr().out
    assert "1/144  get_customer > get_customer" in out
    assert "the graph has no such edge" in out
    assert "no calls found: no customer has what get_customer needs" in out
    assert "edge, data: orders.* is order_id" in out
    assert "clause 1: Before anything else, find the customer's account" in out
    assert "calls that run: cus-" in out


def test_decisions_are_kept_and_gone_on_from(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    code, desk, _ = sit(monkeypatch, path, "r", "7", "once is enough", "a", "", "q")
    assert code == 1
    assert not path.exists()
    first, second = desk.read_draft()
    assert (first.ruling, first.reason) == (Ruling.REFUSED, RefusalReason.REPEATS_ITSELF)
    assert first.note == "once is enough"
    assert (second.second, second.ruling, second.reason) == ("get_order", Ruling.ACCEPTED, None)
    assert second.note == "The profile lists the customer's orders; one of them is looked at."
    sit(monkeypatch, path, "r", "1", "no product in a profile", "q")
    assert [item.second for item in desk.read_draft()] == [
        "get_customer",
        "get_order",
        "get_product",
    ]


def test_wrong_key_and_wrong_number_are_asked_again(
    monkeypatch: pytest.MonkeyPatch, path: Path, capsys: Capture
) -> None:
    _, desk, _ = sit(monkeypatch, path, "x", "", "r", "0", "99", "two", "2", "", "why", "q")
    (made,) = desk.read_draft()
    assert (made.reason, made.note) == (RefusalReason.NEVER_RUNS, "why")
    assert "expected a, r, s or q" in capsys.readouterr().out


def test_end_of_the_input_stops_like_q(
    monkeypatch: pytest.MonkeyPatch, path: Path, capsys: Capture
) -> None:
    code, _, _ = sit(monkeypatch, path)
    assert code == 1
    assert "not signed: 0 of 144 pairs decided" in capsys.readouterr().out


def test_draft_of_another_graph_is_begun_anew(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    _, desk, _ = sit(monkeypatch, path, "r", "1", "so", "q")
    draft = desk.draft_path.read_text(encoding="utf-8")
    desk.draft_path.write_text(draft.replace(desk.graph.digest, "f" * 64), encoding="utf-8")
    assert desk.read_draft() == []


def test_person_signs_when_every_pair_is_decided(
    monkeypatch: pytest.MonkeyPatch, path: Path, capsys: Capture
) -> None:
    reasons = list(RefusalReason)
    lines: list[str] = []
    for item in list_decisions():
        if item.reason is None:
            lines += ["a", item.note]
        else:
            lines += ["r", str(reasons.index(item.reason) + 1), item.note]
    code, desk, _ = sit(monkeypatch, path, *lines)
    assert code == 0
    review = parse_review("x", path.read_text(encoding="utf-8"))
    assert (review.kind, review.reviewer) == (ReviewKind.PERSON, "Ada")
    assert review.pair == list_decisions()
    assert not desk.draft_path.exists()
    assert "signed: person Ada" in capsys.readouterr().out


def test_what_was_decided_before_is_shown_and_its_note_taken_over(
    monkeypatch: pytest.MonkeyPatch, path: Path, decided: Path, capsys: Capture
) -> None:
    path.write_bytes(decided.read_bytes())
    _, desk, keys = sit(monkeypatch, path, "r", "7", "", "q")
    assert desk.read_draft()[0].note == list_decisions()[0].note
    assert "before: refused repeats_itself: One customer is served" in capsys.readouterr().out
    assert f"why [{list_decisions()[0].note}]: " in keys.asked


def test_decisions_are_read_from_a_sign_off(decided: Path) -> None:
    assert read_decisions(decided) == list_decisions()
