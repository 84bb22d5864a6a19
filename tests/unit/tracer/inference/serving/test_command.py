import os
from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tests.support.serving import make_environment, make_model
from tracer.inference.serving.command import ServerCommand, make_command, read_flag
from tracer.inference.serving.environment import find_environment
from tracer.inference.serving.model import TEMPLATE, find_model


def command_for(
    folder: Path, *flags: str, model: str | None = None, is_cpu: bool = True
) -> ServerCommand:
    environment = find_environment(make_environment(folder, is_cpu=is_cpu))
    found = find_model(model or str(make_model(folder)))
    return make_command(found, environment, 8123, folder / "cache", flags)


def has(command: ServerCommand, *words: str) -> bool:
    return f" {' '.join(words)} " in f" {' '.join(command.words)} "


def test_server_listens_on_loopback_and_imports_nothing_from_where_the_user_stands(
    tmp_path: Path,
) -> None:
    command = command_for(tmp_path)
    assert command.words[1:4] == ("-P", "-m", "vllm.entrypoints.openai.api_server")
    assert has(command, "--host", "127.0.0.1", "--port", "8123")
    assert command.base_url == "http://127.0.0.1:8123/v1"


def test_test_model_is_served_as_measured(tmp_path: Path) -> None:
    model = make_model(tmp_path)
    (model / TEMPLATE).touch()
    command = command_for(tmp_path / "other", model=str(model))
    assert command.model == "smollm2-135m"
    assert command.max_in_flight == 32
    for words in (
        ("--model", str(model)),
        ("--served-model-name", "smollm2-135m"),
        ("--enable-auto-tool-choice", "--tool-call-parser", "hermes"),
        ("--chat-template", str(model / TEMPLATE)),
        ("--dtype", "bfloat16", "--max-model-len", "8192"),
        ("--max-num-batched-tokens", "8192", "--max-num-seqs", "32"),
        ("--enable-prefix-caching",),
        ("--enable-prompt-tokens-details",),
        ("--enforce-eager", "--no-enable-chunked-prefill"),
    ):
        assert has(command, *words)


def test_hub_model_on_a_gpu_gets_the_parsers_of_its_family(tmp_path: Path) -> None:
    command = command_for(tmp_path, model="Qwen/Qwen3-8B", is_cpu=False)
    assert command.model == "Qwen3-8B"
    assert command.max_in_flight == 256
    assert has(command, "--tool-call-parser", "hermes", "--reasoning-parser", "qwen3")
    assert not has(command, "--enforce-eager")
    assert not has(command, "--chat-template")


def test_unknown_model_gets_no_parser(tmp_path: Path) -> None:
    assert not has(command_for(tmp_path, model="someone/nameless"), "--enable-auto-tool-choice")


def test_users_flags_come_last_and_name_and_bound_are_read_from_them(tmp_path: Path) -> None:
    flags = ("--served-model-name=small", "--max_num_seqs", "4", "--seed", "3")
    command = command_for(tmp_path, *flags)
    assert command.words[-5:] == flags
    assert (command.model, command.max_in_flight) == ("small", 4)


@pytest.mark.parametrize(
    "flags", [("--port", "9"), ("--host=0.0.0.0",), ("--uds", "x"), ("--model", "other")]
)
def test_flag_that_would_move_the_server_is_refused(flags: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^--\w+ is not for vLLM's flags"):
        command_for(tmp_path, *flags)


@pytest.mark.parametrize("value", ["many", "0", "-1", ""])
def test_bound_that_is_no_number_is_refused(value: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--max-num-seqs: expected a whole number"):
        command_for(tmp_path, "--max-num-seqs", value)


def test_last_value_of_a_flag_counts() -> None:
    assert read_flag(["--a", "1", "--a=2", "--b", "3"], "--a") == "2"
    assert read_flag(["--a"], "--a") == ""
    assert read_flag([], "--a") is None


def test_cpu_build_is_told_of_memory_and_cores_and_a_gpu_build_is_not(tmp_path: Path) -> None:
    cpu = command_for(tmp_path / "cpu").variables
    gpu = command_for(tmp_path / "gpu", is_cpu=False).variables
    assert cpu["VLLM_CPU_KVCACHE_SPACE"] == "2"
    n_cores = len(os.sched_getaffinity(0))
    assert len(cpu["VLLM_CPU_OMP_THREADS_BIND"].split(",")) == n_cores
    assert [name for name in gpu if name.startswith("VLLM_CPU_")] == []
    for variables in (cpu, gpu):
        assert variables["VLLM_NO_USAGE_STATS"] == "1"
        assert variables["HF_HUB_OFFLINE"] == "1"
        assert variables["VLLM_CACHE_ROOT"].endswith("/cache")


def test_hub_model_may_be_fetched(tmp_path: Path) -> None:
    assert "HF_HUB_OFFLINE" not in command_for(tmp_path, model="Qwen/Qwen3-8B").variables


def test_what_the_user_set_counts_and_this_projects_paths_stay_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VLLM_CPU_KVCACHE_SPACE", "8")
    monkeypatch.setenv("PYTHONPATH", "somewhere")
    command = command_for(tmp_path)
    assert command.variables["VLLM_CPU_KVCACHE_SPACE"] == "8"
    assert "PYTHONPATH" not in command.variables
    assert command.variables["PATH"].startswith(str(Path(command.words[0]).parent))
