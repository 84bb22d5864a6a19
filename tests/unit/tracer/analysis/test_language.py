import pytest

from tracer.analysis.language import (
    measure_distinct,
    measure_language,
    measure_shared,
    split_sentences,
    split_words,
)
from tracer.analysis.rate import Rate


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It\u2019s K10-0001, isn't it?", ["it\u2019s", "k10", "0001", "isn't", "it"]),
        ("Grüße, CAFÉ cafe\u0301", ["grüsse", "café", "café"]),
        ("... !", []),
    ],
)
def test_words_are_folded(text: str, words: list[str]) -> None:
    assert split_words(text) == words


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two!  Three?\nFour", ["one.", "two!", "three?", "four"]),
        ("It costs 3.50 EUR, see example.com.", ["it costs 3.50 eur, see example.com."]),
        ("- \n\n !", []),
        ("\u597d\u3002 \u8c22\uff01", ["\u597d\u3002", "\u8c22\uff01"]),
    ],
)
def test_sentences_end_at_marks_and_lines(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


def test_pairs_of_words_never_cross_texts() -> None:
    assert measure_distinct(["a b", "b a"]) == Rate(2, 2)
    assert measure_distinct(["a", "b"]) == Rate(0, 0)


def test_sentence_said_twice_in_one_conversation_is_not_shared() -> None:
    assert measure_shared([["Hello.", "Hello."], ["Bye."]]) == Rate(0, 3)


def test_shared_sentence_counts_as_often_as_it_is_said() -> None:
    conversations = [["Hello. One."], ["hello.", "Hello. Two."], ["Three."]]
    assert measure_shared(conversations) == Rate(3, 6)


def test_figures_are_those_of_all_texts() -> None:
    found = measure_language([["One two three.", "Four."], [], ["One two three."]])
    assert (found.n_texts, found.n_words, found.mean_words) == (3, 7, 7 / 3)
    assert found.distinct_2 == Rate(2, 4)
    assert found.shared_sentences == Rate(2, 3)
    assert measure_language([]).mean_words is None
