import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from schemas.identity import dump_canonical
from tests.support.builders import make_feeling

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


def turn_around(value: Any) -> Any:
    """Return `value` with the keys of every dict in the opposite order."""
    if isinstance(value, dict):
        return {key: turn_around(value[key]) for key in reversed(list(value))}
    if isinstance(value, list):
        return [turn_around(item) for item in value]
    return value


@given(VALUES)
def test_canonical_text_is_blind_to_the_order_of_keys(value: Any) -> None:
    assert dump_canonical(turn_around(value)) == dump_canonical(value)


@given(VALUES)
def test_canonical_text_reads_back_as_the_value(value: Any) -> None:
    assert json.loads(dump_canonical(value)) == value


@given(TEXTS, TEXTS, st.integers(0, 593), st.integers(0, 593))
def test_ids_are_equal_exactly_when_content_is(one: str, two: str, m: int, n: int) -> None:
    first, second = make_feeling(text=one, condition=m), make_feeling(text=two, condition=n)
    assert (first.id == second.id) == ((one, m) == (two, n))


@given(TEXTS, TEXTS)
def test_ids_do_not_know_where_content_came_from(one: str, two: str) -> None:
    assert make_feeling(workflow_id=one).id == make_feeling(workflow_id=two).id
