import re
from pathlib import Path

import pytest

from schemas.config import MixConfig, RoleConfig, RunConfig
from schemas.errors import ConfigError, DataError
from schemas.trajectory import Engine
from tracer.store.folder import RunFolder, create_run, list_runs, open_run


def test_new_run_has_the_name_asked_for(run_root: Path) -> None:
    run = create_run(run_root, "low_1.a-b")
    assert run.path == run_root / "low_1.a-b"
    assert run.name == "low_1.a-b"
    assert open_run(run_root, "low_1.a-b") == run


def test_root_is_made_when_missing(tmp_path: Path) -> None:
    assert create_run(tmp_path / "deep" / "runs", "a").path.is_dir()


def test_default_names_are_fresh_and_tell_the_time(run_root: Path) -> None:
    names = {create_run(run_root).name for _ in range(3)}
    assert len(names) == 3
    assert all(re.fullmatch(r"run-\d{8}-\d{6}-[0-9a-f]{4}", name) for name in names)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "a\\b", "../a", "a..b", "-a", ".a", "a b", "é", "a\n", "x" * 101]
)
def test_name_that_is_none_is_refused(run_root: Path, name: str) -> None:
    with pytest.raises(ConfigError, match=r"^run name "):
        create_run(run_root, name)
    assert list(run_root.iterdir()) == []


def test_name_that_is_taken_is_refused(run_root: Path) -> None:
    create_run(run_root, "a")
    with pytest.raises(ConfigError, match=r"run 'a' exists in .*: choose another name"):
        create_run(run_root, "a")


def test_root_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "runs").write_bytes(b"")
    with pytest.raises(ConfigError, match=r"^cannot make .*: Not a directory"):
        create_run(tmp_path / "runs", "a")


def test_run_is_found_by_its_path(run_root: Path) -> None:
    run = create_run(run_root, "a")
    assert open_run(run_root / "elsewhere", str(run.path)) == run


def test_missing_run_says_where_it_looked_and_what_there_is(run_root: Path) -> None:
    for name in ("one", "two"):
        create_run(run_root, name)
    (run_root / "stray").mkdir()
    with pytest.raises(ConfigError) as caught:
        open_run(run_root, "three")
    assert str(caught.value) == (
        f"no run 'three': looked at {run_root / 'three'} and three; runs in {run_root}: one, two"
    )


def test_missing_root_holds_no_run(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no run in "):
        open_run(tmp_path / "none", "a")


@pytest.mark.parametrize("name", ["", "x" * 5000, "a\0b"])
def test_odd_name_is_just_not_found(run_root: Path, name: str) -> None:
    with pytest.raises(ConfigError, match=r"^no run "):
        open_run(run_root, name)


def test_runs_are_listed_by_name(run_root: Path) -> None:
    for name in ("b", "a"):
        create_run(run_root, name)
    assert list_runs(run_root) == ["a", "b"]


def test_config_comes_back_equal(run_root: Path) -> None:
    config = RunConfig(
        tasks=7,
        until_kept=3,
        mix=MixConfig(walk_lengths={2: 0.25, 4: 0.75}),
        user=RoleConfig(engine=Engine.LLM, model='Ünï "q"', base_url="http://127.0.0.1:1/v1"),
    )
    run = create_run(run_root, "a")
    run.save_config(config)
    assert run.load_config() == config
    run.save_config(RunConfig())
    assert run.load_config() == RunConfig()


@pytest.mark.parametrize("text", ["tasks = 0", "unknown = 1", "tasks = ", "\x00"])
def test_damaged_config_names_the_file(run_root: Path, text: str) -> None:
    run = create_run(run_root, "a")
    (run.path / "config.toml").write_text(text)
    with pytest.raises(DataError, match=r"config\.toml: "):
        run.load_config()


def test_missing_config_is_one_clear_line(run_root: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read .*config\.toml"):
        create_run(run_root, "a").load_config()


def test_manifest_comes_back_equal(run_root: Path) -> None:
    run = create_run(run_root, "a")
    assert run.load_manifest() is None
    run.save_manifest({"tracer": "0.1.0", "n": 1, "é": ["谢"]})
    assert run.load_manifest() == {"tracer": "0.1.0", "n": 1, "é": ["谢"]}
    assert "谢" in (run.path / "manifest.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["{", "[]", ""])
def test_damaged_manifest_names_the_file(run_root: Path, text: str) -> None:
    run = RunFolder(run_root)
    (run_root / "manifest.json").write_text(text)
    with pytest.raises(DataError, match=r"manifest\.json: "):
        run.load_manifest()
