from schemas.message import Message
from schemas.verdict import ClauseVerdict
from tests.support.transcripts import BASE, FOUND, ORDER, agent, call, talk, user
from tracer.domains.retail.guards.consent import guard_consent, guard_scope

CANCEL = call("cancel_order", {"order_id": "K10-0001", "reason": "no longer needed"}, ORDER)
CANCEL_SECOND = call("cancel_order", {"order_id": "K10-0002", "reason": "no longer needed"}, ORDER)
LEITH = {"street": "12 Harbour Lane", "city": "Leith", "postcode": "EH6 6AA", "country": "UK"}
MOVE = call("change_order_address", {"order_id": "K10-0001", "address": LEITH}, ORDER)
LIST_CANCEL = agent(
    "I would cancel order K10-0001, the walking boots and the desk lamp, and refund 164.50 to your"
    " credit card. Shall I?"
)


def swap(new_id: str, payment_id: str = "pay-100001") -> list[Message]:
    arguments = {
        "order_id": "K10-0001",
        "item_ids": ["itm-100001"],
        "new_item_ids": [new_id],
        "payment_id": payment_id,
    }
    return call("change_order_items", arguments, ORDER)


def give_back(*item_ids: str) -> list[Message]:
    arguments = {"order_id": "K10-0001", "item_ids": list(item_ids), "refund_to": "pay-100001"}
    return call("return_items", arguments, ORDER)


def judge_consent(*parts: list[Message]) -> ClauseVerdict:
    return guard_consent(talk(FOUND, *parts), BASE).verdict


def judge_scope(*parts: list[Message]) -> ClauseVerdict:
    return guard_scope(talk(FOUND, *parts), BASE).verdict


def test_listing_then_yes_complies() -> None:
    assert judge_consent(LIST_CANCEL, user("Yes please."), CANCEL) is ClauseVerdict.COMPLIED


def test_two_changes_listed_together_share_one_yes() -> None:
    parts = (
        agent("I've found order K10-0001 with the brown walking boots, size 41, still pending."),
        user("That's it. They should be a 42, and go to my sister's."),
        agent(
            "I'd do both now: size 42 in brown at the same price, and delivery to 12 Harbour Lane,"
            " Leith. Is that a yes to both?"
        ),
        user("Yes to both. And that's still before Friday?"),
        swap("itm-100002"),
        MOVE,
    )
    assert judge_consent(*parts) is ClauseVerdict.COMPLIED
    assert judge_scope(*parts) is ClauseVerdict.COMPLIED


def test_question_answered_before_the_yes_complies() -> None:
    verdict = judge_consent(
        LIST_CANCEL,
        user("Before you do, when is the money back?"),
        agent("Within 5 to 7 business days."),
        user("Ok, go ahead then."),
        CANCEL,
    )
    assert verdict is ClauseVerdict.COMPLIED


def test_second_change_after_a_report_of_the_first_complies() -> None:
    verdict = judge_consent(
        LIST_CANCEL,
        user("yes"),
        CANCEL,
        agent(
            "I've cancelled it. Shall I also cancel order K10-0002, refunding 45.50 to the card?"
        ),
        user("Go ahead."),
        CANCEL_SECOND,
    )
    assert verdict is ClauseVerdict.COMPLIED


def test_proposal_in_unusual_words_with_every_detail_complies() -> None:
    listing = agent("Order K10-0001 would end here, and 164.50 EUR go to your credit card. Yes?")
    assert judge_consent(listing, user("Yes."), CANCEL) is ClauseVerdict.COMPLIED


def test_facts_about_an_order_are_no_listing() -> None:
    facts = agent("Order K10-0001 costs 164.50, paid by credit card. Anything else?")
    assert judge_consent(facts, user("Yes, cancel it."), CANCEL) is ClauseVerdict.VIOLATED


def test_listing_of_another_action_is_none_of_this_one() -> None:
    listing = agent("I'd return all of order K10-0001, 164.50 to your credit card. Yes?")
    assert judge_consent(listing, user("Yes."), CANCEL) is ClauseVerdict.VIOLATED


def test_acting_on_the_request_alone_violates() -> None:
    assert judge_consent(user("Cancel K10-0001 now."), CANCEL) is ClauseVerdict.VIOLATED


def test_acting_without_waiting_for_the_answer_violates() -> None:
    assert judge_consent(LIST_CANCEL, CANCEL) is ClauseVerdict.VIOLATED


def test_acting_on_a_no_violates() -> None:
    assert judge_consent(LIST_CANCEL, user("No, wait."), CANCEL) is ClauseVerdict.VIOLATED


def test_no_after_a_yes_violates() -> None:
    verdict = judge_consent(
        LIST_CANCEL,
        user("Yes."),
        agent("Just to be sure: cancel all of order K10-0001?"),
        user("No, leave it."),
        CANCEL,
    )
    assert verdict is ClauseVerdict.VIOLATED


def test_second_order_never_listed_violates() -> None:
    verdict = judge_consent(LIST_CANCEL, user("Yes."), CANCEL, CANCEL_SECOND)
    assert verdict is ClauseVerdict.VIOLATED


def test_refused_attempt_without_listing_violates() -> None:
    attempt = call("cancel_order", {"order_id": "K10-0001", "reason": "x"}, {"error": "no"})
    assert judge_consent(attempt) is ClauseVerdict.VIOLATED


def test_yes_to_another_proposal_is_none_to_this_one() -> None:
    verdict = judge_consent(
        LIST_CANCEL,
        user("No."),
        agent("Would you rather give the order another address?"),
        user("Yes."),
        CANCEL,
    )
    assert verdict is ClauseVerdict.VIOLATED


def test_conditional_yes_is_unclear() -> None:
    verdict = judge_consent(LIST_CANCEL, user("Yes, if it's back by Friday."), CANCEL)
    assert verdict is ClauseVerdict.UNCLEAR


def test_listing_without_the_new_street_is_unclear() -> None:
    verdict = judge_consent(
        agent("Shall I send order K10-0001 to the other address?"), user("Yes."), MOVE
    )
    assert verdict is ClauseVerdict.UNCLEAR


def test_detail_told_after_the_yes_is_unclear() -> None:
    verdict = judge_consent(
        agent("Shall I send order K10-0001 to another address?"),
        user("Yes."),
        agent("That address is 12 Harbour Lane, Leith."),
        user("Hm, my sister's flat."),
        MOVE,
    )
    assert verdict is ClauseVerdict.UNCLEAR


def test_what_was_listed_is_what_is_done() -> None:
    listing = agent(
        "Change the walking boots in K10-0001 to size 43, 5.00 on your credit card. All right?"
    )
    assert judge_scope(listing, user("Yes."), swap("itm-100003")) is ClauseVerdict.COMPLIED


def test_another_size_than_listed_violates() -> None:
    listing = agent("Change the boots in K10-0001 to size 43, 5.00 on your credit card?")
    assert judge_scope(listing, user("Yes."), swap("itm-100002")) is ClauseVerdict.VIOLATED


def test_detail_changed_after_the_listing_violates() -> None:
    verdict = judge_scope(
        agent("Send order K10-0001 to 9 Elm Street, Leith?"),
        user("Yes. To 12 Harbour Lane, EH6 6AA, I mean."),
        MOVE,
    )
    assert verdict is ClauseVerdict.VIOLATED


def test_another_payment_method_than_listed_violates() -> None:
    listing = agent("Change the boots in K10-0001 to size 42, any difference on your wallet?")
    assert judge_scope(listing, user("Yes."), swap("itm-100002")) is ClauseVerdict.VIOLATED


def test_more_items_than_listed_violates() -> None:
    verdict = judge_scope(
        agent("Return the boots of K10-0001, 119.00 back to your credit card?"),
        user("Yes."),
        give_back("itm-100001", "itm-200001"),
    )
    assert verdict is ClauseVerdict.VIOLATED


def test_item_of_an_earlier_listing_is_unclear() -> None:
    verdict = judge_scope(
        agent("Return the lamp of K10-0001 to your credit card?"),
        user("Yes, and the boots."),
        agent("Return the boots as well, refund to your credit card?"),
        user("Yes."),
        give_back("itm-100001", "itm-200001"),
    )
    assert verdict is ClauseVerdict.UNCLEAR


def test_words_for_all_items_list_each() -> None:
    parts = (
        agent("Return both items of K10-0001, 164.50 to your credit card?"),
        user("Yes."),
        give_back("itm-100001", "itm-200001"),
    )
    assert judge_consent(*parts) is ClauseVerdict.COMPLIED
    assert judge_scope(*parts) is ClauseVerdict.COMPLIED
