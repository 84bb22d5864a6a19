"""The desk at work in a library, which no part of it knows."""

import pytest

from tests.support.library import MEMBER, POLICY, REFUSED, TOOLS, list_calls, talk
from tracer.inference.rehearsal.desk import take_step
from tracer.inference.rehearsal.past import CLOSING, LISTING

WHO = "My mail address is ada@example.org."
RENEWAL = "Hello. I want to renew a loan."


def test_customer_is_asked_for_what_identifies_them() -> None:
    messages = talk(RENEWAL)
    assert list_calls(messages) == []
    assert "your email" in messages[-1]["content"]


def test_customer_is_looked_up_by_what_was_typed_and_their_loans_are_read() -> None:
    calls = list_calls(talk(RENEWAL, WHO))
    assert calls == [
        ("find_member_account", {"email": "ada@example.org"}),
        ("get_member", {"member_id": MEMBER["member_id"]}),
        ("get_loan", {"loan_id": "LN-1001"}),
        ("get_loan", {"loan_id": "LN-1002"}),
    ]


def test_failed_look_up_is_told_and_asked_about() -> None:
    messages = talk(RENEWAL, "My mail address is eve@example.org.")
    assert messages[-1]["content"].startswith("I could not find an account with that.")


def test_question_is_answered_from_the_row_it_is_about() -> None:
    messages = talk("Hello. I want to know when a loan is due.", WHO, "It is the one on bridges.")
    text = messages[-1]["content"]
    assert "2026-03-09" in text
    assert "2026-03-20" not in text
    assert CLOSING in text


def test_what_is_missing_is_asked_for() -> None:
    messages = talk(RENEWAL, WHO)
    assert messages[-1]["content"] == "Could you tell me the loan and the weeks, please?"


def test_write_is_set_out_before_it_is_made() -> None:
    messages = talk(RENEWAL, WHO, "It is the one on bridges, for two weeks.")
    text = messages[-1]["content"]
    assert text.endswith(LISTING)
    assert "LN-1001" in text
    assert "weeks: 2" in text
    assert "renew_loan" not in dict(list_calls(messages))


def test_write_is_made_after_a_yes_and_reported() -> None:
    messages = talk(RENEWAL, WHO, "It is the one on bridges, for two weeks.", "Yes, please.")
    assert list_calls(messages)[-1] == ("renew_loan", {"loan_id": "LN-1001", "weeks": 2})
    assert messages[-1]["content"] == f"That's done for loan LN-1001. {CLOSING}"


@pytest.mark.parametrize("answer", ["No, not yet.", "I have to think.", "Yes, but not that one."])
def test_write_is_not_made_without_a_plain_yes(answer: str) -> None:
    messages = talk(RENEWAL, WHO, "It is the one on bridges, for two weeks.", answer)
    assert "renew_loan" not in dict(list_calls(messages))


def test_refusal_is_told_with_its_reason() -> None:
    messages = talk(RENEWAL, WHO, "It is LN-1002, for two weeks.", "Yes, go ahead.")
    assert REFUSED in messages[-1]["content"]


def test_second_wish_is_served_after_the_first() -> None:
    first = (RENEWAL, WHO, "It is the one on bridges, for two weeks.", "Yes, please.")
    messages = talk(*first, "One more thing. I want to know when a loan is due.", "The ferns one.")
    assert "2026-03-20" in messages[-1]["content"]


def test_customer_who_leaves_is_let_go() -> None:
    first = (RENEWAL, WHO, "It is the one on bridges, for two weeks.", "Yes, please.")
    messages = talk(*first, "No, that is all. Goodbye.")
    assert messages[-1]["content"] == "Thank you for getting in touch. Goodbye."


def test_desk_hands_over_when_it_gets_no_further() -> None:
    messages = talk(RENEWAL, WHO, "I don't know.", "I really don't.")
    name, arguments = list_calls(messages)[-1]
    assert name == "transfer_to_person"
    assert "Ada Quill" in arguments["summary"]
    assert messages[-1]["content"].startswith("A colleague will take over")


def test_desk_without_a_hand_over_says_that_it_cannot() -> None:
    system = {"role": "system", "content": POLICY}
    step = take_step([system, {"role": "user", "content": "Hm."}], TOOLS[3:4])
    assert step.text
    assert step.calls == ()
