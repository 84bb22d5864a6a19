"""Information: a number is told by its value alone, a text by its tokens, whatever the form."""

import unicodedata
from decimal import Decimal
from typing import Literal

from hypothesis import assume, given
from hypothesis import strategies as st

from tracer.harness.information import fold, is_told, list_numbers, occurs, read_number

CENTS = st.integers(0, 10_000_000)
COUNTS = st.integers(0, 10_000_000)
Form = Literal["NFC", "NFD"]
FORMS: st.SearchStrategy[Form] = st.sampled_from(("NFC", "NFD"))
WORDS = st.text(st.characters(categories=["Lu", "Ll"], max_codepoint=0x24F), min_size=1, max_size=8)
PHRASES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
SETTINGS = st.sampled_from(
    ["{}", "It's {}.", "{} EUR", "€{}", "({})", "about {}, I think", "a: {}; b", "{}%", "{}?"]
)


def write_amounts(cents: int) -> list[str]:
    """Return the ways in which an amount is written."""
    value = Decimal(cents) / 100
    plain, parted = f"{value:.2f}", f"{value:,.2f}"
    short = [plain[:-1], parted[:-1]] if plain.endswith("0") else []
    whole = [plain[:-3], parted[:-3]] if plain.endswith("00") else []
    return [plain, parted, *short, *whole]


@given(CENTS, SETTINGS)
def test_amount_is_told_however_it_is_written(cents: int, setting: str) -> None:
    for form in write_amounts(cents):
        for written in write_amounts(cents):
            assert occurs(form, setting.format(written)), (form, written)


@given(CENTS, CENTS, SETTINGS)
def test_amount_is_told_by_no_other(cents: int, other: int, setting: str) -> None:
    assume(cents != other)
    for form in write_amounts(cents):
        for written in write_amounts(other):
            assert not occurs(form, setting.format(written)), (form, written)


@given(COUNTS, st.text("0123456789", min_size=1, max_size=3))
def test_number_is_not_told_by_one_it_begins_or_ends(number: int, digits: str) -> None:
    assert not occurs(str(number), f"It is {number}{digits}.")
    assume(digits.strip("0"))
    assert not occurs(str(number), f"It is {digits.lstrip('0')}{number}.")


@given(COUNTS, WORDS)
def test_number_is_not_told_by_part_of_a_word_or_code(number: int, word: str) -> None:
    for code in (f"{word}{number}", f"{number}{word}", f"K10-{number}", f"{number}-{word}"):
        assert not occurs(str(number), f"It is {code}.")


@given(st.lists(COUNTS, max_size=6))
def test_numbers_of_a_text_are_found_in_order(numbers: list[int]) -> None:
    text = " and ".join(f"{number:,}" for number in numbers)
    assert list_numbers(text) == [Decimal(number) for number in numbers]


@given(PHRASES, FORMS, FORMS)
def test_text_is_told_in_any_unicode_form(phrase: str, form: Form, other: Form) -> None:
    told = unicodedata.normalize(other, f"It's {phrase}, yes.")
    assert occurs(unicodedata.normalize(form, phrase), told)


@given(st.lists(st.text("abcxyzäöüéñç", min_size=1, max_size=8), min_size=1, max_size=4))
def test_text_is_told_in_capitals_and_with_other_blanks(words: list[str]) -> None:
    phrase = " ".join(words)
    assert occurs(phrase, f"- {phrase.upper()} -")
    assert occurs(phrase.upper(), f"- {phrase} -")
    assert occurs(phrase, "\n ".join(words))


@given(PHRASES, st.text("abcxyz", min_size=1, max_size=3))
def test_text_is_not_told_by_part_of_a_word(phrase: str, letters: str) -> None:
    assert not occurs(phrase, f"{letters}{phrase}")
    assert not occurs(phrase, f"{phrase}{letters}")


@given(st.text(max_size=30), st.text(max_size=60))
def test_any_text_is_judged_without_an_error(form: str, text: str) -> None:
    assert is_told([form], [text]) in (True, False)
    assert fold(fold(text)) == fold(text)
    number = read_number(form)
    assert number is None or number.is_finite()
