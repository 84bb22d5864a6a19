import copy

import pytest
from pydantic import ValidationError

from schemas.config import RunConfig
from schemas.job import Draw, ShardJob

DRAW = Draw(domain="retail", cell="2", start=0, stop=3)
JOB = ShardJob(run="runs/a", shard=2, config=RunConfig(tasks=5), draws=[DRAW])


def test_job_goes_into_json_and_back() -> None:
    assert ShardJob.model_validate_json(JOB.model_dump_json()) == copy.deepcopy(JOB)


def test_later_stages_have_nothing_to_sample() -> None:
    assert ShardJob(run="runs/a", shard=0, config=RunConfig()).draws == []


def test_job_is_not_changed_in_place() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        JOB.__setattr__("shard", 3)
