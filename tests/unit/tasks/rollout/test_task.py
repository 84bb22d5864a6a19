import asyncio

import pytest

from schemas.config import BudgetConfig, RunConfig
from schemas.errors import BudgetError, ConfigError
from schemas.feeling import Feeling
from schemas.timing import Timing
from schemas.trajectory import Termination, Trajectory
from tasks.rollout.company import Company
from tasks.rollout.play import Episode, Played
from tasks.rollout.task import play_all
from tests.support.builders import make_feeling, make_task, make_trajectory
from tracer.domains.domain import Domain

FEELING: Feeling = make_feeling()
ENDED: list[int] = []


def make_episodes(count: int) -> list[Episode]:
    task = make_task()
    return [Episode(task, FEELING, trial) for trial in range(count)]


def make_company(n_side_by_side: int = 1, **budget: float) -> Company:
    config = RunConfig(budget=BudgetConfig.model_validate(budget))
    return Company(config, n_side_by_side=n_side_by_side)


async def play_scripted(episode: Episode, domain: Domain, company: Company) -> Played:
    """Fail by the number of the trial: 1 by a bug, 2 of a full disk, from 5 on of the model."""
    del domain, company
    await asyncio.sleep(0.001)
    if episode.trial == 1:
        raise ZeroDivisionError("a bug")
    if episode.trial == 2:
        raise ConfigError("no space left")
    ENDED.append(episode.trial)
    ended = Termination.MODEL_ERROR if episode.trial >= 5 else Termination.STOP
    trajectory: Trajectory = make_trajectory(trial=episode.trial, termination=ended)
    timings: list[Timing] = []
    return trajectory, timings


@pytest.fixture(autouse=True)
def _scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    ENDED.clear()
    monkeypatch.setattr("tasks.rollout.task.play_episode", play_scripted)


@pytest.mark.parametrize("n_side_by_side", [1, 3])
async def test_bug_in_one_episode_is_raised_once_the_others_have_ended(
    n_side_by_side: int, caplog: pytest.LogCaptureFixture
) -> None:
    first, bug, _, *others = make_episodes(5)
    with pytest.raises(ZeroDivisionError) as caught:
        await play_all([first, bug, *others], make_company(n_side_by_side))
    assert sorted(ENDED) == [0, 3, 4]
    assert caught.value.__notes__ == [f"while episode {bug.name} was played"]
    assert f"episode {bug.name}: ended by a bug; the others go on" in caplog.text


async def test_full_disk_ends_the_shard_at_once() -> None:
    first, _, full, *others = make_episodes(5)
    with pytest.raises(ConfigError, match="no space left"):
        await play_all([first, full, *others], make_company())
    assert ENDED == [0]


async def test_spent_budget_ends_the_shard_at_once() -> None:
    episodes = [*make_episodes(1), *make_episodes(30)[5:]]
    with pytest.raises(BudgetError, match=r"^2/3 episodes"):
        await play_all(episodes, make_company(2, least_episodes=3, infrastructure_rate=0.5))
    assert len(ENDED) < 6


async def test_results_stand_in_the_order_of_the_episodes() -> None:
    episodes = [item for item in make_episodes(5) if item.trial not in (1, 2)]
    played = await play_all(episodes[::-1], make_company(3))
    assert [trajectory.trial for trajectory, _ in played] == [4, 3, 0]
