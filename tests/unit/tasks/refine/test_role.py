import pytest

from tasks.refine.role import SIGNS, find_inversion
from tests.support.planted import list_candidates
from tracer.domains.domain import DOMAIN_NAMES

INVERTED = [
    ("How can I help you today?", "offers help"),
    ("May I assist you with anything?", "offers help"),
    ("I\N{RIGHT SINGLE QUOTATION MARK}m happy to help.", "offers help"),
    ("Is there anything else I can do?", "offers help"),
    ("Thank you for contacting Kestrel Lane.", "offers help"),
    ("I will look up your order.", "works as the desk"),
    ("We have refunded your card.", "works as the desk"),
    ("Let me check that for you.", "works as the desk"),
    ("Under our policy it can't be done.", "speaks for the house"),
    ("Your request has been passed on.", "reports to the customer"),
    ("Could you please confirm your postcode?", "asks the customer"),
    ("Please provide your email address.", "asks the customer"),
    ("Would you like me to go ahead?", "asks the customer"),
    ("May I have your name?", "asks the customer"),
    ("The customer wants a refund.", "speaks of the customer"),
    ("Help the user with a return.", "speaks of the customer"),
    ("Change the customer's address.", "speaks of the customer"),
    ("You are a helpful support agent.", "casts the player as the desk"),
    ("You work for the airline.", "casts the player as the desk"),
]
UPRIGHT = [
    "You are Zoe Marsh, a customer of Kestrel Lane.",
    "You want to know how they can help you.",
    "Your flight has been cancelled, and you want your money back.",
    "I need this changed before my trip.",
    "I'll check in tomorrow, so it has to be right by then.",
    "You play Ian Bell, who is writing to the customer desk of Tern Airways.",
    "Asked for the reason, say that your flight has been cancelled.",
    "I've sent our old lamp to my sister.",
]


@pytest.mark.parametrize(("text", "sign"), INVERTED, ids=[text for text, _ in INVERTED])
def test_voice_of_the_desk_is_seen(text: str, sign: str) -> None:
    found = find_inversion(f"You want a refund. {text}")
    assert found is not None
    assert found.partition(":")[0] == sign


def test_every_sign_has_an_example() -> None:
    assert {sign for _, sign in INVERTED} == set(SIGNS)


@pytest.mark.parametrize("text", UPRIGHT)
def test_voice_of_the_customer_is_left_alone(text: str) -> None:
    assert find_inversion(text) is None


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_no_draft_of_the_grammar_is_taken_for_the_desk(domain: str) -> None:
    texts = [item.draft.instruction for item in list_candidates(domain, 320, 4)]
    assert len(texts) >= 300
    assert [found for found in map(find_inversion, texts) if found is not None] == []
