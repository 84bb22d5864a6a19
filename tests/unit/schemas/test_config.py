from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from schemas.config import REHEARSAL, MixConfig, RunConfig


@pytest.mark.parametrize(
    ("tasks", "size"), [(1, 100), (200, 100), (10_000, 100), (10_001, 101), (123_456, 1235)]
)
def test_shard_size_follows_the_tasks(tasks: int, size: int) -> None:
    assert RunConfig(tasks=tasks).shard_size == size


def test_shard_size_that_is_asked_for_wins_and_workers_change_nothing() -> None:
    assert RunConfig(tasks=60, shard_records=20, in_flight_shards=8).shard_size == 20
    assert RunConfig(tasks=60, in_flight_shards=8).shard_size == RunConfig(tasks=60).shard_size


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"tasks": 0}, "greater than or equal to 1"),
        ({"tasks": 2.5}, "valid integer"),
        ({"task": 5}, "Extra inputs are not permitted"),
        ({"agent": {"models": "m"}}, "Extra inputs are not permitted"),
        ({"domains": []}, "at least 1 item"),
        ({"domains": ["retail", "retail"]}, "domains: expected each once"),
        ({"until_kept": 0}, "greater than or equal to 1"),
        ({"trials": 0}, "greater than or equal to 1"),
        ({"seed": -1}, "greater than or equal to 0"),
        ({"seed": 2**63}, "less than or equal to 9223372036854775807"),
        ({"mix": {"intents": {}}}, "mix.intents: expected weights of 0 and more"),
        ({"mix": {"intents": {1: 0.0}}}, "with a positive sum"),
        ({"mix": {"walk_lengths": {2: 1.0, 3: -0.1}}}, "mix.walk_lengths: expected weights"),
        ({"mix": {"walk_lengths": {0: 1.0}}}, "expected keys of 1 to 10"),
        ({"mix": {"walk_lengths": {11: 1.0}}}, "expected keys of 1 to 10"),
        ({"mix": {"walk_lengths": {2: float("nan")}}}, "finite number"),
        ({"mix": {"spare_rate": float("inf")}}, "finite number"),
        ({"rollout": {"episode_timeout_s": 0}}, "greater than 0"),
        ({"rollout": {"flawless_rate": 1.1}}, "less than or equal to 1"),
        ({"feel": {"neutral_rate": -0.1}}, "greater than or equal to 0"),
        ({"agent": {"engine": "llm"}}, "agent: engine llm needs model and base_url"),
        ({"user": {"engine": "llm", "model": "m"}}, "user: engine llm needs model and base_url"),
        ({"runner": "moon"}, "'threads'"),
        ({"agent": {"model": "m"}}, 'agent: a model is given and no engine: set engine = "llm"'),
        ({"user": {"base_url": "http://h/v1"}}, "user: a model is given and no engine"),
        ({"agent": {"api_key_env": "sk-abc"}}, "never the key itself"),
        ({"agent": {"extra_body": {"x": date(2020, 1, 1)}}}, "x: expected a JSON value"),
        ({"agent": {"extra_body": {"seed": 5}}}, "seed is refused here"),
        ({"user": {"chat_template_kwargs": {"x": float("nan")}}}, "x: expected a JSON value"),
    ],
)
def test_setting_that_makes_no_sense_is_refused(content: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        RunConfig.model_validate(content)
    assert message in str(caught.value)


def test_rehearsal_needs_no_server() -> None:
    role = {"engine": "llm", "model": REHEARSAL}
    config = RunConfig.model_validate({"agent": role, "user": {**role, "base_url": "http://h/v1"}})
    assert (config.agent.is_rehearsed, config.user.is_rehearsed) == (True, False)
    by_rules = {"engine": "rules", "model": REHEARSAL}
    assert not RunConfig.model_validate({"agent": by_rules}).agent.is_rehearsed


def test_weights_from_a_file_have_numbers_as_keys() -> None:
    assert MixConfig.model_validate({"walk_lengths": {"2": 1}}).walk_lengths == {2: 1.0}


def test_config_comes_back_from_its_own_json() -> None:
    config = RunConfig(tasks=7, until_kept=3, mix=MixConfig(intents={1: 1.0}))
    assert RunConfig.model_validate(config.model_dump(mode="json")) == config


def test_config_is_not_changed_in_place() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        RunConfig().__setattr__("tasks", 3)
