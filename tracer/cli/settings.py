"""Settings: what the environment says, variables that begin with TRACER_."""

from pathlib import Path

from pydantic import field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Where things lie on this machine; nothing of it changes the data."""

    model_config = SettingsConfigDict(
        env_prefix="TRACER_", env_ignore_empty=True, frozen=True, use_attribute_docstrings=True
    )

    runs: Path = Path("runs")
    """Folder that holds the runs (TRACER_RUNS), `~` for the home folder; `./runs` by default."""

    vllm_python: Path = Path(".venv-vllm/bin/python")
    """Interpreter of vLLM's environment (TRACER_VLLM_PYTHON); that of `make vllm` by default."""

    @field_validator("runs")
    @classmethod
    def expand_home(cls, runs: Path) -> Path:
        """Return the path with `~` put into full."""
        return runs.expanduser()


def find_runs_root() -> Path:
    """Return the folder that holds the runs, whether or not it is there yet."""
    return Settings().runs
