"""Arithmetic: the tool that works out sums, by walking an expression's tree and executing none."""

import ast
import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal, DecimalException
from typing import Annotated

from pydantic import Field

from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

MAX_CHARS = 200
MAX_DEPTH = 40
ALLOWED = re.compile(r"[0-9.+\-*/() ]+")
CENT = Decimal("0.01")
CONTEXT = Context(prec=28, rounding=ROUND_HALF_UP)

Operation = Callable[[Decimal, Decimal], Decimal]
OPERATIONS: dict[type[ast.operator], Operation] = {
    ast.Add: CONTEXT.add,
    ast.Sub: CONTEXT.subtract,
    ast.Mult: CONTEXT.multiply,
    ast.Div: CONTEXT.divide,
}


def calculate(
    state: State, expression: Annotated[str, Field(min_length=1, max_length=MAX_CHARS)]
) -> str:
    """Work out an arithmetic expression over amounts. Returns the number rounded to two places.

    Args:
        expression: Numbers with + - * / and parentheses, such as 2 * (34.90 + 12.50).
    """
    del state
    text = expression.strip()
    if len(text) > MAX_CHARS or not ALLOWED.fullmatch(text):
        raise ToolRefusal(
            f"Only numbers, + - * / and parentheses can be worked out, up to {MAX_CHARS} "
            "characters; write 1234.50, not 1,234.50."
        )
    try:
        tree = ast.parse(text, mode="eval")
        value = compute(tree.body, text, MAX_DEPTH).quantize(CENT, context=CONTEXT)
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ToolRefusal(f"{text} is no complete arithmetic expression.") from error
    except DecimalException as error:
        raise ToolRefusal(f"{text} divides by zero or leaves the range of numbers.") from error
    # Adding zero turns a negative zero into zero.
    return format(value + 0, "f")


def compute(node: ast.expr, text: str, depth: int) -> Decimal:
    """Return the value of one node of the tree of `text`.

    Raises:
        ToolRefusal: the node is no plain arithmetic, or lies deeper than `depth`.
        DecimalException: a division by zero, or a number out of range.
    """
    if depth == 0:
        raise ToolRefusal("The expression is nested too deeply; work it out in parts.")
    match node:
        case ast.Constant():
            # From the text: the tree holds a binary float, not exactly what was written.
            return CONTEXT.create_decimal(text[node.col_offset : node.end_col_offset])
        case ast.UnaryOp(op=ast.UAdd() | ast.USub(), operand=operand):
            value = compute(operand, text, depth - 1)
            return value if isinstance(node.op, ast.UAdd) else value.copy_negate()
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
            operation = OPERATIONS[type(op)]
            return operation(compute(left, text, depth - 1), compute(right, text, depth - 1))
        case _:
            raise ToolRefusal("Only + - * / and parentheses can be worked out, no other operation.")
