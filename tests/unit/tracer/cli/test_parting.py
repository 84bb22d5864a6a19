from dataclasses import replace

from schemas.message import Message
from tests.support.builders import make_action
from tests.support.small_run import (
    FAILED,
    GIVEN_UP,
    KEPT,
    LOST,
    TASK,
    TO_ATTIC,
    TO_CELLAR,
    make_domain,
    talk,
)
from tests.support.transcripts import call, refuse
from tracer.cli.parting import Comparison, Parting, compare_episode
from tracer.domains.difference import Difference
from tracer.domains.state import State
from tracer.domains.tool import Tool, ToolKind

CELLAR = ("move_box", '{"box_id":"b1","place":"cellar"}')
ATTIC = ("move_box", '{"box_id":"b1","place":"attic"}')


def compare(*parts: list[Message]) -> Comparison:
    return compare_episode(make_domain(), TASK, talk(*parts))


def test_first_other_write_is_the_parting() -> None:
    comparison = compare_episode(make_domain(), TASK, FAILED.messages)
    assert comparison.parting == Parting(1, CELLAR, ATTIC)
    assert comparison.differences == [Difference("boxes", "b1", "place", '"cellar"', '"attic"')]


def test_missing_write_is_a_parting() -> None:
    assert compare_episode(make_domain(), TASK, GIVEN_UP.messages).parting == Parting(
        1, CELLAR, None
    )


def test_further_write_is_a_parting_even_when_states_are_equal() -> None:
    comparison = compare(TO_ATTIC, TO_CELLAR)
    assert comparison.parting == Parting(1, CELLAR, ATTIC)
    assert comparison.differences == []
    assert compare(TO_CELLAR, TO_ATTIC).parting == Parting(2, None, ATTIC)


def test_same_writes_do_not_part() -> None:
    assert compare_episode(make_domain(), TASK, KEPT.messages) == Comparison(None, [], "")


def test_reads_and_refused_writes_do_not_count() -> None:
    refused = refuse("move_box", {"box_id": "b9", "place": "moon"}, "no box b9")
    assert compare(LOST, refused, TO_CELLAR).parting is None


def test_order_of_keys_is_no_difference() -> None:
    moved = call("move_box", {"place": "cellar", "box_id": "b1"}, {"moved": "b1"})
    assert compare(moved).parting is None


def test_unknown_tool_is_no_write() -> None:
    assert compare(call("burn_box", {}, {"burnt": True}), TO_CELLAR).parting is None


def test_other_data_is_not_compared() -> None:
    domain = make_domain(b3={"place": "roof"})
    comparison = compare_episode(domain, TASK, FAILED.messages)
    assert comparison.differences == []
    assert comparison.note == "the data of domain boxes is not what the task was made on"


def test_tool_that_breaks_leaves_the_states_uncompared() -> None:
    domain = make_domain()
    broken = Tool(burn_box, ToolKind.WRITE)
    domain = replace(domain, tools={**domain.tools, "burn_box": broken})
    messages = talk(call("burn_box", {"box_id": "b1"}, {"burnt": "b1"}))
    comparison = compare_episode(domain, TASK, messages)
    assert comparison.parting == Parting(1, CELLAR, ("burn_box", '{"box_id":"b1"}'))
    assert comparison.note == "the replay stopped: tool burn_box raised OSError: no match"


def burn_box(_: State, box_id: str) -> None:
    """Burn a box.

    Args:
        box_id: The box.
    """
    assert box_id == "b1"
    raise OSError("no match")


def test_refused_reference_action_is_no_write() -> None:
    refused = make_action(
        tool="move_box", arguments='{"box_id":"b9","place":"moon"}', result='{"error":"no box b9"}'
    )
    task = TASK.model_copy(update={"actions": [refused, *TASK.actions]})
    assert compare_episode(make_domain(), task, KEPT.messages).parting is None
