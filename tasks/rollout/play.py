"""Play: runs the episodes of one task and records whatever comes of them."""

import time
from dataclasses import dataclass

from schemas.config import RunConfig
from schemas.feeling import Feeling
from schemas.identity import derive_seed
from schemas.task import Task
from schemas.timing import Timing
from schemas.trajectory import Engine, Termination, Trajectory
from tasks.rollout.cast import Part
from tasks.rollout.company import Company
from tracer.domains.domain import Domain
from tracer.harness.agents.model import ModelAgent
from tracer.harness.environment import Environment
from tracer.harness.episode import run_episode
from tracer.harness.log import EpisodeLog
from tracer.harness.reward import score_episode, set_goal
from tracer.harness.users.model import ModelUser
from tracer.inference.client import name_endpoint

NO_BEHAVIOURS = "none"


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


async def play_episode(
    episode: Episode, domain: Domain, company: Company, config: RunConfig
) -> tuple[Trajectory, list[Timing]]:
    """Return the trajectory of one episode, and what took how long."""
    start = time.perf_counter()
    task = episode.task
    part = Part(task.instruction, task.facts, task.story, episode.feeling)
    agent = company.cast_agent(domain, episode.agent_seed, episode.name)
    user = company.cast_user(domain.name, part, episode.user_seed, episode.name)
    environment = Environment(domain.tools, domain.start())
    log, ended, error = await run_episode(
        agent, user, environment, domain.policy.text, config.rollout
    )
    trajectory = record(episode, log, environment, (ended, error), config)
    wall_s = time.perf_counter() - start
    timings = [
        Timing(record_id=trajectory.id, role="episode", wall_s=wall_s, n_retries=0, endpoint="")
    ]
    for name, party, role in (("agent", agent, config.agent), ("user", user, config.user)):
        if isinstance(party, ModelAgent | ModelUser):
            timings.append(
                Timing(
                    record_id=trajectory.id,
                    role=name,
                    wall_s=party.wall_s,
                    n_retries=party.n_retries,
                    endpoint=name_endpoint(role.base_url),
                )
            )
    return trajectory, timings


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
