"""Reachable: whether a model server stands behind an address, and which model it serves."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from schemas.errors import ConfigError
from tracer.inference.families import Family, find_family
from tracer.inference.probe.probe import Finding, ProbeName, Verdict, fail
from tracer.inference.probe.wire import Wire, WireError

LIST_TIMEOUT_S = 20.0
DENIED = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers, and its model under test."""

    base_url: str
    model: str
    family: Family | None
    max_model_len: int | None
    """Longest conversation, tokens; None where the server does not say."""
    finding: Finding


async def find_server(address: str, model: str | None, api_key_env: str) -> Server | Finding:
    """Return the server behind an address with or without `/v1`, or the finding why there is none.

    Args:
        address: Base address.
        model: Name of the model; None takes the only one served.
        api_key_env: Environment variable that holds the API key; empty for none.

    Raises:
        ConfigError: the model is not served, or several are and none is named.
    """
    failures = []
    for base_url in dict.fromkeys((address, complete(address))):
        try:
            async with Wire(base_url, api_key_env, LIST_TIMEOUT_S) as wire:
                listed = await wire.list_models()
        except WireError as error:
            failures.append(error)
            if error.status in DENIED:
                break
            continue
        return describe_server(base_url, choose(listed, model), listed)
    # The first address is the one that was asked for, unless only the other knew the API.
    denied = [failed for failed in failures if failed.status in DENIED]
    return explain((denied or failures)[0], api_key_env)


def complete(address: str) -> str:
    """Return the address with the `/v1` at its end that most servers want."""
    return address if address.endswith("/v1") else f"{address}/v1"


def choose(listed: list[dict[str, Any]], model: str | None) -> dict[str, Any]:
    """Return the entry of the model asked for, or of the only one.

    Raises:
        ConfigError: there is no such entry, or no telling which.
    """
    names = [str(entry["id"]) for entry in listed]
    if model in names:
        return listed[names.index(model)]
    if model is None and len(listed) == 1:
        return listed[0]
    served = ", ".join(names[:20]) or "no model"
    if model is None:
        raise ConfigError(f"model check: name one of the models served with --model: {served}")
    raise ConfigError(f"model check: {model!r} is not served; the server has {served}")


def describe_server(base_url: str, entry: dict[str, Any], listed: list[dict[str, Any]]) -> Server:
    """Return the server with what it says of its model."""
    name, root = str(entry["id"]), str(entry.get("root") or "")
    limit = entry.get("max_model_len")
    max_model_len = limit if isinstance(limit, int) and limit > 0 else None
    family = find_family(name) or (find_family(root) if root else None)
    window = f"{max_model_len:,} tokens" if max_model_len else "length not told"
    known = f"family {family.name}" if family else "family not known"
    seen = f"{name}, {len(listed)} served; {window}; {known}"
    finding = Finding(probe=ProbeName.REACHABLE, verdict=Verdict.WORKS, seen=seen)
    return Server(base_url, name, family, max_model_len, finding)


def explain(error: WireError, api_key_env: str) -> Finding:
    """Return the finding of a server that did not list its models."""
    if error.status in DENIED:
        held = f"the key in {api_key_env} is refused" if api_key_env else "it wants a key"
        advice = "name the variable that holds the right key: --api-key-env NAME"
        return fail(ProbeName.REACHABLE, f"{held} (status {error.status})", advice)
    if error.status == HTTPStatus.NOT_FOUND:
        advice = "give the base address of an OpenAI-compatible server, mostly ending in /v1"
        return fail(ProbeName.REACHABLE, "no /models at this address (status 404)", advice)
    if error.status:
        return fail(ProbeName.REACHABLE, str(error), "look into the server's log")
    advice = "is the server up, and is this its address? tracer model serve starts one"
    return fail(ProbeName.REACHABLE, str(error), advice)
