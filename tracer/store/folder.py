"""RunFolder: where one run lies, its config and its manifest."""

import json
import re
import secrets
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import tomli_w
from pydantic import ValidationError

from schemas.config import RunConfig
from schemas.errors import ConfigError, DataError
from tracer.store.file import explain_os_errors, read_file, write_file
from tracer.store.stage import SEAL, StageFolder

CONFIG_FILE = "config.toml"
MANIFEST_FILE = "manifest.json"
LONGEST_NAME = 100
N_RUNS_NAMED = 5


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One run on disk; `path / StageFolder.X` is the folder of a stage."""

    path: Path

    @property
    def name(self) -> str:
        """Name of the run."""
        return self.path.resolve().name

    def save_config(self, config: RunConfig) -> None:
        """Write `config` as TOML; what is null is left out.

        Raises:
            ConfigError: it cannot be written.
        """
        content = config.model_dump(mode="json", exclude_none=True)
        write_file(self.path / CONFIG_FILE, tomli_w.dumps(content).encode())

    def load_config(self) -> RunConfig:
        """Return the config the run was made with.

        Raises:
            ConfigError: it cannot be read.
            DataError: it is no config of this version.
        """
        path = self.path / CONFIG_FILE
        try:
            return RunConfig.model_validate(tomllib.loads(read_file(path).decode()))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            raise DataError(f"{path}: {field}: {first['msg']}") from error
        except ValueError as error:
            raise DataError(f"{path}: no TOML: {error}") from error

    def save_manifest(self, manifest: dict[str, Any]) -> None:
        """Write what the run says of itself: versions, digests, counts; a JSON object.

        Raises:
            ConfigError: it cannot be written.
        """
        text = json.dumps(manifest, ensure_ascii=False, indent=2, sort_keys=True, allow_nan=False)
        write_file(self.path / MANIFEST_FILE, f"{text}\n".encode())

    def load_manifest(self) -> dict[str, Any] | None:
        """Return the run's manifest; None when there is none yet.

        Raises:
            ConfigError: it cannot be read.
            DataError: it is no JSON object.
        """
        path = self.path / MANIFEST_FILE
        if not path.exists():
            return None
        try:
            manifest = json.loads(read_file(path))
        except ValueError as error:
            raise DataError(f"{path}: no JSON: {error}") from error
        if not isinstance(manifest, dict):
            raise DataError(f"{path}: expected a JSON object, got {type(manifest).__name__}")
        return manifest


def create_run(root: Path, name: str | None = None) -> RunFolder:
    """Make the folder of a new run under `root`; a fresh name when `name` is None.

    Raises:
        ConfigError: the name is taken or no name, or the folder cannot be written.
    """
    run = RunFolder(root / _check_name(_pick_name() if name is None else name))
    if run.path.exists():
        raise ConfigError(f"run {run.name!r} exists in {root}: choose another name")
    with explain_os_errors(run.path, "make"):
        (run.path / StageFolder.WORKFLOWS).mkdir(parents=True)
    return run


def _pick_name() -> str:
    # The clock is fine here: a run's name is no part of any digest.
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return f"run-{moment}-{secrets.token_hex(2)}"


def _check_name(name: str) -> str:
    is_plain = re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]*", name) is not None
    if not is_plain or ".." in name or len(name) > LONGEST_NAME:
        raise ConfigError(
            f"run name {name!r}: use up to {LONGEST_NAME} letters, digits, '.', '_' and '-', "
            "a letter, digit or '_' first, no '..'"
        )
    return name


def open_run(root: Path, name_or_path: str, *, half_swapped: bool = False) -> RunFolder:
    """Return an existing run, by its name under `root` or by its path.

    Args:
        root: Folder of all runs.
        name_or_path: Which one.
        half_swapped: Give also one whose files are being replaced, to finish that.

    Raises:
        ConfigError: there is none; the message says where it was looked for and which runs exist.
            Or its files are being replaced, so that they do not belong together.
    """
    places = (root / name_or_path, Path(name_or_path))
    for place in places:
        if name_or_path and _is_run(place):
            return _give_run(RunFolder(place), half_swapped=half_swapped)
    names = list_runs(root)
    known = f"runs in {root}: {', '.join(names[-N_RUNS_NAMED:])}" if names else f"no run in {root}"
    if len(names) > N_RUNS_NAMED:
        known += f" and {len(names) - N_RUNS_NAMED} more"
    looked = " and ".join(dict.fromkeys(str(place) for place in places))
    raise ConfigError(f"no run {name_or_path!r}: looked at {looked}; {known}")


def _give_run(run: RunFolder, *, half_swapped: bool) -> RunFolder:
    if not half_swapped and (run.path / SEAL).exists():
        raise ConfigError(
            f"run {run.name}: a rescoring of it is at work or was cut short; unless one is at "
            f"work, `tracer rescore {run.name}` finishes it"
        )
    return run


def list_runs(root: Path) -> list[str]:
    """Return the names of the runs under `root`, sorted; none when there is no such folder.

    Raises:
        ConfigError: `root` cannot be read.
    """
    with explain_os_errors(root, "read"):
        if not root.is_dir():
            return []
        return sorted(place.name for place in root.iterdir() if _is_run(place))


def _is_run(path: Path) -> bool:
    try:
        return (path / StageFolder.WORKFLOWS).is_dir() or (path / CONFIG_FILE).is_file()
    except (OSError, ValueError):
        return False
