"""Duplicates: conversations that came out the same, of which one stays."""

from collections.abc import Iterable

from schemas.judgement import Judgement


def find_duplicates(judgements: Iterable[Judgement]) -> dict[str, str]:
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
