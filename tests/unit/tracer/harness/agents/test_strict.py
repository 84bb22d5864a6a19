import copy
import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tracer.domains.domain import DOMAIN_NAMES, load_domain
from tracer.harness.agents.strict import tighten, tighten_tools


def list_open_parts(schema: Any, place: str = "") -> list[str]:
    """Return the parts of a schema that could be filled without end."""
    kind, keys = schema.get("type"), schema.keys()
    is_open = {
        "string": not keys & {"maxLength", "enum", "pattern", "const"},
        "array": "maxItems" not in keys,
        "object": schema.get("additionalProperties") is not False,
        "integer": not {"minimum", "maximum"} <= keys,
    }
    found = [place] if is_open.get(kind, False) else []
    for name, part in schema.get("properties", {}).items():
        found += list_open_parts(part, f"{place}.{name}")
    if "items" in schema:
        found += list_open_parts(schema["items"], f"{place}[]")
    return found


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_every_tool_is_strict_and_bounded_in_every_part(domain: str) -> None:
    tools = tighten_tools(load_domain(domain).schemas)
    assert all(tool["function"]["strict"] is True for tool in tools)
    assert [list_open_parts(tool["function"]["parameters"]) for tool in tools] == [[]] * len(tools)


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_schemas_of_the_domain_stay_as_they_are(domain: str) -> None:
    schemas = load_domain(domain).schemas
    before = copy.deepcopy(schemas)
    tighten_tools(schemas)
    assert schemas == before
    assert "strict" not in json.dumps(load_domain(domain).schemas)


def test_what_is_open_gets_a_bound() -> None:
    schema = {
        "type": "object",
        "properties": {
            "type": {"type": "string"},
            "notes": {"type": "array", "items": {"type": ["string", "null"]}},
            "n": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]},
        },
    }
    assert tighten(schema) == {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "type": {"type": "string", "maxLength": 200},
            "notes": {
                "type": "array",
                "maxItems": 16,
                "items": {"type": ["string", "null"], "maxLength": 200},
            },
            "n": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 10**9}, {"type": "null"}]},
        },
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "maxLength": 500},
        {"type": "string", "enum": ["a"]},
        {"type": "string", "pattern": "^a$"},
        {"type": "array", "maxItems": 40, "items": {"type": "boolean"}},
        {"type": "integer", "minimum": 1, "maximum": 3},
        {"type": "integer", "enum": [1]},
    ],
)
def test_bounds_of_the_domain_stay(schema: dict[str, Any]) -> None:
    assert tighten(schema) == schema


def test_text_is_no_longer_than_an_output_has_tokens() -> None:
    tools = tighten_tools(load_domain("retail").schemas, 160)
    found = re.findall(r'"maxLength": (\d+)', json.dumps(tools))
    assert max(map(int, found)) == 160
    assert '"maxLength": 500' in json.dumps(tighten_tools(load_domain("retail").schemas))


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "minLength": 300}, "x" * 300),
        ({"type": "array", "minItems": 20}, [0] * 20),
        ({"type": "integer", "minimum": 2 * 10**9}, 2 * 10**9),
    ],
)
def test_bound_leaves_room_for_what_is_asked(schema: dict[str, Any], value: Any) -> None:
    assert Draft202012Validator(tighten(schema)).is_valid(value)
