"""The files of the repository, as the house rules read them."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("schemas", "graphs", "prompts", "tasks", "flows", "tracer")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef


@cache
def list_files() -> tuple[Path, ...]:
    """Return every file that git tracks or would track."""
    listing = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    files = (ROOT / name for name in sorted(set(listing.split("\0"))) if name)
    return tuple(file for file in files if file.is_file())


def list_sources() -> list[Path]:
    """Return every Python file, tests included."""
    return [file for file in list_files() if file.suffix == ".py"]


def list_product_sources() -> list[Path]:
    """Return the Python files that go into the wheel."""
    return [file for file in list_sources() if file.relative_to(ROOT).parts[0] in PRODUCT]


@cache
def parse(file: Path) -> ast.Module:
    """Return the syntax tree of `file`."""
    return ast.parse(file.read_text(encoding="utf-8"), filename=str(file))


def place(file: Path, line: int = 1) -> str:
    """Return where something stands, as editors and terminals understand it."""
    return f"{file.relative_to(ROOT)}:{line}"


def walk_functions(tree: ast.Module) -> Iterator[Function]:
    """Yield every function and method, nested ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def count_lines(function: Function) -> int:
    """Return the lines from `def` to the end, without those of the docstring."""
    total = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is None:
        return total
    return total - ((first.end_lineno or first.lineno) - first.lineno + 1)


def is_public(name: str) -> bool:
    """Return whether `name` is one for others to use."""
    return not name.startswith("_")


def walk_public(tree: ast.Module) -> Iterator[Documented]:
    """Yield the public classes and functions at the top level of a module."""
    for node in tree.body:
        if isinstance(node, Documented) and is_public(node.name):
            yield node


def name_bases(node: ast.ClassDef) -> set[str]:
    """Return the last parts of the names a class derives from, subscripts taken off."""
    heads = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
    return {ast.unparse(head).rpartition(".")[2] for head in heads}


def find_records(trees: list[ast.Module]) -> list[ast.ClassDef]:
    """Return the classes that derive from a pydantic model, through any number of steps."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    known = {"BaseModel", "BaseSettings"}
    while grown := {node.name for node in classes if name_bases(node) & known} - known:
        known |= grown
    return [node for node in classes if name_bases(node) & known]


def walk_undescribed_fields(record: ast.ClassDef) -> Iterator[tuple[str, int]]:
    """Yield name and line of every field that has no string beneath it."""
    followers: list[ast.stmt | None] = [*record.body[1:], None]
    for statement, after in zip(record.body, followers, strict=True):
        if isinstance(statement, ast.AnnAssign) and is_field(statement) and not is_text(after):
            yield ast.unparse(statement.target), statement.lineno


def is_field(statement: ast.AnnAssign) -> bool:
    """Return whether an annotated name of a record is one of its fields."""
    name = ast.unparse(statement.target)
    return (
        is_public(name)
        and name != "model_config"
        and "ClassVar" not in ast.unparse(statement.annotation)
    )


def is_text(statement: ast.stmt | None) -> bool:
    """Return whether a statement is a string with something in it."""
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
        and bool(statement.value.value.strip())
    )
