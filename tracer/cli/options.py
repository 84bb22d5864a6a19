"""Options: flags of a run laid over its config file, resolved into one RunConfig."""

import tomllib
from pathlib import Path
from typing import Any

from schemas.config import RunConfig
from schemas.errors import ConfigError

Overrides = dict[str, Any]


def resolve_config(path: Path | None, overrides: Overrides) -> RunConfig:
    """Return the config of a file, if any, with the flags that were given laid over it.

    Args:
        path: TOML file, or None for the defaults.
        overrides: Dotted key -> value, such as `agent.engine`; None means not given.

    Raises:
        ConfigError: the file cannot be read or is no TOML.
        pydantic.ValidationError: a key or value is not one of a run's.
    """
    content = read_config(path) if path else {}
    for key, value in overrides.items():
        if value is not None:
            place(content, key.split("."), value)
    return RunConfig.model_validate(content)


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
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
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
