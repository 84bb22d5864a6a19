"""Laws of whole rule-engine episodes: acts are honest, texts are whole, ends are earned."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from schemas.draft import FactKind
from schemas.message import Role
from schemas.trajectory import Termination
from tests.support.rule_play import Played, list_tasks, play

N_TASKS, SEEDS = 40, (1, 2, 3)
RATES = {"flawless": 1.0, "flawed": 0.0}
MOST_REPEATS = 2
MOST_FAILED = 0.01
# A capital must follow, for addresses hold full stops too.
SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")


@cache
def play_all(n_tasks: int, rate: float) -> list[Played]:
    """Play the tasks of all seeds once per process."""
    played: list[Played] = []

    async def fill() -> None:
        for seed in SEEDS:
            for place, (task, feeling) in enumerate(list_tasks(n_tasks, seed)):
                played.append(await play(task, feeling, 1000 * seed + place, rate))

    # The runner describes what it returns, so nothing large is returned.
    asyncio.run(fill())
    return played


@pytest.fixture(params=list(RATES.values()), ids=list(RATES))
def episodes(request: pytest.FixtureRequest) -> list[Played]:
    return play_all(N_TASKS, request.param)


def list_failed(played: list[Played]) -> list[str]:
    return [
        f"{item.task.walks} of {item.task.id}: {item.ended}, {item.score}"
        for item in played
        if item.score.reward != 1
    ]


def list_texts(played: Played) -> Iterator[tuple[Role, str]]:
    for message in played.log.messages[1:]:
        if message.role is not Role.TOOL and not message.tool_calls:
            yield message.role, message.content


def test_every_value_of_an_act_stands_in_the_text(episodes: list[Played]) -> None:
    n_values = 0
    for played in episodes:
        for note in played.log.notes:
            text = played.log.messages[note.message].content
            values = [act.value for act in note.acts if act.value]
            assert [value for value in values if value not in text] == [], text
            n_values += len(values)
    assert n_values > 10 * len(episodes)


def test_every_fact_marked_told_is_in_the_text(episodes: list[Played]) -> None:
    for played in episodes:
        facts = {fact.id: fact for fact in played.task.facts}
        for note in played.log.notes:
            text = played.log.messages[note.message].content
            told = [facts[key] for key in note.facts if facts[key].kind is not FactKind.REQUEST]
            values = [slot.value for fact in told for slot in fact.slots]
            assert [value for value in values if value not in text] == [], text


def test_every_text_says_something_and_has_no_gap(episodes: list[Played]) -> None:
    for played in episodes:
        for _, text in list_texts(played):
            assert text.strip()
            assert not {"{", "}"} & set(text), text
            assert "  " not in text, text


def test_user_stops_only_once_all_was_told_and_settled(episodes: list[Played]) -> None:
    stopped = [played for played in episodes if played.ended is Termination.STOP]
    assert stopped
    for played in stopped:
        agenda = played.user.agenda
        assert agenda.is_done, played.task.walks
        assert all(agenda.is_raised(topic) for topic in agenda.topics), played.task.walks


def test_signals_stand_on_the_last_user_message_alone(episodes: list[Played]) -> None:
    for played in episodes:
        signals = [note.signal for note in played.log.notes if note.patience is not None]
        assert not any(signals[:-1])
        assert signals[-1] in ("stop", "unsatisfied")


def test_episode_ends_with_the_agents_text_unless_unsatisfied(episodes: list[Played]) -> None:
    for played in episodes:
        last = played.log.messages[-1]
        unsatisfied = played.ended is Termination.UNSATISFIED
        assert (last.role is Role.USER) == unsatisfied
        assert last.role is not Role.TOOL
        assert not last.tool_calls


def test_nobody_repeats_a_sentence_more_than_twice(episodes: list[Played]) -> None:
    for played in episodes:
        counts = Counter(
            (role, sentence)
            for role, text in list_texts(played)
            for sentence in SENTENCE_END.split(text)
        )
        assert [item for item, count in counts.items() if count > MOST_REPEATS] == []


def test_no_message_is_said_twice_by_one_side(episodes: list[Played]) -> None:
    for played in episodes:
        counts = Counter(list_texts(played))
        assert [item for item, count in counts.items() if count > 1] == [], played.task.walks


def test_first_message_never_tells_everything(episodes: list[Played]) -> None:
    for played in episodes:
        first = played.log.notes[0]
        assert set(first.facts) < {fact.id for fact in played.task.facts}


def test_every_id_of_a_call_is_used_once_and_answered(episodes: list[Played]) -> None:
    for played in episodes:
        asked = [call.id for item in played.log.messages for call in item.tool_calls or ()]
        answered = [item.tool_call_id for item in played.log.messages if item.role is Role.TOOL]
        assert len(asked) == len(set(asked))
        assert asked == answered


async def test_same_seeds_play_the_same_episode() -> None:
    for place, (task, feeling) in enumerate(list_tasks(10, 1)):
        first, second = [await play(task, feeling, place, 0.5) for _ in range(2)]
        assert first.log.messages == second.log.messages
        assert first.final_digest == second.final_digest


def test_flawed_agents_fail_in_more_than_one_way() -> None:
    ended = {(played.ended, played.score.reward) for played in play_all(N_TASKS, 0.0)}
    assert ended >= {
        (Termination.STOP, 1.0),
        (Termination.STOP, 0.0),
        (Termination.UNSATISFIED, -1.0),
    }


def test_flawless_agent_reaches_the_goal() -> None:
    played = play_all(N_TASKS, 1.0)
    failed = list_failed(played)
    assert len(failed) <= MOST_FAILED * len(played), "\n".join(failed)


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_flawless_agent_reaches_the_goal_of_many_tasks() -> None:
    played = play_all(200, 1.0)
    failed = list_failed(played)
    assert len(failed) <= MOST_FAILED * len(played), "\n".join(failed)
