import json

import pytest

from tracer.harness.agents.step import ReactStep, parse_step

LOOK = 'Action: get_order\nAction Input: {"order_id": "K1"}'


def list_calls(output: str) -> list[tuple[str, str]]:
    calls = parse_step(output).calls
    return [(call.function.name, call.function.arguments) for call in calls]


def test_thought_action_and_input_are_read() -> None:
    step = parse_step(f"Thought: I need the order.\n{LOOK}")
    assert step.thought == "I need the order."
    assert list_calls(f"Thought: x\n{LOOK}") == [("get_order", '{"order_id": "K1"}')]
    assert step.answer == ""


def test_thought_and_answer_are_read() -> None:
    step = parse_step("Thought: Greet.\nAnswer: Hello.\n\nWhat is your email address?")
    assert step == ReactStep("Greet.", (), "Hello.\n\nWhat is your email address?")


@pytest.mark.parametrize(
    "output",
    [
        'Action: get_order\nAction Input:\n```json\n{"order_id": "K1"}\n```',
        'Action: `get_order`\nAction Input: `{"order_id": "K1"}`',
        'Action: "get_order"\nAction Input: {"order_id": "K1"}\n\nNow I wait.',
        '**Action:** get_order\n**Action Input:** {"order_id": "K1"}',
        'action: get_order.\naction input: {"order_id": "K1"}',
        'Action: get_order {"order_id": "K1"}',
        'Action: get_order({"order_id": "K1"})',
        '```\nAction: get_order\nAction Input: {"order_id": "K1"}\n```',
        '> Action: [get_order]\n> Action Input: {"order_id": "K1"}',
    ],
)
def test_marks_around_the_parts_are_passed_over(output: str) -> None:
    assert list_calls(output) == [("get_order", '{"order_id": "K1"}')]


def test_input_is_kept_letter_for_letter() -> None:
    text = '{"note":\n   "Zoë said: \\"Action: wait\\"",  "n": 1.0}'
    assert list_calls(f"Action: write\nAction Input: {text}") == [("write", text)]


@pytest.mark.parametrize(
    "text",
    ['{"n": 1}}', "{'n': 1}", '{"n": 1}{"n": 2}', '{"n": 1}\n{"n": 2}', "K1", "[1]", '{"n'],
)
def test_broken_input_is_passed_on_as_it_is(text: str) -> None:
    assert list_calls(f"Action: look\nAction Input: {text}") == [("look", text)]


def test_forty_thousand_brackets_are_passed_on() -> None:
    text = "[" * 40_000
    assert list_calls(f"Action: look\nAction Input: {text}") == [("look", text)]


def test_action_without_input_has_none() -> None:
    assert list_calls("Thought: All of them.\nAction: list_products") == [("list_products", "")]


def test_input_without_action_names_no_tool() -> None:
    assert list_calls('Action Input: {"n": 1}') == [("", '{"n": 1}')]


def test_several_actions_are_all_read_in_order() -> None:
    output = f"Thought: a\n{LOOK}\nThought: b\nAction: list_products\nAction Input: {{}}"
    assert [name for name, _ in list_calls(output)] == ["get_order", "list_products"]
    assert parse_step(output).thought == "a\nb"


@pytest.mark.parametrize(
    "invented",
    [
        'Observation: {"status": "pending"}\nAction: cancel_order\nAction Input: {}',
        "**Observation**: done\nAnswer: I've cancelled it.",
        "Customer says: yes\nAction: cancel_order\nAction Input: {}",
        "Answer: I've cancelled it.",
    ],
)
def test_what_rests_on_an_invented_result_is_dropped(invented: str) -> None:
    step = parse_step(f"{LOOK}\n{invented}")
    assert [call.function.name for call in step.calls] == ["get_order"]
    assert step.answer == ""


def test_action_after_an_answer_waits_for_the_customer() -> None:
    step = parse_step("Answer: Shall I cancel it?\nAction: cancel_order\nAction Input: {}")
    assert (step.calls, step.answer) == ((), "Shall I cancel it?")


@pytest.mark.parametrize(
    "rest",
    [
        "\nThought: They sound tired.",
        "\nthought: they sound tired",
        " Thought: They sound tired.",
        "\nCustomer says: Yes.\nThought: They sound tired.",
        "\nObservation: They sound tired.",
        f" {LOOK}",
    ],
)
def test_answer_ends_where_the_private_part_begins(rest: str) -> None:
    assert parse_step(f"Answer: Your order is on its way.{rest}").answer == (
        "Your order is on its way."
    )


@pytest.mark.parametrize("text", ["Hello. How can I help?", "The reason: sold out.\n- Boots: 2"])
def test_output_without_headings_is_an_answer(text: str) -> None:
    assert parse_step(text) == ReactStep(answer=text)


def test_text_around_a_bare_thought_is_the_answer() -> None:
    step = parse_step("Hello.\nThought: They sound tired.")
    assert (step.answer, step.thought) == ("Hello.", "They sound tired.")


def test_thought_alone_is_no_answer() -> None:
    assert parse_step("Thought: I should ask.") == ReactStep("I should ask.")


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>\n{"name": "get_order", "arguments": {}}\n</tool_call>',
        '{"name": "get_order", "arguments": {}}',
        '```json\n{"action": "get_order", "action_input": {}}\n```',
        "<|python_tag|>get_order()",
        "I look. <function=get_order>{}</function>",
    ],
)
def test_markup_of_another_format_is_a_call_of_no_tool(text: str) -> None:
    step = parse_step(text)
    assert [call.function.name for call in step.calls] == [""]
    assert step.answer == ""
    assert "get_order" in step.calls[0].function.arguments


def test_empty_output_is_nothing() -> None:
    assert parse_step(" \n") == ReactStep()


def test_overlong_name_is_cut() -> None:
    [(name, _)] = list_calls(f"Action: {'x' * 5000}\nAction Input: {{}}")
    assert name == "x" * 100


def test_arguments_stay_json_where_they_were() -> None:
    [(_, arguments)] = list_calls(LOOK)
    assert json.loads(arguments) == {"order_id": "K1"}
