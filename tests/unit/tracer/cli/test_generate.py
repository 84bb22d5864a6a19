from pathlib import Path

import pytest

from schemas.errors import ConfigError
from schemas.trajectory import Engine
from tracer.cli.app import main
from tracer.cli.generate import GenerateOptions, check_keys

URLS = [f"http://127.0.0.1:{port}/v1" for port in (1, 2, 3)]


def test_first_address_is_the_servers_and_further_ones_are_replicas() -> None:
    config = GenerateOptions(engine="llm", model="m", base_url=URLS).resolve()
    for role in (config.agent, config.user):
        assert (role.engine, role.base_url, role.replicas) == (Engine.LLM, URLS[0], URLS[1:])


def test_address_on_the_command_line_leaves_no_replica_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(f'[agent]\nreplicas = ["{URLS[2]}"]\n', encoding="utf-8")
    assert GenerateOptions(config=path).resolve().agent.replicas == [URLS[2]]
    assert GenerateOptions(config=path, base_url=URLS[:1]).resolve().agent.replicas == []


def write_config(folder: Path) -> Path:
    path = folder / "run.toml"
    role = f'engine = "llm"\nmodel = "m"\nbase_url = "{URLS[0]}"\napi_key_env = "NO_SUCH_KEY"\n'
    path.write_text(f"[agent]\n{role}", encoding="utf-8")
    return path


def test_key_that_is_not_set_is_told_before_a_run_is_made(
    tmp_path: Path, runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "--config", str(write_config(tmp_path))]) == 2
    assert "environment variable NO_SUCH_KEY is not set" in capsys.readouterr().err
    assert list(runs.iterdir()) == []


def test_key_that_is_set_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = GenerateOptions(config=write_config(tmp_path)).resolve()
    with pytest.raises(ConfigError):
        check_keys(config)
    monkeypatch.setenv("NO_SUCH_KEY", "k")
    check_keys(config)


def test_pilot_out_of_range_makes_no_run(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--estimate", "--pilot", "40"]) == 2
    assert "--pilot: expected 2 to 10 tasks, got 40" in capsys.readouterr().err
    assert list(runs.iterdir()) == []
