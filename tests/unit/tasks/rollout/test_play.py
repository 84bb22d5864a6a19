import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from schemas.act import Act
from schemas.condition import N_CONDITIONS
from schemas.config import RolloutConfig, RunConfig
from schemas.errors import ModelError
from schemas.feeling import Feeling
from schemas.identity import derive_seed
from schemas.message import Message, Role
from schemas.timing import Timing
from schemas.trajectory import Engine, Termination, Trajectory
from tasks.feel.compose import compose_feeling
from tasks.rollout.cast import Part
from tasks.rollout.company import Company
from tasks.rollout.play import Episode, name_model, play_episode
from tests.support.making import CANCEL, load_retail, make_real_task
from tracer.domains.domain import Domain
from tracer.harness.parties import Agent, AgentReply, User, UserReply

FLAWLESS = RunConfig(rollout=RolloutConfig(flawless_rate=1.0))


class Silent:
    """Fails before it says anything, on either side."""

    async def reply(self, messages: Sequence[Message], heard: Sequence[Act]) -> AgentReply:
        del messages, heard
        raise ModelError("the server hung up")

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        del said, heard
        raise ModelError("the server hung up")


class SilentCompany(Company):
    """Casts an agent whose model has failed for good."""

    def cast_agent(self, domain: Domain, seed: int, episode: str) -> Agent:
        del domain, seed, episode
        return Silent()


class Watching(Company):
    """Keeps what the players were cast with."""

    def cast_user(self, domain: str, part: Part, seed: int, episode: str) -> User:
        CAST.append((part, seed, episode))
        return super().cast_user(domain, part, seed, episode)


CAST: list[tuple[Part, int, str]] = []


@cache
def make_episode(trial: int = 0, neutral_rate: float = 0.0, seed: int = 1) -> Episode:
    task = make_real_task(CANCEL)
    return Episode(task, compose_feeling(task.workflow_id, task.story, seed, neutral_rate), trial)


def play(
    episode: Episode, company: Company | None = None, config: RunConfig = FLAWLESS
) -> tuple[Trajectory, list[Timing]]:
    return asyncio.run(play_episode(episode, load_retail(), company or Company(config)))


def test_flawless_desk_reaches_the_end_of_the_reference() -> None:
    trajectory, _ = play(make_episode())
    task = make_episode().task
    assert (trajectory.termination, trajectory.reward) == (Termination.STOP, 1.0)
    assert trajectory.final_digest == task.final_digest
    assert trajectory.start_digest == task.start_digest


def test_trajectory_names_what_it_descends_from() -> None:
    episode = make_episode(trial=2)
    trajectory, _ = play(episode)
    assert (trajectory.task_id, trajectory.workflow_id, trajectory.trial) == (
        episode.task.id,
        episode.task.workflow_id,
        2,
    )
    assert (trajectory.feeling_id, trajectory.condition) == (
        episode.feeling.id,
        episode.feeling.condition,
    )
    assert (trajectory.agent_engine, trajectory.agent_model) == (Engine.RULES, "rules")


def test_neutral_arm_has_neither_feeling_nor_condition() -> None:
    trajectory, _ = play(make_episode(neutral_rate=1.0))
    assert (trajectory.feeling_id, trajectory.condition) == (None, None)


def test_same_episode_is_played_the_same() -> None:
    assert play(make_episode())[0] == play(make_episode())[0]


def test_trials_of_a_task_differ() -> None:
    played = [play(make_episode(trial))[0].messages for trial in range(3)]
    assert played[0] != played[1] != played[2]


def test_counts_are_those_of_the_messages() -> None:
    trajectory, _ = play(make_episode())
    roles = [message.role for message in trajectory.messages]
    assert trajectory.n_user_turns == roles.count(Role.USER)
    assert trajectory.n_calls == roles.count(Role.TOOL)
    assert trajectory.n_agent_steps == roles.count(Role.ASSISTANT)
    assert (trajectory.n_input_tokens, trajectory.n_output_tokens) == (0, 0)


def test_model_that_fails_ends_the_episode_without_a_score() -> None:
    trajectory, _ = play(make_episode(), SilentCompany(FLAWLESS))
    assert trajectory.termination is Termination.MODEL_ERROR
    assert trajectory.reward is None
    assert trajectory.error == "the server hung up"


class Recovering(Company):
    """Casts an agent that fails at its first try, and by rules afterwards."""

    def cast_agent(self, domain: Domain, seed: int, episode: str) -> Agent:
        TRIES.append(episode)
        return Silent() if len(TRIES) == 1 else super().cast_agent(domain, seed, episode)


TRIES: list[str] = []


def test_episode_lost_to_something_outside_is_played_once_more() -> None:
    TRIES.clear()
    trajectory, timings = play(make_episode(), Recovering(FLAWLESS))
    assert (trajectory.termination, trajectory.error) == (Termination.STOP, "")
    assert trajectory == play(make_episode())[0]
    assert [(item.role, item.n_retries) for item in timings] == [("episode", 1)]
    assert [make_episode().name] * 2 == TRIES


class Refusing(Company):
    """Casts a user that says nothing."""

    def cast_user(self, domain: str, part: Part, seed: int, episode: str) -> User:
        del domain, part, seed
        TRIES.append(episode)
        return Mute()


class Mute:
    """Has nothing to say."""

    async def speak(self, said: Sequence[Message], heard: Sequence[Act]) -> UserReply:
        del said, heard
        return UserReply(text=" ")


def test_episode_that_failed_twice_or_by_its_user_is_left_as_it_is() -> None:
    TRIES.clear()
    trajectory, timings = play(make_episode(), SilentCompany(FLAWLESS))
    assert (trajectory.termination, timings[0].n_retries) == (Termination.MODEL_ERROR, 1)
    trajectory, timings = play(make_episode(), Refusing(FLAWLESS))
    assert (trajectory.termination, timings[0].n_retries) == (Termination.USER_ERROR, 0)
    assert len(TRIES) == 1


def test_time_is_kept_apart_from_the_trajectory() -> None:
    trajectory, timings = play(make_episode())
    assert [(item.record_id, item.role) for item in timings] == [(trajectory.id, "episode")]
    assert timings[0].wall_s > 0
    assert (timings[0].stage, timings[0].n_retries, timings[0].endpoint) == ("rollout", 0, "")


def test_user_is_cast_with_its_side_alone() -> None:
    CAST.clear()
    episode = make_episode()
    play(episode, Watching(FLAWLESS))
    ((part, seed, name),) = CAST
    assert part == Part(
        episode.task.instruction, episode.task.facts, episode.task.story, episode.feeling
    )
    assert (seed, name) == (episode.user_seed, episode.name)


def test_seeds_follow_task_and_trial_and_not_the_feeling() -> None:
    first = make_episode()
    felt_otherwise = make_episode(seed=2)
    again = make_episode(trial=1)
    assert first.feeling != felt_otherwise.feeling
    assert first.user_seed == felt_otherwise.user_seed != again.user_seed
    assert first.agent_seed == felt_otherwise.agent_seed != again.agent_seed
    assert first.user_seed != first.agent_seed


def test_seeds_stay_what_they_were() -> None:
    episode = make_episode()
    assert episode.agent_seed == derive_seed("agent", episode.task.id, 0, 0)
    assert episode.user_seed == derive_seed("user", episode.task.id, "none", 0)


def test_episodes_of_other_task_feeling_or_trial_have_other_names() -> None:
    first = make_episode()
    other = replace(first, task=make_real_task([("get_customer",)]))
    names = {item.name for item in (first, other, make_episode(seed=2), make_episode(trial=1))}
    assert len(names) == 4


@pytest.mark.parametrize(
    ("engine", "expected"), [(Engine.RULES, "rules"), (Engine.LLM, "big-model")]
)
def test_rules_have_a_name_of_their_own(engine: Engine, expected: str) -> None:
    assert name_model(engine, "big-model") == expected


def test_every_condition_can_be_played() -> None:
    episode = make_episode()
    for number in range(0, N_CONDITIONS, 27):
        feeling = Feeling.create(
            workflow_id="wf", condition=number, text="t", direction="d", confidence=None
        )
        trajectory, _ = play(replace(episode, feeling=feeling))
        assert trajectory.condition == number
