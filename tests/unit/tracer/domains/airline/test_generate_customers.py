import re
import unicodedata
from collections import Counter
from datetime import date
from typing import Any

import pytest

from tracer.domains.airline.generator import make_base
from tracer.domains.retail.generator import make_base as make_shop
from tracer.domains.state import Base

SCRIPTS = (
    "LATIN", "CYRILLIC", "GREEK", "HEBREW", "ARABIC", "DEVANAGARI", "HANGUL", "CJK", "GEORGIAN",
)  # fmt: skip


@pytest.fixture(scope="module")
def base() -> Base:
    return make_base()


def list_rows(base: Base, table: str) -> list[Any]:
    return list(base.tables[table].values())


@pytest.mark.parametrize("field", ["email", "phone"])
def test_contact_details_are_nobody_elses(base: Base, field: str) -> None:
    values = [customer[field] for customer in list_rows(base, "customers")]
    assert len(set(values)) == 500


def test_mail_addresses_are_plain_and_at_example_hosts(base: Base) -> None:
    for customer in list_rows(base, "customers"):
        assert re.fullmatch(r"[a-z0-9]+\.[a-z0-9]+@example\.(com|org|net)", customer["email"])


def test_customers_are_grown_up(base: Base) -> None:
    for customer in list_rows(base, "customers"):
        assert "1941-01-01" <= customer["birth_date"] <= "2007-12-31"
        date.fromisoformat(customer["birth_date"])


def test_tiers_have_about_their_shares(base: Base) -> None:
    tiers = Counter(customer["tier"] for customer in list_rows(base, "customers"))
    assert tiers["regular"] > tiers["silver"] > tiers["gold"] > 50


def test_payment_methods_have_what_their_kind_needs(base: Base) -> None:
    wanted = {
        "credit card": {"payment_id", "kind", "last4"},
        "debit card": {"payment_id", "kind", "last4"},
        "gift card": {"payment_id", "kind", "balance"},
        "travel certificate": {"payment_id", "kind", "balance"},
    }
    for customer in list_rows(base, "customers"):
        kinds = [method["kind"] for method in customer["payment_methods"].values()]
        assert 1 <= len(kinds) <= 4
        assert len(set(kinds)) == len(kinds)
        assert {"credit card", "debit card"} & set(kinds)
        for key, method in customer["payment_methods"].items():
            assert method["payment_id"] == key
            assert set(method) == wanted[method["kind"]]


def test_people_write_in_many_scripts(base: Base) -> None:
    found = Counter(
        next(
            script
            for script in (*SCRIPTS, "HIRAGANA", "KATAKANA")
            if unicodedata.name(row["name"]["last"][0]).startswith(script)
        )
        for row in list_rows(base, "customers")
    )
    assert set(SCRIPTS) <= set(found)
    assert found["LATIN"] < 450


def test_customers_are_not_those_of_the_shop(base: Base) -> None:
    shop = {tuple(row["name"].values()) for row in list_rows(make_shop(), "customers")}
    ours = {tuple(row["name"].values()) for row in list_rows(base, "customers")}
    assert len(shop & ours) < 25
