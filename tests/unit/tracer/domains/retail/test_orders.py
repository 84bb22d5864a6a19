import random
from typing import Any

import pytest

from schemas.draft import FactKind
from tests.unit.tracer.domains.retail import small_shop as shop
from tracer.domains.describer import AmbiguousError
from tracer.domains.retail import orders as module
from tracer.domains.retail.material import name_products, shorten
from tracer.domains.retail.orders import OrderNamer
from tracer.domains.state import Base

NAMES = list(name_products())
LAMP, RUG, KETTLE = NAMES[:3]


@pytest.fixture(autouse=True)
def no_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ORDER_ID_RATE", 0.0)


def make_order(order_id: str, day: str, *names: str) -> dict[str, Any]:
    return {
        **shop.ORDERS[0],
        "order_id": order_id,
        "placed_on": day,
        "items": [{"item_id": f"itm-{name}", "name": name} for name in names],
    }


def make_namer(*orders: dict[str, Any], seed: int = 1) -> OrderNamer:
    tables = {"orders": {order["order_id"]: order for order in orders}}
    customer = {"orders": list(tables["orders"])}
    return OrderNamer(Base(tables, "small"), customer, random.Random(seed))


FIRST = make_order("K1", "2026-04-01", LAMP, RUG)
SAME_GOODS = make_order("K2", "2026-04-02", LAMP, RUG)
SAME_DAY = make_order("K2", "2026-04-01", KETTLE)
SAME_ALL = make_order("K2", "2026-04-01", LAMP, RUG)


def list_choices(*orders: dict[str, Any]) -> set[tuple[str, str]]:
    return {make_namer(*orders, seed=seed).choose("K1") for seed in range(40)}


def test_order_is_told_by_goods_that_stand_in_it_alone_or_by_its_day() -> None:
    assert list_choices(FIRST) == {
        ("order.goods", shorten(LAMP)),
        ("order.goods", shorten(RUG)),
        ("order.date", "1 April"),
    }


def test_goods_in_two_orders_select_neither() -> None:
    assert list_choices(FIRST, SAME_GOODS) == {("order.date", "1 April")}


def test_day_with_two_orders_selects_neither() -> None:
    names = {slot for slot, _ in list_choices(FIRST, SAME_DAY)}
    assert names == {"order.goods"}


def test_order_that_nothing_tells_apart_is_ambiguous() -> None:
    with pytest.raises(AmbiguousError, match="no description selects order K1 alone"):
        make_namer(FIRST, SAME_ALL).choose("K1")


def test_number_selects_even_what_nothing_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ORDER_ID_RATE", 1.0)
    assert make_namer(FIRST, SAME_ALL).choose("K1") == ("order.id", "K1")


def test_goods_named_anyway_are_enough() -> None:
    assert make_namer(FIRST, SAME_DAY).name(0, "K1", [shorten(RUG)]) == []


def test_goods_named_anyway_are_not_enough_when_another_order_has_them() -> None:
    (piece,) = make_namer(FIRST, SAME_GOODS).name(2, "K1", [shorten(RUG)])
    assert (piece.kind, piece.topic) == (FactKind.DETAIL, 2)
    assert piece.slots == (("order.date", "1 April"),)


def test_order_spoken_of_last_is_the_same_one() -> None:
    namer = make_namer(FIRST, SAME_DAY)
    namer.name(0, "K1", [])
    (piece,) = namer.name(1, "K1", [])
    assert piece.slots == (("order.same", ""),)


def test_order_spoken_of_before_another_one_is_named_again() -> None:
    namer = make_namer(FIRST, SAME_DAY)
    for topic, order_id in enumerate(("K1", "K2")):
        namer.name(topic, order_id, [])
    (piece,) = namer.name(2, "K1", [])
    assert piece.slots != (("order.same", ""),)
