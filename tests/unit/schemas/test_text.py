from schemas.text import find_json_fault, find_text_fault
from tests.support.builders import make_feeling


def test_plain_values_have_no_fault() -> None:
    value = {"a": [1, 0.5, None, True, "谢谢 👋"], "é": {"n": -(2**63)}}
    assert find_text_fault(value) is None


def test_first_fault_is_named_by_its_place() -> None:
    value = {"ok": "x", "list": [{"deep": ["x", "a\0b"]}]}
    assert find_text_fault(value) == "list[0].deep[1]: NUL at character 1"


def test_bare_value_is_named_as_such() -> None:
    assert find_text_fault("\udc00") == "value: lone surrogate U+DC00 at character 0"


def test_keys_are_looked_at() -> None:
    assert find_text_fault({"a\0": 1}) == "value: key 'a\\x00': NUL at character 1"


def test_records_are_walked() -> None:
    feeling = make_feeling().model_copy(update={"text": "\ud800"})
    assert find_text_fault(feeling) == "text: lone surrogate U+D800 at character 0"


def test_depth_is_bounded_whatever_the_stack() -> None:
    assert find_json_fault("[" * 100 + "]" * 100) is None
    fault = find_json_fault("[" * 101 + "]" * 101)
    assert fault is not None
    assert fault.endswith("nested more than 100 levels deep")


def test_pair_of_surrogate_escapes_is_one_character() -> None:
    assert find_json_fault('"\\ud83d\\ude00"') is None


def test_number_too_long_to_read_is_a_fault() -> None:
    assert find_json_fault("9" * 5000) is not None
