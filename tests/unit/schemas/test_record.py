from typing import Any

import pytest
from pydantic import ValidationError

from schemas.record import Record
from tests.support.builders import make_example, make_provenance, make_task, make_workflow


def test_record_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        make_workflow().__setattr__("index", 3)


@pytest.mark.parametrize("changes", [{"index": "3"}, {"seed": 1.0}, {"extra": 1}, {"walks": [1]}])
def test_record_is_strict(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        make_workflow(**changes)


def test_id_names_the_kind_and_16_hex_digits() -> None:
    prefix, _, digits = make_task().id.partition("_")
    assert prefix == "task"
    assert len(digits) == 16
    assert set(digits) <= set("0123456789abcdef")


def test_equal_content_has_an_equal_id() -> None:
    assert make_task().id == make_task().id


def test_other_content_has_another_id() -> None:
    assert make_task().id != make_task(instruction="You want something else.").id


def test_lineage_and_provenance_are_no_part_of_the_id() -> None:
    changed = make_example(workflow_id="wf_other", provenance=make_provenance(policy="comma"))
    assert changed.id == make_example().id


def test_known_content_keeps_its_id() -> None:
    class Empty(Record):
        pass

    assert Empty() == Empty()
    assert make_workflow().id == "wf_bc8527c91780ba36"
