"""The voices keep the rules that stand at the top of their file, as far as a machine can tell."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import resources

import pytest

VOICES = tomllib.loads(
    resources.files("tracer.emotions").joinpath("voices.toml").read_text(encoding="utf-8")
)

# The start that marks the label's own word and its relatives ("annoyed", "annoying").
STEMS = {
    "annoyance": "annoy",
    "frustration": "frustrat",
    "exasperation": "exasperat",
    "argumentativeness": "argu",
    "bitterness": "bitter",
    "nervousness": "nerv",
    "anxiety": "anxi",
    "dread": "dread",
    "desperation": "desperat",
    "dislike": "dislik",
    "aversion": "avers",
    "distaste": "distast",
    "repugnance": "repugn",
    "disappointment": "disappoint",
    "discouragement": "discourag",
    "helplessness": "helpless",
    "hopelessness": "hopeless",
    "sorrow": "sorrow",
    "relief": "relie[fv]",
    "peace": "peace",
    "pride": "pr(ide|oud)",
    "excitement": "excit",
}
REGISTERS = ("warm", "neutral", "cold")
EMOTION_MINIMA = {"opening": 10, "midway": 10, "relieved": 5, "leaving": 5}
POLITENESS_MINIMA = {
    "greeting": 26,
    "please": 8,
    "consent": 36,
    "decline": 8,
    "answer": 18,
    "thanks": 30,
    "farewell": 30,
    "unknown": 14,
}
CHECK_MINIMA = {"checks_scope": 8, "checks_cost": 6, "checks_source": 9, "checks_after": 6}
MINIMA: dict[str, dict[str, int]] = {
    **{f"emotion.{label}": EMOTION_MINIMA for label in STEMS},
    **{f"politeness.{register}": POLITENESS_MINIMA for register in REGISTERS},
    **{f"urgency.{level}": {"remark": 22} for level in ("low", "moderate", "high")},
    "trust.trusting": {"remark": 12},
    "trust.cautious": {"remark": 12, **CHECK_MINIMA},
    "trust.skeptical": {"remark": 12, **CHECK_MINIMA},
    "impatience": {"urging": 20, "threat": 10},
}

YES = re.compile(
    r"\b(yes|yep|yeah|(go|gone) (right |straight )?ahead|go-ahead|please do|by all means|proceed"
    r"|agreed|approved|confirmed|i confirm|do (it|that)|carry on|absolutely)\b",
    re.IGNORECASE,
)
NO = re.compile(r"\b(no|nope|not|isn't|don't|doesn't|wrong|incorrect)\b", re.IGNORECASE)
INVENTED_TIME = re.compile(
    r"\b(morning|afternoon|evening|tonight|today|tomorrow|yesterday|weekend|last (week|month|year)"
    r"|next (week|month|year)|hours?|\w+day(s)? ago|(mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|(first|second|third|fourth) time)\b",
    re.IGNORECASE,
)
DEMAND = re.compile(
    r"\b(refund\w*|compensat\w*|cancel\w*|manager|supervisor|complaint|lawyer|escalate|apologise)\b",
    re.IGNORECASE,
)
ABUSE = re.compile(
    r"\b(damn\w*|hell|bloody|idiot\w*|stupid\w*|moron\w*|useless|incompetent|crap|shut up)\b",
    re.IGNORECASE,
)
# {thing} may be plural, so a finite verb after it would disagree in half of the stories.
THING_AS_SUBJECT = re.compile(
    r"^\{thing\}|\{thing\} (is|are|was|were|isn't|has|have|does|do|can|can't|will|won't|should"
    r"|might|may|feels?|looks?|seems?|goes|went)\b"
)


def read_lists(node: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, list[str]]]:
    for key, value in node.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from read_lists(value, f"{name}.")
        else:
            assert isinstance(value, list)
            yield name, value


LISTS = dict(read_lists(VOICES))
ENTRIES = [(name, line) for name, lines in LISTS.items() for line in lines]


def select(fragment: str) -> list[str]:
    return [line for name, line in ENTRIES if fragment in name]


def find_offenders(pattern: re.Pattern[str], *exempt: str) -> list[tuple[str, str]]:
    return [
        (name, line)
        for name, line in ENTRIES
        if pattern.search(line) and not any(part in name for part in exempt)
    ]


def test_exactly_the_declared_lists_exist() -> None:
    assert set(LISTS) == {f"{section}.{key}" for section, keys in MINIMA.items() for key in keys}


def test_sections_stand_in_the_declared_order() -> None:
    assert list(dict.fromkeys(name.rsplit(".", 1)[0] for name in LISTS)) == list(MINIMA)


def test_every_list_is_long_enough() -> None:
    short = {
        f"{section}.{key}": len(LISTS[f"{section}.{key}"])
        for section, keys in MINIMA.items()
        for key, minimum in keys.items()
        if len(LISTS[f"{section}.{key}"]) < minimum
    }
    assert short == {}


def test_no_line_occurs_twice_whatever_its_case_and_closing_mark() -> None:
    counts = Counter(line.casefold().rstrip(".:") for _, line in ENTRIES)
    assert [line for line, count in counts.items() if count > 1] == []


def test_lines_are_clean_text() -> None:
    odd = re.compile(r"[^A-Za-z',;:.? {}\-]|  |^ | $")
    assert find_offenders(odd) == []


def test_thing_is_the_only_placeholder() -> None:
    assert [line for _, line in ENTRIES if re.search(r"[{}]", line.replace("{thing}", ""))] == []


def test_thing_stands_in_emotion_lines_only() -> None:
    holders = [name for name, line in ENTRIES if "{thing}" in line]
    assert holders
    assert all(name.startswith("emotion.") for name in holders)


def test_thing_is_never_the_subject() -> None:
    assert find_offenders(THING_AS_SUBJECT) == []


@pytest.mark.parametrize("label", STEMS)
def test_at_most_a_third_of_a_list_holds_the_placeholder(label: str) -> None:
    for key in EMOTION_MINIMA:
        lines = LISTS[f"emotion.{label}.{key}"]
        assert sum("{thing}" in line for line in lines) * 3 <= len(lines), key


@pytest.mark.parametrize(("label", "stem"), STEMS.items())
def test_at_most_a_fifth_of_an_emotions_lines_name_it(label: str, stem: str) -> None:
    lines = select(f"emotion.{label}.")
    assert sum(bool(re.search(rf"\b{stem}", line, re.IGNORECASE)) for line in lines) * 5 <= len(
        lines
    )


@pytest.mark.parametrize("label", STEMS)
def test_emotion_lines_vary_in_length_within_bounds(label: str) -> None:
    lengths = [len(line.split()) for line in select(f"emotion.{label}.")]
    assert min(lengths) >= 3
    assert max(lengths) <= 25
    assert max(lengths) >= 3 * min(lengths)


def test_every_consent_holds_a_yes_word_and_no_refusal() -> None:
    lines = select(".consent")
    assert [line for line in lines if not YES.search(line)] == []
    assert [line for line in lines if NO.search(line)] == []


def test_every_decline_holds_a_refusal() -> None:
    assert [line for line in select(".decline") if not NO.search(line)] == []


def test_yes_words_occur_in_consent_only() -> None:
    assert find_offenders(YES, ".consent") == []


def test_question_marks_occur_in_checks_only() -> None:
    assert find_offenders(re.compile(r"\?"), ".checks") == []
    assert all(line.endswith("?") for line in select(".checks"))


def test_no_emotion_line_opens_a_sentence_with_a_bare_no() -> None:
    bare = re.compile(r"(^|[.;:] )no[,.]", re.IGNORECASE)
    assert [line for line in select("emotion.") if bare.search(line)] == []


@pytest.mark.parametrize("pattern", [INVENTED_TIME, DEMAND, ABUSE], ids=["time", "demand", "abuse"])
def test_no_line_invents_a_time_demands_an_act_or_insults(pattern: re.Pattern[str]) -> None:
    assert find_offenders(pattern) == []


def test_please_tags_fit_after_a_request() -> None:
    assert [tag for tag in select(".please") if not re.fullmatch(r"[a-zI].*[a-z]", tag)] == []


def test_answers_lead_into_a_sentence() -> None:
    assert [line for line in select(".answer") if not re.fullmatch(r"[A-Z].*[:.]", line)] == []


def test_all_other_lines_are_whole_sentences() -> None:
    joints = (".please", ".answer")
    whole = re.compile(r"[A-Z].*[.?]")
    assert [
        line for name, line in ENTRIES if not name.endswith(joints) and not whole.fullmatch(line)
    ] == []
