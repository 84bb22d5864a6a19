"""The desk's words keep the rules at the top of their file, as far as a machine can tell."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from tests.support.wording import STYLES, list_placeholders, read_words

DESK = read_words("retail", "desk")

# The sizes of the lists most used, by key or group.
MIN_LINES: dict[str, int] = {
    "offer": 24,
    "confirm": 24,
    "closing": 22,
    "ask.identity": 20,
    "welcome": 16,
    "sorry": 14,
    **dict.fromkeys(
        [
            f"ask.{slot}"
            for slot in ("payment", "refund", "method", "reason", "address", "order", "change")
        ],
        12,
    ),
    "timing.other": 10,
    "once": 11,
    "report": 11,
    "propose": 11,
    "answer": 10,
}
FEWEST = 6

PLACEHOLDERS: dict[str, dict[str, str]] = {
    "ask": {
        "identity": "",
        "identity_again": "",
        "order": "",
        "order_number": "",
        "items": "",
        "change": "about",
        "payment": "",
        "method": "",
        "refund": "",
        "reason": "",
        "address": "",
        "product": "",
        "option": "about",
        "category": "",
        "known": "",
    },
    "propose": {
        "cancel_order": "order goods amount payment",
        "change_order_address": "order goods address",
        "change_order_payment": "order goods amount payment",
        "change_order_items": "order changes difference",
        "return_items": "order items amount payment",
        "exchange_items": "order changes difference",
        "change_default_address": "address",
    },
    "once": {"change_order_items": "", "return_items": "", "exchange_items": ""},
    "difference": {"none": "payment", "charge": "amount payment", "refund": "amount payment"},
    "timing": {"gift": "", "other": ""},
    "report": {
        "cancel_order": "order amount payment when",
        "change_order_address": "order street",
        "change_order_payment": "order payment",
        "change_order_items": "order changes",
        "return_items": "order goods amount payment when",
        "exchange_items": "order changes",
        "change_default_address": "street",
    },
    "answer": {
        "ask_order.total": "order amount",
        "ask_order.status": "order status",
        "ask_order.street": "order street",
        "ask_profile.balance": "amount",
        "ask_profile.street": "street",
        "ask_product.price": "goods options amount",
        "ask_catalogue.count": "category count",
        "ask_delivery.carrier": "order carrier",
        "ask_delivery.expected": "order date",
        "ask_delivery.delivered": "order date",
    },
    "assure": {"scope": "", "cost": "", "source": "", "after": ""},
}
SINGLES = {
    "confirm": "",
    "confirm_all": "",
    "offer": "",
    "next": "",
    "welcome": "",
    "found": "",
    "sorry": "",
    "empty_sympathy": "",
    "corrected": "",
    "refused": "reason",
    "closing": "",
    "closing_early": "",
    "transfer": "",
}
EXPECTED: dict[str, str] = {
    **{
        f"{group}.{key}": names
        for group, rows in PLACEHOLDERS.items()
        for key, names in rows.items()
    },
    **SINGLES,
}
EXAMPLES = {
    "order": "order K48-2071",
    "goods": "the kettle and the desk lamp",
    "items": "the walking boots (size 42, brown)",
    "changes": "the walking boots from size 42 to size 43",
    "amount": "34.90",
    "payment": "credit card",
    "address": "12 Harbour Lane, Leith, EH6 6AB, United Kingdom",
    "street": "12 Harbour Lane",
    "date": "18 May",
    "carrier": "Parcelwing",
    "status": "pending",
    "count": "6",
    "category": "footwear",
    "options": "size 42, black",
    "about": "the walking boots",
    "difference": "there is no difference in price",
    "when": "at once",
    "reason": "order K48-2071 is shipped",
}
# Placeholders whose text starts in lower case.
LOWER = "order|goods|items|about|changes|payment|status|category|options|difference|when|reason"
PHRASES = ("difference", "timing")
QUESTIONS = ("ask", "confirm", "confirm_all", "offer")

Line = tuple[str, str, str]


def walk_lists() -> Iterator[tuple[str, str, list[str]]]:
    """Yield key, style and lines of every list."""
    for group, rows in DESK.items():
        tables = (
            {group: rows} if group in SINGLES else {f"{group}.{key}": rows[key] for key in rows}
        )
        for key, styles in tables.items():
            for style, lines in styles.items():
                yield key, style, lines


LISTS = list(walk_lists())
LINES: list[Line] = [(key, style, line) for key, style, lines in LISTS for line in lines]


def select(*groups: str) -> list[str]:
    """Return the lines of some groups."""
    return [line for key, _, line in LINES if key.split(".", maxsplit=1)[0] in groups]


def find(pattern: str, lines: list[str]) -> list[str]:
    """Return the lines in which a pattern occurs, in either case."""
    return [line for line in lines if re.search(pattern, line, re.IGNORECASE)]


ALL = [line for _, _, line in LINES]


def test_the_keys_are_those_the_agent_asks_for() -> None:
    assert {key for key, _, _ in LISTS} == set(EXPECTED)


@pytest.mark.parametrize("key", EXPECTED)
def test_every_key_has_the_three_styles_with_lines_enough(key: str) -> None:
    sizes = {style: len(lines) for name, style, lines in LISTS if name == key}
    assert tuple(sizes) == STYLES
    group = key.split(".", maxsplit=1)[0]
    assert min(sizes.values()) >= MIN_LINES.get(key, MIN_LINES.get(group, FEWEST))


def test_every_line_holds_exactly_its_placeholders() -> None:
    wrong = [row for row in LINES if list_placeholders(row[2]) != sorted(EXPECTED[row[0]].split())]
    assert wrong == []


def test_every_line_can_be_filled() -> None:
    filled = [line.format_map(EXAMPLES) for line in ALL]
    assert [line for line in filled if "{" in line or "}" in line or "  " in line] == []


def test_no_line_occurs_twice() -> None:
    counts: Mapping[str, int] = Counter(line.casefold().strip(" .?") for line in ALL)
    assert [line for line, n in counts.items() if n > 1] == []


def test_no_two_lines_of_a_list_open_alike() -> None:
    alike = []
    for key, style, lines in LISTS:
        if key not in {"timing.other", "timing.gift"}:
            opens = Counter(tuple(re.findall(r"[\w'{}]+", line.lower())[:3]) for line in lines)
            alike += [(key, style, words) for words, n in opens.items() if n > 1]
    assert alike == []


def test_lines_are_four_to_thirty_five_words_long() -> None:
    sizes = [
        (len(line.split()), 2 if key.startswith("timing") else 4, line) for key, _, line in LINES
    ]
    assert [line for n_words, least, line in sizes if not least <= n_words <= 35] == []


def test_brief_is_shorter_than_plain_and_plain_than_kind() -> None:
    means = [
        sum(len(line) for _, style, line in LINES if style == name)
        / sum(style == name for _, style, _ in LINES)
        for name in STYLES
    ]
    assert means == sorted(means)


def test_digits_occur_in_refund_times_only() -> None:
    assert [row for row in LINES if re.search(r"\d", row[2]) and row[0] != "timing.other"] == []
    times = [line for key, _, line in LINES if key == "timing.other"]
    assert [line for line in times if "5 to 7 business days" not in line] == []


def test_nothing_is_exclaimed_or_gushed() -> None:
    assert find(r"!|completely understand|valued customer|delighted|thrilled", ALL) == []


def test_questions_end_in_a_question_mark() -> None:
    assert [line for line in select(*QUESTIONS) if not line.endswith("?")] == []


def test_statements_end_in_a_full_stop() -> None:
    groups = sorted(set(DESK) - {*QUESTIONS, *PHRASES})
    assert [line for line in select(*groups) if not line.endswith(".")] == []


def test_phrases_start_in_lower_case_and_do_not_end_a_sentence() -> None:
    pattern = re.compile(r"(?:[a-z]|I'd |I would |\{amount\})[^;?]*[^.;?]")
    assert [line for line in select(*PHRASES) if not pattern.fullmatch(line)] == []


def test_sentences_start_with_a_capital_or_a_value_that_has_one() -> None:
    groups = sorted(set(DESK) - {*PHRASES})
    start = re.compile(rf"(?:^|[.?] )(?:\{{(?:{LOWER})\}}|[a-z])")
    assert [line for line in select(*groups) if start.search(line)] == []


def test_questions_and_offers_claim_nothing_done() -> None:
    claims = r"\b(I've|I have (?!to\b)\w+ed|has been|have been|done|is now|are now)\b"
    assert find(claims, select(*QUESTIONS)) == []


def test_proposals_do_not_sound_like_reports() -> None:
    claims = r"\b(I've|has been|have been|done|was|were|did|is now|are now|I \w+ed)\b"
    assert find(claims, select("propose")) == []


def test_reports_do_not_sound_like_proposals() -> None:
    assert find(r"\b(would|could|should|shall|I'd|I'll|going to do)\b", select("report")) == []


def test_lines_beside_the_actions_name_no_action_as_done() -> None:
    lines = select(
        "closing", "closing_early", "offer", "welcome", "found", "next", "sorry", "assure"
    )
    assert find(r"\b(cancelled|refunded|changed|returned|exchanged|moved|updated)\b", lines) == []


def test_an_amount_carries_its_currency_and_a_payment_its_owner() -> None:
    assert [line for line in ALL if "{amount}" in line and "{amount} EUR" not in line] == []
    owned = find(r"\byour \{payment\}", ALL)
    assert [line for line in ALL if "{payment}" in line and line not in owned] == []


def test_joints_are_where_the_fillings_fit() -> None:
    assert [line for line in ALL if "{when}" in line and not line.endswith(", {when}.")] == []
    assert [line for line in ALL if "{reason}" in line and ": {reason}." not in line] == []
    fits = re.compile(r"(?:[;,:]|, and|know that) \{difference\}\.")
    assert [line for line in ALL if "{difference}" in line and not fits.search(line)] == []


def test_an_order_is_not_called_an_order_twice() -> None:
    assert find(r"\border,? \{order\}|\border is \{order\}", ALL) == []


def test_goods_agree_with_no_verb() -> None:
    verbs = r"\{(?:goods|items|about)\},? (?:is|are|has|have|was|were|costs?|it|they|them)\b"
    assert find(verbs, ALL) == []
