from dataclasses import replace

from schemas.verdict import ClauseVerdict
from tasks.bare_calls import call_alone, find_wordless, is_spoken, list_violated
from tests.support.making import CANCEL, ground, load_retail
from tracer.domains.domain import load_domain
from tracer.domains.guard import Finding
from tracer.domains.solver import load_solver
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript


def doubt(transcript: Transcript, base: Base) -> Finding:
    del transcript, base
    return Finding(ClauseVerdict.UNCLEAR, "who knows")


def test_bare_reference_breaks_consent_but_not_identification() -> None:
    broken = list_violated(ground(CANCEL).actions, load_retail())
    assert 13 in broken
    assert 1 not in broken


def test_reference_without_its_look_up_breaks_identification() -> None:
    assert 1 in list_violated(ground(CANCEL).actions[1:], load_retail())


def test_doubt_is_no_violation() -> None:
    assert list_violated(ground(CANCEL).actions, replace(load_retail(), guards={7: doubt})) == {}


def test_calls_alone_lead_from_the_look_up_to_the_tool() -> None:
    actions = next(call_alone("cancel_order", load_retail(), load_solver("retail")))
    assert actions[0].tool.startswith("find_customer_by")
    assert actions[-1].tool == "cancel_order"
    assert "get_order" in {action.tool for action in actions}


def test_words_due_only_now_and_then_are_still_words() -> None:
    """A certificate that is not refunded has to be named, and few bookings were paid with one."""
    airline, solver = load_domain("airline"), load_solver("airline")
    assert 34 not in find_wordless("cancel_reservation", airline, solver)
    assert is_spoken("airline", "cancel_reservation", 34)
    assert not is_spoken("airline", "add_bags", 34)


def test_identification_is_never_a_matter_of_words() -> None:
    assert not is_spoken("retail", "cancel_order", 1)
