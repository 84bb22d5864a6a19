import pytest

from tracer.inference.page import MAX_PAGE_CHARS, describe_page, is_page


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<html><title> Bad\n gateway </title><p>nginx</p>", "an HTML page: Bad gateway"),
        ("<HTML><style>p {}</style><h1>Not <b>here</b></h1>", "an HTML page: Not here"),
        ("<!doctype html><!-- a note --><body></body>", "an HTML page"),
        ("\n<?xml version='1.0'?><html><title></title>", "an HTML page"),
    ],
)
def test_page_is_told_by_its_title_or_its_words(text: str, told: str) -> None:
    assert is_page(text)
    assert describe_page(text) == told


def test_long_page_is_cut() -> None:
    assert len(describe_page(f"<html>{'word ' * 500}")) == MAX_PAGE_CHARS


@pytest.mark.parametrize("text", ["", "busy", "a <html> tag", "<tool_call>x</tool_call>", "{}"])
def test_other_texts_are_no_pages(text: str) -> None:
    assert not is_page(text)
