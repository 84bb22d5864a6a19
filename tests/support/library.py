"""A lending library as tools and rows: a world that no domain of Tracer has, for the rehearsal.

It is played by hand: `answer` gives the result of a call.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tracer.inference.rehearsal.model import RehearsalModel

Message = dict[str, Any]

POLICY = "# The lending desk\n\nToday is Monday, 2026-03-02. Renew a loan only after a yes."
MEMBER = {
    "member_id": "mem-12345",
    "name": {"first": "Ada", "last": "Quill"},
    "email": "ada@example.org",
    "loans": ["LN-1001", "LN-1002"],
}
LOANS = {
    "LN-1001": {"loan_id": "LN-1001", "title": "A History of Bridges", "due_on": "2026-03-09"},
    "LN-1002": {"loan_id": "LN-1002", "title": "Ferns at Home", "due_on": "2026-03-20"},
}
REFUSED = "Loan LN-1002 was renewed before: a loan is renewed once only."


def describe(name: str, text: str, **arguments: Mapping[str, Any]) -> Message:
    """Return a tool's schema; every argument is required."""
    parameters = {
        "type": "object",
        "properties": arguments,
        "required": [*arguments],
        "additionalProperties": False,
    }
    return {
        "type": "function",
        "function": {"name": name, "description": text, "parameters": parameters},
    }


LOAN = {"type": "string", "description": "Loan id such as LN-2000."}
WEEKS = {"type": "integer", "description": "Number of weeks to add."}
TOOLS = [
    describe(
        "find_member_account",
        "Find a member's account by mail address.",
        email={"type": "string", "description": "Mail address, such as jo@example.com."},
    ),
    describe(
        "get_member",
        "Show a member's account: name and loans.",
        member_id={"type": "string", "description": "Member id such as mem-20000."},
    ),
    describe("get_loan", "Show a loan: title and the day it is due.", loan_id=LOAN),
    describe("renew_loan", "Renew a loan for some weeks.", loan_id=LOAN, weeks=WEEKS),
    describe(
        "cancel_reservation",
        "Cancel the reservation of a title.",
        title={"type": "string", "description": "Title."},
    ),
    describe(
        "transfer_to_person",
        "Hand the conversation over to a colleague.",
        summary={"type": "string", "description": "Who wants what."},
    ),
]


def answer(name: str, arguments: Mapping[str, Any]) -> Any:
    """Return the result of a call."""
    if name == "find_member_account":
        known = arguments["email"] == MEMBER["email"]
        return {"member_id": MEMBER["member_id"]} if known else {"error": "Nobody is under that."}
    if name == "get_member":
        return MEMBER
    if name == "get_loan":
        return LOANS[arguments["loan_id"]]
    if name == "renew_loan":
        is_refused = arguments["loan_id"] == "LN-1002"
        return {"error": REFUSED} if is_refused else {**LOANS["LN-1001"], "due_on": "2026-03-23"}
    return {"status": "handed over"}


def talk(*said: str) -> list[Message]:
    """Return the conversation in which a customer says these things one after another.

    The desk's part is the rehearsal's own.
    """
    model = RehearsalModel()
    messages: list[Message] = [{"role": "system", "content": POLICY}]
    for text in said:
        messages.append({"role": "user", "content": text})
        while messages[-1]["role"] != "assistant" or "tool_calls" in messages[-1]:
            reply = model({"messages": messages, "tools": TOOLS})["choices"][0]["message"]
            messages += [reply, *run_calls(reply)]
    return messages


def run_calls(reply: Message) -> list[Message]:
    """Return the results of a message's calls."""
    return [
        {
            "role": "tool",
            "tool_call_id": call["id"],
            "content": json.dumps(
                answer(call["function"]["name"], json.loads(call["function"]["arguments"]))
            ),
        }
        for call in reply.get("tool_calls", ())
    ]


def list_calls(messages: Sequence[Message]) -> list[tuple[str, Message]]:
    """Return the calls of a conversation as (tool, arguments)."""
    functions = [
        call["function"] for message in messages for call in message.get("tool_calls") or ()
    ]
    return [(one["name"], json.loads(one["arguments"])) for one in functions]
