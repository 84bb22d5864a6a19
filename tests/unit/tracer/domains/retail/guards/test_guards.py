from pathlib import Path

import pytest

import tracer.domains.retail
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import (
    ANA,
    BASE,
    FOUND,
    LAMP,
    ORDER,
    SECOND,
    agent,
    call,
    refuse,
    talk,
    user,
)
from tracer.domains.policy import Keeper, parse_policy
from tracer.domains.retail.guards import GUARDS
from tracer.domains.transcript import Transcript

CANCEL = call("cancel_order", {"order_id": "K10-0002", "reason": "no longer needed"}, SECOND)
RETURN = call(
    "return_items",
    {"order_id": "K10-0001", "item_ids": ["itm-200001"], "refund_to": "pay-100001"},
    ORDER,
)
MOVE = call("change_order_payment", {"order_id": "K10-0001", "payment_id": "pay-100002"}, ORDER)
TRANSFER = "transfer_to_person"

VIOLATING = {
    1: talk(user("It's about K10-0001"), call("get_order", {"order_id": "K10-0001"}, ORDER)),
    2: talk(
        user("bo@example.com"),
        refuse("find_customer_by_email", {"email": "bo@example.com"}, "No account."),
        call(TRANSFER, {"summary": "bo@example.com wants to know where a parcel is."}, "done"),
    ),
    3: talk(FOUND, call("get_customer", {"customer_id": "cus-20002"}, {})),
    4: talk(agent("You are cus-10001.")),
    5: talk(FOUND, agent("It was placed on 3 March.")),
    6: talk(FOUND, call("get_order", {"order_id": "K10-0001"}, ORDER), agent("It's 73.50 less.")),
    10: talk(FOUND, call("list_products", {}, {}, text="One moment.")),
    13: talk(FOUND, user("Cancel K10-0002."), CANCEL),
    14: talk(FOUND, agent("Move order K10-0001 to your gift card?"), user("Yes."), MOVE),
    15: talk(FOUND, agent("Return the lamp, 45.50 to the credit card?"), user("Yes."), RETURN),
    19: talk(FOUND, agent("The parcel will arrive on Friday.")),
    36: talk(FOUND, call(TRANSFER, {"summary": "Wants the missing parcel traced at once."}, "")),
}


def make_good() -> Transcript:
    """Return a conversation that keeps every clause."""
    return talk(
        user("Hi, I ordered a lamp on its own last week and don't need it any more."),
        agent("I can look into that. Which mail address is the account under?"),
        FOUND,
        call("get_customer", {"customer_id": "cus-10001"}, ANA),
        call("get_order", {"order_id": "K10-0002"}, SECOND),
        agent(
            "I've found it: order K10-0002 of 8 May, one Study Desk Lamp, still pending. I'd cancel"
            " the whole order as no longer needed and refund 45.50 EUR to your credit card within 5"
            " to 7 business days. Shall I go ahead?"
        ),
        user("Before you do, it does go to the card ending 4242, doesn't it?"),
        agent("Yes, to the credit card ending in 4242. Shall I cancel the order?"),
        user("Go ahead then, thanks."),
        CANCEL,
        agent("It's cancelled. 45.50 EUR go back to your credit card. Is there anything else?"),
        user("The lamp from the other order came too. Can I send that one back?"),
        call("get_order", {"order_id": "K10-0001"}, ORDER),
        agent(
            "Yes. A return can be made only once per order, so it should hold everything you want"
            " to send back. From order K10-0001 I'd return the Study Desk Lamp and refund 45.50 EUR"
            " to your credit card or your gift card. Which one, and is it the lamp alone?"
        ),
        user("Just the lamp. The card, please."),
        agent("I'd return the lamp of K10-0001, 45.50 EUR back to your credit card. Yes?"),
        user("Yes please."),
        RETURN,
        agent("Done. The refund reaches your credit card within 5 to 7 business days."),
        user("Lovely, thank you."),
    )


def test_guards_are_exactly_those_the_policy_marks() -> None:
    folder = Path(tracer.domains.retail.__file__).parent
    policy = parse_policy((folder / "policy.md").read_text(encoding="utf-8"), "policy.md")
    assert list(GUARDS) == policy.list_numbers(Keeper.GUARD)


@pytest.mark.parametrize("clause", GUARDS)
def test_every_guard_finds_its_violation(clause: int) -> None:
    finding = GUARDS[clause](VIOLATING[clause], BASE)
    assert finding.verdict is ClauseVerdict.VIOLATED
    assert finding.detail


@pytest.mark.parametrize("clause", GUARDS)
def test_good_conversation_keeps_every_clause(clause: int) -> None:
    finding = GUARDS[clause](make_good(), BASE)
    assert finding.verdict is ClauseVerdict.COMPLIED, finding.detail


@pytest.mark.parametrize("clause", GUARDS)
def test_empty_conversation_keeps_every_clause(clause: int) -> None:
    assert GUARDS[clause](Transcript(()), BASE).verdict is ClauseVerdict.COMPLIED


def test_lamp_is_in_both_orders() -> None:
    assert LAMP in ORDER["items"]
    assert LAMP in SECOND["items"]
