import unicodedata
from typing import Annotated, Any, Literal, NotRequired

import pytest
from pydantic import Field
from typing_extensions import TypedDict

from tracer.domains.form import Money, Unordered, form_amount, form_number, form_value, read_form

LOOSE = unicodedata.normalize("NFD", "Zoé")


class Person(TypedDict):
    first: str
    last: str


class Booking(TypedDict):
    total: Money
    n_bags: int
    weight: float | None
    paid: bool
    kind: Literal["one way", "round trip"]
    note: NotRequired[Annotated[str, Field(max_length=9)]]
    fares: dict[str, Money]
    people: Annotated[list[Person], Unordered(("last",))]
    stops: list[str]
    refund: Money | None


FORM = read_form(Booking)


def form(column: str, value: Any) -> Any:
    return FORM({column: value})[column]


@pytest.mark.parametrize("value", [25, 25.0, "25", "25.0", "25.00", "25.000", "025.00", "+25"])
def test_amount_is_one_however_it_is_written(value: object) -> None:
    assert form("total", value) == "25.00"
    assert form("fares", {"economy": value}) == {"economy": "25.00"}
    assert form("refund", value) == "25.00"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("34.90", "34.90"),
        (34.9, "34.90"),
        (0.1 + 0.2, "0.30"),
        (-0.05, "-0.05"),
        ("-0.00", "0.00"),
        (-0.0, "0.00"),
        ("0.005", "0.005"),
        (0.005, "0.005"),
        ("120.00", "120.00"),
        (1_000_000, "1000000.00"),
    ],
)
def test_amount_is_written_with_two_places(value: object, written: str) -> None:
    assert form_amount(value) == written


@pytest.mark.parametrize(
    "value", ["", "free", "1e3", "25 EUR", "2_5", None, True, [], float("inf"), "9" * 400]
)
def test_what_is_no_amount_stays_what_it_is(value: object) -> None:
    made = form_amount(value)
    assert (made, type(made)) == (value, type(value))


@pytest.mark.parametrize("value", [25, 25.0, "25", "25.00"])
def test_number_is_one_however_it_is_written(value: object) -> None:
    assert repr(form("n_bags", value)) == repr(form("weight", value)) == "25"


def test_numbers_that_differ_stay_apart() -> None:
    assert [form_number(value) for value in (25, 25.5, "25.5", "x", True)] == [
        25,
        25.5,
        25.5,
        "x",
        True,
    ]
    assert form_amount("25.00") != form_amount("25.01")


def test_numeral_in_a_text_column_is_text() -> None:
    assert form("note", "25.0") == "25.0"
    assert form("kind", "25.0") == "25.0"


def test_one_is_true_in_a_column_of_truth_values_only() -> None:
    assert form("paid", 1) is True
    assert form("paid", 0.0) is False
    assert form("paid", 2) == 2
    assert form("n_bags", 1) is not True


def test_text_is_one_in_any_normal_form() -> None:
    assert form("note", LOOSE) == "Zoé"
    assert form("people", [{"first": LOOSE, "last": LOOSE}]) == [{"first": "Zoé", "last": "Zoé"}]
    assert form("stops", [LOOSE]) == ["Zoé"]
    assert form("fares", {LOOSE: "1"}) == {"Zoé": "1.00"}


def test_order_that_means_nothing_is_made_one() -> None:
    ada, bo, cy = ({"first": f, "last": n} for f, n in (("A", "Z"), ("B", "A"), ("A", "A")))
    assert form("people", [ada, bo, cy]) == form("people", [cy, ada, bo]) == [cy, bo, ada]


def test_order_goes_by_canonical_items() -> None:
    loose = {"first": "x", "last": unicodedata.normalize("NFD", "É")}
    tight = {"first": "x", "last": "É"}
    other = {"first": "x", "last": "F"}
    assert form("people", [loose, other]) == form("people", [other, tight])


def test_every_item_counts_where_order_does_not() -> None:
    one = {"first": "A", "last": "Z"}
    assert form("people", [one, one]) != form("people", [one])


def test_order_that_means_something_is_kept() -> None:
    assert form("stops", ["b", "a"]) == ["b", "a"]


def test_null_is_null_in_every_form() -> None:
    assert form("weight", None) is None
    assert form("refund", None) is None
    assert form("people", None) is None
    assert form("fares", None) is None


def test_what_a_row_holds_beyond_its_record_counts() -> None:
    assert FORM({"extra": {"n": 25.0, "t": LOOSE}, LOOSE: 1}) == {
        "extra": {"n": 25, "t": "Zoé"},
        "Zoé": 1,
    }


def test_column_of_another_shape_is_formed_by_value() -> None:
    assert form("people", {"n": 25.0}) == {"n": 25}
    assert form("total", {"n": [25.0]}) == {"n": [25]}
    assert FORM("no row") == "no row"


def test_value_is_not_changed_by_being_formed() -> None:
    row = {"people": [{"first": "B", "last": "B"}, {"first": "A", "last": "A"}], "total": 25}
    FORM(row)
    assert row == {
        "people": [{"first": "B", "last": "B"}, {"first": "A", "last": "A"}],
        "total": 25,
    }


def test_large_float_is_not_made_another_number() -> None:
    assert repr(form_value(1e300)) == "1e+300"
    assert repr(form_value(float(2**53))) == str(2**53)
