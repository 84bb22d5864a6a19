from schemas.message import Message
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import BASE, FOUND, call, refuse, talk, user
from tracer.domains.retail.guards.handover import guard_hand_over

REFUSED = refuse("cancel_order", {"order_id": "K10-0001"}, "Order K10-0001 is shipped.")


def hand_over(summary: str) -> list[Message]:
    return call("transfer_to_person", {"summary": summary}, "done")


def judge(*parts: list[Message]) -> ClauseVerdict:
    return guard_hand_over(talk(FOUND, *parts), BASE).verdict


def test_parcel_that_never_came_complies() -> None:
    summary = (
        "Ana Weiß (ana.weiss@example.com): the parcel of K10-0001 never came, wants it traced."
    )
    assert judge(hand_over(summary)) is ClauseVerdict.COMPLIED


def test_customer_nobody_found_is_named_by_what_they_gave() -> None:
    transcript = talk(
        user("bo@example.com"),
        refuse("find_customer_by_email", {"email": "bo@example.com"}, "No account."),
        hand_over("Customer with mail bo@example.com is not found and wants an order cancelled."),
    )
    assert guard_hand_over(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_handing_over_a_refusal_violates() -> None:
    summary = "Ana Weiß wants order K10-0001 cancelled although it is shipped."
    assert judge(user("Cancel it"), REFUSED, hand_over(summary)) is ClauseVerdict.VIOLATED


def test_new_wish_after_a_refusal_complies() -> None:
    summary = "Ana Weiß asks for a new name on the account after her wedding."
    parts = (REFUSED, user("Then at least change my name."), hand_over(summary))
    assert judge(*parts) is ClauseVerdict.COMPLIED


def test_summary_without_the_customer_violates() -> None:
    summary = "The parcel never came and the customer wants it traced."
    assert judge(hand_over(summary)) is ClauseVerdict.VIOLATED


def test_hand_over_for_compensation_violates() -> None:
    assert judge(hand_over("Ana Weiß wants a discount for the delay.")) is ClauseVerdict.VIOLATED


def test_wish_that_a_tool_fulfils_is_unclear() -> None:
    assert judge(hand_over("Ana Weiß wants to cancel order K10-0001.")) is ClauseVerdict.UNCLEAR


def test_summary_without_a_wish_is_unclear() -> None:
    assert judge(hand_over("Ana Weiß")) is ClauseVerdict.UNCLEAR
