from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from schemas.config import RunConfig
from schemas.errors import ConfigError
from schemas.trajectory import Engine
from tracer.cli.options import resolve_config


def write(folder: Path, text: str) -> Path:
    path = folder / "run.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_given_is_the_default() -> None:
    assert resolve_config(None, {"tasks": None, "agent.engine": None}) == RunConfig()


def test_flag_wins_over_the_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    path = write(tmp_path, "tasks = 5\ntrials = 2\n")
    config = resolve_config(path, {"tasks": 7, "trials": None})
    assert (config.tasks, config.trials, config.seed) == (7, 2, 1)


def test_flag_for_a_part_leaves_the_rest_of_its_section(tmp_path: Path) -> None:
    path = write(
        tmp_path, '[agent]\nengine = "llm"\nmodel = "a"\nbase_url = "http://h/v1"\nin_flight = 3\n'
    )
    agent = resolve_config(path, {"agent.model": "b"}).agent
    assert (agent.engine, agent.model, agent.in_flight) == (Engine.LLM, "b", 3)


def test_flag_makes_the_section_it_needs() -> None:
    overrides = {"user.engine": "llm", "user.model": "m", "user.base_url": "http://h/v1"}
    assert resolve_config(None, overrides).user.model == "m"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"tasks = ", r"config .*run\.toml is no TOML: "),
        (b"a = 1\na = 2", r"config .*run\.toml is no TOML: "),
        (b"tasks = '\xff'", r"config .*run\.toml is no TOML: "),
    ],
    ids=["cut short", "doubled", "not UTF-8"],
)
def test_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "run.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=message):
        resolve_config(path, {})


def test_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read config .*gone\.toml: No such file"):
        resolve_config(tmp_path / "gone.toml", {})


def test_folder_is_no_config(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read config .*: Is a directory"):
        resolve_config(tmp_path, {})


def test_plain_value_where_a_section_is_needed_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="config key agent: expected a section"):
        resolve_config(write(tmp_path, "agent = 3"), {"agent.model": "m"})


@pytest.mark.parametrize(
    ("text", "overrides", "key"),
    [
        ("task = 5", {}, "task"),
        ("[mix]\nlengths = 5", {}, "mix.lengths"),
        ("", {"tasks": 0}, "tasks"),
        ("", {"agent.engine": "magic"}, "agent.engine"),
    ],
)
def test_unknown_key_or_value_is_refused_by_name(
    tmp_path: Path, text: str, overrides: dict[str, Any], key: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        resolve_config(write(tmp_path, text), overrides)
    assert ".".join(map(str, caught.value.errors()[0]["loc"])) == key
