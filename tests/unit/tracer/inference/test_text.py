import json

import pytest

from tracer.inference.text import clean_arguments, clean_text

HALF = "\ud83d"


def test_half_an_emoji_becomes_a_replacement_character() -> None:
    assert clean_text(f"so {HALF} sorry") == "so \ufffd sorry"


def test_whole_emoji_and_accents_stay() -> None:
    assert clean_text("Zoë \U0001f600 Ďábel") == "Zoë \U0001f600 Ďábel"


def test_nul_is_dropped() -> None:
    assert clean_text("a\0b") == "ab"


def test_escaped_half_emoji_in_arguments_is_cleaned() -> None:
    assert json.loads(clean_arguments('{"a\\u0000": ["\\ud83d"]}')) == {"a": ["\ufffd"]}


@pytest.mark.parametrize("text", ['{"a": "caf\\u00e9"}', '{"a": "\\\\ud83d"}', '{"a": "\\ud83d'])
def test_arguments_without_a_fault_or_without_json_stay_as_written(text: str) -> None:
    assert clean_arguments(text) == text
