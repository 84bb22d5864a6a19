"""The first anchor set is complete, even-handed and fit to be joined into one text."""

import re
import tomllib
from collections import Counter
from importlib import resources

import pytest

AnchorFile = dict[str, dict[str, list[dict[str, str]]]]

# Label -> how its own word begins, inflected and derived forms included.
EMOTIONS = {
    "annoyance": "annoy",
    "frustration": "frustrat",
    "exasperation": "exasperat",
    "argumentativeness": "argu",
    "bitterness": "bitter|embitter",
    "nervousness": "nerv|unnerv",
    "anxiety": "anxi",
    "dread": "dread",
    "desperation": "desper|despair",
    "dislike": "dislik",
    "aversion": "avers",
    "distaste": "distaste",
    "repugnance": "repugn",
    "disappointment": "disappoint",
    "discouragement": "discourag",
    "helplessness": "helpless",
    "hopelessness": "hopeless",
    "sorrow": "sorrow",
    "relief": "relief|reliev",
    "peace": "peace",
    "pride": "pride|proud",
    "excitement": "excit",
}
DIMENSIONS = {
    "politeness": {"warm": "warm", "neutral": "neutral", "cold": "cold"},
    "urgency": {"low": r"low\b", "moderate": "moderat", "high": r"high\b|highly"},
    "trust": {
        "trusting": "trust|distrust|mistrust",
        "cautious": "caution|cautious|precaution",
        "skeptical": "s[ck]eptic",
    },
}
STEMS = {"emotion": EMOTIONS} | DIMENSIONS
LABELS = [(group, label) for group, stems in STEMS.items() for label in stems]
GENDERED = re.compile(r"\b(he|she|his|her|hers|him|himself|herself)\b", re.IGNORECASE)
FIELD = re.compile(r"\{[^}]*\}?|\}")


def load_anchors() -> AnchorFile:
    text = resources.files("tracer.emotions").joinpath("anchors.toml").read_text("utf-8")
    return tomllib.loads(text)


ANCHORS = load_anchors()
THIRDS = [a["third"] for labels in ANCHORS.values() for rows in labels.values() for a in rows]
SECONDS = [a["second"] for labels in ANCHORS.values() for rows in labels.values() for a in rows]
EVERY_TEXT = THIRDS + SECONDS


def holds_stem(anchor: dict[str, str], stem: str) -> bool:
    word = re.compile(rf"\b(?:{stem})", re.IGNORECASE)
    return any(word.search(text) for text in anchor.values())


def test_the_file_holds_the_31_labels_and_no_others() -> None:
    found = {(group, label) for group, labels in ANCHORS.items() for label in labels}
    assert found == set(LABELS)
    assert len(LABELS) == 31


@pytest.mark.parametrize(("group", "label"), LABELS)
def test_a_label_has_at_least_twelve_anchors(group: str, label: str) -> None:
    assert len(ANCHORS[group][label]) >= 12


@pytest.mark.parametrize(("group", "label"), LABELS)
def test_an_anchor_has_a_third_and_a_second_person_text(group: str, label: str) -> None:
    assert all(set(anchor) == {"third", "second"} for anchor in ANCHORS[group][label])


@pytest.mark.parametrize(("group", "label"), LABELS)
def test_a_labels_own_word_is_in_at_most_a_fifth_of_its_anchors(group: str, label: str) -> None:
    anchors = ANCHORS[group][label]
    naming = [anchor for anchor in anchors if holds_stem(anchor, STEMS[group][label])]
    assert 5 * len(naming) <= len(anchors)


@pytest.mark.parametrize(("group", "label"), LABELS)
def test_no_anchor_holds_another_labels_word(group: str, label: str) -> None:
    others = [STEMS[g][other] for g, other in LABELS if other != label]
    foreign = [a for a in ANCHORS[group][label] if any(holds_stem(a, stem) for stem in others)]
    assert foreign == []


def test_a_third_person_text_names_the_customer_at_most_once_and_has_no_other_field() -> None:
    assert [text for text in THIRDS if FIELD.findall(text) not in ([], ["{name}"])] == []


def test_a_dimension_text_never_names_the_customer() -> None:
    thirds = [a["third"] for group in DIMENSIONS for rows in ANCHORS[group].values() for a in rows]
    assert [text for text in thirds if "{name}" in text] == []


def test_a_second_person_text_has_no_field() -> None:
    assert [text for text in SECONDS if FIELD.search(text)] == []


def test_a_second_person_text_speaks_to_you() -> None:
    you = re.compile(r"\byou(r|rs|rself)?\b", re.IGNORECASE)
    assert [text for text in SECONDS if not you.search(text)] == []


def test_a_third_person_text_is_about_the_customer() -> None:
    subject = re.compile(r"\{name\}|\b(they|them|their|theirs|themselves)\b", re.IGNORECASE)
    assert [text for text in THIRDS if not subject.search(text)] == []


def test_no_text_gives_the_customer_a_gender() -> None:
    assert [text for text in EVERY_TEXT if GENDERED.search(text)] == []


def test_no_text_holds_a_digit() -> None:
    assert [text for text in EVERY_TEXT if re.search(r"\d", text)] == []


def test_a_text_is_one_sentence_or_more_that_can_be_joined_to_the_next() -> None:
    joinable = re.compile(r"['{A-Z].*[.?]", re.DOTALL)
    assert [text for text in EVERY_TEXT if not joinable.fullmatch(text)] == []


def test_a_text_has_5_to_30_words() -> None:
    assert [text for text in EVERY_TEXT if not 5 <= len(text.split()) <= 30] == []


def test_no_two_texts_are_equal_but_for_case() -> None:
    counts = Counter(text.casefold() for text in EVERY_TEXT)
    assert [text for text, count in counts.items() if count > 1] == []
