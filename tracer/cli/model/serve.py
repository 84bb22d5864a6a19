"""`tracer model serve`: keeps a model up behind vLLM's OpenAI-compatible server, on loopback."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Annotated

from cyclopts import Parameter
from rich.status import Status

from tracer.cli.settings import Settings
from tracer.cli.terminal import SafeConsole, make_console, plain
from tracer.inference.families import Family
from tracer.inference.serving.command import make_command
from tracer.inference.serving.environment import find_environment
from tracer.inference.serving.model import TEST_MODEL, find_model
from tracer.inference.serving.record import STATE_FOLDER, ServedModel, ServedPlace
from tracer.inference.serving.supervisor import Supervisor

LINE_EVERY_S = 15.0
"""How often a pipe is told that the server is still coming up, seconds."""
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def serve(
    *flags: Annotated[str, Parameter(show=False)], model: str = TEST_MODEL, port: int = 8000
) -> None:
    """Serve a model with vLLM until Ctrl-C, and start it again when it dies.

    What stands after -- goes to vLLM as it is and overrides what Tracer chooses.

    Args:
        flags: vLLM's own flags.
        model: Folder of a model, or its name on a hub.
        port: Loopback port to listen on.
    """
    found = find_model(model)
    environment = find_environment(Settings().vllm_python)
    place = ServedPlace(STATE_FOLDER.absolute(), port)
    command = make_command(found, environment, port, place.folder, flags)
    voice = ConsoleVoice(make_console(), make_console(stderr=True), found.family)
    voice.say(f"serving {found.source} with {environment.python}; its log is {place.log}")
    with listen_for_the_end() as stop, voice:
        Supervisor(command, place, voice, stop).run()
    voice.say("stopped")


@contextmanager
def listen_for_the_end() -> Iterator[threading.Event]:
    """Yield an event that Ctrl-C, SIGTERM and a closed terminal set while the body runs."""
    stop = threading.Event()

    def handle(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, handle) for number in ENDING}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass(slots=True)
class ConsoleVoice:
    """Tells what happens: how to use the server on stdout, all else on stderr."""

    stdout: SafeConsole
    stderr: SafeConsole
    family: Family | None
    status: Status | None = field(default=None, init=False)
    next_line_s: float = field(default=LINE_EVERY_S, init=False)

    def __enter__(self) -> None:
        """Nothing is shown before the first word."""

    def __exit__(self, *_: object) -> None:
        """Take the spinner away."""
        self.rest()

    def say(self, line: str) -> None:
        """Print one line."""
        self.rest()
        self.stderr.print(plain(line), soft_wrap=True)

    def wait(self, elapsed_s: float) -> None:
        """Turn the spinner; a pipe gets a line now and then."""
        text = f"loading the model, {elapsed_s:.0f} s"
        if self.stderr.is_terminal:
            if self.status is None:
                self.status = self.stderr.status(text)
                self.status.start()
            self.status.update(text)
        elif elapsed_s >= self.next_line_s:
            self.next_line_s += LINE_EVERY_S
            self.stderr.print(plain(text))

    def rest(self) -> None:
        """Stop the spinner; the next start counts from nothing."""
        if self.status is not None:
            self.status.stop()
            self.status = None
        self.next_line_s = LINE_EVERY_S

    def announce(self, served: ServedModel) -> None:
        """Print address, model and the line that uses them."""
        self.rest()
        length = f", {served.max_model_len} tokens" if served.max_model_len else ""
        usage = f"--model {served.model} --base-url {served.base_url} --tasks 8"
        lines = [
            f"base_url  {served.base_url}",
            f"model     {served.model} ({served.max_in_flight} requests at once{length})",
            *self.describe_family(),
            f"use it    tracer generate --engine llm {usage}",
            "stop it   Ctrl-C",
        ]
        for line in lines:
            self.stdout.print(plain(line), soft_wrap=True)

    def describe_family(self) -> list[str]:
        """Return what the table says of the model."""
        if self.family is None:
            return ["family    unknown: give --tool-call-parser after --, or tool_format = react"]
        return [f"family    {self.family.name}. {self.family.notes}"]
