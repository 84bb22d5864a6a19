"""The written material of Kestrel Lane has the shape that its readers count on."""

import itertools
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tracer.domains
from tests.support.stories import CALENDAR, CAPITAL, FEELING, FIRST_PERSON, SINGULAR
from tracer.domains.policy import Keeper, parse_policy

FOLDER = Path(tracer.domains.__path__[0]) / "retail"
POLICY = (FOLDER / "policy.md").read_text(encoding="utf-8")
PRODUCTS: list[dict[str, Any]] = tomllib.loads(
    (FOLDER / "catalogue.toml").read_text(encoding="utf-8")
)["product"]
STORIES: dict[str, list[dict[str, str]]] = tomllib.loads(
    (FOLDER / "stories.toml").read_text(encoding="utf-8")
)

WRITES = frozenset(
    {
        "cancel_order",
        "change_order_address",
        "change_order_payment",
        "change_order_items",
        "return_items",
        "exchange_items",
        "change_default_address",
    }
)
TOOLS = WRITES | {
    "find_customer_by_email",
    "find_customer_by_name_and_postcode",
    "get_customer",
    "get_order",
    "get_product",
    "list_products",
    "track_delivery",
    "calculate",
    "transfer_to_person",
}
ASKS = frozenset(
    {"ask_order", "ask_product", "ask_profile", "ask_catalogue", "ask_delivery", "ask_delivered"}
)
WITHOUT_GOODS = frozenset({"change_default_address", "ask_profile", "ask_catalogue"})
OPTION_NAMES = frozenset(
    {
        "size",
        "colour",
        "material",
        "capacity",
        "length",
        "finish",
        "scent",
        "pattern",
        "power",
        "voltage",
        "firmness",
    }
)
PRODUCT_KEYS = {
    "name",
    "short",
    "article",
    "plural",
    "category",
    "final_sale",
    "base_price",
    "options",
}
STORY_KEYS = {"who", "why", "stake", "self"}
REASONS = ("no longer needed", "ordered by mistake")

# The goods may be one or many, so no verb may follow them that shows which.
NUMBERED_VERB = re.compile(
    r"(?<!\bof )(?<!\bfor )(?<!\bwith )\{thing\} "
    r"(is|was|are|were|has|have|isn't|wasn't|does|doesn't|comes|needs|belongs|looks|stands)\b"
)


def list_clause_lines() -> list[str]:
    return [line for line in POLICY.splitlines() if re.match(r"\d+\.", line)]


def contains_words(whole: str, part: str) -> bool:
    return f" {part} " in f" {whole} "


def walk_strings() -> list[tuple[str, str, str]]:
    return [
        (intent, key, entry[key])
        for intent, entries in STORIES.items()
        for entry in entries
        for key in sorted(STORY_KEYS)
    ]


def test_policy_reads_as_between_25_and_36_consecutive_clauses() -> None:
    policy = parse_policy(POLICY, "policy.md")
    assert 25 <= len(policy.clauses) <= 36
    assert len(policy.clauses) == len(list_clause_lines())


def test_every_clause_stands_under_a_heading_of_its_own_group() -> None:
    groups = re.split(r"^## .+$", POLICY, flags=re.MULTILINE)[1:]
    assert all(re.search(r"^\d+\. \[", group, re.MULTILINE) for group in groups)


def test_every_keeper_has_clauses() -> None:
    policy = parse_policy(POLICY, "policy.md")
    assert all(policy.list_numbers(keeper) for keeper in Keeper)


@pytest.mark.parametrize("line", list_clause_lines())
def test_clause_has_one_to_three_sentences(line: str) -> None:
    assert 1 <= len(re.findall(r"[.?](?= [A-Z]|$)", line.split("] ", 1)[1])) <= 3


def test_policy_names_only_tools_that_exist() -> None:
    named = re.findall(r"`([^`]+)`", POLICY) + re.findall(r"\b[a-z]+_[a-z_]+\b", POLICY)
    assert set(named) <= TOOLS


def test_policy_names_every_tool_that_writes() -> None:
    assert {name for name in WRITES if f"`{name}`" in POLICY} == WRITES


def test_clauses_refer_to_clauses_that_exist() -> None:
    numbers = {clause.number for clause in parse_policy(POLICY, "policy.md").clauses}
    assert {int(number) for number in re.findall(r"\bclause (\d+)", POLICY)} <= numbers


def test_policy_tells_the_day_and_both_reasons() -> None:
    assert "Thursday, 2026-05-14" in POLICY
    assert all(f"'{reason}'" in POLICY for reason in REASONS)


def test_catalogue_holds_50_products_with_names_of_their_own() -> None:
    assert len(PRODUCTS) == 50
    assert len({product["name"] for product in PRODUCTS}) == 50


def test_catalogue_has_about_nine_categories_and_four_final_sales() -> None:
    sizes = Counter(product["category"] for product in PRODUCTS)
    assert 8 <= len(sizes) <= 10
    assert min(sizes.values()) >= 3
    assert sum(product["final_sale"] for product in PRODUCTS) == 4


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product["short"])
def test_product_has_the_declared_fields(product: dict[str, Any]) -> None:
    assert set(product) == PRODUCT_KEYS
    assert product["article"] == "the"
    assert isinstance(product["plural"], bool)
    assert isinstance(product["final_sale"], bool)
    assert re.fullmatch(r"[1-9]\d*\.\d\d", product["base_price"])


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product["short"])
def test_short_name_is_made_of_the_words_of_the_name(product: dict[str, Any]) -> None:
    assert product["short"] == product["short"].lower()
    assert set(product["short"].split()) <= set(product["name"].lower().split())


def test_no_short_name_is_contained_in_another() -> None:
    shorts = [product["short"] for product in PRODUCTS]
    assert [(a, b) for a, b in itertools.permutations(shorts, 2) if a in b] == []


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product["short"])
def test_options_are_few_and_from_the_shared_set(product: dict[str, Any]) -> None:
    options = product["options"]
    assert 1 <= len(options) <= 3
    assert set(options) <= OPTION_NAMES
    assert all(2 <= len(values) <= 6 for values in options.values())


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product["short"])
def test_values_of_a_product_cannot_be_mistaken_for_one_another(product: dict[str, Any]) -> None:
    values = [value for values in product["options"].values() for value in values]
    assert all(re.fullmatch(r"[a-z0-9.\-]+( [a-z]+)*", value) for value in values)
    assert [(a, b) for a, b in itertools.permutations(values, 2) if contains_words(b, a)] == []
    assert len(values) == len(set(values))


def test_no_value_occurs_in_the_name_of_its_product() -> None:
    assert [
        (product["name"], value)
        for product in PRODUCTS
        for values in product["options"].values()
        for value in values
        if contains_words(product["name"].lower(), value)
    ] == []


def test_stories_cover_every_intent_at_least_16_times() -> None:
    assert set(STORIES) == WRITES | ASKS
    assert {intent for intent, entries in STORIES.items() if len(entries) < 16} == set()


def test_stories_have_the_declared_fields() -> None:
    for intent, entries in STORIES.items():
        expected = STORY_KEYS | ({"reason"} if intent == "cancel_order" else set())
        assert all(set(entry) == expected for entry in entries), intent


def test_cancellations_are_half_of_each_reason() -> None:
    reasons = Counter(entry["reason"] for entry in STORIES["cancel_order"])
    assert set(reasons) == set(REASONS)
    assert len(set(reasons.values())) == 1


def test_no_story_string_is_told_twice() -> None:
    told = Counter(text for _, _, text in walk_strings())
    assert [text for text, times in told.items() if times > 1] == []


def test_stories_name_the_customer_at_most_once_per_string() -> None:
    for intent, key, text in walk_strings():
        placeholders = Counter(re.findall(r"\{(.*?)\}", text))
        assert set(placeholders) <= {"name", "thing"}, text
        assert placeholders["name"] <= 1, text
        assert placeholders["name"] == 0 or key != "self", text
        assert placeholders["thing"] == 0 or intent not in WITHOUT_GOODS, text


def test_every_story_begins_with_the_customer() -> None:
    assert [
        entry["who"]
        for entries in STORIES.values()
        for entry in entries
        if not entry["who"].startswith("{name} ")
    ] == []


def test_customers_speak_of_themselves_in_one_or_two_sentences() -> None:
    for text in [text for _, key, text in walk_strings() if key == "self"]:
        assert FIRST_PERSON.search(text), text
        assert 1 <= len(re.findall(r"\.(?= |$)", text)) <= 2, text


@pytest.mark.parametrize(
    "pattern", [r"\d", r"^\{thing\}", r"  |[^.]$", CALENDAR, CAPITAL, FEELING, NUMBERED_VERB]
)
def test_stories_hold_for_any_goods_place_day_and_mood(pattern: str | re.Pattern[str]) -> None:
    assert [text for _, _, text in walk_strings() if re.search(pattern, text)] == []


def test_no_story_says_whether_the_customer_is_a_man_or_a_woman() -> None:
    assert [text for _, key, text in walk_strings() if key == "who" and SINGULAR.search(text)] == []
