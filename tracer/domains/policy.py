"""Policy: the rules of a domain as numbered clauses, each marked with who sees that it is kept."""

import re
from dataclasses import dataclass
from enum import StrEnum

from schemas.errors import DataError
from schemas.identity import hash_content

CLAUSE = re.compile(r"^(\d+)\. \[([a-z, ]+)\] (.+)$")
NUMBERED = re.compile(r"^\s*\d+\.\s")


class Keeper(StrEnum):
    """Who sees that a clause is kept."""

    TOOL = "tool"
    GUARD = "guard"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule."""

    number: int
    keepers: frozenset[Keeper]
    text: str


@dataclass(frozen=True, slots=True)
class Policy:
    """All clauses, and the text an agent reads: the same words without the marks."""

    text: str
    clauses: tuple[Clause, ...]

    @property
    def digest(self) -> str:
        """Digest of the text, 64 hex digits."""
        return hash_content(self.text)

    def list_numbers(self, keeper: Keeper) -> list[int]:
        """Return the numbers of the clauses kept by `keeper`, in order."""
        return [clause.number for clause in self.clauses if keeper in clause.keepers]


def parse_policy(markdown: str, where: str) -> Policy:
    """Return the policy written in `markdown`; a clause is a line `12. [guard] text`.

    Raises:
        DataError: clauses are not numbered 1, 2, 3 ... or badly marked; `where` names the file.
    """
    clauses = []
    lines = []
    for line in markdown.splitlines():
        found = CLAUSE.match(line)
        if found is None and NUMBERED.match(line):
            msg = f"{where}: {line[:40]!r}: expected a clause in the form `12. [guard] text`"
            raise DataError(msg)
        if found is None:
            lines.append(line)
            continue
        clause = parse_clause(found, where)
        clauses.append(clause)
        lines.append(f"{clause.number}. {clause.text}")
    if [clause.number for clause in clauses] != list(range(1, len(clauses) + 1)):
        msg = f"{where}: expected clauses numbered from 1 without a gap"
        raise DataError(msg)
    return Policy(text="\n".join(lines).strip() + "\n", clauses=tuple(clauses))


def parse_clause(found: re.Match[str], where: str) -> Clause:
    """Return the clause of one matched line.

    Raises:
        DataError: a mark is none of tool, guard, judge.
    """
    try:
        keepers = frozenset(Keeper(mark.strip()) for mark in found[2].split(","))
    except ValueError as error:
        msg = f"{where}: clause {found[1]}: expected marks tool, guard or judge, got [{found[2]}]"
        raise DataError(msg) from error
    return Clause(int(found[1]), keepers, found[3])
