"""Group: the processes that a server started, found by the number of their group."""

import os
from pathlib import Path

PROC = Path("/proc")
DEAD = frozenset("ZX")


def send_to_group(number: int, signal_number: int) -> bool:
    """Send a signal to a whole group; return whether there was one to receive it."""
    try:
        os.killpg(number, signal_number)
    except ProcessLookupError:
        return False
    except PermissionError:
        # macOS answers so for a group in which all are dead and not yet taken note of.
        return False
    return True


def has_living(number: int) -> bool:
    """Return whether any process of a group lives.

    One that ended and that its parent took no note of yet does not: in a container nobody may.
    """
    if not send_to_group(number, 0):
        return False
    if not (PROC / "self/stat").exists():
        return True
    return any(is_living_member(folder, number) for folder in PROC.glob("[0-9]*"))


def is_living_member(folder: Path, number: int) -> bool:
    """Return whether the process of a folder below /proc lives and belongs to a group.

    proc(5), /proc/pid/stat: state, parent and group follow the name in parentheses.
    """
    try:
        state, _, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
    except (OSError, ValueError):
        return False
    return state not in DEAD and int(group) == number
