"""Rehearsal: Tracer's stand-in for a model, up as long as the run that asks it."""

from collections.abc import Iterator
from contextlib import contextmanager

from schemas.config import RunConfig


@contextmanager
def start_rehearsal(config: RunConfig) -> Iterator[RunConfig]:
    """Give the config with the address of the rehearsal's server where a role is rehearsed.

    The address is this process's own, so it is not to be saved.
    """
    rehearsed = [name for name, role in config.model_roles.items() if role.is_rehearsed]
    if not rehearsed:
        yield config
        return
    from tracer.inference.rehearsal.serve import serve_rehearsal

    with serve_rehearsal() as base_url:
        roles = {name: config.model_roles[name] for name in rehearsed}
        addressed = {
            name: role.model_copy(update={"base_url": base_url}) for name, role in roles.items()
        }
        yield config.model_copy(update=addressed)
