from pathlib import Path

import pytest

from flows.origin import find_origins
from schemas.errors import DataError
from schemas.identity import dump_canonical
from tests.support.builders import make_provenance
from tests.support.small_run import EXAMPLE, make_domain, write, write_run
from tracer.store.folder import RunFolder
from tracer.store.stage import StageFolder

WORLD = make_domain()


@pytest.fixture
def run(run_root: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    monkeypatch.setattr("flows.origin.load_domain", lambda _: WORLD)
    return write_run(run_root)


def make_manifest(tools: str) -> dict[str, object]:
    return {"provenance": {"boxes": make_provenance(tools=tools).model_dump(mode="json")}}


def test_rows_are_of_the_versions_the_manifest_names(run: RunFolder) -> None:
    origin = find_origins(run, make_manifest(WORLD.tools_digest))["boxes"]
    assert origin.provenance == make_provenance(tools=WORLD.tools_digest)
    assert origin.domain is WORLD
    assert origin.tools == dump_canonical(WORLD.schemas)


def test_earlier_tool_schemas_are_taken_from_a_row(run: RunFolder) -> None:
    earlier = EXAMPLE.model_copy(update={"tools": '[{"earlier":true}]'})
    write(run, StageFolder.EXAMPLES, earlier)
    assert find_origins(run, make_manifest("other"))["boxes"].tools == earlier.tools


def test_earlier_tool_schemas_that_no_row_holds_are_a_clear_error(run: RunFolder) -> None:
    write(run, StageFolder.EXAMPLES)
    with pytest.raises(DataError, match="the tool schemas of boxes have changed since"):
        find_origins(run, make_manifest("other"))


@pytest.mark.parametrize("manifest", [{}, {"provenance": {"boxes": {"tracer": "0"}}}])
def test_manifest_without_provenance_is_named(run: RunFolder, manifest: dict[str, object]) -> None:
    with pytest.raises(DataError, match=r"manifest.json: no provenance of this version"):
        find_origins(run, manifest)
