import json

import pytest

from tracer.inference.reasoning import split_reasoning


@pytest.mark.parametrize(
    ("sent", "reasoning", "text"),
    [
        ("<think>Hm.</think>Hello.", "Hm.", "Hello."),
        ("<think>\nHm.\n</think>\n\nHello.", "Hm.", "Hello."),
        ("<thinking>Hm.</thinking>Hello.", "Hm.", "Hello."),
        ("[THINK]Hm.[/THINK]Hello.", "Hm.", "Hello."),
        ("Hm.</think>Hello.", "Hm.", "Hello."),
        ("<think>Hm, and then", "Hm, and then", ""),
        ("<think></think>Hello.", "", "Hello."),
        ("<think>Hm.</think>", "Hm.", ""),
        ("Well. <think>Hm.</think> Hello.", "Hm.", "Well.\nHello."),
        ("<think>One.</think>Hello.<think>Two.</think>Bye.", "One.\nTwo.", "Hello.\nBye."),
        ("<think>The tag <think> opens.</think>Hello.", "The tag\nopens.", "Hello."),
        ("<think>A</think>B</think>C", "A\nB", "C"),
        ("<Think>Hm.</THINK>Hello.", "Hm.", "Hello."),
    ],
)
def test_reasoning_is_parted_from_the_text(sent: str, reasoning: str, text: str) -> None:
    assert split_reasoning(sent) == (reasoning, text)


@pytest.mark.parametrize("text", ["", " Hello. ", "2 < 3 and 4 > 3", "I think so", "[1] </b>"])
def test_text_without_tags_stays_as_it_is(text: str) -> None:
    assert split_reasoning(text) == ("", text)


def test_structured_output_follows_its_reasoning() -> None:
    assert split_reasoning('<think>Hm.</think>\n{"a": 1}') == ("Hm.", '{"a": 1}')


def test_tag_inside_a_structured_output_is_left_to_the_guards() -> None:
    sent = json.dumps({"utterance": "<think>I will lie.</think>Hello."})
    assert split_reasoning(sent) == ("", sent)
