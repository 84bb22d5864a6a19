"""Domain: an executable world, put together from the parts its folder declares."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from schemas.errors import ConfigError
from schemas.identity import hash_content
from tracer.domains.guard import Guard
from tracer.domains.policy import Policy
from tracer.domains.state import Base, State
from tracer.domains.tool import Tool

DOMAIN_NAMES = ("retail", "airline")


@dataclass(frozen=True)
class Domain:
    """What every stage may ask of a domain.

    Built once per process; nothing in it is ever written.
    """

    name: str
    today: str
    """The domain's fixed clock, an ISO date."""
    policy: Policy
    tools: Mapping[str, Tool]
    base: Base
    guards: Mapping[int, Guard]
    """Clause number -> guard, for every clause marked `guard`."""

    @cached_property
    def schemas(self) -> list[dict[str, Any]]:
        """Schemas of all tools in OpenAI function form, made once."""
        return [tool.schema for tool in self.tools.values()]

    @cached_property
    def tools_digest(self) -> str:
        """Digest of the tool schemas, 64 hex digits."""
        return hash_content(self.schemas)

    def start(self) -> State:
        """Return a fresh state over the base."""
        return State(self.base)


@cache
def load_domain(name: str) -> Domain:
    """Return the domain called `name`, built on first use.

    Raises:
        ConfigError: there is no such domain.
    """
    if name not in DOMAIN_NAMES:
        msg = f"unknown domain {name!r}: expected one of {', '.join(DOMAIN_NAMES)}"
        raise ConfigError(msg)
    domain: Domain = import_module(f"tracer.domains.{name}.world").build_domain()
    return domain
