import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tracer.harness.users.turn import UnusableTurnError, build_response_format, parse_turn

GOOD = {"reason": "Start.", "facts_told": ["f1"], "utterance": "Hello.", "signal": ""}


def dump(**changes: Any) -> str:
    return json.dumps({**GOOD, **changes})


def get_schema(*ids: str) -> Any:
    return build_response_format(ids, 1024)["json_schema"]["schema"]


def test_turn_is_read() -> None:
    turn = parse_turn(dump(signal="stop"), ["f1"])
    assert (turn.utterance, turn.signal, turn.facts_told) == ("Hello.", "stop", ["f1"])


def test_fact_named_twice_counts_once() -> None:
    assert parse_turn(dump(facts_told=["f2", "f1", "f2"]), ["f1", "f2"]).facts_told == ["f2", "f1"]


@pytest.mark.parametrize(
    "text",
    [
        f"\n  {dump()}\n\n",
        f"```json\n{dump()}\n```",
        f"```\n{dump()}\n```\n",
        f"Here is my answer:\n{dump()}",
        json.dumps(GOOD, indent=4),
        dump(facts_told=["f1"] * 9),
    ],
)
def test_what_stands_around_the_object_is_passed_over(text: str) -> None:
    assert parse_turn(text, ["f1"]).model_dump() == GOOD


def test_long_note_to_itself_is_cut() -> None:
    turn = parse_turn(dump(reason="x" * 5000), ["f1"])
    assert (len(turn.reason), turn.utterance) == (300, "Hello.")


def test_half_an_emoji_written_as_an_escape_is_replaced() -> None:
    text = dump().replace("Hello.", "Hello \\ud83d.")
    assert parse_turn(text, ["f1"]).utterance == "Hello \ufffd."


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Hello, I'd like to return a kettle.", "the whole"),
        (dump(facts_told=["f9"]), "f9"),
        (dump(signal="end"), "signal"),
        (dump(utterance="x" * 5000), "utterance"),
        (dump(mood="calm"), "mood"),
        ('{"utterance": "Hello."}', "reason"),
        ("", "the whole"),
        ("[" * 50_000, "the whole"),
        ('{"a":' * 50_000, "the whole"),
        (dump() + dump(), "the whole"),
        (dump(signal=None), "signal"),
    ],
)
def test_unusable_output_says_what_is_wrong(text: str, fault: str) -> None:
    with pytest.raises(UnusableTurnError, match=fault):
        parse_turn(text, ["f1"])


def test_schema_takes_the_turn_it_describes_and_no_other_fact() -> None:
    validator = Draft202012Validator(get_schema("f1"))
    assert validator.is_valid(GOOD)
    assert not validator.is_valid({**GOOD, "facts_told": ["f2"]})
    assert not validator.is_valid({**GOOD, "utterance": ""})
    assert not validator.is_valid({**GOOD, "signal": "end"})


def test_every_part_of_the_schema_is_bounded() -> None:
    parts = get_schema("f1", "f2")["properties"]
    assert "maxLength" in parts["reason"]
    assert "maxLength" in parts["utterance"]
    assert parts["facts_told"]["maxItems"] == 2


@pytest.mark.parametrize(("max_tokens", "lengths"), [(160, (40, 160)), (9000, (300, 1200))])
def test_texts_are_bounded_by_the_tokens_of_an_output(
    max_tokens: int, lengths: tuple[int, int]
) -> None:
    parts = build_response_format(["f1"], max_tokens)["json_schema"]["schema"]["properties"]
    assert (parts["reason"]["maxLength"], parts["utterance"]["maxLength"]) == lengths


def test_customer_without_facts_can_tell_none() -> None:
    validator = Draft202012Validator(get_schema())
    assert validator.is_valid({**GOOD, "facts_told": []})
    assert not validator.is_valid(GOOD)
