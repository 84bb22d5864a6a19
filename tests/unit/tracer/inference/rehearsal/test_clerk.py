from typing import Any

import pytest

from tracer.inference.rehearsal.desk import Step, take_step

ROOM = {"type": "string", "description": "Number of the room, such as R-10."}
FLOOR = {"type": "string", "enum": ["upper", "lower"], "description": "Which floor."}


def make_tool(name: str, description: str, **properties: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {"function": {"name": name, "description": description, "parameters": parameters}}


TOOLS = [
    make_tool("get_heat", "Return how warm a room is.", room=ROOM, floor=FLOOR),
    make_tool("get_rules", "Return the house rules."),
]


def ask(text: str, *after: dict[str, Any], tools: list[dict[str, Any]] = TOOLS) -> Step:
    return take_step([{"role": "user", "content": text}, *after], tools)


def heat(room: str, floor: str) -> tuple[str, dict[str, str]]:
    return "get_heat", {"room": room, "floor": floor}


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("How warm is R-12 on the upper floor?", (heat("R-12", "upper"),)),
        (
            "R-12 on the lower floor, R-31 on the upper?",
            (heat("R-12", "lower"), heat("R-31", "upper")),
        ),
        ("R-12, lower and upper floor?", (heat("R-12", "lower"), heat("R-12", "upper"))),
        ("What are the rules of the house?", (("get_rules", {}),)),
    ],
)
def test_wish_that_names_every_argument_is_looked_up_at_once(text: str, calls: Any) -> None:
    assert ask(text).calls == calls


def test_argument_that_is_not_named_is_never_made_up() -> None:
    assert ask("How warm is R-12?").calls == ()


def test_what_was_looked_up_is_not_looked_up_again() -> None:
    call = {"id": "1", "function": {"name": "get_rules", "arguments": "{}"}}
    result = {"role": "tool", "tool_call_id": "1", "content": '"no shoes"'}
    step = ask("What are the rules?", {"role": "assistant", "tool_calls": [call]}, result)
    assert step.calls == ()


def test_desk_with_accounts_finds_the_customer_first() -> None:
    mail = {"type": "string", "description": "Address."}
    tools = [*TOOLS, make_tool("find_customer_by_email", "Find a customer.", email=mail)]
    assert ask("How warm is R-12 on the upper floor?", tools=tools).calls == ()
