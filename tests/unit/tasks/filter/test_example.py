import json

import pytest

from schemas.errors import DataError
from schemas.judgement import Judgement
from schemas.task import TaskKind
from schemas.trajectory import Trajectory
from schemas.verdict import ClauseVerdict, Reason
from tasks.filter.example import make_example
from tasks.filter.judge import judge_trajectory
from tests.support.builders import make_judgement, make_provenance
from tests.unit.tasks.filter.conversations import make_domain, make_episode, make_errand


def judge(episode: Trajectory) -> Judgement:
    return judge_trajectory(episode, make_errand(), make_domain())


def test_row_counts_turns_and_keeps_the_conversation() -> None:
    episode = make_episode(n_calls=4)
    example = make_example(episode, make_errand(), judge(episode), make_domain(), make_provenance())
    assert example.messages == episode.messages
    assert (example.n_calls, example.n_call_turns) == (4, 4)
    assert (example.n_text_turns, example.n_user_turns) == (3, 3)
    assert (example.kind, example.termination, example.reward) == ("change", "stop", 1.0)
    assert type(example.kind) is type(example.termination) is str


def test_condition_is_written_out() -> None:
    episode = make_episode(condition=593)
    example = make_example(episode, make_errand(), judge(episode), make_domain(), make_provenance())
    assert (example.family, example.emotion) == ("enjoyment", "excitement")
    assert (example.politeness, example.urgency, example.trust) == ("cold", "high", "skeptical")


def test_neutral_arm_has_no_condition() -> None:
    episode = make_episode(condition=None, feeling_id=None)
    example = make_example(episode, make_errand(), judge(episode), make_domain(), make_provenance())
    parts = (example.family, example.emotion, example.politeness, example.urgency, example.trust)
    assert parts == (None,) * 5


def test_tools_are_those_of_the_domain_and_clauses_those_left_open() -> None:
    episode = make_episode()
    task = make_errand(kind=TaskKind.INFORMATION)
    example = make_example(episode, task, judge(episode), make_domain(), make_provenance())
    assert json.loads(example.tools) == make_domain().schemas
    assert {finding.verdict for finding in example.clauses} == {ClauseVerdict.NOT_JUDGED}
    assert example.kind == "information"


def test_rejected_trajectory_becomes_no_row() -> None:
    episode = make_episode(reward=0.0)
    assert judge(episode).reason is Reason.FAILED
    with pytest.raises(DataError, match="reason failed"):
        make_example(episode, make_errand(), judge(episode), make_domain(), make_provenance())


def test_judgement_of_another_trajectory_is_refused() -> None:
    with pytest.raises(DataError, match="a judgement of its own"):
        make_example(
            make_episode(), make_errand(), make_judgement(), make_domain(), make_provenance()
        )
