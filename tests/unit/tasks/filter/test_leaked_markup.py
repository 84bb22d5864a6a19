import pytest

from tasks.filter.leaked_markup import find_leaked_markup
from tests.support.transcripts import agent, call, user


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>\n{"name": "get_order"}\n</tool_call>',
        "Let me see. </tool_call>",
        "I should look it up.</think>Hello.",
        "<think>The customer is cross.</think>",
        "\u25c1think\u25b7Hm",
        "Hello<|im_end|>",
        "<\uff5ctool\u2581calls\u2581begin\uff5c>",
        "[TOOL_CALLS] [{",
        "[INST] Be kind [/INST]",
        "Goodbye.</s>",
        "<start_of_turn>model",
        "<function=get_order>",
        '<invoke name="get_order">',
        '<parameter name="order_id">K10-0001</parameter>',
        '```json\n{"name": "get_order", "arguments": {"order_id": "K10-0001"}}\n```',
        '{"arguments": {"order_id": "K10-0001"}, "name": "get_order"}',
        '{"tool_calls": []}',
        '```json {"name": "get_order"',
        'get_order(order_id="K10-0001")',
        "I'll run list_products() now.",
        "Thought: I need the order.",
        'Action: get_order\nAction Input: {"order_id": "K10-0001"}',
        "Observation: the order is pending",
    ],
)
def test_markup_is_found_on_either_side(text: str) -> None:
    assert find_leaked_markup([*user("Hello."), *agent(text)]) is not None
    assert find_leaked_markup([*user(text), *agent("Hello.")]) is not None


@pytest.mark.parametrize(
    "text",
    [
        "The total is < 100 EUR and > 50 EUR, I think.",
        "Action: cancel order K10-0001\nRefund: 164.50 EUR",
        "Here is the list:\n- **Order:** K10-0001\n- Refund: 164.50 EUR (credit card)",
        "Your observation: it fits. My thought: keep it.",
        "On second thought: yes.",
        "I love it <3 and it's (nearly) new :)",
        "The parameters of the lamp are 5 watts [brass].",
        "Write to ana_maria.weiss@example.com (or call).",
        "I looked with find_customer_by_email, since you asked how.",
        "My name is {Ana}, see [1] and `code`.",
        "I called customer service about the function of the tool set.",
    ],
)
def test_ordinary_text_passes(text: str) -> None:
    assert find_leaked_markup([*user(text), *agent(text)]) is None


def test_calls_and_results_are_not_text() -> None:
    result = {"note": "<tool_call> in a note", "name": "x", "arguments": {}}
    assert find_leaked_markup(call("get_order", {"order_id": "<think>"}, result)) is None


def test_detail_names_message_side_and_mark() -> None:
    found = find_leaked_markup([*user("Hello."), *agent("Hi.<|im_end|>")])
    assert found == "message 1 (assistant): a special token, '<|im_end|>'"
