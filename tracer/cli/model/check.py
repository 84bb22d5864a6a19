"""`tracer model check`: what a model, its template and its server's parsers can do together."""

import asyncio
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from schemas.address import check_address, check_variable
from schemas.config import RoleConfig
from schemas.errors import ConfigError, DataError
from schemas.trajectory import Engine
from tracer.cli.terminal import cut_line, make_console, plain, write_json
from tracer.domains.domain import load_domain
from tracer.harness.agents.react import mark_lines, write_system
from tracer.harness.agents.step import CUSTOMER, STOPS, parse_step
from tracer.harness.users.turn import build_response_format
from tracer.inference.client import OpenAIChat
from tracer.inference.probe.probe import Finding, Probe, Verdict
from tracer.inference.probe.reachable import Server, find_server
from tracer.inference.probe.report import Report
from tracer.inference.probe.settling import settle
from tracer.inference.probe.subject import Demands, Subject, TextForm
from tracer.inference.probe.suite import PROBES, run_probes
from tracer.inference.probe.wire import Wire
from tracer.inference.retry import RetryPolicy

PROBE_TIMEOUT_S = 240.0
OUTAGE_S = 10.0
FACTS = ("f1", "f2", "f3")
DOMAIN = "retail"
STYLES = {
    Verdict.WORKS: "green",
    Verdict.PARTLY: "yellow",
    Verdict.NOT: "red",
    Verdict.UNKNOWN: "dim",
}
SEEN_CHARS = 300


def check(
    url: str,
    /,
    *,
    model: str | None = None,
    api_key_env: str = "",
    timeout_s: float = PROBE_TIMEOUT_S,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Check a model behind a server: what works, what does not, and what to set.

    Args:
        url: Base address of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1.
        model: Name of the model; the only one served when left out.
        api_key_env: Name of the environment variable that holds the API key.
        timeout_s: Longest wait for one probe, seconds.
        json: Print the findings as JSON.
    """
    report = asyncio.run(check_server(url, model, api_key_env, timeout_s))
    if json:
        write_json({**report.model_dump(mode="json"), "verdict": report.verdict})
    else:
        render_report(report, make_console())
    if report.agent is None:
        raise DataError(report.verdict)
    return 0


async def check_server(url: str, model: str | None, api_key_env: str, timeout_s: float) -> Report:
    """Return what the probes found at an address.

    Raises:
        ConfigError: the address is none; the model is not served, or several are and none is named;
            the key is not set.
    """
    address = read_address(url)
    check_key_name(api_key_env)
    server = await find_server(address, model, api_key_env)
    if isinstance(server, Finding):
        return Report(base_url=address, model="", findings=(server,), barriers=(server.seen,))
    role = make_role(server, api_key_env, timeout_s)
    async with (
        OpenAIChat(role, RetryPolicy(tries=1), outage_s=OUTAGE_S) as chat,
        Wire(server.base_url, api_key_env, timeout_s) as wire,
    ):
        subject = Subject(
            chat, wire, server.model, make_demands(), server.family, server.max_model_len
        )
        findings = await run_aloud(subject, timeout_s)
    return settle(subject, (server.finding, *findings), api_key_env)


def read_address(url: str) -> str:
    """Return a server's address without a slash at its end.

    Raises:
        ConfigError: it is no address, or holds a secret; it is not quoted then.
    """
    try:
        return check_address(url)
    except ValueError as error:
        raise ConfigError(f"model check: {error}") from None


def check_key_name(api_key_env: str) -> None:
    """Refuse what is no name of a variable, before it is looked up and named.

    Raises:
        ConfigError: it is none; it is not quoted, since it may be the key itself.
    """
    try:
        check_variable(api_key_env)
    except ValueError as error:
        raise ConfigError(f"model check: --api-key-env: {error}") from None


def make_role(server: Server, api_key_env: str, timeout_s: float) -> RoleConfig:
    """Return the settings under which the probes ask."""
    return RoleConfig(
        engine=Engine.LLM,
        model=server.model,
        base_url=server.base_url,
        api_key_env=api_key_env,
        timeout_s=timeout_s,
        in_flight=64,
    )


def make_demands() -> Demands:
    """Return what a run of the first domain asks of a model."""
    domain = load_domain(DOMAIN)
    form = TextForm(
        write_system=write_system,
        write_customer=lambda text: mark_lines(CUSTOMER, text),
        read_calls=lambda output: parse_step(output).calls,
        stops=STOPS,
    )
    return Demands(build_response_format(FACTS), form, domain.policy.text, domain.schemas)


async def run_aloud(subject: Subject, timeout_s: float) -> tuple[Finding, ...]:
    """Run the probes with a line that says which is under way; a pipe gets a line for each."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    console = make_console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        line = progress.add_task("", total=None)

        def tell(number: int, probe: Probe) -> None:
            step = f"{number + 1}/{len(PROBES)} {probe.name}"
            if console.is_terminal:
                progress.update(line, description=step)
            else:
                console.print(plain(step))

        return await run_probes(subject, tell, timeout_s)


def render_report(report: Report, console: Console) -> None:
    """Print a row for each probe, then the outcome and the settings that work."""
    table = Table(title=cut_line(f"{report.model or 'no model'} at {report.base_url}", SEEN_CHARS))
    table.title_justify = "left"
    for column in ("probe", "verdict", "seen", "what to set"):
        table.add_column(column, overflow="fold")
    for finding in report.findings:
        table.add_row(
            plain(finding.probe),
            plain(describe_verdict(finding), STYLES[finding.verdict]),
            plain(cut_line(finding.seen, SEEN_CHARS)),
            plain(finding.advice),
        )
    console.print(table)
    if report.agent or report.user:
        console.print(plain(f"\n{report.write_toml()}"))
    if report.agent:
        console.print(plain(report.verdict))


def describe_verdict(finding: Finding) -> str:
    """Return the verdict with its count, where there is one."""
    if finding.verdict is Verdict.PARTLY and finding.n:
        return f"{finding.verdict} {finding.n_ok}/{finding.n}"
    return str(finding.verdict)
