import random

import pytest

from tracer.harness.agents.wording import STYLES, Wording

LINES = {
    "offer": {style: [f"{style} {n}" for n in range(4)] for style in STYLES},
    "ask": {"order_number": {}, "order": {style: ["the {about} of {about}"] for style in STYLES}},
}


def make_wording(seed: int = 1) -> Wording:
    return Wording(LINES, random.Random(seed))


def test_no_line_comes_twice_while_others_are_left() -> None:
    wording = make_wording()
    assert len({wording.write("offer") for _ in range(4)}) == 4
    assert wording.write("offer")


def test_one_style_holds_through_a_conversation() -> None:
    wording = make_wording()
    styles = {wording.write("offer").split()[0].lower() for _ in range(8)}
    assert styles == {wording.style}


def test_every_style_is_drawn() -> None:
    assert {make_wording(seed).style for seed in range(20)} == set(STYLES)


def test_line_opens_with_a_capital_and_a_fragment_as_written() -> None:
    values = {"about": "lamp"}
    assert make_wording().write("ask", "order", values) == "The lamp of lamp"
    assert make_wording().fragment("ask", "order", values) == "the lamp of lamp"


def test_missing_value_is_an_error_and_never_a_gap() -> None:
    with pytest.raises(KeyError, match="about"):
        make_wording().write("ask", "order")


def test_number_asked_for_is_that_of_the_domain() -> None:
    assert make_wording().find_number() == "order_number"
