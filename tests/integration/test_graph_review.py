"""`tracer graph review` at a terminal: keys typed into a pseudo-terminal."""

import sys
from pathlib import Path

import pytest

from graphs.review import RefusalReason, ReviewKind, Ruling, parse_review
from tests.support.pseudo_terminal import Terminal

COMMAND = [sys.executable, "-m", "tracer.cli.app", "graph", "review", "retail", "--to"]


@pytest.mark.timeout(180)
def test_person_decides_by_keys_and_goes_on_another_day(tmp_path: Path) -> None:
    path = tmp_path / "retail.review.toml"
    terminal = Terminal([*COMMAND, str(path)])
    terminal.wait_for("your name: ")
    terminal.type("Ada")
    terminal.wait_for("1/144")
    terminal.wait_for("[q]uit: ")
    terminal.type("r")
    terminal.wait_for("reason 1-")
    terminal.type("7")
    terminal.wait_for("why: ")
    terminal.type("Once is enough.")
    terminal.wait_for("2/144")
    terminal.wait_for("clause 3:")
    terminal.wait_for("calls that run: cus-")
    terminal.wait_for("[q]uit: ")
    terminal.type("a")
    terminal.wait_for("why [")
    terminal.type("")
    terminal.wait_for("[q]uit: ")
    terminal.type("s")
    terminal.wait_for("4/144")
    terminal.type("q")
    terminal.wait_for("not signed: 2 of 144 pairs decided")
    assert terminal.finish() == 1
    assert not path.exists()
    draft = tmp_path / "retail.review.draft.toml"
    review = parse_review("draft", draft.read_text(encoding="utf-8"))
    assert (review.reviewer, review.kind) == ("Ada", ReviewKind.PERSON)
    assert [(item.ruling, item.reason) for item in review.pair] == [
        (Ruling.REFUSED, RefusalReason.REPEATS_ITSELF),
        (Ruling.ACCEPTED, None),
    ]
    again = Terminal([*COMMAND, str(path), "--reviewer", "Ada"])
    again.wait_for("3/144")
    again.type("q")
    again.wait_for("not signed: 2 of 144 pairs decided")
    assert again.finish() == 1
