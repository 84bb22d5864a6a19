"""Runs the flow `generate` against a server that is up, in this process or as a program of its own.

    python -m tests.support.flows HOME ROOT NAME CONFIG

CONFIG is a run's config as JSON. Prefect reads its settings when it is imported, so it is imported
last.
"""

import sys
from importlib import import_module
from pathlib import Path

from flows.server import use_server, wait_for_server
from schemas.config import RunConfig
from tracer.store.folder import RunFolder, create_run


def run_flow(run: RunFolder, config: RunConfig) -> dict[tuple[str, str], int]:
    """Make the dataset of a run on the server that PREFECT_API_URL names."""
    made: dict[tuple[str, str], int] = import_module("flows.generate").run_flow(run, config)
    return made


def make_run(root: Path, name: str, config: RunConfig) -> RunFolder:
    """Make a run's folder and its dataset."""
    run = create_run(root, name)
    run.save_config(config)
    run_flow(run, config)
    return run


def main(home: str, root: str, name: str, config: str) -> None:
    """Join the server of a home and make one run."""
    with use_server(Path(home)):
        wait_for_server(Path(home))
        make_run(Path(root), name, RunConfig.model_validate_json(config))


if __name__ == "__main__":
    main(*sys.argv[1:])
