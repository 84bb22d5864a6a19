from schemas.verdict import ClauseVerdict
from tests.support.transcripts import BASE, FOUND, agent, call, talk
from tracer.domains.checking.turns import guard_turns

GOODS = {"footwear": {"prd-1001": "Fell Walking Boots"}}


def test_calls_and_texts_in_turns_of_their_own_comply() -> None:
    transcript = talk(FOUND, call("list_products", {}, GOODS), agent("Here they are."))
    assert guard_turns(transcript, BASE).verdict is ClauseVerdict.COMPLIED


def test_text_beside_a_call_violates() -> None:
    transcript = talk(FOUND, call("list_products", {}, GOODS, text="Let me look."))
    assert guard_turns(transcript, BASE).verdict is ClauseVerdict.VIOLATED


def test_blanks_beside_a_call_are_no_text() -> None:
    transcript = talk(FOUND, call("list_products", {}, GOODS, text="\n"))
    assert guard_turns(transcript, BASE).verdict is ClauseVerdict.COMPLIED
