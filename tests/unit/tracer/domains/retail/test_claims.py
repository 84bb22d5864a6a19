import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from tracer.domains.claims import find_claims, split_plain
from tracer.domains.retail.claims import ANY, CLAIMS

VALUES = {
    "order": "order K12-3456",
    "goods": "the walking boots and the desk lamp",
    "items": "the walking boots for 89.00 EUR and the desk lamp for 45.50 EUR",
    "amount": "34.90",
    "payment": "credit card",
    "when": "within 5 to 7 business days",
    "street": "3 Mill Row",
    "address": "3 Mill Row, Leeds, LS1 4AB, United Kingdom",
    "changes": "the walking boots from size 41 to size 42 and the desk lamp from brass to black",
    "difference": "the price stays the same, with your credit card on record for it",
    "reason": "order K12-3456 is delivered, and only a pending order can be cancelled",
}
DONE = [
    ("cancel_order", "Your order K12-3456 has been successfully cancelled."),
    ("cancel_order", "I've gone ahead and cancelled order K12-3456 for you."),
    ("cancel_order", "I have canceled the order."),
    (
        "cancel_order",
        "**Order K12-3456** is now cancelled. You'll see 30.00 EUR back on your card soon.",
    ),
    ("cancel_order", "The cancellation is complete."),
    (
        "cancel_order",
        "Great news! The cancellation of your order has been processed, is there anything else?",
    ),
    ("cancel_order", "Done! I cancelled it, and the refund is on its way."),
    ("cancel_order", "Both orders have been cancelled."),
    ("cancel_order", "Successfully cancelled order K12-3456."),
    ("cancel_order", "We\u2019ve cancelled that order."),
    ("return_items", "Your return request has been submitted."),
    ("return_items", "I've initiated the return for the desk lamp."),
    ("return_items", "I have processed your return, and the refund of 45.50 EUR will follow."),
    ("return_items", "The return is set up."),
    ("return_items", "The lamp has been returned to us and you will get 45.50 EUR."),
    ("return_items", "I have now registered a return for both items."),
    ("exchange_items", "Your exchange has been confirmed."),
    ("exchange_items", "I've exchanged the boots for size 42."),
    ("exchange_items", "The exchange of the boots is booked."),
    ("exchange_items", "I have set up an exchange for the boots."),
    ("exchange_items", "I've processed the exchange."),
    ("change_order_items", "I've changed the boots from size 41 to size 42."),
    ("change_order_items", "I have updated the items in your order."),
    ("change_order_items", "The items in order K12-3456 have been changed."),
    ("change_order_items", "I've swapped the lamp for the brass version in your order."),
    ("change_order_address", "I've updated the delivery address of order K12-3456."),
    ("change_order_address", "The shipping address has been changed to 3 Mill Row, Leeds."),
    ("change_order_address", "Your order will now go to 3 Mill Row, as the address was updated."),
    ("change_order_address", "The address on your order is now 3 Mill Row."),
    ("change_default_address", "Your default address has been updated."),
    ("change_default_address", "I have changed the default address on your account to 3 Mill Row."),
    ("change_default_address", "I've saved the new address to your account."),
    ("change_default_address", "Your default address is now 3 Mill Row, Leeds."),
    ("change_order_payment", "I've switched the payment for order K12-3456 to your wallet."),
    ("change_order_payment", "The payment method has been changed to your gift card."),
    ("change_order_payment", "I have moved your order to your credit card."),
    ("change_order_payment", "Payment for the order has been updated."),
    ("transfer_to_person", "I have transferred you to a colleague."),
    ("transfer_to_person", "You are being transferred to a human agent."),
    ("transfer_to_person", "I've passed your case on to a colleague."),
    ("cancel_order", "I've made the change you asked for."),
    ("cancel_order", "All the changes have been made."),
    ("return_items", "I've refunded 45.50 EUR to your gift card."),
    ("return_items", "Your refund has been issued."),
]
NOT_DONE = [
    "I can cancel order K12-3456 for you.",
    "Shall I cancel order K12-3456?",
    "I haven't cancelled anything yet.",
    "I have not cancelled the order.",
    "Once it's cancelled, the refund takes 5 to 7 business days.",
    "Once I've cancelled the order, the refund is sent.",
    "If I cancel it, 30.00 EUR goes back to your card.",
    "If the order is cancelled, you get 30.00 EUR back.",
    "Would you like the order cancelled?",
    "I will cancel order K12-3456 now.",
    "I'll go ahead and cancel it.",
    "I'm going to cancel the order.",
    "The order can be cancelled because it is still pending.",
    "Only pending orders can be cancelled.",
    "A cancelled order stays cancelled.",
    "Your order has not been cancelled.",
    "Nothing has been cancelled so far.",
    "Do you want me to have it cancelled?",
    "To confirm: order K12-3456 would be cancelled and 30.00 EUR refunded to your credit card.",
    "Has the order been cancelled already?",
    "After your yes the order is cancelled and 30.00 EUR goes back to your wallet.",
    "When the order is cancelled, the refund reaches your gift card at once.",
    "You asked whether the order has been cancelled.",
    "I understand you want the order cancelled because it is no longer needed.",
    "Order K12-3456 was delivered on 3 May.",
    "The items of an order can be changed only once.",
    "Once the items have been changed, they are locked.",
    "I would change the boots from size 41 to size 42; is that right?",
    "The boots would be exchanged for size 42.",
    "Here is what I'd do: change the address of order K12-3456 to 3 Mill Row.",
    "I can update the default address on your account.",
    "Your default address is 3 Mill Row, Leeds.",
    "The order is paid with your credit card.",
    "The address on the order is 3 Mill Row, Leeds.",
    "The refund will be issued to your gift card once you confirm.",
    "A refund of 45.50 EUR would go to your wallet.",
    "The return can be made within 30 days of delivery.",
    "I can set up a return for the lamp.",
    "To return the lamp, I need your yes.",
    "An order takes one return or one exchange.",
    "I have found your account.",
    "I've looked up the order and checked the delivery.",
    "I have updated the list: the boots go to size 42 and the lamp stays.",
    "I've put together what I would do.",
    "Before I've changed anything you can still say no.",
    "I'm sorry, I couldn't cancel the order.",
    "The tool refused, so the order has not been changed.",
    "I wasn't able to process the return.",
    "I am unable to return items that were on final sale.",
    "I can transfer you to a colleague.",
    "I could hand you over to a person if you wish.",
    "Would you like me to transfer you?",
    "Please confirm that I should process the exchange.",
    "Is the address right, and should I make the change?",
    "No charge has been made to your card.",
    "The parcel has been shipped and is on its way.",
    "Your order is being processed.",
    "The order has already been processed by the warehouse, so nothing can be changed.",
    "Your gift card balance is 60.00 EUR.",
    "What I set out is all that would be done.",
    "I'd be glad to put that right in order K12-3456, changing the boots from size 41 to 42.",
    "Nothing will be changed until you say yes.",
    "It will be done as soon as you agree.",
    "That's done only after you confirm.",
    "You mentioned that the order was cancelled.",
    "I see that the parcel was returned to sender.",
    "I've noted the change you want and would list it again.",
    "The price has changed since you ordered.",
    "The change would cost 5.00 EUR more.",
    "Thank you, I have everything I need to make the change.",
]
AFTER_A_CALL = {"report", "transfer"}
"""Sections of the desk's lines that follow a call."""


class Values(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "something"


def list_tools(text: str) -> list[frozenset[str]]:
    return [claim.tools for part in split_plain(text) for claim in find_claims(part, CLAIMS)]


def walk_desk() -> Iterator[tuple[str, str, str]]:
    """Yield section, key and line of the rule-based agent's language, values filled in."""

    def walk(path: tuple[str, ...], value: Any) -> Iterator[tuple[tuple[str, ...], str]]:
        if isinstance(value, dict):
            for key, item in value.items():
                yield from walk((*path, key), item)
        else:
            yield from ((path, line) for line in value)

    source = files("tracer.domains.retail") / "desk.toml"
    for path, line in walk((), tomllib.loads(source.read_text(encoding="utf-8"))):
        text = line.format_map(Values(VALUES))
        yield path[0], path[1], text[:1].upper() + text[1:]


DESK = list(walk_desk())


@pytest.mark.parametrize(("tool", "text"), DONE)
def test_sentence_that_says_it_is_done_is_a_claim(tool: str, text: str) -> None:
    assert any(tool in tools for tools in list_tools(text))


@pytest.mark.parametrize(("tool", "text"), DONE)
def test_claim_is_of_no_other_tool(tool: str, text: str) -> None:
    assert all(tool in tools for tools in list_tools(text))


@pytest.mark.parametrize("text", NOT_DONE)
def test_sentence_that_says_no_such_thing_is_none(text: str) -> None:
    assert list_tools(text) == []


def test_nine_in_ten_reports_of_the_rule_agent_are_claims_of_their_tool() -> None:
    reports = [(key, text) for section, key, text in DESK if section == "report"]
    known = [text for key, text in reports if any(key in tools for tools in list_tools(text))]
    assert len(known) > 0.9 * len(reports), f"{len(known)} of {len(reports)}"


def test_no_report_of_the_rule_agent_is_a_claim_of_another_tool() -> None:
    reports = [(key, text) for section, key, text in DESK if section == "report"]
    assert [text for key, text in reports if any(key not in one for one in list_tools(text))] == []


def test_no_other_line_of_the_rule_agent_is_a_claim() -> None:
    others = [text for section, _, text in DESK if section not in AFTER_A_CALL]
    assert len(others) > 500
    assert [text for text in others if list_tools(text)] == []


def test_every_write_and_the_hand_over_can_be_claimed() -> None:
    assert frozenset().union(*(claim.tools for claim in CLAIMS.claims)) == ANY
