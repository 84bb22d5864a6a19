import pytest

from tracer.domains.arithmetic import calculate
from tracer.domains.state import Base, State
from tracer.domains.tool import Tool, ToolKind, ToolRefusal

TOOL = Tool(calculate, ToolKind.COMPUTE)
STATE = State(Base({}, "empty"))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("34.90 + 12.50", "47.40"),
        ("0.1 + 0.2", "0.30"),
        ("2 * (34.90 - 12.50)", "44.80"),
        ("10 / 4", "2.50"),
        ("2 / 3", "0.67"),
        ("1 / 8", "0.13"),
        ("-5 + 5", "0.00"),
        ("0 * -1", "0.00"),
        ("112 - 119", "-7.00"),
        (" 3 - -2 ", "5.00"),
        ("2 + 3 * 4", "14.00"),
        ("100000000.10 * 3", "300000000.30"),
    ],
)
def test_expression_is_worked_out_exactly(expression: str, expected: str) -> None:
    assert TOOL.run(STATE, {"expression": expression}) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "2 ** 9",
        "7 // 2",
        "1 / 0",
        "0 / 0",
        "1,200 + 1",
        "34.90 EUR",
        "__import__('os')",
        "1e9",
        "(1",
        "()",
        "1 2",
        "1.2.3",
        " ",
        "(1)(2)",
        "9" * 199,
        "*".join(["9" * 20] * 9),
        "-" * 150 + "1",
        "+".join("1" * 90),
    ],
)
def test_anything_else_is_refused(expression: str) -> None:
    with pytest.raises(ToolRefusal):
        TOOL.run(STATE, {"expression": expression})


def test_long_expression_does_not_fit_the_schema() -> None:
    assert TOOL.find_fault({"expression": "1" * 201}) is not None
