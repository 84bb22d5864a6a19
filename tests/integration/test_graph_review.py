"""`tracer graph review` at a terminal: keys typed into a pseudo-terminal."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphs.review import RefusalReason, ReviewKind, Ruling, parse_review
from tests.repository.source_tree import ROOT

COMMAND = [sys.executable, "-m", "tracer.cli.app", "graph", "review", "retail", "--to"]
PATIENCE_S = 60.0


class Terminal:
    """A program behind a pseudo-terminal."""

    def __init__(self, command: list[str]) -> None:
        self.descriptor, other = pty.openpty()
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "COLUMNS": "100", "TERM": "xterm"},
            stdin=other,
            stdout=other,
            stderr=other,
        )
        os.close(other)
        self.shown = ""

    def wait_for(self, text: str) -> None:
        """Read on until `text` has come up since it was last waited for."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.descriptor], [], [], 1.0)[0]:
                self.shown += self.read()
        self.shown = self.shown.partition(text)[2]

    def read(self) -> str:
        try:
            return os.read(self.descriptor, 65536).decode(errors="replace")
        except OSError:
            # Linux says so when the program at the other end is gone.
            return ""

    def type(self, line: str) -> None:
        os.write(self.descriptor, f"{line}\n".encode())

    def finish(self) -> int:
        """Return the exit code."""
        code = self.process.wait(PATIENCE_S)
        os.close(self.descriptor)
        return code


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
