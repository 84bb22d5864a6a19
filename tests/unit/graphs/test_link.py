from typing import Any

import pytest

from graphs.graph import Link, LinkKind
from graphs.link import Entity, find_values, link_holds

ORDER = {"order_id": "K1", "items": [{"item_id": "i1"}, {"item_id": "i2"}]}
NOTHING: tuple[frozenset[Entity], frozenset[Entity]] = (frozenset(), frozenset())


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("order_id", ["K1"]),
        ("items.*.item_id", ["i1", "i2"]),
        ("*", ["K1", ORDER["items"]]),
        ("*~", ["order_id", "items"]),
        ("items.*.*~", ["item_id", "item_id"]),
        ("nowhere", []),
        ("order_id.deeper", []),
        ("items.item_id", []),
        ("items.*~", []),
    ],
)
def test_path_leads_to_its_values(path: str, expected: list[Any]) -> None:
    assert list(find_values(ORDER, path.split("."))) == expected


@pytest.mark.parametrize(
    ("arguments", "holds"),
    [
        ({"item_ids": ["i2"]}, True),
        ({"item_ids": ["i9", "i1"]}, True),
        ({"item_ids": ["i9"]}, False),
        ({"item_ids": []}, False),
        ({"item_ids": "i1"}, True),
        ({"other": ["i1"]}, False),
        ({}, False),
    ],
)
def test_data_link_holds_when_one_value_came_from_the_result(
    arguments: dict[str, Any], *, holds: bool
) -> None:
    link = Link(LinkKind.DATA, "items.*.item_id", "item_ids")
    assert link_holds(link, ORDER, arguments, NOTHING) is holds


@pytest.mark.parametrize(
    ("arguments", "holds"),
    [
        ({"lines": [{"id": "i9"}, {"id": "i2"}]}, True),
        ({"lines": [{"id": "i9"}]}, False),
        ({"lines": []}, False),
        ({"lines": "i1"}, False),
        ({}, False),
    ],
)
def test_value_may_stand_deeper_in_an_argument(arguments: dict[str, Any], *, holds: bool) -> None:
    link = Link(LinkKind.DATA, "items.*.item_id", "lines.*.id")
    assert link_holds(link, ORDER, arguments, NOTHING) is holds


def test_data_link_compares_whole_objects() -> None:
    link = Link(LinkKind.DATA, "address", "address")
    result = {"address": {"street": "1 Mill Street", "city": "Leeds"}}
    same, other = {"city": "Leeds", "street": "1 Mill Street"}, {"city": "Leeds"}
    assert link_holds(link, result, {"address": same}, NOTHING)
    assert not link_holds(link, result, {"address": other}, NOTHING)


@pytest.mark.parametrize(
    ("second", "holds"),
    [
        ({("customer", "c1"), ("order", "K2")}, True),
        ({("customer", "c2"), ("order", "K1")}, False),
        (set(), False),
    ],
    ids=["same customer", "same order, other customer", "nothing"],
)
def test_entity_link_holds_when_both_touch_one_of_its_kind(
    second: set[Entity], *, holds: bool
) -> None:
    link = Link(LinkKind.ENTITY, "customer")
    first: set[Entity] = {("customer", "c1"), ("order", "K1")}
    assert link_holds(link, None, {}, (first, second)) is holds
