import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

from schemas.identity import hash_content
from tracer.domains.retail.generator import list_spare_addresses, make_base, make_spare_addresses
from tracer.domains.state import Base

DIGEST = "68cce0be1e18147b01c36f472ca1fc351640b86e2dea0c74e73565187abddaad"


@pytest.fixture(scope="module")
def base() -> Base:
    return make_base()


def list_rows(base: Base, table: str) -> list[Any]:
    return list(base.tables[table].values())


def walk_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from walk_texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from walk_texts(item)


def test_tables_are_these_to_the_letter(base: Base) -> None:
    assert base.digest == DIGEST
    assert hash_content(base.tables) == DIGEST


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_tables_depend_on_no_hash_order(hash_seed: str) -> None:
    program = "from tracer.domains.retail.generator import make_base; print(make_base().digest)"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == DIGEST


def test_rows_come_in_the_same_order_each_time(base: Base) -> None:
    again = make_base()
    for table, rows in base.tables.items():
        assert list(rows) == list(again.tables[table])


def test_tables_have_their_sizes(base: Base) -> None:
    assert {name: len(rows) for name, rows in base.tables.items()} == {
        "customers": 500,
        "products": 50,
        "orders": 1000,
        "emails": 500,
        "names": 500,
        "catalogue": 1,
    }


def test_ids_look_as_they_should_and_are_keys(base: Base) -> None:
    shapes = {
        "customers": ("customer_id", r"cus-\d{5}"),
        "products": ("product_id", r"prd-\d{4}"),
        "orders": ("order_id", r"K\d{2}-\d{4}"),
    }
    for table, (field, shape) in shapes.items():
        for key, row in base.tables[table].items():
            assert row[field] == key
            assert re.fullmatch(shape, key)


def test_items_and_payment_methods_have_ids_of_their_own(base: Base) -> None:
    items = [key for product in list_rows(base, "products") for key in product["variants"]]
    methods = [key for row in list_rows(base, "customers") for key in row["payment_methods"]]
    assert len(set(items)) == len(items)
    assert len(set(methods)) == len(methods)
    assert all(re.fullmatch(r"itm-\d{6}", key) for key in items)
    assert all(re.fullmatch(r"pay-\d{6}", key) for key in methods)
    assert items != sorted(items)


def test_texts_are_single_clean_lines(base: Base) -> None:
    for table in ("customers", "products", "orders"):
        for text in walk_texts(dict(base.tables[table])):
            assert text
            assert text == " ".join(text.split())
            assert unicodedata.is_normalized("NFC", text)
            assert text.isprintable()
            assert not set(text) & set("#@{}") or "@example." in text


def test_indexes_lead_to_the_right_rows(base: Base) -> None:
    for email, row in base.tables["emails"].items():
        assert base.tables["customers"][row["customer_id"]]["email"] == email
    for product_id, product in base.tables["products"].items():
        listed = base.tables["catalogue"]["all"][product["category"]]
        assert listed[product["name"]] == product_id


def test_spare_addresses_are_nobodys_and_cover_every_country(base: Base) -> None:
    spare = make_spare_addresses()
    rows = [*list_rows(base, "customers"), *list_rows(base, "orders")]
    taken = {tuple(row["address"].values()) for row in rows}
    every = [tuple(address.values()) for some in spare.values() for address in some]
    assert 250 < len(every) < 350
    assert not taken & set(every)
    assert {row["address"]["country"] for row in rows} <= set(spare)
    assert all(address["country"] == key for key, some in spare.items() for address in some)


def test_spare_addresses_are_listed_by_country() -> None:
    assert list_spare_addresses("Japan") == make_spare_addresses()["Japan"]
    assert list_spare_addresses("Atlantis") == []
