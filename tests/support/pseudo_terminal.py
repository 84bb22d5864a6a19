"""A program behind a pseudo-terminal: lines are typed into it, what it shows is waited for."""

import os
import pty
import select
import subprocess
import time

from tests.repository.source_tree import ROOT

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
