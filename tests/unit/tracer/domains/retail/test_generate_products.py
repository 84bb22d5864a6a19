from typing import Any

import pytest

from tracer.domains.retail.generator import make_base
from tracer.domains.state import Base


@pytest.fixture(scope="module")
def base() -> Base:
    return make_base()


def list_rows(base: Base, table: str) -> list[Any]:
    return list(base.tables[table].values())


def test_products_have_enough_variants_and_some_are_out_of_stock(base: Base) -> None:
    stocked = []
    for product in list_rows(base, "products"):
        variants = list(product["variants"].values())
        options = [tuple(variant["options"].items()) for variant in variants]
        assert 4 <= len(variants) <= 20
        assert len(set(options)) == len(options)
        assert sum(variant["in_stock"] for variant in variants) >= 3
        stocked += [variant["in_stock"] for variant in variants]
    assert 0.7 < sum(stocked) / len(stocked) < 0.8


def test_many_variants_cost_the_same_and_some_more(base: Base) -> None:
    prices = [
        [variant["price"] for variant in product["variants"].values()]
        for product in list_rows(base, "products")
    ]
    assert all(len(set(some)) < len(some) for some in prices)
    assert sum(len(set(some)) > 1 for some in prices) > 30
