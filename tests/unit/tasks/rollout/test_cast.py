import pytest

from schemas.config import RunConfig
from schemas.feeling import Feeling
from tasks.rollout.cast import Part, cast_customer, cast_desk
from tasks.rollout.company import Company
from tests.support.making import CANCEL, load_retail, make_real_task
from tracer.harness.agents.desk import DeskAgent
from tracer.harness.users.customer import AgendaCustomer

NEUTRAL = Feeling.create(workflow_id="wf_1", condition=None, text="", direction="", confidence=None)


def make_part() -> Part:
    task = make_real_task(CANCEL)
    return Part(task.instruction, task.facts, task.story, NEUTRAL)


async def say_first(seed: int) -> str:
    reply = await cast_customer("retail", make_part(), seed).speak([], ())
    return reply.text


async def test_customer_says_the_same_by_the_same_seed() -> None:
    texts = [await say_first(seed) for seed in (5, 5)]
    assert texts[0] == texts[1] != ""


async def test_customers_of_other_seeds_speak_otherwise() -> None:
    assert len({await say_first(seed) for seed in range(8)}) > 3


@pytest.mark.parametrize(("rate", "share"), [(1.0, 0), (0.0, 40)])
def test_desk_has_bad_habits_as_often_as_asked_for(rate: float, share: int) -> None:
    flawless = cast_desk("retail", 0, 1.0).habits
    others = [cast_desk("retail", seed, rate).habits for seed in range(40)]
    assert sum(habits != flawless for habits in others) == share


def test_company_without_models_casts_rules() -> None:
    company = Company(RunConfig())
    assert isinstance(company.cast_agent(load_retail(), 1, "e"), DeskAgent)
    assert isinstance(company.cast_user("retail", make_part(), 1, "e"), AgendaCustomer)
