import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tasks.filter.simulator_leak import find_leaks, find_simulator_leak
from tests.support.transcripts import agent, user
from tracer.domains.describer import load_describer

FIND_IDS = load_describer("retail").find_ids
INSTRUCTION = (
    "You are Ana Weiß, a customer of Kestrel Lane. Your account is registered under "
    "ana.weiss@example.com. You want to cancel an order. The reason, in your own words: "
    '"I don\'t need it any more."'
)


def leak(text: str, *before: str) -> str | None:
    said = [message for line in before for message in agent(line)]
    return find_simulator_leak([*said, *user(text)], INSTRUCTION, FIND_IDS)


@pytest.mark.parametrize(
    "text",
    [
        "My customer id is cus-10001.",
        "Please refund pay-100001.",
        "Hello! How can I help you today?",
        "Is there anything else I can help you with?",
        "As an AI language model, I can't be annoyed.",
        "I'm simulating a customer here.",
        "As the customer, I would like my money back.",
        "My instructions say that I want a refund.",
        "User: I want a refund.",
        "Customer: hello",
        "Thanks. ###STOP###",
        "UNSATISFIED",
        "politeness: cold. I want a refund.",
        "I want a refund (urgency: high).",
        "Emotion: annoyance",
        "*sighs* Fine.",
        "Fine. (sighs heavily)",
        "(stop)",
        "Yes, thank you. [END]",
        "*looks at the clock*",
        '{"message": "I want a refund"}',
        "```\nI want a refund\n```",
        "You are Ana Weiß, a customer of Kestrel Lane.",
        "you want to cancel an order",
        "Well: Your account is registered under ana.weiss@example.com.",
    ],
)
def test_machine_behind_the_customer_is_seen(text: str) -> None:
    assert leak(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "I want to cancel an order, K10-0001.",
        "I don't need it any more.",
        "My account is registered under ana.weiss@example.com.",
        "Can I help you find it? It's the order with the boots.",
        "Would you help me? I'm not an expert in artificial lighting.",
        "As a customer of many years I expect better.",
        "The user manual (with the voucher) never came.",
        "It's *really* urgent, and I **mean** it.",
        "I can't stop thinking about it (ten days now!).",
        "I trust you. My mood: low, as you can imagine.",
        "Cold comfort. I need high trust in a shop (warm words don't help).",
        "The pillow (the oblong version, soft) and the pay: 30 EUR.",
        "I'm unsatisfied with this.",
        "Stop it. That's all, goodbye.",
        "Me? I'd say yes.",
        "You are the customer desk, aren't you?",
    ],
)
def test_ordinary_customer_passes(text: str) -> None:
    assert leak(text) is None


def test_id_the_agent_wrote_is_the_customers_to_repeat() -> None:
    assert leak("Is cus-10001 me?", "You are cus-10001.") is None
    assert leak("Is cus-10002 me?", "You are cus-10001.") is not None


def test_agents_words_are_not_the_simulators() -> None:
    messages = [*user("Hello."), *agent("How can I help you today?")]
    assert find_simulator_leak(messages, INSTRUCTION, FIND_IDS) is None


def walk_lines(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from walk_lines(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from walk_lines(item)


def test_no_line_of_the_rule_based_customer_looks_like_a_leak() -> None:
    source = files("tracer.domains.retail") / "customer.toml"
    lines = list(walk_lines(tomllib.loads(source.read_text(encoding="utf-8"))))
    assert len(lines) > 100
    assert [line for line in lines if next(find_leaks(line, ()), None)] == []
