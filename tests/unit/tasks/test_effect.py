import pytest

from schemas.grounded import Action, ActionRole
from tasks.effect import find_idle_write
from tracer.domains.domain import load_domain


def make_action(tool: str, state_digest: str) -> Action:
    return Action(
        tool=tool,
        arguments="{}",
        result="{}",
        state_digest=state_digest,
        role=ActionRole.WALK,
        intent=0,
        topic=None,
    )


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        ([("get_order", "a"), ("cancel_order", "b")], None),
        ([("get_order", "a"), ("get_customer", "a")], None),
        ([("cancel_order", "a")], "action 0 cancel_order leaves the state as it was"),
        (
            [("cancel_order", "b"), ("get_order", "b"), ("return_items", "b")],
            "action 2 return_items leaves the state as it was",
        ),
        (
            [("change_default_address", "b"), ("change_default_address", "a")],
            "up to action 1 change_default_address the writes undo each other",
        ),
    ],
    ids=["a change", "reads alone", "idle", "second one idle", "undone"],
)
def test_write_that_changes_nothing_is_found(
    calls: list[tuple[str, str]], found: str | None
) -> None:
    actions = [make_action(tool, digest) for tool, digest in calls]
    assert find_idle_write(actions, "a", load_domain("retail")) == found
