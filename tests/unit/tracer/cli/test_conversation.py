import re
from io import StringIO

import pytest
from rich.console import Console

from schemas.trajectory import TurnNote
from tests.support.builders import make_call
from tests.support.small_run import GIVEN_UP, KEPT, make_episode, talk
from tests.support.transcripts import agent, call
from tracer.cli.conversation import describe_arguments, describe_note, render_conversation

NUMBERED = re.compile(r"\s*\d+ +(user|agent|call)\b")
CALL = re.compile(r" +\d+   call ")


def render(width: int = 120, episode: int = 0) -> str:
    out = StringIO()
    # Markup is on here: the function must not rely on the console it is given.
    render_conversation((KEPT, GIVEN_UP)[episode], Console(file=out, width=width, markup=True))
    return out.getvalue()


def test_both_sides_are_shown_in_order() -> None:
    lines = [found[1] for line in render().splitlines() if (found := NUMBERED.match(line))]
    calls = [line for line in render().splitlines() if CALL.match(line)]
    assert lines == ["user", "call", "agent", "call", "call", "agent"]
    assert calls[1] == '  5   call read_box(box_id=b9) = {"error": "no box b9"}'


def test_notes_stand_beside_the_users_turn() -> None:
    first, second, third = (line.rstrip() for line in render().splitlines()[:3])
    assert first.startswith("  1 user   Where is my box b1?")
    assert first.endswith("patience 0.25")
    assert second.strip() == "lost by: asks_again"
    assert third.strip() == "told f1"


def test_texts_are_neither_markup_nor_commands() -> None:
    shown = render()
    assert "[bold]now[/bold]" in shown
    assert "\x1b" not in shown


def test_policy_is_left_out() -> None:
    assert "Be kind" not in render()


@pytest.mark.parametrize("width", [40, 80, 200])
def test_call_is_one_line_with_its_result_however_long(width: int) -> None:
    out = StringIO()
    long = call("read_box", {"box_id": "b" * 300}, {"found": "x" * 300})
    render_conversation(make_episode(0, talk(long)), Console(file=out, width=width))
    (line,) = (line for line in out.getvalue().splitlines() if CALL.match(line))
    assert len(line) <= width
    assert line.startswith("  2   call read_box(")
    if width > 40:
        assert '= {"found": "xx' in line


def test_text_beside_calls_is_shown() -> None:
    out = StringIO()
    part = call("read_box", {"box_id": "b1"}, {}, text="I'll have a look.")
    render_conversation(make_episode(0, talk(part, agent("Bye."))), Console(file=out))
    assert "I'll have a look." in out.getvalue()


def test_call_without_a_result_says_so() -> None:
    out = StringIO()
    messages = talk(agent("Hm."))
    messages[-1] = messages[-1].model_copy(update={"content": "", "tool_calls": [make_call()]})
    render_conversation(make_episode(0, messages), Console(file=out))
    assert "cancel_order(order_id=W7) = no result" in out.getvalue()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{}", ""),
        ("[1]", "[1]"),
        ("{broken\n", "{broken"),
        ('{"a":null,"b":{"c":1.5}}', 'a=null, b={"c": 1.5}'),
        ('{"a":"' + "x" * 50 + '"}', "a=" + "x" * 39 + "…"),
    ],
)
def test_arguments_are_shortened(text: str, shown: str) -> None:
    assert describe_arguments(text) == shown


def test_note_without_anything_is_empty() -> None:
    note = TurnNote(message=1, acts=[], facts=[], patience=None, signal="", cause="")
    assert describe_note(note) == ""
    assert describe_note(note.model_copy(update={"signal": "stop"})) == "signal stop"
