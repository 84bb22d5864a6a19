"""Rules: the versions of what scores and judges, as digests of the files that hold it.

A package's version does not move with every guard that is corrected; its files do.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from flows.provenance import DISTRIBUTION
from schemas.example import Provenance
from schemas.identity import hash_bytes, hash_content
from tracer.domains.domain import load_domain

FILTER = ("tasks.filter",)
REWARD = ("environment.py", "information.py", "replay.py", "reward.py")
SHARED = ("checking", "people")
CODE = (".py", ".toml", ".md")

Rules = dict[str, dict[str, str]]
"""Domain -> name of a part -> its version or digest."""


def describe_rules(domains: Sequence[str]) -> Rules:
    """Return what today's rewards and verdicts follow from, for each domain.

    `domain` covers the domain's own files and those all domains share: state, tools, guards and
    claims. A comment counts as well: equal digests mean equal rules, other digests may.

    Raises:
        ConfigError: there is no such domain.
    """
    return {name: _describe_domain(name) for name in domains}


# Once per process: what is loaded is what counts, whatever becomes of the files meanwhile.
@cache
def _describe_domain(name: str) -> dict[str, str]:
    domain = load_domain(name)
    world = files("tracer.domains")
    harness = files("tracer.harness")
    parts = [world / folder for folder in (name, *SHARED)]
    loose = [item for item in world.iterdir() if item.is_file()]
    return {
        "tracer": version(DISTRIBUTION),
        "policy": domain.policy.digest,
        "data": domain.base.digest,
        "tools": domain.tools_digest,
        "reward": digest_files([harness / part for part in REWARD]),
        "filter": digest_files([files(package) for package in FILTER]),
        "domain": digest_files([*parts, *loose]),
    }


def digest_files(places: Sequence[Traversable]) -> str:
    """Return the digest of all code and data in these files and folders, 64 hex digits."""
    found = sorted(pair for place in places for pair in _list_files(place, place.name))
    return hash_content(found)


def _list_files(place: Traversable, path: str) -> Iterator[tuple[str, str]]:
    if place.is_file() and path.endswith(CODE):
        yield path, hash_bytes(place.read_bytes())
    elif place.is_dir():
        for item in place.iterdir():
            yield from _list_files(item, f"{path}/{item.name}")


def guess_rules(provenance: dict[str, Provenance]) -> Rules:
    """Return what a run's provenance tells of the rules it was made by, where nothing else does."""
    return {
        name: {"tracer": made.tracer, "policy": made.policy, "data": made.data, "tools": made.tools}
        for name, made in provenance.items()
    }
