"""Families: what vLLM and a request must be told about each family of models."""

import json
import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from schemas.errors import DataError


class FamilyRecord(BaseModel):
    """Base of the table's records: frozen, unknown keys refused."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True
    )


class Switch(FamilyRecord):
    """What a request says to turn thinking on or off, as fields of a role's config."""

    chat_template_kwargs: dict[str, Any] = {}
    """Values for the chat template."""
    extra_body: dict[str, Any] = {}
    """Fields of the request itself."""


class Family(FamilyRecord):
    """Models that share a template, and so one way to call tools and to think."""

    name: str
    """Name of the family, such as `qwen3`."""
    patterns: tuple[str, ...]
    """Regular expressions sought in a model's lower-case name."""
    tool_parser: str
    """vLLM's --tool-call-parser."""
    reasoning_parser: str | None = None
    """vLLM's --reasoning-parser; None for models that don't think."""
    flags: tuple[str, ...] = ()
    """Other flags the server needs."""
    thinking_on: Switch | None = None
    """Turns thinking on; None where nothing does."""
    thinking_off: Switch | None = None
    """Turns thinking off; None where nothing does."""
    notes: str = ""
    """What else to know, in a sentence or two."""

    def matches(self, name: str) -> bool:
        """Return whether a lower-case name belongs to a model of the family."""
        return any(re.search(pattern, name) for pattern in self.patterns)

    def list_serve_flags(self) -> tuple[str, ...]:
        """Return vLLM's flags for models of the family."""
        reasoning = ("--reasoning-parser", self.reasoning_parser) if self.reasoning_parser else ()
        tools = ("--enable-auto-tool-choice", "--tool-call-parser", self.tool_parser)
        return (*tools, *reasoning, *self.flags)


class FamilyTable(FamilyRecord):
    """The whole of families.toml."""

    families: tuple[Family, ...]
    """The narrower first."""


@cache
def load_families() -> tuple[Family, ...]:
    """Return every family known, in the order in which they are tried.

    Raises:
        DataError: the shipped table is not valid.
    """
    text = files("tracer.inference").joinpath("families.toml").read_text(encoding="utf-8")
    try:
        # Strict as JSON is, where a list may be a tuple.
        return FamilyTable.model_validate_json(json.dumps(tomllib.loads(text))).families
    except ValueError as error:
        msg = f"tracer/inference/families.toml: {error}"
        raise DataError(msg) from error


def find_family(model_name: str) -> Family | None:
    """Return the family of a model, or None for one that the table doesn't know.

    Args:
        model_name: Name on a hub, or path of a folder. Its last part decides; only where that says
            nothing (a folder named after a revision) does the rest.
    """
    whole = model_name.lower().rstrip("/")
    last = whole.rpartition("/")[2]
    for text in (last, whole):
        for family in load_families():
            if family.matches(text):
                return family
    return None
