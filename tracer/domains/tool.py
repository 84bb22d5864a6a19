"""Tool: a typed function of a domain.

Its JSON schema is derived from signature and docstring, never written twice.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, get_type_hints

from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from schemas.errors import DataError
from tracer.domains.state import State


class ToolKind(StrEnum):
    """What a tool does to the state; proven per tool by digests before and after."""

    READ = "read"
    WRITE = "write"
    COMPUTE = "compute"
    HANDOFF = "handoff"


class ToolRefusal(Exception):
    """Raised by a tool that will not do what its arguments ask; the message goes to the agent."""


@dataclass(frozen=True)
class Tool:
    """One tool: a function whose first parameter is the state."""

    function: Callable[..., Any]
    kind: ToolKind
    identifies: bool = False
    """Whether it authenticates a customer: such a tool is no node of a graph."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    @cached_property
    def description(self) -> str:
        """The docstring up to its Args section."""
        text = inspect.getdoc(self.function) or ""
        return " ".join(re.split(r"\n\s*(?:Args|Returns|Raises):", text)[0].split())

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """JSON schema of the arguments, an object that forbids other keys."""
        hints = get_type_hints(self.function, include_extras=True)
        names = list(inspect.signature(self.function).parameters)[1:]
        notes = read_argument_notes(self.function)
        missing = [name for name in names if name not in notes]
        if missing:
            msg = f"tool {self.name}: no description in its docstring for {', '.join(missing)}"
            raise DataError(msg)
        properties = {name: describe(hints[name], notes[name]) for name in names}
        return {
            "type": "object",
            "properties": properties,
            "required": names,
            "additionalProperties": False,
        }

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The tool in OpenAI function form."""
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
        }
        return {"type": "function", "function": function}

    @cached_property
    def validator(self) -> Draft202012Validator:
        """Compiled validator of the arguments."""
        return Draft202012Validator(self.parameters)

    def find_fault(self, arguments: Mapping[str, Any]) -> str | None:
        """Return what is wrong with the arguments, or None when they fit the schema."""
        error = next(iter(self.validator.iter_errors(arguments)), None)
        if error is None:
            return None
        place = ".".join(str(part) for part in error.absolute_path) or "arguments"
        return f"{place}: {error.message}"

    def run(self, state: State, arguments: Mapping[str, Any]) -> Any:
        """Run the tool; a refusal leaves the state as it was.

        Raises:
            ToolRefusal: the tool will not do it.
        """
        saved = state.save() if self.kind is ToolKind.WRITE else None
        try:
            return self.function(state, **arguments)
        except BaseException:
            if saved is not None:
                state.restore(saved)
            raise


def describe(annotation: Any, note: str) -> dict[str, Any]:
    """Return the JSON schema of one parameter, with description and without pydantic's titles."""
    schema = TypeAdapter(annotation).json_schema()
    definitions = schema.pop("$defs", {})
    return {**drop_titles(schema, definitions), "description": note}


def drop_titles(value: Any, definitions: Mapping[str, Any]) -> Any:
    """Return the schema without `title` keywords and with local references put in place."""
    if isinstance(value, list):
        return [drop_titles(item, definitions) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return drop_titles(definitions[value["$ref"].rsplit("/", 1)[-1]], definitions)
    return {
        key: drop_titles(item, definitions)
        for key, item in value.items()
        if not (key == "title" and isinstance(item, str))
    }


def read_argument_notes(function: Callable[..., Any]) -> dict[str, str]:
    """Return parameter -> description from the Args section of a Google docstring."""
    text = inspect.getdoc(function) or ""
    section = re.search(r"\nArgs:\n(.*?)(?:\n\S|\Z)", text, re.DOTALL)
    if section is None:
        return {}
    entries = re.findall(r"^    (\w+): (.*(?:\n      .*)*)", section[1], re.MULTILINE)
    return {name: " ".join(note.split()) for name, note in entries}
