import socket
from pathlib import Path

import pytest

from schemas.errors import ConfigError
from schemas.trajectory import Engine
from tracer.cli.app import main
from tracer.cli.generate import GenerateOptions, check_keys, name_pilot
from tracer.store.folder import create_run

URLS = [f"http://127.0.0.1:{port}/v1" for port in (1, 2, 3)]


def test_first_address_is_the_servers_and_further_ones_are_replicas() -> None:
    config = GenerateOptions(engine="llm", model="m", base_url=URLS).resolve()
    for role in (config.agent, config.user):
        assert (role.engine, role.base_url, role.replicas) == (Engine.LLM, URLS[0], URLS[1:])


def test_address_on_the_command_line_leaves_no_replica_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(f'[agent]\nreplicas = ["{URLS[2]}"]\n', encoding="utf-8")
    assert GenerateOptions(config=path).resolve().agent.replicas == [URLS[2]]
    flags = GenerateOptions(config=path, model="m", base_url=URLS[:1])
    assert flags.resolve().agent.replicas == []


def test_model_that_is_given_is_the_one_that_plays() -> None:
    config = GenerateOptions(model="rehearsal").resolve()
    assert [role.engine for role in (config.agent, config.user)] == [Engine.LLM, Engine.LLM]
    assert config.agent.is_rehearsed


def test_file_that_lets_rules_play_one_side_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text('[user]\nengine = "rules"\n', encoding="utf-8")
    config = GenerateOptions(config=path, model="rehearsal").resolve()
    assert (config.agent.engine, config.user.engine) == (Engine.LLM, Engine.RULES)
    assert config.user.model == ""
    both = GenerateOptions(config=path, engine="llm", model="rehearsal").resolve()
    assert both.user.is_rehearsed


def test_rules_of_the_command_line_win_over_a_file_with_models(tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text('[agent]\nengine = "llm"\nmodel = "rehearsal"\n', encoding="utf-8")
    assert GenerateOptions(config=path, engine="rules").resolve().model_roles == {}


@pytest.mark.parametrize("flag", [["--model", "m"], ["--base-url", URLS[0]]])
def test_model_beside_rules_is_refused(
    flag: list[str], runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.toml"
    path.write_text('[agent]\nengine = "rules"\n[user]\nengine = "rules"\n', encoding="utf-8")
    for said, words in (
        ("--engine rules", ["--engine", "rules"]),
        ("the config file", ["--config", str(path)]),
    ):
        assert main(["generate", *words, *flag]) == 2
        assert capsys.readouterr().err == (
            f"tracer: {said} lets rules play both sides, which ask no model: drop --model and "
            "--base-url, or say --engine llm\n"
        )
    assert list(runs.iterdir()) == []


@pytest.mark.parametrize("more", [[], ["--estimate"]], ids=["run", "estimate"])
def test_address_of_nobody_is_told_before_a_run_is_made(
    more: list[str], runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        assert main(["generate", "--model", "m", "--base-url", url, *more]) == 2
    line = capsys.readouterr().err
    assert line.startswith(f"tracer: {url}: nothing answers: connection refused; ")
    assert line.count("\n") == 1
    assert list(runs.iterdir()) == []


def test_estimate_of_a_run_there_is_is_refused(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create_run(runs, "big")
    assert main(["generate", "--estimate", "--run", "big"]) == 2
    assert "run 'big' exists in" in capsys.readouterr().err
    assert [place.name for place in runs.iterdir()] == ["big"]


def test_each_pilot_of_a_run_has_a_name_of_its_own(runs: Path) -> None:
    names = []
    for _ in range(3):
        name = name_pilot("big")
        assert name is not None
        create_run(runs, name)
        names.append(name)
    assert names == ["big-pilot", "big-pilot-2", "big-pilot-3"]
    assert name_pilot(None) is None


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
