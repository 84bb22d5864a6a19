"""Row: one of a table that a tool's argument names, or the refusal that says what it should be."""

from tracer.domains.state import Row
from tracer.domains.tool import ToolRefusal


def require_row(row: Row | None, name: str, hint: str) -> Row:
    """Return the row, to be read only.

    Args:
        row: What the state holds; None when it holds nothing.
        name: What was asked for, such as `order K48-2071`.
        hint: What such a name looks like, a sentence for the agent.

    Raises:
        ToolRefusal: there is no such row.
    """
    if row is None:
        raise ToolRefusal(f"There is no {name}. {hint}")
    return row
