"""The installed project, seen from another folder."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "package", ["schemas", "graphs", "prompts", "tasks", "flows", "tracer", "tracer.cli"]
)
def test_package_is_found_from_any_folder(package: str, tmp_path: Path) -> None:
    # -I keeps the working folder and PYTHONPATH out, so only the installation can answer.
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import {package}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
