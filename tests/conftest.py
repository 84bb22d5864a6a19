"""What every test stands on: a clean environment, Hypothesis profiles, a folder for runs.

Sockets are closed except to loopback and Unix sockets by pytest-socket's options in pyproject.toml.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import hypothesis
import pytest

TESTS = Path(__file__).parent
FOREIGN_PREFIXES = ("HF_", "HUGGING_FACE_", "HUGGINGFACE_", "OPENAI_", "PREFECT_", "TRACER_")
FOREIGN_SUFFIXES = ("_PROXY", "_API_KEY", "_API_TOKEN")
QUIET = {
    "DO_NOT_TRACK": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "PREFECT_LOGGING_LEVEL": "WARNING",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
}


def is_foreign(name: str) -> bool:
    upper = name.upper()
    return upper.startswith(FOREIGN_PREFIXES) or upper.endswith(FOREIGN_SUFFIXES)


def scrub_environment() -> None:
    for name in [name for name in os.environ if is_foreign(name)]:
        del os.environ[name]
    os.environ.update(QUIET)


def isolate_prefect() -> None:
    home = tempfile.mkdtemp(prefix="tracer-tests-prefect-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ["PREFECT_HOME"] = home


# Not in a fixture: Prefect and the Hub client read the environment when they are imported.
scrub_environment()
isolate_prefect()

hypothesis.settings.register_profile("dev", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for folder in ("browser", "integration"):
            if item.path.is_relative_to(TESTS / folder):
                item.add_marker(folder)


@pytest.fixture
def run_root(tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    folder.mkdir()
    return folder
