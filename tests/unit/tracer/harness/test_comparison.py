from dataclasses import replace

from schemas.message import Message
from tests.support.small_run import FAILED, KEPT, TASK, make_domain, talk
from tests.support.transcripts import call
from tracer.domains.difference import Difference
from tracer.domains.state import State
from tracer.domains.tool import Tool, ToolKind
from tracer.harness.comparison import EndComparison, compare_ends


def compare(messages: list[Message]) -> EndComparison:
    return compare_ends(make_domain(), TASK, messages)


def test_other_end_is_told_column_by_column() -> None:
    assert compare(FAILED.messages) == EndComparison(
        [Difference("boxes", "b1", "place", '"cellar"', '"attic"')], ""
    )


def test_equal_ends_have_no_difference() -> None:
    assert compare(KEPT.messages) == EndComparison([], "")


def test_episode_that_did_nothing_lacks_what_the_reference_does() -> None:
    assert compare(talk()).differences == [
        Difference("boxes", "b1", "place", '"cellar"', '"shelf"')
    ]


def test_other_data_is_not_compared() -> None:
    other = make_domain(b3={"place": "roof"})
    assert compare_ends(other, TASK, FAILED.messages) == EndComparison(
        [], "the data of domain boxes is not what the task was made on"
    )


def test_tool_that_breaks_leaves_the_ends_uncompared() -> None:
    domain = make_domain()
    tools = {**domain.tools, "burn_box": Tool(burn_box, ToolKind.WRITE)}
    messages = talk(call("burn_box", {"box_id": "b1"}, {"burnt": "b1"}))
    comparison = compare_ends(replace(domain, tools=tools), TASK, messages)
    assert comparison == EndComparison(
        [], "the replay stopped: tool burn_box raised OSError: no match"
    )


def burn_box(_: State, box_id: str) -> None:
    """Burn a box.

    Args:
        box_id: The box.
    """
    assert box_id == "b1"
    raise OSError("no match")
