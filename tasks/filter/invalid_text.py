"""Invalid text: what no file can store, no reader wants and no chat template can lay out."""

import json
import re
from collections.abc import Sequence

from schemas.message import Message, Role, ToolCall
from schemas.text import find_json_fault, find_text_fault
from schemas.trajectory import Termination, Trajectory

# Control characters but tab and line ends, and the mark a decoder leaves for broken bytes.
UNWANTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]")
FINISHED = frozenset({Termination.STOP, Termination.TRANSFER})
TURNS = {
    Role.SYSTEM: "nothing",
    Role.USER: "the system message or an assistant text",
    Role.ASSISTANT: "a user message or a tool result",
    Role.TOOL: "an assistant message with calls",
}


def find_invalid_text(trajectory: Trajectory) -> str | None:
    """Return what cannot be stored, shown or laid out in a conversation, or None."""
    return (
        find_bad_character(trajectory.messages)
        or find_bad_call(trajectory.messages)
        or find_bad_order(trajectory.messages)
        or find_bad_end(trajectory)
    )


def find_bad_character(messages: Sequence[Message]) -> str | None:
    """Return the first character that no writer stores or no reader wants."""
    for index, message in enumerate(messages):
        fault = find_text_fault(message.content)
        if fault is not None:
            return f"message {index}: {fault}"
        found = UNWANTED.search(message.content)
        if found is not None:
            return f"message {index}: character U+{ord(found[0]):04X} at {found.start()}"
    return None


def find_bad_call(messages: Sequence[Message]) -> str | None:
    """Return the first call without a JSON object as arguments or without its result after it."""
    seen: set[str] = set()
    for index, message in enumerate(messages):
        calls = message.tool_calls or []
        for call in calls:
            fault = find_argument_fault(call)
            if fault is not None:
                return f"message {index}: {call.function.name}: {fault}"
            if call.id in seen:
                return f"message {index}: call id {call.id!r} stands twice"
            seen.add(call.id)
        if message.role is Role.ASSISTANT and not is_answered(
            calls, messages[index + 1 : index + 2 + len(calls)]
        ):
            return f"message {index}: calls and results do not match one to one"
    return None


def find_argument_fault(call: ToolCall) -> str | None:
    """Return what is wrong with the arguments of a call; only a JSON object can be laid out."""
    text = call.function.arguments
    fault = find_text_fault([call.function.name, text]) or find_json_fault(text)
    if fault is not None:
        return fault
    return None if isinstance(json.loads(text), dict) else "expected a JSON object as arguments"


def is_answered(calls: Sequence[ToolCall], following: Sequence[Message]) -> bool:
    """Return whether exactly the results of `calls` come next, in order."""
    answers = [message.tool_call_id for message in following]
    expected = [call.id for call in calls]
    return answers[: len(calls)] == expected and not any(answers[len(calls) :])


def find_bad_order(messages: Sequence[Message]) -> str | None:
    """Return the first message that is empty or stands where its role cannot."""
    before = None
    for index, message in enumerate(messages):
        if not message.content.strip() and not message.tool_calls:
            return f"message {index}: an empty {message.role} message"
        if not may_follow(before, message):
            return f"message {index}: {message.role} does not follow {TURNS[message.role]}"
        before = message
    return None


def may_follow(before: Message | None, message: Message) -> bool:
    """Return whether a message may stand after another; None stands for the beginning."""
    if before is None or message.role is Role.SYSTEM:
        return before is None and message.role is Role.SYSTEM
    spoke = before.role is Role.ASSISTANT and not before.tool_calls
    if message.role is Role.USER:
        return before.role is Role.SYSTEM or spoke
    if message.role is Role.ASSISTANT:
        return before.role in (Role.USER, Role.TOOL)
    return before.role is Role.TOOL or bool(before.tool_calls)


def find_bad_end(trajectory: Trajectory) -> str | None:
    """Return why a finished conversation does not end in an assistant text, or None.

    One cut short by a limit ends anywhere; it fails for that, not for its text.
    """
    if trajectory.termination not in FINISHED:
        return None
    if not trajectory.messages:
        return "a conversation without messages"
    last = trajectory.messages[-1]
    if last.role is Role.ASSISTANT and not last.tool_calls:
        return None
    return f"message {len(trajectory.messages) - 1}: the end is no assistant text"
