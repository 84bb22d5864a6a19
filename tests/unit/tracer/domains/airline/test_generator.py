import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

from schemas.identity import hash_content
from tracer.domains.airline.generator import make_base, read_spare_people
from tracer.domains.state import Base

DIGEST = "c428263c5e37ee5b1181014ae5e3bf2925938b0b05f4c6079f7d63f028954ac6"


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
    program = "from tracer.domains.airline.generator import make_base; print(make_base().digest)"
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
    sizes = {name: len(rows) for name, rows in base.tables.items()}
    assert sizes.pop("departures") > 100
    assert sizes == {
        "customers": 500,
        "airports": 20,
        "flights": 300,
        "reservations": 2000,
        "emails": 500,
        "names": 500,
    }


def test_ids_look_as_they_should_and_are_keys(base: Base) -> None:
    shapes = {
        "customers": ("customer_id", r"cus-\d{5}"),
        "reservations": ("reservation_id", r"[A-Z]{2}\d{2}[A-Z]{2}"),
        "airports": ("code", r"[A-Z]{3}"),
    }
    for table, (field, shape) in shapes.items():
        for key, row in base.tables[table].items():
            assert row[field] == key
            assert re.fullmatch(shape, key)
    for key, row in base.tables["flights"].items():
        assert f"{row['flight_number']}/{row['date']}" == key
        assert re.fullmatch(r"TW\d{3}", row["flight_number"])


def test_payment_methods_have_ids_of_their_own(base: Base) -> None:
    methods = [key for row in list_rows(base, "customers") for key in row["payment_methods"]]
    assert len(set(methods)) == len(methods)
    # Those from 900000 on belong to certificates that conversations give.
    assert all(re.fullmatch(r"pay-[1-8]\d{5}", key) for key in methods)


def test_texts_are_single_clean_lines(base: Base) -> None:
    for table in ("customers", "airports", "flights", "reservations"):
        for text in walk_texts(dict(base.tables[table])):
            assert text
            assert text == " ".join(text.split())
            assert unicodedata.is_normalized("NFC", text)
            assert text.isprintable()
            assert not set(text) & set("#@{}") or "@example." in text


def test_indexes_lead_to_the_right_rows(base: Base) -> None:
    for email, row in base.tables["emails"].items():
        assert base.tables["customers"][row["customer_id"]]["email"] == email
    listed = []
    for place, row in base.tables["departures"].items():
        for key in row["flights"]:
            flight = base.tables["flights"][key]
            assert place == f"{flight['origin']}/{flight['date']}"
            listed.append(key)
    assert sorted(listed) == sorted(base.tables["flights"])


def test_spare_people_stand_in_no_table(base: Base) -> None:
    spare = {(row["first"], row["last"]) for row in read_spare_people()}
    flying = {
        (row["first"], row["last"])
        for reservation in list_rows(base, "reservations")
        for row in reservation["passengers"]
    }
    customers = {tuple(row["name"].values()) for row in list_rows(base, "customers")}
    assert len(spare) == 300
    assert not spare & (flying | customers)
