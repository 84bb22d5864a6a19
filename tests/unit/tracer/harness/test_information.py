import pytest

from tracer.harness.information import is_told, list_numbers, occurs, read_number


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("34.9", "It comes to 34.90 EUR."),
        ("34.90", "34.9 in all"),
        ("1234", "that's 1,234."),
        ("1,234", "that's 1234 EUR"),
        ("1234567.50", "€1,234,567.5"),
        ("10", "ten, that is 10."),
        ("10", "10, as I said"),
        ("10", "(10)"),
        ("0", "0 EUR"),
        ("0.50", "0.5"),
        ("10", "$10"),
        ("10", "10%"),
        ("10.00", "10"),
    ],
)
def test_number_is_told_by_an_equal_number(form: str, text: str) -> None:
    assert occurs(form, text)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("10", "It costs 100."),
        ("10", "It costs 210."),
        ("10", "It costs 10.50."),
        ("10", "It costs 1.10."),
        ("34.90", "It costs 34.91."),
        ("1234", "12345"),
        ("1234", "1,2345"),
        ("234", "1,234"),
        ("1", "1,234"),
        ("34", "34,90"),
        ("3490", "34,90"),
        ("90", "34,90"),
        ("2026", "K10-2026"),
        ("10", "order K10-2026"),
        ("10", "x10"),
        ("10", "2026-05-10"),
        ("10", "2026\u201105\u201110"),
        ("10", "\u221210 EUR"),
        ("10", "ten"),
    ],
)
def test_number_is_not_told_by_part_of_another(form: str, text: str) -> None:
    assert not occurs(form, text)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("3 Mill Row", "It goes to 3 mill row, Leeds."),
        ("Rue Zoe\u0308", "RUE ZOË"),
        ("Stra\u00dfe 5", "STRASSE 5."),
        ("20 May  2026", "on 20 May\n2026"),
        ("delivered", "Delivered!"),
        ("K10-0001", "order k10-0001."),
        ("04143", "postcode 04143"),
        ("(blue)", "one (blue) one"),
        ("O'Brien's Row", "at O\u2019Brien\u2019s Row"),
        ("Newcastle-upon-Tyne", "to Newcastle\u2011upon\u2011Tyne."),
        ("3 Mill Row", "3\u00a0Mill\u202fRow"),
    ],
)
def test_text_is_told_by_the_same_run_of_tokens(form: str, text: str) -> None:
    assert occurs(form, text)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("3 Mill Row", "13 Mill Row"),
        ("3 Mill Row", "3 Mill Rows"),
        ("shipped", "unshipped"),
        ("04143", "4143"),
        ("Mill Row", "Mill, Row"),
        ("a.c", "abc"),
    ],
)
def test_text_is_not_told_by_other_tokens(form: str, text: str) -> None:
    assert not occurs(form, text)


@pytest.mark.parametrize("text", ["", "1e5", "NaN", "Infinity", "1_000", "34,90", "10 EUR", "007"])
def test_what_is_no_plain_numeral_is_no_number(text: str) -> None:
    assert read_number(text) is None


def test_numbers_of_a_text_stand_on_their_own() -> None:
    text = "K10-0001: 2 boots at 1,119.00 EUR, 3.5 kg, v2, 2026-05-08."
    assert [str(number) for number in list_numbers(text)] == ["2", "1119.00", "3.5"]


def test_one_form_in_one_text_is_enough() -> None:
    assert is_told(["today", "14 May"], ["Hello.", "It came on 14 May."])
    assert not is_told(["today", "14 May"], ["Hello.", "It came on 15 May."])
    assert not is_told([], ["Hello."])
