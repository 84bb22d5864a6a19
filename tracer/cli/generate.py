"""`tracer generate`: make a dataset."""

import asyncio
import time
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter
from rich.console import Console

from flows.plan import describe_moves
from flows.server import use_server, wait_for_server
from graphs.review import require_review
from schemas.config import RunConfig
from schemas.errors import ConfigError
from schemas.trajectory import Engine
from tracer.cli.drain import allow_drain
from tracer.cli.estimate import estimate_run, plan_pilot, render_estimate, save_estimate
from tracer.cli.funnel import render_funnel
from tracer.cli.logging import configure_logging
from tracer.cli.options import RoleFlags, resolve_config
from tracer.cli.progress import show_progress
from tracer.cli.rehearsal import start_rehearsal
from tracer.cli.settings import Settings
from tracer.cli.summary import complain_if_unscored, describe_run, print_end
from tracer.cli.terminal import make_console, plain
from tracer.domains.domain import load_domain
from tracer.store.folder import RunFolder, create_run

SERVER_HOME = ".prefect"
Shortfall = dict[tuple[str, str], int]
Seconds = tuple[float, float]
"""Of boot and of work."""


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
        Parameter(
            help="What plays agent and user, llm where --model or --base-url is given; the other "
            "roles are played by rules."
        ),
    ] = None
    model: Annotated[
        str | None,
        Parameter(
            help="Model name the server knows; `rehearsal` needs no server. Implies --engine llm."
        ),
    ] = None
    base_url: Annotated[
        list[str] | None,
        Parameter(
            help="Address of an OpenAI-compatible server; given again, of its replicas. Implies "
            "--engine llm."
        ),
    ] = None
    seed: Annotated[int | None, Parameter(help="Seed everything random follows from.")] = None
    run: Annotated[str | None, Parameter(help="Name of the run; a fresh one by default.")] = None
    estimate: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="Make a pilot, say what the run would take, and make no run.",
        ),
    ] = False
    pilot: Annotated[
        int, Parameter(help="Tasks of the pilot of --estimate, 2 to 10, at most those asked for.")
    ] = 4

    def resolve(self) -> RunConfig:
        """Return the config of the run.

        Raises:
            ConfigError: the config file cannot be read, or a model is given where rules play.
            pydantic.ValidationError: a setting is unknown or out of range.
        """
        overrides: dict[str, Any] = {
            "domains": self.domains,
            "tasks": self.tasks,
            "until_kept": self.until_kept,
            "trials": self.trials,
            "seed": self.seed,
        }
        model: dict[str, Any] = {"model": self.model}
        if self.base_url:
            model |= {"base_url": self.base_url[0], "replicas": self.base_url[1:]}
        return resolve_config(self.config, overrides, RoleFlags(self.engine, model))


def generate(options: GenerateOptions | None = None) -> None:
    """Make a dataset: sample, ground, refine, feel, verify, roll out, filter."""
    options = options or GenerateOptions()
    config = options.resolve()
    for name in config.domains:
        load_domain(name)
        require_review(name)
    check_keys(config)
    if options.estimate:
        estimate(options, config)
        return
    check_name(options.run)
    look_at_servers(config)
    run, shortfall, seconds = make_run(options.run, config)
    out = make_console()
    render_funnel(run, out)
    print_end(run, shortfall, seconds, out)
    complain_if_unscored(run)


def check_keys(config: RunConfig) -> None:
    """Refuse a run that could ask no model, before anything of it is made.

    Raises:
        ConfigError: the environment variable that should hold an API key is not set.
    """
    if config.model_roles:
        # The client is heavy, and a run by rules needs none.
        from tracer.inference.client import check_reach

        for role in config.model_roles.values():
            check_reach(role)


def look_at_servers(config: RunConfig) -> None:
    """Ask every model server once what it serves, before anything is made; tell of silent replicas.

    Raises:
        ConfigError: a role has no server that answers, or one that does not serve its model.
    """
    if config.model_roles:
        from tracer.inference import preflight

        console = make_console(stderr=True)
        for line in asyncio.run(preflight.look_at_servers(config.model_roles)):
            console.print(plain(line), soft_wrap=True)


def check_name(name: str | None) -> None:
    """Refuse the name of a run there is, before models are asked or a pilot is made.

    Raises:
        ConfigError: the name is taken.
    """
    root = Settings().runs
    if name and (root / name).exists():
        raise ConfigError(f"run {name!r} exists in {root}: choose another name")


def estimate(options: GenerateOptions, config: RunConfig) -> None:
    """Make a pilot, a run of its own, and print what the run asked for would take."""
    check_name(options.run)
    planned = plan_pilot(config, options.pilot)
    look_at_servers(config)
    pilot, _, _ = make_run(name_pilot(options.run), planned)
    complain_if_unscored(pilot)
    found = estimate_run(pilot, config)
    save_estimate(pilot, found)
    render_estimate(found, config, make_console())


def name_pilot(name: str | None) -> str | None:
    """Return a free name for the pilot of a run, numbered from its second pilot on."""
    if name is None:
        return None
    names = (f"{name}-pilot{mark}" for mark in chain([""], (f"-{n}" for n in count(2))))
    return next(made for made in names if not (Settings().runs / made).exists())


def make_run(name: str | None, config: RunConfig) -> tuple[RunFolder, Shortfall, Seconds]:
    """Make a run and its folder; return it with what stayed short and how long it took."""
    root = Settings().runs
    run = create_run(root, name)
    run.save_config(config)
    configure_logging(run.path)
    console = make_console(stderr=True)
    print_start(run, config, console)
    return run, *make_dataset(run, config, root / SERVER_HOME, console)


def make_dataset(
    run: RunFolder, config: RunConfig, home: Path, console: Console
) -> tuple[Shortfall, Seconds]:
    """Run the flow and write the run's manifest."""
    start = time.perf_counter()
    with allow_drain(run, console), use_server(home), start_rehearsal(config) as reachable:
        # Prefect reads its settings when it is imported, so the server comes first.
        from flows.generate import run_flow

        wait_for_server(home)
        booted = time.perf_counter()
        with show_progress(run, console):
            shortfall = run_flow(run, reachable)
    run.save_manifest(describe_run(run, config, shortfall))
    return shortfall, (booted - start, time.perf_counter() - booted)


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
