"""What customers of Kestrel Lane say, and are told to say, keeps the rules of its two files."""

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
    find_repeats,
    list_placeholders,
    read_lists,
    read_words,
)

# The placeholder that some lines of a request hold; the desk learns the rest from facts.
REQUESTS: dict[str, str | None] = {
    "cancel_order": "goods",
    "change_order_address": "goods",
    "change_order_payment": "goods",
    "change_order_items": "goods",
    "return_items": "goods",
    "exchange_items": "goods",
    "change_default_address": None,
    "ask_order.total": "goods",
    "ask_order.status": "goods",
    "ask_order.street": "goods",
    "ask_profile.balance": None,
    "ask_profile.street": None,
    "ask_product.price": "goods",
    "ask_catalogue.count": "category",
    "ask_delivery.carrier": "goods",
    "ask_delivery.expected": "goods",
    "ask_delivery.delivered": "goods",
}
FACTS: dict[str, set[str]] = {
    "email": {"email"},
    "identity": {"name", "postcode"},
    "order.id": {"id"},
    "order.date": {"date"},
    "order.goods": {"goods"},
    "order.same": set(),
    "item": {"goods"},
    "change": {"about", "phrase"},
    "keep": {"about"},
    "payment": {"payment"},
    "refund": {"payment"},
    "difference": {"payment"},
    "address": {"street", "city", "postcode", "country"},
    "address.file": set(),
    "address.same": set(),
    "reason.no longer needed": set(),
    "reason.ordered by mistake": set(),
    "product": {"goods"},
    "option": {"phrase"},
    "category": {"category"},
}
# The sizes of the facts most told; of the others there are at least seven lines.
MIN_FACTS = {
    "email": 16,
    "identity": 16,
    **dict.fromkeys(
        [
            "payment",
            "refund",
            "difference",
            "order.date",
            "order.goods",
            "item",
            "address",
            "change",
        ],
        12,
    ),
}
JOINTS = {"connector": 24, "correct": 8, "repeat": 8, "nothing_more": 18}
EXAMPLES = {
    "email": "mirela.dobos@example.com",
    "name": "Mirela Dobos",
    "id": "K48-2071",
    "date": "3 May",
    "goods": "the kettle and the desk lamp",
    "about": "the walking boots",
    "phrase": "size 40 and black",
    "payment": "gift card",
    "street": "12 Harbour Lane",
    "city": "Leeds",
    "postcode": "LS1 4AB",
    "country": "United Kingdom",
    "category": "footwear",
}

# The goods may be one or many, so no verb may follow them that shows which.
NUMBERED_VERB = re.compile(
    r"(?<!\bof )(?<!\bfor )(?<!\bwith )(?<!\babout )\{(goods|about)\} "
    r"(is|are|was|were|has|have|isn't|aren't|does|do|comes?|needs?|costs)\b"
)
# In a question the verb stands before them and would show it as well.
NUMBERED_INVERSION = re.compile(
    r"(^|[.:;?,] |\b(when|what|where|which|how much|day) )(is|are|was|were|has|have|does|do) \{",
    re.IGNORECASE,
)
LOWER_CASE_FIRST = re.compile(r"(^|[.?] )\{(goods|about|phrase|payment|category|email|date)\}")


SPOKEN = dict(read_lists(read_words("retail", "customer")))
TOLD = dict(read_lists(read_words("retail", "instructions")))
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


@pytest.mark.parametrize(("intent", "holder"), REQUESTS.items())
def test_requests_have_nine_lines_with_and_without_placeholder(
    intent: str, holder: str | None
) -> None:
    for register in REGISTERS:
        held = Counter(tuple(list_placeholders(x)) for x in SPOKEN["request", intent, register])
        assert set(held) == ({(), (holder,)} if holder else {()}), register
        assert min(held.values()) >= 9, register


@pytest.mark.parametrize(("slot", "names"), FACTS.items())
def test_facts_hold_their_placeholders_once_each(slot: str, names: set[str]) -> None:
    lists = [SPOKEN["fact", slot, register] for register in REGISTERS]
    assert min(len(lines) for lines in lists) >= MIN_FACTS.get(slot, 7)
    for line in [line for lines in [*lists, TOLD["fact", slot]] for line in lines]:
        assert sorted(list_placeholders(line)) == sorted(names), line


@pytest.mark.parametrize(("joint", "minimum"), JOINTS.items())
def test_joints_are_many_and_hold_no_placeholder(joint: str, minimum: int) -> None:
    for register in REGISTERS:
        assert len(SPOKEN[joint, register]) >= minimum, register
        assert find_offenders(r"[{}]", SPOKEN[joint, register]) == []


def test_clauses_told_have_three_variants_and_only_their_placeholders() -> None:
    assert min(len(lines) for lines in TOLD.values()) >= 3
    assert all(list_placeholders(line) == ["name"] for line in TOLD["intro", "lines"])
    others = [*TOLD["closing", "lines"], *(x for i in REQUESTS for x in TOLD["request", i])]
    assert find_offenders(r"[{}]", others) == []


@pytest.mark.parametrize("lines", [SPOKEN_LINES, TOLD_LINES], ids=["customer", "instructions"])
def test_no_line_occurs_twice_whatever_its_case_and_closing_mark(lines: list[str]) -> None:
    assert find_repeats(lines) == []


def test_spoken_lines_have_3_to_25_words() -> None:
    assert [line for line in SPOKEN_LINES if not 3 <= len(line.split()) <= 25] == []


@pytest.mark.parametrize(("path", "lines"), SPOKEN.items(), ids=lambda value: str(value)[:60])
def test_no_list_opens_more_than_three_lines_with_the_same_two_words(
    path: tuple[str, ...], lines: list[str]
) -> None:
    opened = Counter(" ".join(line.split()[:2]) for line in lines)
    assert max(opened.values()) <= 3, path


def test_lines_are_clean_text_without_digits() -> None:
    assert find_offenders(r"[^A-Za-z',;:.?! {}\-]|  |^ | $", LINES) == []


def test_at_most_three_in_a_hundred_lines_exclaim() -> None:
    assert len(find_offenders("!", LINES)) * 100 <= 3 * len(LINES)


def test_lines_are_whole_sentences() -> None:
    endings = {path: r"[.:?]$" if path[0] in LEAD_INS else r"[.?]$" for path in SPOKEN}
    for path, lines in SPOKEN.items():
        assert all(re.search(endings[path], line) for line in lines), path
    assert [line for line in TOLD_LINES if not line.endswith(".")] == []


def test_facts_and_lead_ins_of_the_cold_never_ask() -> None:
    cold = [path for path in SPOKEN if path[-1] == "cold" and path[0] != "request"]
    assert find_offenders(r"\?", [line for path in cold for line in SPOKEN[path]]) == []


@pytest.mark.parametrize("pattern", [YES, INVENTED, FEELING], ids=["yes", "invented", "feeling"])
def test_lines_neither_consent_nor_invent_nor_feel(pattern: re.Pattern[str]) -> None:
    assert find_offenders(pattern, SPOKEN_LINES) == []


@pytest.mark.parametrize("pattern", [NUMBERED_VERB, NUMBERED_INVERSION, LOWER_CASE_FIRST])
def test_lines_hold_for_one_and_for_many_goods(pattern: re.Pattern[str]) -> None:
    assert find_offenders(pattern, LINES) == []


def test_ways_to_pay_stand_after_whose_they_are() -> None:
    bare = re.compile(r"(?<!\bmy )(?<!\byour )\{payment\}", re.IGNORECASE)
    assert find_offenders(bare, LINES) == []


def test_every_line_can_be_filled() -> None:
    for line in LINES:
        filled = line.format(**EXAMPLES)
        assert re.match(r"[A-Z0-9]", filled), line
        assert not re.search(r"[{}]", filled), line


@pytest.mark.parametrize("register", REGISTERS)
def test_only_deliveries_are_returned_and_only_orders_cancelled(register: str) -> None:
    cancelling = SPOKEN["request", "cancel_order", register]
    returning = SPOKEN["request", "return_items", register]
    exchanging = SPOKEN["request", "exchange_items", register]
    assert find_offenders(r"\b(return|refund|exchange|swap|back)", cancelling) == []
    assert find_offenders(r"\b(exchang|swap|version|cancel)", returning) == []
    assert find_offenders(r"\b(cancel)|\bon order\b", exchanging) == []


@pytest.mark.parametrize("register", REGISTERS)
def test_an_orders_address_is_told_apart_from_the_accounts(register: str) -> None:
    order = SPOKEN["request", "change_order_address", register]
    account = SPOKEN["request", "change_default_address", register]
    assert find_offenders(r"\b(account|profile|default|on file)\b", order) == []
    assert find_offenders(r"\b(order|parcel|deliver)", account) == []
