import random

import pytest

from schemas.condition import Condition
from schemas.draft import Fact, FactKind, SlotValue
from tests.support.builders import make_fact
from tracer.domains.words import load_words
from tracer.harness.users.speech import TALKATIVENESS, Speech, load_voices

COLD = Condition("annoyance", "cold", "high", "skeptical")
REQUEST = make_fact(wording="cancel_order")


def make_speech(condition: Condition | None = COLD, seed: int = 1) -> Speech:
    return Speech(load_words("retail"), condition, "the chairs", random.Random(seed))


def make_detail(wording: str, *slots: tuple[str, str], about: str = "") -> Fact:
    values = [SlotValue(slot=slot, value=value) for slot, value in slots]
    return make_fact(kind=FactKind.DETAIL, wording=wording, slots=values, about=about)


def test_no_line_comes_twice_while_others_are_left() -> None:
    speech = make_speech()
    pool = [str(n) for n in range(5)]
    assert sorted(speech.choose(pool) for _ in pool) == pool
    assert speech.choose(pool) in pool


def test_register_is_that_of_the_condition() -> None:
    assert make_speech().register == "cold"
    assert make_speech(None).register == "neutral"
    assert make_speech().manner("greeting") in load_voices()["politeness"]["cold"]["greeting"]


def test_customers_differ_in_how_much_they_write() -> None:
    assert {make_speech(seed=seed).talk for seed in range(30)} == set(TALKATIVENESS)


def test_neutral_arm_shows_no_feeling() -> None:
    speech = make_speech(None)
    assert (speech.feel("opening"), speech.remark("urgency"), speech.remark("trust")) == ("",) * 3


@pytest.mark.parametrize("moment", ["opening", "midway", "relieved", "leaving"])
def test_feeling_names_its_thing(moment: str) -> None:
    pool = load_voices()["emotion"]["annoyance"][moment]
    speech = make_speech()
    lines = {speech.feel(moment) for _ in pool}
    assert lines == {line.replace("{thing}", "the chairs") for line in pool}


def test_remark_a_level_has_none_of_is_left_unsaid() -> None:
    trusting = COLD._replace(trust="trusting")
    assert make_speech(trusting).remark("trust", "checks_scope") == ""
    assert make_speech().remark("trust", "checks_scope") != ""


@pytest.mark.parametrize("seed", range(8))
def test_request_names_goods_only_when_they_are_given(seed: int) -> None:
    assert "the chairs" in make_speech(seed=seed).request(REQUEST, "the chairs", "")
    assert "{" not in make_speech(seed=seed).request(REQUEST, "", "")


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("fact", "values"),
    [
        (make_detail("email", ("email", "a@example.com")), ["a@example.com"]),
        (make_detail("identity", ("name", "Zoë Ö"), ("postcode", "E1")), ["Zoë Ö", "E1"]),
        (make_detail("change", ("change.size", "42"), about="walking boots"), ["42", "boots"]),
        (make_detail("item", ("item", "walking boots")), ["the walking boots"]),
        (make_detail("order.date", ("order.date", "9 May")), ["9 May"]),
        (make_detail("refund", ("refund", "gift card")), ["gift card"]),
    ],
    ids=lambda value: value.wording if isinstance(value, Fact) else "",
)
def test_told_fact_holds_its_values(seed: int, fact: Fact, values: list[str]) -> None:
    text = make_speech(seed=seed).tell(fact)
    assert [value for value in values if value not in text] == []
    assert "{" not in text


def test_goods_are_told_in_one_sentence() -> None:
    items = [make_detail("item", ("item", short)) for short in ("walking boots", "desk lamp")]
    assert "the walking boots and the desk lamp" in make_speech().tell_items(items)


def test_request_that_names_no_thing_is_said_all_the_same() -> None:
    rng = random.Random(1)
    speech = Speech(load_words("airline"), COLD, "the trip to Oslo", rng)
    named = make_fact(wording="cancel_reservation")
    assert "the trip to Oslo" in speech.request(named, "the trip to Oslo", "")
    unnamed = make_fact(wording="send_certificate")
    assert "Oslo" not in speech.request(unnamed, "the trip to Oslo", "")
