from tests.support.transcripts import BASE, agent, call, talk, user
from tracer.domains.checking.consent import Case, follow_consents
from tracer.domains.retail.guards.listing import ACTIONS

CANCEL = call("cancel_order", {"order_id": "K10-0001", "reason": "no longer needed"}, {})


def test_equal_conversations_are_followed_each_for_itself() -> None:
    parts = (agent("Cancel order K10-0001?"), user("Yes."), CANCEL)
    one, other = talk(*parts), talk(*parts)
    assert Case(one, BASE, ACTIONS) == Case(one, BASE, ACTIONS)
    assert Case(one, BASE, ACTIONS) != Case(other, BASE, ACTIONS)
    assert follow_consents(Case(one, BASE, ACTIONS)) is follow_consents(Case(one, BASE, ACTIONS))
