"""Handover: the tool that ends the agent's part in a conversation, in every domain."""

from typing import Annotated

from pydantic import Field

from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal


def transfer_to_person(
    state: State, summary: Annotated[str, Field(min_length=1, max_length=500)]
) -> dict[str, str]:
    """Hand the conversation over to a colleague; this ends your part in it.

    Args:
        summary: Who the customer is and what they want, in one or two sentences.
    """
    del state
    if not summary.strip():
        raise ToolRefusal("The summary is empty: say who the customer is and what they want.")
    return {"status": "handed over"}
