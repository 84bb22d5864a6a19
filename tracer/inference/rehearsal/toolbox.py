"""Toolbox: what each tool is for, told by its name, its description and its arguments."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tracer.inference.rehearsal.fields import is_about
from tracer.inference.rehearsal.words import find_example, find_shaped, list_stems, shape

Tool = Mapping[str, Any]

READS = ("get_", "list_", "search_", "track_", "show_", "check_")
IDENTIFIES = re.compile(r"^(?:find|identify|authenticate|look_up)_\w*(?:customer|user|account)")
HANDS_OVER = re.compile(r"transfer|hand_?over|escalate")
COMPUTES = re.compile(r"^(?:calculate|compute|think)")
QUESTION = re.compile(
    r"(?:^|[.!?] )(?:please )?(?:i (?:just )?(?:want|would like|'d like) to know|find out|tell me"
    r"|i am asking (?:what|which|how|when|where|for the)|what|which|how|when|where)\b",
    re.IGNORECASE,
)
COMMISSION = re.compile(r"\bto be \w+ed\b", re.IGNORECASE)
NAME_WEIGHT, FIELD_WEIGHT = 2.0, 0.6


class Toolbox:
    """The tools of one request, by what they do."""

    def __init__(self, tools: Iterable[Mapping[str, Any]]) -> None:
        functions = (tool.get("function") for tool in tools)
        self.tools = {str(one["name"]): one for one in functions if isinstance(one, Mapping)}
        names = list(self.tools)
        self.handovers = [name for name in names if HANDS_OVER.search(name)]
        self.look_ups = [name for name in names if IDENTIFIES.search(name)]
        self.reads = [name for name in names if name.startswith(READS)]
        self.computes = [name for name in names if COMPUTES.match(name)]
        others = {*self.handovers, *self.look_ups, *self.reads, *self.computes}
        self.writes = [name for name in names if name not in others]

    def list_required(self, name: str) -> list[str]:
        """Return the arguments a tool cannot go without."""
        return list(self.tools[name].get("parameters", {}).get("required", ()))

    def find_reader(self, *arguments: str) -> str | None:
        """Return the first read that needs exactly these arguments."""
        return next((one for one in self.reads if self.list_required(one) == [*arguments]), None)

    def describe(self, name: str) -> str:
        """Return the description of a tool."""
        return str(self.tools[name].get("description", ""))

    def describe_argument(self, name: str, argument: str) -> str:
        """Return the description of an argument."""
        properties = self.tools[name].get("parameters", {}).get("properties", {})
        return str(properties.get(argument, {}).get("description", ""))

    def pick(self, text: str, heard: str) -> str | None:
        """Return the tool that shares most words with a wish, a rare word counting more.

        An id in all that was heard speaks for the tools that take one of its form.
        """
        is_question = QUESTION.search(text) is not None and COMMISSION.search(text) is None
        names = self.reads if is_question else self.writes
        scores = {
            name: score + is_question * (self.count_fields(name, text) + self.takes_id(name, heard))
            for name, score in self.weigh(names, list_stems(text)).items()
        }
        best = max(names, key=lambda name: scores[name], default=None)
        return best if best is not None and scores[best] > 0 else None

    def count_fields(self, name: str, question: str) -> float:
        """Return a bonus where a tool says that it shows what is asked for."""
        return FIELD_WEIGHT * is_about(question, self.describe(name))

    def takes_id(self, name: str, heard: str) -> bool:
        """Return whether an id was typed that a tool takes."""
        examples = (
            find_example(self.describe_argument(name, one)) for one in self.list_required(name)
        )
        forms = [shape(one) for one in examples if one[:1].isalpha() and not one.isalpha()]
        return any(find_shaped(heard, form) for form in forms)

    def weigh(self, names: Sequence[str], heard: frozenset[str]) -> Mapping[str, float]:
        """Return how much each tool has to do with words."""
        titles = {name: list_stems(name.replace("_", " ")) for name in names}
        texts = {name: list_stems(self.describe(name)) for name in names}
        common = Counter(word for name in names for word in titles[name] | texts[name])
        return {
            name: sum(NAME_WEIGHT / common[word] for word in titles[name] & heard)
            + sum(1 / common[word] for word in texts[name] & heard)
            for name in names
        }
