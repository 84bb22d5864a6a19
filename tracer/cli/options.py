"""Options: flags of a run laid over its config file, resolved into one RunConfig."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from schemas.config import RunConfig
from schemas.errors import ConfigError
from schemas.trajectory import Engine

Overrides = dict[str, Any]
ROLES = ("agent", "user")


@dataclass(frozen=True, slots=True)
class RoleFlags:
    """Flags that go to agent and user alike; None means not given."""

    engine: str | None = None
    model: Mapping[str, Any] = field(default_factory=dict)
    """Settings of a model that plays, such as its name and address."""


def resolve_config(
    path: Path | None, overrides: Overrides, flags: RoleFlags | None = None
) -> RunConfig:
    """Return the config of a file, if any, with the flags that were given laid over it.

    Args:
        path: TOML file, or None for the defaults.
        overrides: Dotted key -> value, such as `rollout.max_steps`; None means not given.
        flags: What goes to both roles.

    Raises:
        ConfigError: the file cannot be read or is no TOML, or a model is given where rules play.
        pydantic.ValidationError: a key or value is not one of a run's.
    """
    content = read_config(path) if path else {}
    for key, value in overrides.items():
        if value is not None:
            place(content, key.split("."), value)
    place_flags(content, flags or RoleFlags())
    return RunConfig.model_validate(content)


def place_flags(content: dict[str, Any], flags: RoleFlags) -> None:
    """Put the flags of a model at each role that a model plays.

    A model that is given plays both roles, unless the file says that rules play one of them.

    Raises:
        ConfigError: rules play both.
    """
    given = {key: value for key, value in flags.model.items() if value is not None}
    for role in ROLES:
        if flags.engine is not None:
            place(content, [role, "engine"], flags.engine)
        elif given:
            section = content.setdefault(role, {})
            if isinstance(section, dict):
                section.setdefault("engine", Engine.LLM.value)
        if given and find_engine(content, role) != Engine.RULES:
            for key, value in given.items():
                place(content, [role, key], value)
    if given and all(find_engine(content, role) == Engine.RULES for role in ROLES):
        said = "--engine rules" if flags.engine else "the config file"
        msg = f"{said} lets rules play both sides, which ask no model: drop --model and --base-url"
        raise ConfigError(f"{msg}, or say --engine llm")


def find_engine(content: Mapping[str, Any], role: str) -> Any:
    """Return what a role's section says of its engine; None where it says nothing."""
    section = content.get(role)
    return section.get("engine") if isinstance(section, dict) else None


def read_config(path: Path) -> dict[str, Any]:
    """Return the parsed file.

    Raises:
        ConfigError: it cannot be read or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"cannot read config {path}: {error.strerror}"
        raise ConfigError(msg) from error
    except (ValueError, RecursionError) as error:
        msg = f"config {path} is no TOML: {error}"
        raise ConfigError(msg) from error


def place(content: dict[str, Any], keys: list[str], value: Any) -> None:
    """Put a value at a nested key.

    Raises:
        ConfigError: the file has a plain value where a section is needed.
    """
    for key in keys[:-1]:
        section = content.setdefault(key, {})
        if not isinstance(section, dict):
            msg = f"config key {key}: expected a section"
            raise ConfigError(msg)
        content = section
    content[keys[-1]] = value
