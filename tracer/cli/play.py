"""`tracer play`: one task of a run played at the terminal, through the harness of every episode."""

import asyncio
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from schemas.config import RolloutConfig
from schemas.errors import ConfigError, DataError
from schemas.feeling import Feeling
from schemas.message import Role
from schemas.task import Task
from schemas.trajectory import Termination
from tasks.rollout.cast import Part, cast_customer, cast_desk
from tasks.rollout.play import Episode
from tracer.cli.dossier import Dossier, find_place, load_dossier
from tracer.cli.human_agent import HELP as AGENT_HELP
from tracer.cli.human_agent import HumanAgent
from tracer.cli.human_user import HELP as USER_HELP
from tracer.cli.human_user import HumanUser
from tracer.cli.origin import list_pairs
from tracer.cli.outcome import describe_reward, render_comparison
from tracer.cli.parting import compare_episode
from tracer.cli.seat import Left, Seat
from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import make_console
from tracer.domains.domain import Domain, load_domain
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.parties import Agent, User
from tracer.harness.reward import Score, score_episode, set_goal
from tracer.store.folder import open_run

A_DAY_S = 86_400.0
"""Longest game: a human takes their time."""


class Side(StrEnum):
    """What the human plays."""

    AGENT = "agent"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Game:
    """One task to be played at the terminal."""

    episode: Episode
    domain: Domain
    limits: RolloutConfig
    console: Console

    @property
    def task(self) -> Task:
        """The task."""
        return self.episode.task

    @property
    def part(self) -> Part:
        """What the user's side knows."""
        task = self.task
        return Part(task.instruction, task.facts, task.story, self.episode.feeling)

    def seat_agent(self) -> tuple[Agent, User, Seat]:
        """Return a human agent opposite the rule user, and the human's seat."""
        seat = Seat(self.console, Role.ASSISTANT)
        seat.say(AGENT_HELP)
        user = cast_customer(self.domain.name, self.part, self.episode.user_seed)
        return HumanAgent(seat, self.domain), user, seat

    def seat_user(self) -> tuple[Agent, User, Seat]:
        """Return the rule agent opposite a human user, and the human's seat."""
        seat = Seat(self.console, Role.USER)
        seed, rate = self.episode.agent_seed, self.limits.flawless_rate
        user = HumanUser(seat, self.part)
        user.show_side()
        seat.say(USER_HELP)
        return cast_desk(self.domain.name, seed, rate), user, seat

    def play(self, side: Side) -> None:
        """Play to the end and print what it was worth; nothing is scored when the human leaves."""
        agent, user, seat = self.seat_agent() if side is Side.AGENT else self.seat_user()
        environment = Environment(self.domain.tools, self.domain.start())
        limits = self.limits.model_copy(update={"episode_timeout_s": A_DAY_S})
        talk = run_episode(agent, user, environment, self.domain.policy.text, limits)
        try:
            # Not asyncio.run: under it, Ctrl-C would wait for the line that is being typed.
            with closing(asyncio.new_event_loop()) as loop:
                log, ended, error = loop.run_until_complete(talk)
        except Left:
            seat.say("left before the end: nothing is scored")
            return
        seat.show_new(log.messages if side is Side.AGENT else log.said)
        self.show_end(log, environment, ended, error)

    def show_end(
        self, log: EpisodeLog, environment: Environment, ended: Termination, error: str
    ) -> None:
        """Print termination, reward, goal, what is missing, and where it left the reference."""
        goal = set_goal(self.task, environment.tools)
        score = score_episode(ended, environment.state.digest(), goal, log.messages)
        self.console.rule("Outcome", align="left")
        self.console.print(list_pairs(list_outcome(ended, error, score)))
        render_comparison(compare_episode(self.domain, self.task, log.messages), self.console)


def play(
    run: str,
    record_id: Annotated[str, Parameter(name="ID")],
    /,
    *,
    side: Annotated[Side, Parameter(name="--as")],
) -> None:
    """Play one task of a run at the terminal, opposite the rules; nothing is written to the run.

    As agent you type texts and calls, as user you are given the private instruction. At the end
    stand termination, reward, what is missing, and where the final state left the reference.

    Args:
        run: Name of a run, or its path.
        record_id: Id of a task, or of anything of its workflow, or enough of its beginning.
        side: agent or user.
    """
    folder = open_run(find_runs_root(), run)
    dossier = load_dossier(folder, find_place(folder, record_id))
    limits = folder.load_config().rollout
    episode = choose_episode(dossier, record_id)
    domain = load_domain(episode.task.domain)
    if domain.start().digest() != episode.task.start_digest:
        raise DataError(
            f"task {episode.task.id}: the data of domain {domain.name} is not what it was made on"
        )
    Game(episode, domain, limits, make_console()).play(side)


def choose_episode(dossier: Dossier, record_id: str) -> Episode:
    """Return the episode to be played: the trial that was asked for, the first by default.

    Raises:
        ConfigError: there is no task.
    """
    if dossier.task is None:
        raise ConfigError(f"play: {record_id} has no task: it left before; see tracer show")
    trial = dossier.trajectory.trial if dossier.trajectory else 0
    neutral = Feeling.create(
        workflow_id=dossier.workflow_id, condition=None, text="", direction="", confidence=None
    )
    return Episode(dossier.task, dossier.feeling or neutral, trial)


def list_outcome(ended: Termination, error: str, score: Score) -> list[tuple[str, str]]:
    """Return how an episode ended and what it was worth, as pairs of name and text."""
    return [
        ("termination", ended),
        ("error", error),
        ("reward", describe_reward(score.reward)),
        ("goal reached", "yes" if score.goal_reached else "no"),
        ("missing", ", ".join(score.missing)),
    ]
