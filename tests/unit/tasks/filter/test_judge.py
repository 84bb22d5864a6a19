import pytest

from schemas.message import Message, Role
from schemas.trajectory import Termination
from schemas.verdict import STAGE_REASONS, ClauseVerdict, Reason, Stage
from tasks.filter.judge import CHECKS, digest_messages, judge_trajectory
from tests.support.transcripts import agent, call, user
from tests.unit.tasks.filter.conversations import (
    CALL,
    CANCELLED,
    LISTING,
    LOOKED_UP,
    make_domain,
    make_episode,
    make_errand,
)
from tracer.domains.policy import Keeper

BYE = [*user("Thanks, bye."), *agent("Goodbye.")]
CUT = [*LOOKED_UP, *agent("I would cancel order K10-0001 with the")]
FALSE = [*LOOKED_UP, *agent(LISTING), *user("Yes."), *agent("Order K10-0001 has been cancelled.")]
UNASKED = [*LOOKED_UP, *CALL, *agent("I've cancelled order K10-0001."), *BYE]
VAGUE = [*LOOKED_UP, *agent(LISTING), *user("Hm, perhaps."), *CALL, *agent("Done."), *BYE]
INVENTED = [
    *LOOKED_UP,
    *call("get_order", {"order_id": "K77-1234"}, {"error": "no such order"}),
    *agent("There is no such order."),
]


def judge(messages: list[Message] = CANCELLED, **changes: object) -> tuple[Reason | None, str]:
    judgement = judge_trajectory(make_episode(messages, **changes), make_errand(), make_domain())
    assert judgement.kept == (judgement.reason is None)
    return judgement.reason, judgement.detail


def test_flawless_conversation_is_kept_without_detail() -> None:
    assert judge() == (None, "")


def test_kept_conversation_names_exactly_the_clauses_left_to_a_judge() -> None:
    judgement = judge_trajectory(make_episode(), make_errand(), make_domain())
    left = {finding.clause: finding.verdict for finding in judgement.clauses}
    expected = make_domain().policy.list_numbers(Keeper.JUDGE)
    assert left == dict.fromkeys(expected, ClauseVerdict.NOT_JUDGED)
    assert expected


@pytest.mark.parametrize(
    ("messages", "changes", "reason"),
    [
        (CANCELLED, {"termination": Termination.UNSATISFIED, "reward": -1.0}, "unsatisfied"),
        (CANCELLED, {"termination": Termination.MODEL_ERROR, "reward": None}, "not_scored"),
        (CUT, {"termination": Termination.TOKEN_LIMIT, "reward": 0.0}, "truncated"),
        (CUT, {"termination": Termination.CONTEXT_LENGTH, "reward": 0.0}, "truncated"),
        ([*CANCELLED, *user("One more thing.")], {}, "invalid_text"),
        ([*CANCELLED[:-1], *agent("</think>Goodbye.")], {}, "leaked_markup"),
        ([*CANCELLED, *user("It's pay-100001."), *agent("Bye.")], {}, "simulator_leak"),
        (INVENTED, {}, "ungrounded_argument"),
        (FALSE, {}, "false_claim"),
        (CANCELLED, {"reward": 0.0, "goal_reached": False}, "failed"),
        (LOOKED_UP, {"termination": Termination.STEP_LIMIT, "reward": 0.0}, "failed"),
        (UNASKED, {}, "policy_violation"),
        (VAGUE, {}, "policy_unclear"),
    ],
)
def test_each_fault_has_its_reason(
    messages: list[Message], changes: dict[str, object], reason: str
) -> None:
    found, detail = judge(messages, **changes)
    assert found == reason
    assert detail


def test_first_reason_in_order_wins() -> None:
    markup = [*UNASKED[:-1], *agent("<tool_call> Goodbye.")]
    assert judge(markup, reward=0.0)[0] is Reason.LEAKED_MARKUP
    assert judge(FALSE, reward=0.0)[0] is Reason.FALSE_CLAIM
    assert judge(UNASKED, reward=0.0)[0] is Reason.FAILED


def test_checks_stand_in_the_order_of_the_closed_list() -> None:
    passed_over = (Reason.DUPLICATE, Reason.SURPLUS)
    assert (*(reason for reason, _ in CHECKS), *passed_over) == STAGE_REASONS[Stage.FILTER]


def test_rejected_before_the_policy_has_no_clauses() -> None:
    episode = make_episode(reward=0.0)
    assert judge_trajectory(episode, make_errand(), make_domain()).clauses == []


def test_violated_clause_replaces_its_mark_for_a_judge() -> None:
    judgement = judge_trajectory(make_episode(UNASKED), make_errand(), make_domain())
    numbers = [finding.clause for finding in judgement.clauses]
    assert numbers == sorted(set(numbers))
    assert ClauseVerdict.VIOLATED in {finding.verdict for finding in judgement.clauses}
    assert judgement.detail.startswith("clause 13: ")


@pytest.mark.parametrize("changes", [{}, {"reward": None, "termination": Termination.TIME_LIMIT}])
def test_markup_is_noted_whatever_the_episode_left_for(changes: dict[str, object]) -> None:
    marked = make_episode([*CANCELLED[:-1], *agent("</think>Goodbye.")], **changes)
    clean = make_episode(CANCELLED, **changes)
    noted = [
        judge_trajectory(item, make_errand(), make_domain()).has_markup for item in (marked, clean)
    ]
    assert noted == [True, False]


def test_unscored_episode_says_what_failed() -> None:
    changes = {"termination": Termination.MODEL_ERROR, "reward": None, "error": "no answer"}
    assert judge(CANCELLED, **changes)[1] == "ended with model_error: no answer"


def test_duplicate_key_leaves_call_ids_out_and_arguments_in() -> None:
    renamed = [
        message.model_copy(
            update={
                "tool_calls": [
                    tool_call.model_copy(update={"id": "other"})
                    for tool_call in message.tool_calls or ()
                ]
                or None,
                "tool_call_id": "other" if message.role is Role.TOOL else None,
            }
        )
        for message in CANCELLED
    ]
    changed = [*CANCELLED[:-1], *agent("Good bye.")]
    assert digest_messages(renamed) == digest_messages(CANCELLED)
    assert digest_messages(changed) != digest_messages(CANCELLED)
    assert digest_messages(INVENTED) != digest_messages(LOOKED_UP)


def test_half_a_character_is_rejected_and_not_raised() -> None:
    reason, detail = judge([*CANCELLED[:-1], *agent("Bye \ud83d")])
    assert reason is Reason.INVALID_TEXT
    assert "U+D83D" in detail
