"""Usage: tokens of a prompt by its characters, and how many of them a prefix cache would hold."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

CHARACTERS_PER_TOKEN = 4
MOST_KEPT = 4096
"""Conversations remembered."""


def count_tokens(text: str) -> int:
    """Return about how many tokens a text has: one for four characters."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


@dataclass(slots=True)
class PrefixCache:
    """Remembers, for each conversation, what it last began with, message by message."""

    n_queries: int = 0
    """Prompt tokens so far."""
    n_hits: int = 0
    """Those of them that were there before."""
    kept: OrderedDict[bytes, list[bytes]] = field(default_factory=OrderedDict)

    def count(
        self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]
    ) -> tuple[int, int]:
        """Return the tokens of a prompt and how many are cached, and remember the prompt.

        A conversation is known by its system prompt and first user message. One not seen yet still
        shares the system prompt and the tools with the last that began with the same.
        """
        texts = [json.dumps(tools), *(json.dumps(one, ensure_ascii=False) for one in messages)]
        digests = [sha256(text.encode(errors="replace")).digest() for text in texts]
        head, conversation = b"".join(digests[:2]), b"".join(digests[:3])
        before = self.kept.get(conversation) or self.kept.get(head) or []
        n_same = count_same(before, digests)
        n_prompt = sum(map(count_tokens, texts))
        n_cached = min(sum(map(count_tokens, texts[:n_same])), n_prompt - 1)
        self.remember(conversation, digests)
        self.remember(head, digests[:2])
        self.n_queries += n_prompt
        self.n_hits += n_cached
        return n_prompt, n_cached

    def remember(self, key: bytes, digests: list[bytes]) -> None:
        """Keep what a conversation began with; the oldest is forgotten."""
        self.kept[key] = digests
        self.kept.move_to_end(key)
        if len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)


def count_same(first: Sequence[bytes], second: Sequence[bytes]) -> int:
    """Return how many items two sequences begin with in common."""
    pairs = enumerate(zip(first, second, strict=False))
    return next(
        (place for place, (one, other) in pairs if one != other), min(len(first), len(second))
    )
