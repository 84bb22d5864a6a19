"""Play: runs the episodes of one task and records whatever comes of them."""

import time
from dataclasses import dataclass

from schemas.config import RunConfig
from schemas.feeling import Feeling
from schemas.identity import derive_seed
from schemas.task import Task
from schemas.timing import Timing
from schemas.trajectory import Engine, Termination, Trajectory
from schemas.verdict import Stage
from tasks.rollout.cast import Part
from tasks.rollout.company import Company
from tracer.domains.domain import Domain
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.reward import score_episode, set_goal

NO_BEHAVIOURS = "none"
OUTSIDE = frozenset(
    {Termination.MODEL_ERROR, Termination.ENVIRONMENT_ERROR, Termination.TIME_LIMIT}
)
"""Endings that another try may not meet again."""

Played = tuple[Trajectory, list[Timing]]


@dataclass(frozen=True, slots=True)
class Episode:
    """One episode to be played: a task, a feeling, a trial."""

    task: Task
    feeling: Feeling
    trial: int

    @property
    def name(self) -> str:
        """Names the episode; model calls of different episodes never share an answer."""
        return f"{self.task.id}/{self.feeling.id}/{self.trial}"

    @property
    def agent_seed(self) -> int:
        """Seed of the agent: from task, trial and branch."""
        return derive_seed("agent", self.task.id, self.trial, 0)

    @property
    def user_seed(self) -> int:
        """Seed of the user, from task, behaviours and trial; the same for any agent and feeling."""
        return derive_seed("user", self.task.id, NO_BEHAVIOURS, self.trial)


async def play_episode(episode: Episode, domain: Domain, company: Company) -> Played:
    """Return the trajectory of one episode, and what took how long.

    One that was lost to something outside is played once more: its finished calls are answered
    from the journal, so that only what failed is asked again. A user without a usable message is
    no such loss, since the journal would give the same answers.
    """
    start = time.perf_counter()
    metered = company.meter()
    trajectory, n_redone = await play_once(episode, domain, metered), 0
    if trajectory.termination in OUTSIDE:
        # Fresh meters: answers from the journal bring their counts along.
        metered = company.meter()
        trajectory, n_redone = await play_once(episode, domain, metered), 1
    wall_s = time.perf_counter() - start
    return trajectory, list_timings(trajectory.id, metered, wall_s, n_redone)


async def play_once(episode: Episode, domain: Domain, company: Company) -> Trajectory:
    """Return the trajectory of one try."""
    task = episode.task
    part = Part(task.instruction, task.facts, task.story, episode.feeling)
    agent = company.cast_agent(domain, episode.agent_seed, episode.name)
    user = company.cast_user(domain.name, part, episode.user_seed, episode.name)
    environment = Environment(domain.tools, domain.start())
    log, ended, error = await run_episode(
        agent, user, environment, domain.policy.text, company.config.rollout
    )
    return record(episode, log, environment, (ended, error), company.config)


def list_timings(
    trajectory_id: str, company: Company, wall_s: float, n_redone: int
) -> list[Timing]:
    """Return what an episode took as a whole, then what each of its models did."""
    whole = Timing(
        record_id=trajectory_id,
        stage=Stage.ROLLOUT,
        role="episode",
        wall_s=wall_s,
        n_retries=n_redone,
        endpoint="",
    )
    return [
        whole,
        *(
            Timing(
                record_id=trajectory_id,
                stage=Stage.ROLLOUT,
                role=name,
                wall_s=meter.wall_s,
                n_retries=meter.n_retries,
                endpoint=meter.endpoint,
                n_calls=meter.n_calls,
                n_input_tokens=meter.n_input_tokens,
                n_cached_tokens=meter.n_cached_tokens,
                n_output_tokens=meter.n_output_tokens,
            )
            for name, meter in company.list_meters()
        ),
    ]


def record(
    episode: Episode,
    log: EpisodeLog,
    environment: Environment,
    end: tuple[Termination, str],
    config: RunConfig,
) -> Trajectory:
    """Return the trajectory of a finished episode."""
    task, feeling = episode.task, episode.feeling
    final_digest = environment.state.digest()
    goal = set_goal(task, environment.tools)
    score = score_episode(end[0], final_digest, goal, log.messages)
    return Trajectory.create(
        workflow_id=task.workflow_id,
        task_id=task.id,
        feeling_id=None if feeling.condition is None else feeling.id,
        condition=feeling.condition,
        domain=task.domain,
        trial=episode.trial,
        agent_engine=config.agent.engine,
        agent_model=name_model(config.agent.engine, config.agent.model),
        user_engine=config.user.engine,
        user_model=name_model(config.user.engine, config.user.model),
        agent_seed=episode.agent_seed,
        user_seed=episode.user_seed,
        messages=log.messages,
        notes=log.notes,
        termination=end[0],
        error=end[1],
        reward=score.reward,
        goal_reached=score.goal_reached,
        missing_information=score.missing,
        start_digest=task.start_digest,
        final_digest=final_digest,
        n_agent_steps=log.n_steps,
        n_user_turns=log.n_user_turns,
        n_calls=environment.n_calls,
        n_refused_calls=environment.n_refused,
        n_input_tokens=log.input_tokens,
        n_output_tokens=log.output_tokens,
    )


def name_model(engine: Engine, model: str) -> str:
    """Return the model's name; `rules` for the rule engine."""
    return model if engine is Engine.LLM else "rules"
