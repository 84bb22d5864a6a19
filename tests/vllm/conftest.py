"""One server with the small test model for all of this folder, and figures told at the end."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.real_vllm import Serving, is_laid_out, serve_model

FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    if not is_laid_out():
        pytest.skip("`make model` has not been run")
    with serve_model(tmp_path_factory.mktemp("served")) as serving:
        yield serving


@pytest.fixture(scope="session")
def tell(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Take a line that stands in the summary, whether tests pass or fail."""
    return pytestconfig.stash.setdefault(FIGURES, []).append


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    lines = config.stash.get(FIGURES, [])
    if lines:
        terminalreporter.section("figures on the real model")
    for line in lines:
        terminalreporter.write_line(line)
