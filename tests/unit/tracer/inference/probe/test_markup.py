import pytest

from tracer.inference.probe.markup import find_call_markup

CALL = '{"name": "get_stock", "arguments": {"article": "A-1", "warehouse": "north"}}'
BAR, LINE = "\uff5c", "\u2581"


@pytest.mark.parametrize(
    ("text", "parser"),
    [
        (f"Let me look.\n<tool_call>\n{CALL}\n</tool_call>", "hermes"),
        ("<tool_call>\n<function=get_stock>\n<parameter=article>A-1", "qwen3_coder"),
        ("<tool_call>get_stock\n<arg_key>article</arg_key>", "glm45"),
        (f"[TOOL_CALLS][{CALL}]", "mistral"),
        ('{"name": "get_stock", "parameters": {"article": "A-1"}}', "llama3_json"),
        ('{"type": "function", "name": "get_opening_hours", "parameters": {}}', "llama3_json"),
        ("<|python_start|>[get_stock(article='A-1')]", "llama4_pythonic"),
        ("[get_stock(article='A-1', warehouse='north')]", "pythonic"),
        ("<|channel|>commentary to=functions.get_stock <|message|>{}", "openai"),
        (f"<{BAR}tool{LINE}calls{LINE}begin{BAR}>", "deepseek_v3"),
    ],
)
def test_call_in_a_text_names_its_parser(text: str, parser: str) -> None:
    found = find_call_markup(text)
    assert found is not None
    assert (found.parser, found.is_broken) == (parser, False)


@pytest.mark.parametrize(
    "text",
    [
        '<tool_call>\n{"name": "get_stock", "arguments": {north}}\n</tool_call>',
        '<tool_call>\n{"name": "get_stock", "arguments": {   ',
        "[TOOL_CALLS] get_stock",
    ],
)
def test_call_that_is_no_json_is_broken(text: str) -> None:
    found = find_call_markup(text)
    assert found is not None
    assert found.is_broken


@pytest.mark.parametrize(
    "text",
    [
        "There are 12 in the north warehouse.",
        "I will call get_stock for A-117.",
        '{ "name": "get_stock", "description": "Return it", "parameters": {"type": "object"}}',
        '{"name": "get_stock", "parameters": {"type": "object", "properties": {}}}',
    ],
)
def test_words_and_a_repeated_schema_are_no_call(text: str) -> None:
    assert find_call_markup(text) is None
