"""Digests of states that mean the same, over the shop's own tables."""

import unicodedata
from typing import Any

import pytest

from tests.support.making import load_retail
from tracer.domains.difference import list_differences
from tracer.domains.retail.records import TABLES
from tracer.domains.state import State

ORDER, RETURN = "K10-9999", {"item_ids": ["itm-1", "itm-2"], "refund_to": "pay-1", "refund": "9.90"}


def start() -> State:
    return load_retail().start()


def find_order(**columns: Any) -> str:
    rows = load_retail().base.tables["orders"].items()
    return next(key for key, row in rows if all(row[name] == columns[name] for name in columns))


def change(key: str, **columns: Any) -> State:
    state = start()
    state.edit("orders", key).update(columns)
    return state


def assert_same(one: State, other: State) -> None:
    assert one.digest() == other.digest()
    assert list_differences(one, other) == []


@pytest.mark.parametrize("total", [25, 25.0, "25", "25.0"])
def test_amount_is_one_however_it_is_written(total: object) -> None:
    key = find_order(status="pending")
    assert_same(change(key, total="25.00"), change(key, total=total))
    assert change(key, total=total).digest() != change(key, total="25.01").digest()


def test_order_of_keys_means_nothing() -> None:
    key = find_order(status="pending")
    state = start()
    row = {**state.edit("orders", key), "status": "cancelled"}
    state.put("orders", key, dict(reversed(row.items())))
    assert_same(change(key, status="cancelled"), state)


def test_text_is_one_in_any_normal_form() -> None:
    address = {"street": "Zoë-Weg 1", "city": "Łódź", "postcode": "1", "country": "Poland"}
    loose = {name: unicodedata.normalize("NFD", text) for name, text in address.items()}
    key = find_order(status="pending")
    assert loose != address
    assert_same(change(key, address=address), change(key, address=loose))


def test_order_of_returned_items_means_nothing() -> None:
    key = find_order(status="delivered")
    turned = {**RETURN, "item_ids": RETURN["item_ids"][::-1]}
    assert_same(change(key, **{"return": RETURN}), change(key, **{"return": turned}))
    fewer = {**RETURN, "item_ids": ["itm-1"]}
    assert change(key, **{"return": RETURN}).digest() != change(key, **{"return": fewer}).digest()


@pytest.mark.parametrize("column", ["payments", "items"])
def test_order_of_payments_and_items_means_something(column: str) -> None:
    orders = load_retail().base.tables["orders"]
    key = next(key for key, row in orders.items() if len(row[column]) > 1)
    turned = change(key, **{column: orders[key][column][::-1]})
    assert turned.digest() != start().digest()


def test_column_that_the_record_does_not_have_counts() -> None:
    key = find_order(status="pending")
    assert change(key, flagged=True).digest() != start().digest()


def test_rows_are_in_canonical_form_as_generated() -> None:
    base = load_retail().base
    assert set(TABLES) < set(base.tables)
    for table, rows in base.tables.items():
        assert [key for key, row in rows.items() if base.form_row(table, row) != row] == []
