"""Products: the variants, prices and stock of the goods in catalogue.toml."""

import random
import tomllib
from itertools import product as combine
from pathlib import Path
from typing import Any

from tracer.domains.money import read_cents, write_cents
from tracer.domains.retail.identifiers import Identifiers
from tracer.domains.retail.records import Product, Variant

CATALOGUE = Path(__file__).with_name("catalogue.toml")
MIN_VARIANTS = 8
MAX_VARIANTS = 20
CARRIED_RATE = 0.85
"""Share of the possible combinations that the shop carries."""
STOCK_RATE = 0.75
STEP_RATE = 0.06
"""One price step, as a share of the base price."""
DEARER_RATE = 0.5
"""Share of products in which a second option touches the price."""
STEP_CENTS = 50
"""Price steps are whole multiples of this."""
MIN_IN_STOCK = 3

Options = dict[str, str]


def make_products(rng: random.Random, ids: Identifiers) -> dict[str, Product]:
    """Return the products by id, in the order of the catalogue."""
    goods = tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))["product"]
    made = (make_product(entry, rng, ids) for entry in goods)
    return {product["product_id"]: product for product in made}


def make_product(entry: dict[str, Any], rng: random.Random, ids: Identifiers) -> Product:
    """Return the product of one entry of the catalogue."""
    carried = choose_combinations(entry["options"], rng)
    steps = choose_steps(entry["options"], rng)
    stock = choose_stock(len(carried), rng)
    variants = {}
    for options, in_stock in zip(carried, stock, strict=True):
        price = compute_price(entry["base_price"], options, steps)
        item_id = ids.take_item()
        variants[item_id] = Variant(
            item_id=item_id, options=options, price=price, in_stock=in_stock
        )
    return Product(
        product_id=ids.take_product(),
        name=entry["name"],
        category=entry["category"],
        final_sale=entry["final_sale"],
        variants=variants,
    )


def choose_combinations(options: dict[str, list[str]], rng: random.Random) -> list[Options]:
    """Return the combinations of options the shop carries, in the order of the catalogue."""
    every = [dict(zip(options, values, strict=True)) for values in combine(*options.values())]
    n_carried = min(MAX_VARIANTS, max(MIN_VARIANTS, round(len(every) * CARRIED_RATE)))
    kept = sorted(rng.sample(range(len(every)), min(n_carried, len(every))))
    return [every[place] for place in kept]


def choose_steps(options: dict[str, list[str]], rng: random.Random) -> dict[tuple[str, str], int]:
    """Return the price steps that single option values add; most add none.

    The price rises with the values of one option, two by two; in half of the products the last
    value of another option is dearer by a step.
    """
    rising = rng.choice(list(options))
    steps = {(rising, value): place // 2 for place, value in enumerate(options[rising])}
    others = [name for name in options if name != rising]
    if others and rng.random() < DEARER_RATE:
        name = rng.choice(others)
        steps[name, options[name][-1]] = 1
    return steps


def compute_price(base: str, options: Options, steps: dict[tuple[str, str], int]) -> str:
    """Return the price of a variant."""
    cents = read_cents(base)
    step = max(1, round(cents * STEP_RATE / STEP_CENTS)) * STEP_CENTS
    return write_cents(cents + step * sum(steps.get(pair, 0) for pair in options.items()))


def choose_stock(n_variants: int, rng: random.Random) -> list[bool]:
    """Return which variants are in stock: never fewer than three, so that a swap stays possible."""
    n_stocked = max(MIN_IN_STOCK, round(n_variants * STOCK_RATE))
    stocked = set(rng.sample(range(n_variants), min(n_stocked, n_variants)))
    return [place in stocked for place in range(n_variants)]
