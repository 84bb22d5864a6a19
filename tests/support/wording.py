"""Wording: what is asked of the lines that customers and desks are given to say."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from string import Formatter
from typing import Any

REGISTERS = ("warm", "neutral", "cold")
STYLES = ("brief", "plain", "kind")
LEAD_INS = ("connector", "correct", "repeat")

YES = re.compile(
    r"\b(yes|yep|yeah|(go|gone) (right |straight )?ahead|go-ahead|please do|by all means|proceed"
    r"|agreed|approved|confirmed|i confirm|do (it|that)|carry on|absolutely)\b",
    re.IGNORECASE,
)
INVENTED = re.compile(
    r"\b(morning|afternoon|evening|tonight|today|tomorrow|yesterday|weekend|last (week|month|year)"
    r"|next (week|month|year)|\w+day(s)? ago|(mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|(first|second|third|fourth) time|confirmation)\b",
    re.IGNORECASE,
)
FEELING = re.compile(
    r"\b(annoy|frustrat|angr|anxi|worr|afraid of|upset|furious|disappoint|nervous|hate\b|dread)",
    re.IGNORECASE,
)

Path = tuple[str, ...]


def read_words(domain: str, name: str) -> dict[str, Any]:
    """Return a parsed TOML file of a domain's folder, such as `desk`."""
    source = resources.files("tracer.domains") / domain / f"{name}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def read_lists(node: Mapping[str, Any], *path: str) -> Iterator[tuple[Path, list[str]]]:
    """Yield the path and the lines of every list below a node."""
    for key, value in node.items():
        if isinstance(value, dict):
            yield from read_lists(value, *path, key)
        else:
            yield (*path, key), value


def list_placeholders(line: str) -> list[str]:
    """Return the names of a line's placeholders, sorted."""
    return sorted(name for _, name, _, _ in Formatter().parse(line) if name is not None)


def find_offenders(pattern: str | re.Pattern[str], lines: Iterable[str]) -> list[str]:
    """Return the lines in which a pattern occurs, in the pattern's own case."""
    return [line for line in lines if re.search(pattern, line)]


def find_repeats(lines: Iterable[str]) -> list[str]:
    """Return the lines that occur more than once, whatever their case and closing mark."""
    counts = Counter(line.casefold().rstrip(".:?") for line in lines)
    return [line for line, count in counts.items() if count > 1]


def find_openings(lines: Iterable[str], n_words: int, most: int) -> list[tuple[str, ...]]:
    """Return the first words, `n_words` of them, that more than `most` lines share."""
    openings = Counter(tuple(re.findall(r"[\w'{}]+", line.lower())[:n_words]) for line in lines)
    return [words for words, count in openings.items() if count > most]
