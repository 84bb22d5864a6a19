"""Duplicates: conversations that came out the same, of which one stays."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol


class Judged(Protocol):
    """What is looked at of a judgement."""

    @property
    def trajectory_id(self) -> str:
        """The trajectory judged."""
        ...

    @property
    def kept(self) -> bool:
        """Whether the filter keeps it."""
        ...

    @property
    def duplicate_key(self) -> str:
        """Digest of the messages."""
        ...


class JudgedRow(NamedTuple):
    """The same as read from the file's columns."""

    trajectory_id: str
    kept: bool
    duplicate_key: str


def find_duplicates(judgements: Iterable[Judged]) -> dict[str, str]:
    """Return trajectory id -> id of the equal one that stays, for every kept one that must go.

    The smallest id stays, whatever the order of the judgements.
    """
    kept = sorted(
        (judgement for judgement in judgements if judgement.kept),
        key=lambda judgement: judgement.trajectory_id,
    )
    first: dict[str, str] = {}
    duplicates: dict[str, str] = {}
    for judgement in kept:
        stays = first.setdefault(judgement.duplicate_key, judgement.trajectory_id)
        if stays != judgement.trajectory_id:
            duplicates[judgement.trajectory_id] = stays
    return duplicates
