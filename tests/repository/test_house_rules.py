"""The rules of this repository that no linter knows.

Patterns hold a bracketed letter here and there, so that they don't match themselves.
"""

import ast
import importlib
import importlib.util
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.repository import source_tree as tree

MAX_FILE_LINES = 300
MAX_FUNCTION_LINES = 40
MAX_TARGETS = 15
MAX_BYTES = 2_000_000

UNFINISHED = re.compile(r"\b(T[O]DO|F[I]XME|X[X]X)\b")
SILENCED = re.compile(
    r"#\s*(type:\s*ign[o]re|(ruff:\s*|flake8:\s*)?no[q]a|mypy:\s*ign[o]re)", re.IGNORECASE
)
MACHINE_PATH = re.compile(r"(?<![\w.])/(wor[k]|roo[t]|hom[e]/\w+)/")
REGISTRY_HOST = re.compile(
    r"py[p]i\.org|python[h]osted|download\.py[t]orch|registry\.np[m]js", re.IGNORECASE
)
MAKING_OF = re.compile(
    r"\bcla[u]de\b|\bchat[g]pt\b|\bco[p]ilot\b|\banthr[o]pic\b|co-auth[o]red-by"
    r"|\bAI[- ](gen[e]rated|wr[i]tten)\b|(wr[i]tten|gen[e]rated) by an? (AI|LLM|language m[o]del)"
    r"|\b(des[i]gn|known-f[a]ults|facts-fi[e]ld|facts-eng[i]neering|good-conv[e]rsations)\.md\b",
    re.IGNORECASE,
)
TARGET = re.compile(r"^([a-z][\w-]*):(?!=)(.*)$", re.MULTILINE)
PINNED = re.compile(r"[A-Za-z0-9][\w.-]*==[\w.!+-]+")


def read_project() -> dict[str, Any]:
    return tomllib.loads((tree.ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def read_text(file: Path) -> str:
    """Return a file's text, or nothing when it is no text."""
    content = file.read_bytes()
    return "" if b"\0" in content[:8192] else content.decode("utf-8", errors="replace")


def find_lines(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    return [
        f"{tree.place(file, number)}: {line.strip()}"
        for file in files
        for number, line in enumerate(read_text(file).splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_python_file_is_too_long() -> None:
    lengths = {file: len(read_text(file).splitlines()) for file in tree.list_sources()}
    assert [
        f"{tree.place(file)} has {length} lines, at most {MAX_FILE_LINES}: split it by noun"
        for file, length in lengths.items()
        if length > MAX_FILE_LINES
    ] == []


def test_no_function_is_too_long() -> None:
    assert [
        f"{tree.place(file, function.lineno)} {function.name} has {length} lines"
        for file in tree.list_sources()
        for function in tree.walk_functions(tree.parse(file))
        if (length := tree.count_lines(function)) > MAX_FUNCTION_LINES
    ] == []


def test_nothing_is_marked_unfinished() -> None:
    assert find_lines(UNFINISHED, tree.list_sources()) == []


def test_no_checker_is_silenced_in_the_code() -> None:
    assert find_lines(SILENCED, tree.list_sources()) == []


def test_every_public_name_is_documented() -> None:
    undocumented = []
    for file in tree.list_product_sources():
        module = tree.parse(file)
        if not ast.get_docstring(module):
            undocumented.append(f"{tree.place(file)} module")
        undocumented += [
            f"{tree.place(file, node.lineno)} {node.name}"
            for node in tree.walk_public(module)
            if not ast.get_docstring(node)
        ]
    assert undocumented == []


def test_every_record_field_is_described() -> None:
    places = {id(tree.parse(file)): file for file in tree.list_product_sources()}
    modules = [tree.parse(file) for file in tree.list_product_sources()]
    records = {id(record) for record in tree.find_records(modules)}
    assert [
        f"{tree.place(places[id(module)], line)} {node.name}.{field}"
        for module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef) and id(node) in records
        for field, line in tree.walk_undescribed_fields(node)
    ] == []


def test_changelog_is_about_this_version() -> None:
    changelog = (tree.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    top = re.search(r"^## \[([^\]]+)\]", changelog, re.MULTILINE)
    assert top is not None
    assert top[1] == read_project()["project"]["version"]


def test_every_make_target_is_explained() -> None:
    makefile = (tree.ROOT / "Makefile").read_text(encoding="utf-8")
    targets = dict(TARGET.findall(makefile))
    assert [name for name, rest in targets.items() if not re.search(r"## \S", rest)] == []
    assert 0 < len(targets) <= MAX_TARGETS


def test_readme_names_every_verb() -> None:
    if importlib.util.find_spec("tracer.cli.app") is None:
        pytest.skip("tracer.cli.app is not there yet")
    app = importlib.import_module("tracer.cli.app").app
    readme = (tree.ROOT / "README.md").read_text(encoding="utf-8")
    verbs = [name for name in app if not name.startswith("-")]
    assert verbs != []
    assert [verb for verb in verbs if f"tracer {verb}" not in readme] == []


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(MACHINE_PATH, id="paths of one machine"),
        pytest.param(REGISTRY_HOST, id="hosts of registries"),
        pytest.param(MAKING_OF, id="how it was made"),
    ],
)
def test_repository_speaks_of_tracer_alone(pattern: re.Pattern[str]) -> None:
    assert find_lines(pattern, list(tree.list_files())) == []


def test_no_file_is_too_big() -> None:
    sizes = {file: file.stat().st_size for file in tree.list_files()}
    assert [
        f"{tree.place(file)} has {size} bytes, at most {MAX_BYTES}"
        for file, size in sizes.items()
        if size > MAX_BYTES
    ] == []


def test_constraints_are_names_and_versions_only() -> None:
    lines = (tree.ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not PINNED.fullmatch(line)] == []


def test_every_dependency_is_constrained_and_has_a_floor() -> None:
    project = read_project()["project"]
    lines = (tree.ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normalise(line.partition("==")[0]) for line in lines}
    requirements = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert [line for line in requirements if ">=" not in line] == []
    names = [re.split(r"[\[>=<~! ;]", line, maxsplit=1)[0] for line in requirements]
    assert [name for name in names if normalise(name) not in pinned] == []


def normalise(name: str) -> str:
    """Return a distribution's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_extra_and_group_for_development_are_equal() -> None:
    project = read_project()
    assert project["project"]["optional-dependencies"]["dev"] == project["dependency-groups"]["dev"]


def test_wheel_holds_the_product_alone() -> None:
    wheel = read_project()["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel == {"packages": list(tree.PRODUCT)}
