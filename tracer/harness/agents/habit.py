"""Habit: a seeded bad way of working, so that the rule agent fails the way agents fail."""

import random
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from tracer.domains.playbook import Call, Notebook


class Habit(StrEnum):
    """What a flawed agent does."""

    ASKS_NUMBER = "asks_number"
    ASKS_KNOWN = "asks_known"
    EMPTY_SYMPATHY = "empty_sympathy"
    SKIPS_CONFIRM = "skips_confirm"
    WRONG_ARGUMENT = "wrong_argument"
    FALSE_DONE = "false_done"
    STOPS_EARLY = "stops_early"


STALLING = (Habit.ASKS_NUMBER, Habit.ASKS_KNOWN, Habit.EMPTY_SYMPATHY)
WEIGHTS: Mapping[Habit, int] = {
    Habit.ASKS_NUMBER: 4,
    Habit.ASKS_KNOWN: 3,
    Habit.EMPTY_SYMPATHY: 3,
    Habit.SKIPS_CONFIRM: 2,
    Habit.WRONG_ARGUMENT: 2,
    Habit.FALSE_DONE: 2,
    Habit.STOPS_EARLY: 2,
}


def draw_habits(rng: random.Random, flawless_rate: float) -> dict[Habit, int]:
    """Return habits with how often each shows; empty for a flawless agent."""
    if rng.random() < flawless_rate:
        return {}
    drawn = rng.choices(list(WEIGHTS), list(WEIGHTS.values()), k=rng.choice((1, 1, 2)))
    return {habit: rng.choice((1, 2, 2, 3, 4)) for habit in drawn}


def mistake_argument(call: Call, notebook: Notebook, rng: random.Random) -> Call:
    """Return the call with one id replaced by another of the same list, or the call itself."""
    for name in ("new_item_ids", "payment_id", "refund_to", "order_id", "reservation_id"):
        value = call.arguments.get(name)
        wrong = find_sibling(value[-1] if isinstance(value, list) else value, notebook, rng)
        if wrong is not None:
            replaced = [*value[:-1], wrong] if isinstance(value, list) else wrong
            return Call(call.tool, {**call.arguments, name: replaced})
    return call


def find_sibling(value: Any, notebook: Notebook, rng: random.Random) -> str | None:
    """Return another id that stood beside `value` as a key or list item of a result, or None."""
    for result in notebook.results.values():
        for group in list_groups(result):
            if value in group and len(group) > 1:
                return rng.choice([item for item in group if item != value])
    return None


def list_groups(result: Any) -> list[list[str]]:
    """Return the id lists and id-keyed mappings directly inside a result."""
    if not isinstance(result, dict):
        return []
    values = result.values()
    mappings = [sorted(item) for item in values if isinstance(item, dict)]
    lists = [
        item for item in values if isinstance(item, list) and all(isinstance(x, str) for x in item)
    ]
    return mappings + lists
