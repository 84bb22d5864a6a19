"""Pages: the reference pages, each a function of the models it describes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from docs.agreement import write_guards_page
from schemas.config import RunConfig, Settings
from schemas.record import Record
from schemas.verdict import STAGE_REASONS
from tracer.store.stage import STAGE_TABLES

ROOT = Path(__file__).parent


def write_config_page() -> str:
    """Return the table of every setting of a run, with unit and default."""
    rows = [
        f"| `{name}` | `{default}` | {text} |" for name, default, text in list_settings(RunConfig)
    ]
    lead = (
        "# Configuration\n\nEvery setting of a run. A config file is TOML: a dotted name is a key "
        "in a section (`rollout.max_steps` is `max_steps` below `[rollout]`). Flags of "
        "`tracer generate` override it; the resolved config is saved with the run.\n"
    )
    return "\n".join([lead, "| setting | default | meaning |", "|---|---|---|", *rows, ""])


def list_settings(model: type[Settings], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield (dotted name, default as JSON, description) of a config model and its sections."""
    for name, field in model.model_fields.items():
        default: Any = field.get_default(call_default_factory=True)
        if isinstance(default, Settings):
            yield from list_settings(type(default), f"{prefix}{name}.")
        else:
            text = json.dumps(default, default=str) if default is not None else "not set"
            yield f"{prefix}{name}", text, describe(field)


def write_records_page() -> str:
    """Return the tables of every stage's columns."""
    parts = [
        "# Records\n",
        "One table per view of `tracer sql`; each is a folder of Parquet files in a run.",
    ]
    for folder, (view, model) in STAGE_TABLES.items():
        parts.append(f"\n## {view} (`{folder}`)\n\n{describe_model(model)}\n")
        parts.append("| column | type | meaning |\n|---|---|---|")
        parts += [
            f"| `{name}` | {name_type(field)} | {describe(field)} |"
            for name, field in model.model_fields.items()
        ]
    parts.append("\n## Reasons\n\n| stage | a record leaves because |\n|---|---|")
    parts += [
        f"| {stage} | {', '.join(f'`{reason}`' for reason in reasons) or 'never'} |"
        for stage, reasons in STAGE_REASONS.items()
    ]
    return "\n".join([*parts, ""])


def describe_model(model: type[Record]) -> str:
    """Return the first line of a model's docstring."""
    return (model.__doc__ or "").strip().splitlines()[0]


def describe(field: FieldInfo) -> str:
    """Return a field's description in one line, bars escaped."""
    return " ".join((field.description or "").split()).replace("|", "\\|")


def name_type(field: FieldInfo) -> str:
    """Return a field's type as a reader writes it."""
    annotation = field.annotation
    if isinstance(annotation, type) and not issubclass(annotation, BaseModel):
        name = annotation.__name__
    else:
        name = str(annotation).replace("NoneType", "None")
    for module in ("schemas.", "typing."):
        while module in name:
            head, _, tail = name.partition(module)
            name = head + (tail.split(".", 1)[1] if module == "schemas." else tail)
    name = name.removeprefix("<class '").removesuffix("'>")
    return f"`{name}`".replace("|", "\\|")


PAGES = {
    "config.md": write_config_page,
    "records.md": write_records_page,
    "guards.md": write_guards_page,
}
