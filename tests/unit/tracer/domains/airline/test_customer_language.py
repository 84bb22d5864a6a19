"""What customers of Tern Airways say, and are told to say, keeps the rules of its two files."""

import re
from collections import Counter

import pytest

from tests.support.wording import (
    FEELING,
    INVENTED,
    LEAD_INS,
    REGISTERS,
    YES,
    find_offenders,
    find_openings,
    find_repeats,
    list_placeholders,
    read_lists,
    read_words,
)

# Whether some lines of a request say which trip is meant; the desk learns the rest from facts.
REQUESTS: dict[str, bool] = {
    "book_reservation": False,
    "cancel_reservation": True,
    "change_flights": True,
    "change_cabin": True,
    "change_passenger": True,
    "add_bags": True,
    "send_certificate": False,
    "ask_reservation.cabin": True,
    "ask_reservation.bags": True,
    "ask_reservation.paid": True,
    "ask_profile.balance": False,
    "ask_profile.tier": False,
    "ask_flight.status": True,
    "ask_flight.departs": True,
    "ask_search.fare": False,
    "ask_search.seats": False,
}
FACTS: dict[str, set[str]] = {
    "email": {"email"},
    "identity": {"name", "birth_date"},
    "reservation.id": {"id"},
    "reservation.trip": {"trip"},
    "reservation.date": {"date"},
    "reservation.same": set(),
    "reason.change of plans": set(),
    "reason.flight cancelled": set(),
    "reason.health": set(),
    "reason.weather": set(),
    "reason.other": set(),
    "route": {"origin", "destination"},
    "day": {"date"},
    "day.new": {"date"},
    "flight": {"flight"},
    "flight.new": {"flight"},
    "cabin": {"cabin"},
    "cabin.new": {"cabin"},
    "passenger": {"name", "birth_date"},
    "passenger.wrong": {"name"},
    "passenger.right": {"name"},
    "bags": {"count"},
    "bags.more": {"count"},
    "insurance.yes": set(),
    "insurance.no": set(),
    "payment": {"payment"},
    "refund": {"payment"},
    "split": {"payment", "amount"},
    "compensation": set(),
}
JOINTS = ("connector", "correct", "repeat", "nothing_more")
EXAMPLES = {
    "email": "mirela.dobos@example.com",
    "name": "Mirela Dobos",
    "birth_date": "3 May 1984",
    "id": "KR48TD",
    "trip": "the flight from Oslo to Rome",
    "date": "21 May",
    "origin": "Oslo",
    "destination": "Rome",
    "flight": "TW211",
    "cabin": "basic economy",
    "count": "one",
    "payment": "gift card",
    "amount": "50.00",
}
# What makes the reason for giving up a trip plain, and what no other reason may say.
REASONS = {
    "change of plans": r"\bplan",
    "flight cancelled": r"\bcancelled|\btaken off\b|\btook (it|the flight) off\b",
    "health": r"\bhealth|\bill\b|\billness\b|\bmedical",
    "weather": r"\bweather\b",
    "other": r"\bother\b(?! plans)|\banother reason\b|\bsomething (else|different)\b|\bpersonal\b",
}

LOWER_CASE_FIRST = re.compile(r"(^|[.?] )\{(trip|cabin|count|payment|email|date)\}")
TRIP_ENTERED = re.compile(r"\b(in|by|during|into|my|the|your|a|this) \{trip\}")
COUNTED_NOUN = re.compile(r"\{count\} (?!in|more|under|beyond|added|to|for|on|and|would|from)")
BARE_AMOUNT = re.compile(r"\{amount\}(?! EUR\b)")
BARE_METHOD = re.compile(r"(?<!\bmy )(?<!\byour )\{payment\}", re.IGNORECASE)
COMPANY = re.compile(r"\b(us|our|ours)\b|\bwe('d| would|'ll|'re (?!still)| are)", re.IGNORECASE)

SPOKEN = dict(read_lists(read_words("airline", "customer")))
TOLD = dict(read_lists(read_words("airline", "instructions")))
SPOKEN_LINES = [line for lines in SPOKEN.values() for line in lines]
TOLD_LINES = [line for lines in TOLD.values() for line in lines]
LINES = SPOKEN_LINES + TOLD_LINES


def test_exactly_the_declared_lists_are_spoken() -> None:
    expected = {("request", intent, register) for intent in REQUESTS for register in REGISTERS}
    expected |= {("fact", slot, register) for slot in FACTS for register in REGISTERS}
    joints = {(joint, register) for joint in JOINTS for register in REGISTERS}
    assert set(SPOKEN) == expected | joints


def test_exactly_the_declared_clauses_are_told() -> None:
    expected = {("request", intent) for intent in REQUESTS} | {("fact", slot) for slot in FACTS}
    frame = {("intro", "lines"), ("closing", "lines"), ("fact", "accept")}
    assert set(TOLD) == expected | frame


@pytest.mark.parametrize(("intent", "holds"), REQUESTS.items())
def test_requests_have_lines_enough_with_and_without_the_trip(intent: str, *, holds: bool) -> None:
    for register in REGISTERS:
        held = Counter(tuple(list_placeholders(x)) for x in SPOKEN["request", intent, register])
        assert set(held) == ({(), ("trip",)} if holds else {()}), register
        assert min(held.values()) >= (8 if holds else 10), register


@pytest.mark.parametrize(("slot", "names"), FACTS.items())
def test_facts_hold_their_placeholders_once_each(slot: str, names: set[str]) -> None:
    lists = [SPOKEN["fact", slot, register] for register in REGISTERS]
    assert min(len(lines) for lines in lists) >= 9
    for line in [line for lines in [*lists, TOLD["fact", slot]] for line in lines]:
        assert list_placeholders(line) == sorted(names), line


@pytest.mark.parametrize("joint", JOINTS)
def test_joints_are_many_and_hold_no_placeholder(joint: str) -> None:
    for register in REGISTERS:
        assert len(SPOKEN[joint, register]) >= 14, register
        assert find_offenders(r"[{}]", SPOKEN[joint, register]) == []


def test_clauses_told_have_three_variants_and_only_their_placeholders() -> None:
    assert min(len(lines) for lines in TOLD.values()) >= 3
    assert all(list_placeholders(line) == ["name"] for line in TOLD["intro", "lines"])
    others = [*TOLD["closing", "lines"], *(x for i in REQUESTS for x in TOLD["request", i])]
    assert find_offenders(r"[{}]", others) == []


@pytest.mark.parametrize("lines", [SPOKEN_LINES, TOLD_LINES], ids=["customer", "instructions"])
def test_no_line_occurs_twice_whatever_its_case_and_closing_mark(lines: list[str]) -> None:
    assert find_repeats(lines) == []


def test_requests_and_facts_have_3_to_25_words_and_joints_no_more() -> None:
    sizes = [
        (1 if path[0] in JOINTS or path[1].startswith("reason") else 2, line)
        for path, lines in SPOKEN.items()
        for line in lines
    ]
    assert [line for least, line in sizes if not least <= len(line.split()) <= 25] == []


@pytest.mark.parametrize(("path", "lines"), SPOKEN.items(), ids=lambda value: str(value)[:60])
def test_no_list_opens_more_than_three_lines_with_the_same_two_words(
    path: tuple[str, ...], lines: list[str]
) -> None:
    assert find_openings(lines, 2, 3) == [], path


def test_lines_are_clean_text_without_digits() -> None:
    assert find_offenders(r"[^A-Za-z',;:.? {}_\-]|  |^ | $", LINES) == []


def test_lines_are_whole_sentences() -> None:
    endings = {path: r"[.:?]$" if path[0] in LEAD_INS else r"[.?]$" for path in SPOKEN}
    for path, lines in SPOKEN.items():
        assert all(re.search(endings[path], line) for line in lines), path
    assert [line for line in TOLD_LINES if not line.endswith(".")] == []


def test_facts_and_lead_ins_of_the_cold_never_ask() -> None:
    cold = [path for path in SPOKEN if path[-1] == "cold" and path[0] != "request"]
    assert find_offenders(r"\?$", [line for path in cold for line in SPOKEN[path]]) == []


@pytest.mark.parametrize("pattern", [YES, INVENTED, FEELING], ids=["yes", "invented", "feeling"])
def test_lines_neither_consent_nor_invent_nor_feel(pattern: re.Pattern[str]) -> None:
    assert find_offenders(pattern, SPOKEN_LINES) == []


@pytest.mark.parametrize(
    "pattern", [LOWER_CASE_FIRST, TRIP_ENTERED, COUNTED_NOUN, BARE_AMOUNT, BARE_METHOD]
)
def test_lines_hold_for_any_trip_cabin_number_and_method(pattern: re.Pattern[str]) -> None:
    assert find_offenders(pattern, LINES) == []


def test_customers_do_not_say_whether_they_travel_alone() -> None:
    lines = [line for path, lines in SPOKEN.items() if path[0] == "fact" for line in lines]
    assert find_offenders(COMPANY, lines) == []


def test_every_line_can_be_filled() -> None:
    for line in LINES:
        filled = line.format(**EXAMPLES)
        assert re.match(r"[A-Z0-9]|mirela", filled), line
        assert not re.search(r"[{}]", filled), line


@pytest.mark.parametrize("reason", REASONS)
def test_a_reason_is_plain_and_no_other(reason: str) -> None:
    own = re.compile(REASONS[reason], re.IGNORECASE)
    others = [re.compile(text, re.IGNORECASE) for key, text in REASONS.items() if key != reason]
    for register in REGISTERS:
        lines = SPOKEN["fact", f"reason.{reason}", register]
        assert [line for line in lines if not own.search(line)] == []
        assert [line for line in lines for other in others if other.search(line)] == []


@pytest.mark.parametrize("register", REGISTERS)
def test_only_what_is_given_up_is_cancelled_and_only_flights_are_moved(register: str) -> None:
    def speak(intent: str) -> list[str]:
        return SPOKEN["request", intent, register]

    changing = [*speak("change_flights"), *speak("change_cabin"), *speak("add_bags")]
    assert find_offenders(r"\b(cancel|call(ed)? off)", changing) == []
    assert find_offenders(r"\b(cabin|bag|luggage|passenger)", speak("change_flights")) == []
    assert find_offenders(r"\b(other|another|different) flight", speak("change_cabin")) == []
    assert find_offenders(r"\b(chang|move|refund|compensat)", speak("cancel_reservation")) == []
    assert find_offenders(r"\breplac|\binstead\b|\btake over\b", speak("change_passenger")) == []
