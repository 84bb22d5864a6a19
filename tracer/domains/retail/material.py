"""Material: the shop's written data files, read once."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_material(name: str) -> dict[str, Any]:
    """Return a parsed TOML file of this folder, such as `catalogue`."""
    source = files("tracer.domains.retail") / f"{name}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def name_products() -> dict[str, dict[str, Any]]:
    """Return product name -> its catalogue entry."""
    return {entry["name"]: entry for entry in read_material("catalogue")["product"]}


@cache
def name_shorts() -> dict[str, str]:
    """Return what people call a product -> product name."""
    return {entry["short"]: name for name, entry in name_products().items()}


def shorten(name: str) -> str:
    """Return what people call a product, such as `walking boots`."""
    return str(name_products()[name]["short"])


def refer(name: str) -> str:
    """Return a noun phrase for a product, such as `the walking boots`."""
    entry = name_products()[name]
    return f"{entry['article']} {entry['short']}"
