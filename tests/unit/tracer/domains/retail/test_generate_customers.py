import re
import unicodedata
from collections import Counter
from typing import Any

import pytest

from tracer.domains.retail.generator import make_base
from tracer.domains.state import Base

TEST_CARDS = {
    "4242", "4444", "1881", "0005", "8431", "1117", "9424", "0004", "0505", "1111",
    "5556", "8210", "3222", "5100",
}  # fmt: skip
RESERVED_PHONES = re.compile(
    r"\+44 7700 900\d{3}|\+353 20 91\d \d{4}|\+49 30 23125 \d{3}|\+33 6 39 98 \d\d \d\d"
    r"|\+46 8 465 004 \d\d"
)
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


def test_name_and_postcode_tell_people_apart(base: Base) -> None:
    pairs = {
        (row["name"]["first"], row["name"]["last"], row["address"]["postcode"])
        for row in list_rows(base, "customers")
    }
    assert len(pairs) == 500


def test_mail_addresses_are_plain_and_at_example_hosts(base: Base) -> None:
    for customer in list_rows(base, "customers"):
        assert re.fullmatch(r"[a-z0-9]+\.[a-z0-9]+@example\.(com|org|net)", customer["email"])


def test_phones_and_cards_are_nobodys(base: Base) -> None:
    for customer in list_rows(base, "customers"):
        assert RESERVED_PHONES.fullmatch(customer["phone"])
        for method in customer["payment_methods"].values():
            assert method.get("last4", "4242") in TEST_CARDS


def test_payment_methods_have_what_their_kind_needs(base: Base) -> None:
    wanted = {
        "credit card": {"payment_id", "kind", "last4"},
        "debit card": {"payment_id", "kind", "last4"},
        "wallet": {"payment_id", "kind"},
        "gift card": {"payment_id", "kind", "balance"},
    }
    for customer in list_rows(base, "customers"):
        kinds = [method["kind"] for method in customer["payment_methods"].values()]
        assert 1 <= len(kinds) <= 3
        assert len(set(kinds)) == len(kinds)
        for key, method in customer["payment_methods"].items():
            assert method["payment_id"] == key
            assert set(method) == wanted[method["kind"]]


def test_about_half_of_the_customers_have_a_gift_card(base: Base) -> None:
    kinds = Counter(
        method["kind"]
        for customer in list_rows(base, "customers")
        for method in customer["payment_methods"].values()
    )
    assert 250 <= kinds["gift card"] <= 300


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
