"""Material: the airline's written data files, read once."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_material(name: str) -> dict[str, Any]:
    """Return a parsed TOML file of this folder, such as `airports`."""
    source = files("tracer.domains.airline") / f"{name}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def name_cities() -> dict[str, str]:
    """Return airport code -> city."""
    return {entry["code"]: entry["city"] for entry in read_material("airports")["airport"]}
