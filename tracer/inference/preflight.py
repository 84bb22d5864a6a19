"""Preflight: one look at every model server before a run is made, so that a slip costs a second."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from schemas.config import RoleConfig
from schemas.errors import ConfigError
from tracer.inference.endpoint import name_endpoint
from tracer.inference.probe.reachable import DENIED, complete
from tracer.inference.probe.wire import SilentError, Wire, WireError

TIMEOUT_S = 10.0
LOADING = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE})
"""What stands before a server that is still loading may answer with one of these."""
STARTING = "a server that is still starting answers once its model is loaded: wait for it"
ADVICE = f"{STARTING}, or look whether the address is right; tracer model serve starts one"
MOST_NAMES = 20

Listing = list[str] | WireError
"""Names of the models a server has, or why it told none."""


@dataclass(frozen=True, slots=True)
class Place:
    """One server as the roles name it."""

    base_url: str
    api_key_env: str


async def look_at_servers(
    roles: Mapping[str, RoleConfig], timeout_s: float = TIMEOUT_S
) -> list[str]:
    """Ask each server of the roles for its models, once; return a warning for each that is silent.

    A role can begin as long as one of its replicas answers; a server that answers with something
    else than the role's model would spoil every episode it is given.

    Args:
        roles: Name -> role that a model plays.
        timeout_s: Longest wait for one answer, seconds; all are asked at once.

    Raises:
        ConfigError: no server of a role answers, one is no model server, or it lacks the model; or
            the environment variable that should hold an API key is not set.
    """
    asked = {name: role for name, role in roles.items() if not role.is_rehearsed}
    places = dict.fromkeys(place for role in asked.values() for place in list_places(role))
    listings = await asyncio.gather(*(list_models(place, timeout_s) for place in places))
    found = dict(zip(places, listings, strict=True))
    warnings: list[str] = []
    for role in asked.values():
        warnings += await check_role(role, found, timeout_s)
    return list(dict.fromkeys(warnings))


def list_places(role: RoleConfig) -> list[Place]:
    """Return the servers of a role."""
    return [Place(url, role.api_key_env) for url in role.endpoints]


async def list_models(place: Place, timeout_s: float) -> Listing:
    """Return what a server says."""
    try:
        async with Wire(place.base_url, place.api_key_env, timeout_s) as wire:
            return [str(entry["id"]) for entry in await wire.list_models()]
    except WireError as error:
        return error


async def check_role(
    role: RoleConfig, found: Mapping[Place, Listing], timeout_s: float
) -> list[str]:
    """Return a warning for each silent server of a role.

    Raises:
        ConfigError: all of them are silent, or one is not what the role needs.
    """
    silent: dict[str, WireError] = {}
    places = list_places(role)
    for place in places:
        listing, name = found[place], name_endpoint(place.base_url)
        if isinstance(listing, WireError):
            if is_silent(listing):
                silent[name] = listing
            elif listing.status != HTTPStatus.TOO_MANY_REQUESTS:
                raise ConfigError(await explain(place, listing, timeout_s))
        elif role.model not in listing:
            raise ConfigError(f"{name}: model {role.model!r} is not served; {tell(listing)}")
    lines = [f"{name}: {error}" for name, error in silent.items()]
    if len(silent) == len(places):
        raise ConfigError(f"{'; '.join(lines)}; {ADVICE}")
    return [f"{line}; until it answers its episodes go to the other servers" for line in lines]


def is_silent(error: WireError) -> bool:
    """Return whether a server may be well later: it does not answer, or what stands before it."""
    return isinstance(error, SilentError) or error.status in LOADING


def tell(names: Iterable[str]) -> str:
    """Return which models a server has."""
    known = sorted(names)
    more = f" and {len(known) - MOST_NAMES} more" if len(known) > MOST_NAMES else ""
    return f"the server has {', '.join(known[:MOST_NAMES]) or 'no model'}{more}"


async def explain(place: Place, error: WireError, timeout_s: float) -> str:
    """Return what is wrong with a server that answers, and what to do."""
    name = name_endpoint(place.base_url)
    if error.status in DENIED:
        key = place.api_key_env
        held = f"the key in {key} is refused" if key else "it wants a key; name its api_key_env"
        return f"{name}: {held} (status {error.status})"
    longer = complete(place.base_url)
    if longer != place.base_url:
        listing = await list_models(Place(longer, place.api_key_env), timeout_s)
        if not isinstance(listing, WireError):
            return f"{name}: no model server at this address, but at {longer}: no /v1?"
    advice = "give the base address of an OpenAI-compatible server, mostly ending in /v1"
    what = "no /models there (status 404)" if error.status == HTTPStatus.NOT_FOUND else str(error)
    return f"{name}: {what}; {advice}"
