import json

import pytest

from tracer.cli.terminal import (
    clean_text,
    cut_line,
    fold_line,
    make_console,
    plain,
    read_line,
    write_json,
)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\x1b[2J\x1b[1;31mb", "ab"),
        ("a\x1b]8;;https://example.com\x1b\\b\x1b]8;;\x07c", "abc"),
        ("a\x1bPq#0\x1b\\b", "ab"),
        ("a\x9b31mb\x85c", "abc"),
        ("a\x1b", "a"),
        ("a\rb\x08c\x00d\x7f", "abcd"),
        ("a\u202eb\u2066c\u2069", r"a\u202eb\u2066c\u2069"),
        ("one\u2028two\u2029", r"one\u2028two\u2029"),
        ("\u200e\u200f\u061c", r"\u200e\u200f\u061c"),
        ("line\n\tGrüße, 谢谢 👍🏽", "line\n\tGrüße, 谢谢 👍🏽"),
    ],
)
def test_text_is_harmless_to_a_terminal(text: str, clean: str) -> None:
    assert clean_text(text) == clean


def test_unfinished_sequence_swallows_no_text() -> None:
    assert clean_text("a\x1b]title without an end\nnext") == "atitle without an end\nnext"


def test_line_is_cut_with_an_ellipsis() -> None:
    assert cut_line("one\ntwo  three", 8) == "one two…"
    assert cut_line("one\ntwo", 7) == "one two"
    assert fold_line(" a\n b\x1b[0m ") == "a b"
    assert fold_line("a\u2028b") == r"a\u2028b"


def test_marks_of_direction_typed_in_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _prompt: "\u200fגג\u202e ")
    assert read_line("> ") == "גג"


def test_markup_and_emoji_codes_are_printed_as_they_stand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_console().print(plain("[red]no[/red] :smile: [/]"))
    assert capsys.readouterr().out == "[red]no[/red] :smile: [/]\n"


def test_pipe_gets_its_width_from_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert make_console().width == 120
    monkeypatch.setenv("COLUMNS", "77")
    assert make_console().width == 77


def test_json_keeps_characters_and_escapes_controls(capsys: pytest.CaptureFixture[str]) -> None:
    value = {"text": "谢谢\x9b31m\x1b\u202e\u2028"}
    write_json(value)
    out = capsys.readouterr().out
    assert out == '{"text": "谢谢\\u009b31m\\u001b\\u202e\\u2028"}\n'
    assert json.loads(out) == value
