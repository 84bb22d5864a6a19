"""One workflow server for all of this folder, booted once, in a home of its own."""

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from flows.server import use_server, wait_for_server

HERE = Path(__file__).parent
TIMEOUT_S = 300


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(TIMEOUT_S))


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all runs that these tests make; the server's home lies in it."""
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="session")
def home(runs: Path) -> Iterator[Path]:
    """The home of a server that answers, where `tracer` would put it."""
    home = runs / ".prefect"
    before = dict(os.environ)
    with use_server(home) as server:
        wait_for_server(home)
        # Another test of this process may have imported Prefect before, with other settings.
        settings = import_module("prefect.settings")
        with settings.temporary_settings(
            {
                settings.PREFECT_API_URL: server.api_url,
                settings.PREFECT_HOME: home,
                settings.PREFECT_LOGGING_TO_API_ENABLED: False,
            }
        ):
            yield home
    os.environ.clear()
    os.environ.update(before)
