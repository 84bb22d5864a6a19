"""The installed project, seen from another folder."""

import os
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


@pytest.mark.timeout(120)
def test_wheel_works_away_from_the_repository(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        str(tmp_path),
        f"{root}/",
    ]
    subprocess.run([*pip, *build], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    install = ["install", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run([*pip, *install], check=True, capture_output=True)
    script = "import tracer, sys; sys.stdout.write(tracer.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(site), "TRACER_RUNS": str(tmp_path / "runs")}
    for command, expected in (
        (["-c", script], str(site)),
        (["-m", "tracer.cli.app", "preview"], "reward"),
    ):
        done = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert expected in done.stdout
    assert not (site / "tests").exists()
