import pytest

from tracer.inference.rehearsal.words import (
    find_days,
    find_example,
    find_numbers,
    find_shaped,
    list_stems,
    name_words,
    shape,
    stem,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [("cancelled", "cancel"), ("addresses", "address"), ("luggage", "bags"), ("Swap", "exchange")],
)
def test_words_of_one_meaning_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-05-09", [(2026, 5, 9)]),
        ("on 9 May", [(None, 5, 9)]),
        ("the 1st of June, 2026", [(2026, 6, 1)]),
        ("December 31st", [(None, 12, 31)]),
        ("in May", []),
    ],
)
def test_days_are_read_in_many_forms(text: str, days: list[tuple[int | None, int, int]]) -> None:
    assert list(find_days(text)) == days


def test_day_in_words_meets_the_same_day_in_a_row() -> None:
    assert list_stems("placed on 9 May") & list_stems("2026-05-09") == {"05-09"}


def test_numbers_leave_days_ids_and_mail_out() -> None:
    text = "Two bags on 9 May for KR48TD, ask ada7@example.org, or make it 3."
    assert find_numbers(text) == [2, 3]


def test_example_of_an_id_is_found_in_a_description() -> None:
    assert find_example("Order id such as K48-2071.") == "K48-2071"
    assert find_example("Code of the airport, such as CPH.") == "CPH"
    assert find_example("Why the customer cancels.") == ""


def test_ids_are_found_by_their_form() -> None:
    text = "Not XK48-2071 but K12-3456, then K98-7654."
    assert find_shaped(text, shape("K48-2071")) == ["K12-3456", "K98-7654"]


@pytest.mark.parametrize(
    ("name", "words"),
    [("order_id", "order"), ("item_ids", "items"), ("n_bags", "number of bags")],
)
def test_names_are_read_as_words(name: str, words: str) -> None:
    assert name_words(name) == words
