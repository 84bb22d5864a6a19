"""`tracer generate`: make a dataset."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from rich.console import Console

from flows.plan import describe_moves
from flows.server import use_server, wait_for_server
from graphs.review import require_review
from schemas.config import RunConfig
from schemas.trajectory import Engine
from tracer.cli.drain import allow_drain
from tracer.cli.funnel import render_funnel
from tracer.cli.logging import configure_logging
from tracer.cli.options import resolve_config
from tracer.cli.progress import show_progress
from tracer.cli.settings import Settings
from tracer.cli.summary import complain_if_unscored, describe_run, print_end
from tracer.cli.terminal import make_console
from tracer.domains.domain import load_domain
from tracer.store.folder import RunFolder, create_run

SERVER_HOME = ".prefect"


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateOptions:
    """Flags of `tracer generate`; each overrides the config file."""

    config: Annotated[Path | None, Parameter(help="TOML file with any setting of a run.")] = None
    domains: Annotated[
        list[str] | None,
        Parameter(help="Domains to draw tasks from, in equal parts.", consume_multiple=True),
    ] = None
    tasks: Annotated[int | None, Parameter(help="Verified tasks to make.")] = None
    until_kept: Annotated[
        int | None, Parameter(help="Go on in batches of --tasks until so many examples are kept.")
    ] = None
    trials: Annotated[int | None, Parameter(help="Episodes per task.")] = None
    engine: Annotated[
        Literal["rules", "llm"] | None,
        Parameter(help="What plays agent and user; the other roles are played by rules."),
    ] = None
    model: Annotated[str | None, Parameter(help="Model name the server knows.")] = None
    base_url: Annotated[str | None, Parameter(help="Address of an OpenAI-compatible server.")] = (
        None
    )
    seed: Annotated[int | None, Parameter(help="Seed everything random follows from.")] = None
    run: Annotated[str | None, Parameter(help="Name of the run; a fresh one by default.")] = None

    def resolve(self) -> RunConfig:
        """Return the config of the run.

        Raises:
            ConfigError: the config file cannot be read.
            pydantic.ValidationError: a setting is unknown or out of range.
        """
        overrides: dict[str, Any] = {
            "domains": self.domains,
            "tasks": self.tasks,
            "until_kept": self.until_kept,
            "trials": self.trials,
            "seed": self.seed,
        }
        roles = {"engine": self.engine, "model": self.model, "base_url": self.base_url}
        for role in ("agent", "user"):
            overrides.update({f"{role}.{key}": value for key, value in roles.items()})
        return resolve_config(self.config, overrides)


def generate(options: GenerateOptions | None = None) -> None:
    """Make a dataset: sample, ground, refine, feel, verify, roll out, filter."""
    options = options or GenerateOptions()
    config = options.resolve()
    for name in config.domains:
        load_domain(name)
        require_review(name)
    root = Settings().runs
    run = create_run(root, options.run)
    run.save_config(config)
    configure_logging(run.path)
    console = make_console(stderr=True)
    print_start(run, config, console)
    make_dataset(run, config, root / SERVER_HOME, console)


def make_dataset(run: RunFolder, config: RunConfig, home: Path, console: Console) -> None:
    """Run the flow, then print both ledgers and where the dataset lies."""
    start = time.perf_counter()
    with use_server(home), allow_drain(run, console):
        # Prefect reads its settings when it is imported, so the server comes first.
        from flows.generate import run_flow

        wait_for_server(home)
        booted = time.perf_counter()
        with show_progress(run, console):
            shortfall = run_flow(run, config)
    run.save_manifest(describe_run(run, config, shortfall))
    out = make_console()
    render_funnel(run, out)
    print_end(run, shortfall, (booted - start, time.perf_counter() - booted), out)
    complain_if_unscored(run)


def print_start(run: RunFolder, config: RunConfig, console: Console) -> None:
    """Say what is about to be made, and by what, and which quotas cannot be filled as asked."""
    asked = f"{config.tasks} tasks x {config.trials} in {', '.join(config.domains)}"
    console.print(f"run {run.name}: {asked}, seed {config.seed}", highlight=False, soft_wrap=True)
    for line in describe_moves(config):
        console.print(line, highlight=False, soft_wrap=True)
    agent = config.agent.model if config.agent.engine is Engine.LLM else "rules"
    user = config.user.model if config.user.engine is Engine.LLM else "rules"
    console.print(
        f"agent: {agent} · user: {user} · grounder, refiner, feeling writer: rules · judge: none",
        highlight=False,
        soft_wrap=True,
    )
