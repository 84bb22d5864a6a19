"""Language: how varied the texts of conversations are.

Words are runs of letters, digits and inner apostrophes, case folded; sentences end at `.`, `!`, `?`
or a new line. Figures of repetition depend on the amount of text: compare sets of like size.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tracer.analysis.rate import Rate

WORD = re.compile(r"\w+(?:['\u2019]\w+)*")
SENTENCE_END = re.compile(r"(?<=[.!?\u3002\uff01\uff1f])\s+|\n+")


@dataclass(frozen=True, slots=True)
class Language:
    """Figures of the texts of one side."""

    n_texts: int
    n_words: int
    distinct_2: Rate
    """Different pairs of neighbouring words, out of all pairs; pairs never cross texts."""
    shared_sentences: Rate
    """Sentences that another conversation has too, out of all sentences."""

    @property
    def mean_words(self) -> float | None:
        """Words per text; None without a text."""
        return self.n_words / self.n_texts if self.n_texts else None


def split_words(text: str) -> list[str]:
    """Return the words of a text, case folded.

    >>> split_words("It's the Fell boots, size 9.")
    ["it's", 'the', 'fell', 'boots', 'size', '9']
    """
    return WORD.findall(unicodedata.normalize("NFC", text).casefold())


def split_sentences(text: str) -> list[str]:
    r"""Return the sentences of a text that hold a word, case folded, blanks made single.

    >>> split_sentences("Hello.  It costs 3.50 EUR!\nThe boots?")
    ['hello.', 'it costs 3.50 eur!', 'the boots?']
    """
    folded = unicodedata.normalize("NFC", text).casefold()
    parts = (" ".join(part.split()) for part in SENTENCE_END.split(folded))
    return [part for part in parts if WORD.search(part)]


def measure_distinct(texts: Iterable[str]) -> Rate:
    """Return distinct-2: different pairs of neighbouring words out of all pairs (arXiv:1510.03055).

    >>> measure_distinct(["to be or not to be", "to be"])
    Rate(n=4, of=6)
    """
    seen: set[tuple[str, str]] = set()
    n_pairs = 0
    for text in texts:
        pairs = list(pairwise(split_words(text)))
        seen.update(pairs)
        n_pairs += len(pairs)
    return Rate(len(seen), n_pairs)


def measure_shared(conversations: Iterable[Sequence[str]]) -> Rate:
    """Return how many sentences also occur in another conversation, out of all sentences.

    Every occurrence counts, so one stock phrase said everywhere weighs as often as it is said.

    >>> measure_shared([["Hello. My boots.", "Hello."], ["Hello. My lamp."]])
    Rate(n=3, of=5)
    """
    n_said: Counter[str] = Counter()
    n_conversations: Counter[str] = Counter()
    for texts in conversations:
        said = Counter(part for text in texts for part in split_sentences(text))
        n_said.update(said)
        n_conversations.update(said.keys())
    shared = sum(count for part, count in n_said.items() if n_conversations[part] > 1)
    return Rate(shared, n_said.total())


def measure_language(conversations: Sequence[Sequence[str]]) -> Language:
    """Return the figures of one side's texts, one list of texts per conversation."""
    texts = [text for spoken in conversations for text in spoken]
    return Language(
        n_texts=len(texts),
        n_words=sum(len(split_words(text)) for text in texts),
        distinct_2=measure_distinct(texts),
        shared_sentences=measure_shared(conversations),
    )
