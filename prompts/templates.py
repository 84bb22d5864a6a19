"""Templates: the files that hold what is sent to a model, rendered in a sandbox."""

from functools import cache
from importlib.resources import files

from jinja2 import FunctionLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from schemas.errors import DataError
from schemas.identity import hash_content

SUFFIX = ".j2"


def render(name: str, **values: object) -> str:
    """Return the prompt called `name`, filled in.

    Values are data: what looks like a template inside one stays text.

    Raises:
        DataError: there is no such prompt, or it needs a value that was not given.
    """
    try:
        return build_environment().get_template(name).render(values)
    except TemplateError as error:
        raise DataError(f"prompt {name!r}: {type(error).__name__}: {error}") from error


def digest_prompts() -> str:
    """Return the digest of every prompt's file, 64 hex digits: it changes with a comma."""
    return hash_content({name: read_prompt(name) for name in list_prompts()})


def list_prompts() -> list[str]:
    """Return the names of all prompts, sorted."""
    names = (entry.name for entry in files("prompts").iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))


def read_prompt(name: str) -> str | None:
    """Return a prompt's file as it is; None when there is none."""
    if name not in list_prompts():
        return None
    return (files("prompts") / f"{name}{SUFFIX}").read_text(encoding="utf-8")


@cache
def build_environment() -> ImmutableSandboxedEnvironment:
    """Return the renderer; prompts are plain text, so nothing is escaped."""
    return ImmutableSandboxedEnvironment(
        loader=FunctionLoader(read_prompt),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
