import pytest

from schemas.message import Message
from tests.support.transcripts import ORDER, agent, call, refuse, talk, user
from tracer.domains.claims import find_false_claim, load_claims

CLAIMS = load_claims("retail")
CANCEL = {"order_id": "K10-0001", "reason": "no longer needed"}
CANCELLED = call("cancel_order", CANCEL, {**ORDER, "status": "cancelled"})
CLAIM = agent("I've cancelled order K10-0001.")
STATE = agent("Order K10-0001 has been cancelled.")


@pytest.mark.parametrize(
    "parts",
    [
        [CANCELLED, CLAIM],
        [CANCELLED, STATE, user("Sure?"), CLAIM],
        [CANCELLED, agent("I've cancelled your order.")],
        [call("get_order", {"order_id": "K10-0001"}, {**ORDER, "status": "cancelled"}), STATE],
        [refuse("return_items", {}, "Order K10-0001 was cancelled before."), STATE],
        [user("I've cancelled order K10-0001."), agent("I see. Shall I look it up?")],
        [agent("I can cancel order K10-0001.")],
    ],
)
def test_claim_with_a_call_or_a_shown_state_passes(parts: list[list[Message]]) -> None:
    assert find_false_claim(talk(*parts), CLAIMS) is None


@pytest.mark.parametrize(
    "parts",
    [
        [CLAIM],
        [CLAIM, CANCELLED],
        [refuse("cancel_order", CANCEL, "Order K10-0001 is shipped."), CLAIM],
        [refuse("cancel_order", CANCEL, "Only a pending order can be cancelled."), STATE],
        [call("get_order", {"order_id": "K10-0001"}, ORDER), STATE],
        [call("get_order", {"order_id": "K10-0001"}, {**ORDER, "status": "cancelled"}), CLAIM],
        [call("return_items", {"order_id": "K10-0001"}, ORDER), CLAIM],
        [CANCELLED, agent("I've cancelled order K10-0002 as well.")],
        [user("Yes."), agent("I've cancelled order K10-0001, is there anything else?")],
        [agent("All right.\n- **Order K10-0001** is now cancelled\n- Refund: 164.50 EUR")],
    ],
)
def test_claim_without_is_found(parts: list[list[Message]]) -> None:
    assert find_false_claim(talk(*parts), CLAIMS) is not None


def test_detail_names_message_sentence_and_tool() -> None:
    assert find_false_claim(talk(user("Hello."), CLAIM), CLAIMS) == (
        'message 1: says "i\'ve cancelled order k10-0001.", but cancel_order had not succeeded'
    )
