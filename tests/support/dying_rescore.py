"""Rescores a run under other rules and is killed by a signal that nobody catches.

    python -m tests.support.dying_rescore RUN N_MOVES

It dies before it moves the file after the first N_MOVES of a sealed swap.
"""

import os
import signal
import sys
from pathlib import Path

import pytest

from flows.rescore import rescore_run
from tests.support import new_rules
from tracer.store.folder import RunFolder
from tracer.store.swap import is_sealed


def main(path: str, n_moves: str) -> None:
    """Rescore the run until death."""
    run, left = RunFolder(Path(path)), [int(n_moves)]
    patch = pytest.MonkeyPatch()
    new_rules.add_guard(patch)
    replace = Path.replace

    def move(source: Path, target: Path) -> Path:
        if is_sealed(run):
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
        return replace(source, target)

    patch.setattr(Path, "replace", move)
    rescore_run(run, lambda *_: None)


if __name__ == "__main__":
    main(*sys.argv[1:])
