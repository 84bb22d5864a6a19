"""The customer, from the very prompt that a run sends."""

import json
from typing import Any

import pytest

from prompts.templates import render
from tracer.inference.rehearsal.customer import NO_MORE, THANKS, YES, speak, voice

FACTS = (
    ("f1", "Your account is under ada@example.org."),
    ("f2", "You want to renew a loan."),
    ("f3", "It is the book on bridges."),
    ("f4", "You want two weeks more."),
    ("f5", "You accept it when the desk says no and gives the reason."),
    ("f6", "You want to know when a loan is due."),
    ("f7", "It is the book on ferns."),
)
INSTRUCTION = (
    "You are Ada Quill, a member. Your account is under ada@example.org.\n"
    "You want to renew a loan. It is the book on bridges. You want two weeks more. "
    "You accept it when the desk says no and gives the reason.\n"
    "You want to know when a loan is due. It is the book on ferns.\n"
    "Tell it bit by bit."
)
DONE = "That's done. Is there anything else I can do for you?"
LISTING = "I would renew the loan for two weeks. Shall I go ahead?"


def play(*heard: str) -> list[dict[str, Any]]:
    """Return the customer's turns when the desk says these things after its first."""
    facts = [{"id": name, "text": text} for name, text in FACTS]
    system = render("user", instruction=INSTRUCTION, direction="You are worried.", facts=facts)
    messages = [{"role": "system", "content": system}, {"role": "user", "content": "(open)"}]
    turns = [speak(messages, [])]
    for text in heard:
        messages.append({"role": "assistant", "content": json.dumps(turns[-1])})
        messages.append({"role": "user", "content": text})
        turns.append(speak(messages, turns))
    return turns


def test_customer_opens_with_its_first_wish() -> None:
    (turn,) = play()
    assert (turn["utterance"], turn["facts_told"]) == ("Hello. I want to renew a loan.", ["f2"])


def test_what_is_asked_for_is_told_first() -> None:
    turn = play("Which account is it?")[-1]
    assert turn["facts_told"][0] == "f1"
    assert "ada@example.org" in turn["utterance"]


def test_at_most_two_facts_are_told_at_once() -> None:
    turns = play("Which account is it?", "And which book?")
    assert all(len(turn["facts_told"]) <= 2 for turn in turns)


def test_listing_is_agreed_to_when_all_was_told() -> None:
    turns = play("Which account is it?", "Which book, for how many weeks?", LISTING)
    assert (turns[-1]["utterance"], turns[-1]["signal"]) == (YES, "")


def test_listing_before_all_was_told_is_answered_with_the_rest() -> None:
    turn = play(LISTING)[-1]
    assert turn["utterance"].startswith("One detail first. ")
    assert turn["facts_told"]


def test_next_wish_is_brought_up_when_the_first_is_settled() -> None:
    turn = play("Which account is it?", DONE)[-1]
    assert turn["facts_told"] == ["f6"]


def test_customer_leaves_when_all_is_settled() -> None:
    turn = play(DONE, DONE)[-1]
    assert (turn["utterance"], turn["signal"]) == (THANKS, "stop")


def test_stance_is_never_said() -> None:
    turns = play(*["Do you accept it, and for what reason?"] * 5)
    assert "f5" not in [name for turn in turns for name in turn["facts_told"]]


def test_facts_of_a_later_wish_wait() -> None:
    turns = play(*["Could you tell me more?"] * 3)
    assert "f7" not in [name for turn in turns for name in turn["facts_told"]]


def test_desk_that_asks_in_vain_for_ever_is_left() -> None:
    turns = play(*["Could you tell me the shelf mark?"] * 12)
    assert turns[-1]["signal"] == "unsatisfied"
    assert NO_MORE in [turn["utterance"] for turn in turns]


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("You are asking for your loan.", "I am asking for my loan."),
        ("The library can find you by your name, Ada.", "The library can find me by my name, Ada."),
        ("Find out when it is due.", "Please find out when it is due."),
        ("Asked for the reason, say that it is a gift.", "As for the reason: it is a gift."),
    ],
)
def test_clause_is_turned_into_the_first_person(clause: str, said: str) -> None:
    assert voice(clause) == said
