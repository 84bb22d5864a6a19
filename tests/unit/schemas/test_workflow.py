import pytest

from schemas.workflow import name_cell
from tests.support.builders import make_workflow


@pytest.mark.parametrize(
    ("lengths", "name"), [([2], "2"), ([2, 3], "3+2"), ([2, 4, 2], "4+2+2"), ([10, 9], "10+9")]
)
def test_cell_is_named_by_lengths_longest_first(lengths: list[int], name: str) -> None:
    assert name_cell(lengths) == name


def test_workflow_of_other_index_has_another_id() -> None:
    assert make_workflow(index=1).id != make_workflow(index=2).id
    assert make_workflow(index=1).id == make_workflow(index=1).id
