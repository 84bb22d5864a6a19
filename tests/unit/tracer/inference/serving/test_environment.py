from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tests.support.serving import make_environment
from tracer.inference.serving.environment import find_environment


def test_missing_interpreter_names_what_installs_it(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="`make vllm` installs it") as caught:
        find_environment(tmp_path / ".venv-vllm/bin/python")
    assert "TRACER_VLLM_PYTHON" in str(caught.value)


def test_file_that_cannot_be_run_is_no_interpreter(tmp_path: Path) -> None:
    (tmp_path / "python").touch()
    with pytest.raises(ConfigError, match="no vLLM"):
        find_environment(tmp_path / "python")


@pytest.mark.parametrize("is_cpu", [True, False])
def test_build_is_known_from_what_is_installed(*, is_cpu: bool, tmp_path: Path) -> None:
    assert find_environment(make_environment(tmp_path, is_cpu=is_cpu)).is_cpu is is_cpu


def test_link_to_another_interpreter_is_kept(tmp_path: Path) -> None:
    python = make_environment(tmp_path)
    link = python.with_name("python3")
    link.symlink_to("/bin/sh")
    assert find_environment(link).python == link
