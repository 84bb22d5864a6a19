"""Model: what is to be served, a folder or a name on a hub."""

from dataclasses import dataclass
from pathlib import Path

from schemas.errors import ConfigError
from tracer.inference.families import Family, find_family

TEST_MODEL = "models/smollm2-135m"
"""Where `make model` lays out the small test model."""
TEMPLATE = "chat_template.jinja"
CONFIGS = ("config.json", "params.json")
LOOKS_LIKE_A_PATH = (".", "/", "~", "models/")


@dataclass(frozen=True, slots=True)
class Model:
    """A model to serve."""

    source: str
    """Folder, absolute, or name on a hub."""
    name: str
    """Short name that requests give."""
    family: Family | None

    @property
    def folder(self) -> Path | None:
        """The folder it lies in, None for one from a hub."""
        return Path(self.source) if Path(self.source).is_absolute() else None


def find_model(given: str) -> Model:
    """Return the model of a folder, or of a name on a hub.

    Raises:
        ConfigError: the folder is not there or holds no model.
    """
    path = Path(given).expanduser()
    if given and path.is_dir():
        if not any((path / name).is_file() for name in CONFIGS):
            msg = f"{given} holds no model: expected {' or '.join(CONFIGS)} in it"
            raise ConfigError(msg)
        folder = path.resolve()
        return Model(str(folder), folder.name, find_family(str(folder)))
    if given.startswith(LOOKS_LIKE_A_PATH) or not given:
        hint = (
            "`make model` fetches the small test model" if given == TEST_MODEL else "give another"
        )
        msg = f"no model in {given!r}: {hint}"
        raise ConfigError(msg)
    return Model(given, given.rpartition("/")[2], find_family(given))
