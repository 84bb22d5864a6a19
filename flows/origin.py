"""Origin: what the conversations of a finished run were made with, from the run itself."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from schemas.errors import DataError
from schemas.example import Provenance
from schemas.identity import dump_canonical
from tasks.rescore.rows import Origin
from tracer.domains.domain import Domain, load_domain
from tracer.store.folder import MANIFEST_FILE, RunFolder
from tracer.store.shard import list_shards, read_columns
from tracer.store.stage import StageFolder


def find_origins(run: RunFolder, manifest: Mapping[str, Any]) -> dict[str, Origin]:
    """Return domain -> what its conversations were made with.

    Raises:
        DataError: the manifest does not say, or the tool schemas have changed since and no row
            holds those the agent had.
    """
    return {
        name: _find_origin(run, load_domain(name), made)
        for name, made in read_provenance(run, manifest).items()
    }


def read_provenance(run: RunFolder, manifest: Mapping[str, Any]) -> dict[str, Provenance]:
    """Return domain -> versions the run's rows were made with.

    Raises:
        DataError: the manifest holds none of this version.
    """
    try:
        return {
            name: Provenance.model_validate(made, strict=False)
            for name, made in manifest["provenance"].items()
        }
    except (AttributeError, KeyError, ValidationError) as error:
        msg = f"{run.path / MANIFEST_FILE}: no provenance of this version of Tracer"
        raise DataError(msg) from error


def _find_origin(run: RunFolder, domain: Domain, provenance: Provenance) -> Origin:
    if provenance.tools == domain.tools_digest:
        return Origin(domain, provenance, dump_canonical(domain.schemas))
    for shard in list_shards(run, StageFolder.EXAMPLES):
        for name, tools in read_columns(run, StageFolder.EXAMPLES, shard, ("domain", "tools")):
            if name == domain.name:
                return Origin(domain, provenance, tools)
    msg = (
        f"run {run.name}: the tool schemas of {domain.name} have changed since it was made, and it "
        "has no row that holds the earlier ones; a row needs those its agent had"
    )
    raise DataError(msg)
