import tomllib
from collections.abc import Iterator
from importlib.resources import files
from string import Formatter
from typing import Any

import pytest

from schemas.act import Act, ActKind
from tracer.harness.users.listening import hear

VALUES = {
    "order": "order K33-2688",
    "goods": "the kettle",
    "items": "the kettle (black)",
    "about": "the desk lamp",
    "amount": "34.90",
    "payment": "gift card",
    "when": "at once",
    "changes": "the lamp from 200 lumens to 600 lumens",
    "street": "12 Harbour Lane",
    "address": "12 Harbour Lane, Leith, EH6 1AB, United Kingdom",
    "difference": "nothing is due",
    "options": "size 9",
    "category": "lighting",
    "count": "3",
    "carrier": "Gannet Parcels",
    "date": "14 May",
    "status": "pending",
    "reason": "the order has been shipped",
}
OFFER = "Is there anything else I can help you with?"


def read_desk() -> dict[str, Any]:
    source = files("tracer.domains.retail") / "desk.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def walk_lines(lines: Any) -> Iterator[str]:
    if isinstance(lines, str):
        yield Formatter().vformat(lines, (), VALUES)
    else:
        for part in lines.values() if isinstance(lines, dict) else lines:
            yield from walk_lines(part)


def find_kinds(acts: list[Act]) -> list[ActKind]:
    return [act.kind for act in acts]


def is_asked(text: str, *slots: str) -> bool:
    acts = hear(text, 0)
    return bool(acts) and all(act.kind is ActKind.ASK and act.slot in slots for act in acts)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("Could you please provide your email address?", "identity"),
        ("Please share your full name and postcode so I can find your account.", "identity"),
        ("What is your order number?", "order_number"),
        ("Which order is this about?", "order"),
        ("Which items would you like to return?", "items"),
        ("Which payment method should I use for the price difference?", "payment"),
        ("What payment method would you like to use?", "method"),
        ("Should the refund go to your gift card or the original payment method?", "refund"),
        ("What is the new delivery address?", "address"),
        ("May I know the reason for the cancellation?", "reason"),
        ("What colour would you like?", "option"),
    ],
)
def test_question_is_heard_with_what_it_asks_for(text: str, slot: str) -> None:
    assert hear(text, 2) == [Act(kind=ActKind.ASK, topic=2, slot=slot)]


@pytest.mark.parametrize(
    "text",
    [
        "I would cancel order K1 and refund 34.90 EUR to your gift card. Shall I go ahead?",
        "The new address would be 12 Harbour Lane, postcode EH6 1AB. Do you confirm (yes/no)?",
        "Order K1: kettle, 34.90 EUR. Would you like me to proceed with the return?",
        "Here is what I will change: the size. Please confirm with a yes.",
        "I'll exchange the boots for size 9. Is this correct?",
    ],
)
def test_listing_that_waits_for_a_yes_is_a_proposal(text: str) -> None:
    assert hear(text, 1) == [Act(kind=ActKind.PROPOSE, topic=1)]


@pytest.mark.parametrize(
    "text",
    [
        "Which address should I use?",
        "What would you like me to change?",
        "Can you confirm your email address?",
        "How should I proceed?",
        "With your yes I cancelled order K1.",
        "I always ask for a yes first.",
    ],
)
def test_nothing_else_is_taken_for_a_proposal(text: str) -> None:
    assert ActKind.PROPOSE not in find_kinds(hear(text, 0))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("I've cancelled order K1 for you. Anything else?", [ActKind.REPORT, ActKind.OFFER]),
        ("Your address has been updated. Have a great day!", [ActKind.REPORT]),
        ("The total is 168.50 EUR.", [ActKind.ANSWER]),
        ("Your order is still pending. " + OFFER, [ActKind.ANSWER, ActKind.OFFER]),
        ("Unfortunately I can't cancel an order that has been shipped.", [ActKind.DECLINE]),
        ("Hello, how can I help you today?", [ActKind.OFFER]),
        ("Thank you for contacting us. Goodbye!", [ActKind.BYE]),
        ("I'm so sorry for the inconvenience.", [ActKind.APOLOGISE]),
        ("One moment, please.", []),
        ("", []),
    ],
)
def test_statements_are_heard_for_what_they_do(text: str, kinds: list[ActKind]) -> None:
    assert find_kinds(hear(text, 0)) == kinds


def test_question_that_was_not_understood_settles_nothing() -> None:
    assert hear("That makes 168.50 EUR. Happy so far?", 0) == []


def test_failed_look_up_is_a_question_and_no_refusal() -> None:
    assert is_asked("I can't find an account with that. Could you check your email?", "identity")


def test_acts_carry_no_values() -> None:
    text = "I would send order K1 to 12 Harbour Lane. Shall I go ahead?"
    assert [act.value for act in hear(text, 0)] == [""]


@pytest.mark.parametrize(
    ("section", "slots", "least"),
    [
        ("identity", ("identity",), 0.95),
        ("order", ("order", "items"), 0.9),
        ("items", ("items",), 0.85),
        ("change", ("change", "option"), 0.85),
        ("method", ("method", "payment"), 0.8),
        ("refund", ("refund",), 0.95),
        ("reason", ("reason",), 0.9),
        ("address", ("address",), 0.95),
        ("option", ("option", "change"), 0.9),
    ],
)
def test_most_questions_of_the_rule_based_desk_are_understood(
    section: str, slots: tuple[str, ...], least: float
) -> None:
    lines = list(walk_lines(read_desk()["ask"][section]))
    assert sum(is_asked(line, *slots) for line in lines) / len(lines) >= least


def test_no_question_of_the_rule_based_desk_is_taken_for_a_proposal() -> None:
    lines = list(walk_lines(read_desk()["ask"]))
    assert [line for line in lines if ActKind.PROPOSE in find_kinds(hear(line, 0))] == []


def test_most_closing_questions_of_the_rule_based_desk_wait_for_a_yes() -> None:
    desk = read_desk()
    lines = [*walk_lines(desk["confirm"]), *walk_lines(desk["confirm_all"])]
    heard = [find_kinds(hear(line, 0)) == [ActKind.PROPOSE] for line in lines]
    assert sum(heard) / len(heard) >= 0.9


@pytest.mark.parametrize("section", ["report", "answer"])
def test_reports_and_answers_of_the_rule_based_desk_settle_the_concern(section: str) -> None:
    lines = [f"{line} {OFFER}" for line in walk_lines(read_desk()[section])]
    heard = [find_kinds(hear(line, 0))[:1] for line in lines]
    settled = [kinds in ([ActKind.REPORT], [ActKind.ANSWER]) for kinds in heard]
    assert sum(settled) / len(settled) >= 0.95
