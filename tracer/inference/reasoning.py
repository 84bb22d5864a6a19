"""Reasoning: parts a model's private reasoning from its text, where the server has not.

Templates of reasoning models put it between tags: `<think>` in Qwen3 and DeepSeek-R1, `[THINK]` in
Magistral. Some of them write the opening tag into the prompt, so that the answer holds only the
closing one.
"""

import json
import re

TAG = re.compile(r"<(/?)think(?:ing)?>|\[(/?)THINK\]", re.IGNORECASE)


def split_reasoning(text: str) -> tuple[str, str]:
    """Return reasoning and text.

    All that stands before a closing tag without an opening one is reasoning, and so is all that
    follows an opening one which is never closed. A JSON document is text as a whole, whatever its
    strings hold.

    >>> split_reasoning("<think>They want a refund.</think>Which order is it?")
    ('They want a refund.', 'Which order is it?')
    """
    if TAG.search(text) is None or is_json(text):
        return "", text
    reasoning: list[str] = []
    spoken: list[str] = []
    is_open, start = False, 0
    for tag in TAG.finditer(text):
        is_closing = "/" in tag[0]
        part, start = text[start : tag.start()], tag.end()
        if is_closing and not is_open:
            # Kept in order; earlier reasoning comes first.
            reasoning, spoken = [*reasoning, *spoken, part], []
        else:
            (reasoning if is_open else spoken).append(part)
        is_open = not is_closing
    (reasoning if is_open else spoken).append(text[start:])
    return join(reasoning), join(spoken)


def join(parts: list[str]) -> str:
    """Return the parts that hold anything, one below the other."""
    return "\n".join(part.strip() for part in parts if part.strip())


def is_json(text: str) -> bool:
    """Return whether a text is a JSON object or list."""
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
