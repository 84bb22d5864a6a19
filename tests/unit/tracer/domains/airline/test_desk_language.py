"""The words of the airline's desk keep the rules at the top of their file."""

import re

import pytest

from tests.support.wording import (
    STYLES,
    find_offenders,
    find_openings,
    find_repeats,
    list_placeholders,
    read_lists,
    read_words,
)

# The sizes of the lists most used, by key or group.
MIN_LINES = {
    "ask.identity": 12,
    "ask.reservation": 10,
    "ask.reason": 10,
    "ask.flight": 10,
    "ask.payment": 10,
    **dict.fromkeys(["confirm", "offer", "closing", "welcome"], 16),
    "sorry": 14,
}
FEWEST = 9

SLOTS = (
    "identity",
    "identity_again",
    "reservation",
    "reservation_number",
    "known",
    "reason",
    "route",
    "day",
    "cabin",
    "passenger",
    "passenger_change",
    "bags",
    "insurance",
    "payment",
    "split",
)
# The placeholders of each key, sorted.
EXPECTED: dict[str, str] = {
    **{f"ask.{slot}": "" for slot in SLOTS},
    **{f"timing.{when}": "" for when in ("refund", "none", "mixed")},
    **{f"assure.{point}": "" for point in ("scope", "cost", "source", "after")},
    **dict.fromkeys(("confirm", "offer", "next", "welcome", "found", "sorry"), ""),
    **dict.fromkeys(("empty_sympathy", "corrected", "closing", "closing_early", "transfer"), ""),
    "ask.flight": "options",
    "propose.book_reservation": "amount bags cabin flights insurance passengers payment",
    "propose.cancel_reservation": "amount payment reservation trip",
    "propose.change_flights": "difference flights reservation",
    "propose.change_cabin": "cabin difference reservation",
    "propose.change_passenger": "new old reservation",
    "propose.add_bags": "amount bags payment reservation",
    "propose.send_certificate": "amount reservation",
    "difference.none": "payment",
    "difference.charge": "amount payment",
    "difference.refund": "amount payment",
    "report.book_reservation": "amount flights reservation",
    "report.cancel_reservation": "amount payment reservation when",
    "report.change_flights": "flights reservation",
    "report.change_cabin": "cabin reservation",
    "report.change_passenger": "new reservation",
    "report.add_bags": "bags reservation",
    "report.send_certificate": "amount",
    "answer.ask_reservation.cabin": "cabin reservation",
    "answer.ask_reservation.bags": "count reservation",
    "answer.ask_reservation.paid": "amount reservation",
    "answer.ask_profile.balance": "amount",
    "answer.ask_profile.tier": "tier",
    "answer.ask_flight.status": "date flight status",
    "answer.ask_flight.departs": "date flight time",
    "answer.ask_search.fare": "amount cabin flight",
    "answer.ask_search.seats": "cabin count flight",
    "forfeit": "amount",
    "refused": "reason",
}
EXAMPLES = {
    "reservation": "booking KR48TD",
    "trip": "the trip to Lisbon",
    "flights": "TW211 on 20 May and TW212 on 27 May",
    "flight": "TW211",
    "options": "TW211 at 08:20 for 140 EUR or TW219 at 17:05 for 120 EUR",
    "cabin": "basic economy",
    "passengers": "Mirela Dobos and Jon Dobos",
    "bags": "two bags",
    "insurance": "without insurance",
    "amount": "134.00",
    "payment": "gift card (50.00 EUR) and credit card (84.00 EUR)",
    "old": "Mirela Dobbs",
    "new": "Mirela Dobos",
    "count": "two",
    "tier": "gold",
    "status": "scheduled",
    "date": "20 May",
    "time": "08:20",
    "difference": "nothing is due",
    "when": "at once",
    "reason": "booking KR48TD has a flown flight",
}
# Placeholders whose text starts in lower case.
LOWER = "reservation|trip|cabin|bags|insurance|payment|count|tier|status|difference|when|reason"
PLURALS = "flights|passengers|bags"
PHRASES = ("difference", "timing")
QUESTIONS = ("ask", "confirm", "offer")
DOING = r"cancelled|refunded|changed|booked|corrected|rebooked|moved|updated|added|issued"

Line = tuple[str, str, str]
LISTS = [
    (".".join([path[0], *path[1:-1]]), path[-1], lines)
    for path, lines in read_lists(read_words("airline", "desk"))
]
LINES: list[Line] = [(key, style, line) for key, style, lines in LISTS for line in lines]
ALL = [line for _, _, line in LINES]


def select(*groups: str) -> list[str]:
    """Return the lines of some groups."""
    return [line for key, _, line in LINES if key.split(".", maxsplit=1)[0] in groups]


def find(pattern: str, lines: list[str]) -> list[str]:
    """Return the lines in which a pattern occurs, in either case."""
    return find_offenders(re.compile(pattern, re.IGNORECASE), lines)


def test_the_keys_are_those_the_agent_asks_for() -> None:
    assert {key for key, _, _ in LISTS} == set(EXPECTED)


@pytest.mark.parametrize("key", EXPECTED)
def test_every_key_has_the_three_styles_with_lines_enough(key: str) -> None:
    sizes = {style: len(lines) for name, style, lines in LISTS if name == key}
    assert tuple(sizes) == STYLES
    assert min(sizes.values()) >= MIN_LINES.get(key, FEWEST)


def test_every_line_holds_exactly_its_placeholders() -> None:
    wrong = [row for row in LINES if list_placeholders(row[2]) != EXPECTED[row[0]].split()]
    assert wrong == []


def test_every_line_can_be_filled() -> None:
    filled = [line.format_map(EXAMPLES) for line in ALL]
    assert [line for line in filled if "{" in line or "}" in line or "  " in line] == []


def test_no_line_occurs_twice() -> None:
    assert find_repeats(ALL) == []


def test_no_two_lines_of_a_list_open_alike() -> None:
    lists = [row for row in LISTS if not row[0].startswith("timing")]
    alike = [(key, style, find_openings(lines, 3, 1)) for key, style, lines in lists]
    assert [row for row in alike if row[2]] == []


def test_lines_are_three_to_forty_words_long() -> None:
    sizes = [(len(line.split()), 2 if "timing" in key else 3, line) for key, _, line in LINES]
    assert [line for n_words, least, line in sizes if not least <= n_words <= 40] == []


def test_brief_is_shorter_than_plain_and_plain_than_kind() -> None:
    means = [
        sum(len(line) for _, style, line in LINES if style == name)
        / sum(style == name for _, style, _ in LINES)
        for name in STYLES
    ]
    assert means == sorted(means)


def test_digits_occur_in_refund_times_and_the_price_of_insurance_only() -> None:
    allowed = {"timing.refund", "timing.mixed", "ask.insurance"}
    assert [row for row in LINES if re.search(r"\d", row[2]) and row[0] not in allowed] == []
    times = [line for key, _, line in LINES if key in {"timing.refund", "timing.mixed"}]
    assert [line for line in times if "5 to 7 business days" not in line] == []
    insured = [line for key, _, line in LINES if key == "ask.insurance"]
    assert [line for line in insured if re.search(r"\d", line.replace("30 EUR", ""))] == []


def test_nothing_is_exclaimed_or_gushed() -> None:
    assert find(r"!|completely understand|valued customer|delighted|thrilled", ALL) == []


def test_questions_end_in_a_question_mark() -> None:
    askers = [
        row for row in LINES if row[0].split(".")[0] in QUESTIONS and not row[2].endswith("?")
    ]
    assert [line for _, _, line in askers if "?" not in line] == []


def test_statements_end_in_a_full_stop() -> None:
    groups = sorted({key.split(".")[0] for key in EXPECTED} - {*QUESTIONS, *PHRASES})
    assert [line for line in select(*groups) if not line.endswith(".")] == []


def test_phrases_start_in_lower_case_and_do_not_end_a_sentence() -> None:
    pattern = re.compile(r"(?:[a-z]|I'd |I would |\{amount\})[^;?]*[^.;?]")
    assert [line for line in select(*PHRASES) if not pattern.fullmatch(line)] == []


def test_sentences_start_with_a_capital_or_a_value_that_has_one() -> None:
    groups = sorted({key.split(".")[0] for key in EXPECTED} - {*PHRASES})
    start = re.compile(rf"(?:^|[.?] )(?:\{{(?:{LOWER})\}}|[a-z])")
    assert [line for line in select(*groups) if start.search(line)] == []


def test_questions_and_offers_claim_nothing_done() -> None:
    claims = rf"\b(I've|I have|has been|have been|done|is now|are now) ({DOING})\b"
    assert find(claims, select(*QUESTIONS)) == []


def test_proposals_do_not_sound_like_reports() -> None:
    claims = (
        r"\b(I've (?!looked|understood)|has been|have been|done|was|were|did|is now|are now"
        r"|I \w+ed)\b"
    )
    assert find(claims, select("propose")) == []


def test_reports_do_not_sound_like_proposals() -> None:
    assert find(r"\b(would|could|should|shall|I'd|I'll|going to do)\b", select("report")) == []


@pytest.mark.parametrize(
    ("tool", "says"),
    {
        "book_reservation": r"\bbook",
        "cancel_reservation": r"\bcancel",
        "change_flights": r"\bchange|\bmove|\brebook|\bput\b|\bflights\b|\bnow\b|\bthen\b",
        "change_cabin": r"\bchange|\bmove|\bcabin\b|\bput\b|\bswitch|\btake|\bnow\b|\{cabin\} on",
        "change_passenger": r"\bcorrect|\benter|\bentry|\bput\b|\bpassenger",
        "add_bags": r"\badd|\bmore\b|\bextra\b|\bon top\b|\bup by\b",
        "send_certificate": r"\bcertificate\b",
    }.items(),
)
def test_proposals_and_reports_say_what_they_are_about(tool: str, says: str) -> None:
    lines = [line for key, _, line in LINES if key in {f"propose.{tool}", f"report.{tool}"}]
    assert [line for line in lines if line not in find(says, lines)] == []


def test_lines_beside_the_actions_name_no_action_as_done() -> None:
    lines = select(
        "closing", "closing_early", "offer", "welcome", "found", "next", "sorry", "assure"
    )
    assert find(rf"\b({DOING})\b", lines) == []


def test_no_reason_for_cancelling_is_suggested() -> None:
    asked = [line for key, _, line in LINES if key == "ask.reason"]
    assert (
        find(r"\b(health|ill|illness|weather|change of plans|for example|such as)\b", asked) == []
    )


def test_compensation_is_spoken_of_only_where_it_is_given() -> None:
    lines = [line for key, _, line in LINES if not key.endswith("send_certificate")]
    assert find(r"\bcompensat", lines) == []


def test_an_amount_carries_its_currency_and_a_payment_its_owner() -> None:
    assert [line for line in ALL if "{amount}" in line and "{amount} EUR" not in line] == []
    owned = find(r"\byour \{payment\}", ALL)
    assert [line for line in ALL if "{payment}" in line and line not in owned] == []


def test_joints_are_where_the_fillings_fit() -> None:
    assert [line for line in ALL if "{when}" in line and not line.endswith(", {when}.")] == []
    assert [line for line in ALL if "{reason}" in line and ": {reason}." not in line] == []
    fits = re.compile(r"(?:[;,:]|, and|know that) \{difference\}\.")
    assert [line for line in ALL if "{difference}" in line and not fits.search(line)] == []


def test_a_booking_is_not_called_a_booking_twice() -> None:
    assert find(r"\b(booking|reservation),? \{reservation\}|\breservation is \{res", ALL) == []


def test_what_may_be_many_agrees_with_no_verb() -> None:
    number = r"(?:is|are|has|have|was|were|costs?|gets?|pays?|comes?|makes?|goes|it|they|them)\b"
    assert find(rf"(?<!with )(?<!for )\{{(?:{PLURALS})\}},? {number}", ALL) == []
    several = select("propose", "report")
    split = [
        line for line in several if "{trip}" in line or "{when}" in line or "{flights}" in line
    ]
    assert find(rf"\{{payment\}} {number}", split) == []


def test_no_noun_follows_a_number() -> None:
    assert find(r"\{count\} (?!in|on|left|under|altogether|for|as|is)", ALL) == []
