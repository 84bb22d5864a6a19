"""The written material of Tern Airways has the shape that its readers count on."""

import re
from collections import Counter
from importlib import resources
from typing import Any, get_args

import pytest

from tests.support.stories import CALENDAR, CAPITAL, FEELING, FIRST_PERSON, SINGULAR
from tests.support.wording import find_offenders, read_words
from tracer.domains.airline.records import CancelReason
from tracer.domains.airline.world import TOOLS
from tracer.domains.policy import Keeper, parse_policy
from tracer.domains.tool import ToolKind

POLICY = (resources.files("tracer.domains") / "airline" / "policy.md").read_text(encoding="utf-8")
STORIES: dict[str, list[dict[str, Any]]] = read_words("airline", "stories")
WRITES = {tool.name for tool in TOOLS if tool.kind is ToolKind.WRITE}
ASKS = {"ask_reservation", "ask_profile", "ask_flight", "ask_search"}
# The stories of these are told before any trip is chosen, or about no trip at all.
WITHOUT_TRIP = {"book_reservation", "ask_profile", "ask_search"}
REASONS = get_args(CancelReason)
STORY_KEYS = {"who", "why", "stake", "self"}
TEXTS = [
    (intent, key, entry[key])
    for intent, entries in STORIES.items()
    for entry in entries
    for key in sorted(STORY_KEYS)
]
ALL = [text for _, _, text in TEXTS]


def test_policy_reads_as_between_30_and_40_consecutive_clauses() -> None:
    policy = parse_policy(POLICY, "policy.md")
    assert 30 <= len(policy.clauses) <= 40
    assert [clause.number for clause in policy.clauses] == list(range(1, len(policy.clauses) + 1))


def test_every_keeper_has_clauses() -> None:
    policy = parse_policy(POLICY, "policy.md")
    assert all(policy.list_numbers(keeper) for keeper in Keeper)


def test_clauses_refer_to_clauses_that_exist() -> None:
    numbers = {clause.number for clause in parse_policy(POLICY, "policy.md").clauses}
    assert {int(number) for number in re.findall(r"\bclause (\d+)", POLICY)} <= numbers


def test_stories_cover_every_intent_at_least_14_times() -> None:
    assert set(STORIES) == WRITES | ASKS
    assert {intent for intent, entries in STORIES.items() if len(entries) < 14} == set()


def test_stories_have_the_declared_fields() -> None:
    for intent, entries in STORIES.items():
        expected = STORY_KEYS | ({"reason"} if intent == "cancel_reservation" else set())
        assert all(set(entry) == expected for entry in entries), intent


def test_cancellations_are_told_equally_often_for_each_reason() -> None:
    reasons = Counter(entry["reason"] for entry in STORIES["cancel_reservation"])
    assert reasons == dict.fromkeys(REASONS, 6)


@pytest.mark.parametrize(
    ("reason", "pattern"),
    [
        ("change of plans", r"\bplan|\binstead\b|\bnew job\b|\bchanged\b"),
        ("flight cancelled", r"\bcancelled\b|\btook my flight off\b"),
        ("health", r"\bill\b|\bplaster\b|\boperation\b|\binfection\b|\bback\b|\bfever\b"),
        ("weather", r"\bweather\b|\bgales\b|\bstorms\b|\brain\b"),
    ],
)
def test_a_cancellation_is_told_so_that_its_reason_shows(reason: str, pattern: str) -> None:
    told = [entry for entry in STORIES["cancel_reservation"] if entry["reason"] == reason]
    assert [entry["self"] for entry in told if not re.search(pattern, entry["self"])] == []


def test_no_story_string_is_told_twice() -> None:
    told = Counter(ALL)
    assert [text for text, times in told.items() if times > 1] == []


def test_stories_name_the_customer_at_most_once_per_string() -> None:
    for intent, key, text in TEXTS:
        placeholders = Counter(re.findall(r"\{(.*?)\}", text))
        assert set(placeholders) <= {"name", "thing"}, text
        assert placeholders["name"] <= 1, text
        assert placeholders["name"] == 0 or key != "self", text
        assert placeholders["thing"] == 0 or intent not in WITHOUT_TRIP, text
        assert placeholders["thing"] <= 1, text


def test_every_story_begins_with_the_customer() -> None:
    openings = [text for _, key, text in TEXTS if key == "who"]
    assert [text for text in openings if not text.startswith("{name} ")] == []


def test_customers_speak_of_themselves_in_one_or_two_sentences() -> None:
    for text in [text for _, key, text in TEXTS if key == "self"]:
        assert FIRST_PERSON.search(text), text
        assert 1 <= len(re.findall(r"\.(?= |$)", text)) <= 2, text


@pytest.mark.parametrize("pattern", [r"\d", r"^\{thing\}", r"  |[^.]$", CALENDAR, CAPITAL, FEELING])
def test_stories_hold_for_any_trip_day_and_mood(pattern: str | re.Pattern[str]) -> None:
    assert find_offenders(pattern, ALL) == []


def test_no_story_says_whether_the_customer_is_a_man_or_a_woman() -> None:
    assert [text for _, key, text in TEXTS if key == "who" and SINGULAR.search(text)] == []
