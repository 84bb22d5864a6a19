"""Supervisor: keeps a server up, starts it again when it dies, and ends it when told to."""

import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Protocol

from schemas.errors import ConfigError
from tracer.inference.serving.command import ServerCommand
from tracer.inference.serving.health import (
    is_healthy,
    read_health,
    read_max_model_len,
    refuse_taken_port,
)
from tracer.inference.serving.process import ServerProcess, read_tail, start_server
from tracer.inference.serving.record import ServedModel, ServedPlace

WAITS_S = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Pauses before each restart; past the last one the supervisor gives up."""
SETTLED_S = 600.0
"""A server that was up this long has its earlier deaths forgiven."""
POLL_S = 0.25
HEALTH_EVERY_S = 10.0
TAIL_LINES = 20


class Voice(Protocol):
    """Who tells the user what happens."""

    def say(self, line: str) -> None:
        """Print one line."""
        ...

    def wait(self, elapsed_s: float) -> None:
        """Show that the server has been coming up for so long; called several times a second."""
        ...

    def announce(self, served: ServedModel) -> None:
        """Tell that the server takes requests, and how to use it."""
        ...


@dataclass(slots=True)
class Supervisor:
    """Keeps one server up until `stop` is set."""

    command: ServerCommand
    place: ServedPlace
    voice: Voice
    stop: threading.Event
    waits_s: tuple[float, ...] = WAITS_S
    was_healthy: bool = field(default=False, init=False)

    def run(self) -> None:
        """Serve until told to stop; then nothing of the server is left.

        Raises:
            ConfigError: the port is taken; the server ended before it was healthy once, or once
                too often.
        """
        n_deaths = 0
        with self.place.hold() as mark:
            refuse_taken_port(self.command.port)
            self.place.log.write_bytes(b"")
            while not self.stop.is_set():
                began = time.monotonic()
                with start_server(self.command, self.place.log, mark) as server:
                    self.place.note_server(server.pid)
                    self.attend(server)
                if not self.stop.is_set():
                    settled = time.monotonic() - began > SETTLED_S
                    n_deaths = 1 if settled else n_deaths + 1
                    self.face_death(server, n_deaths)

    def attend(self, server: ServerProcess) -> None:
        """Wait for a server to be healthy and stay with it until it dies or must stop."""
        began = time.monotonic()
        while server.is_running() and not is_healthy(self.command.port):
            self.voice.wait(time.monotonic() - began)
            if self.stop.wait(POLL_S):
                return
        if server.is_running():
            self.welcome(server)
            self.watch(server)

    def welcome(self, server: ServerProcess) -> None:
        """Write the record of a healthy server and tell the user."""
        api_key = self.command.variables.get("VLLM_API_KEY")
        served = ServedModel(
            base_url=self.command.base_url,
            model=self.command.model,
            pid=server.pid,
            max_in_flight=self.command.max_in_flight,
            max_model_len=read_max_model_len(self.command.port, api_key),
        )
        self.place.write(served)
        if self.was_healthy:
            self.voice.say("the server is up again")
        else:
            self.voice.announce(served)
        self.was_healthy = True

    def watch(self, server: ServerProcess) -> None:
        """Return when the server has died, says that its engine has, or must stop."""
        asked = time.monotonic()
        while server.is_running() and not self.stop.wait(POLL_S):
            if time.monotonic() - asked < HEALTH_EVERY_S:
                continue
            # No answer is no sign: a busy server answers late.
            if (read_health(self.command.port) or 0) >= HTTPStatus.INTERNAL_SERVER_ERROR:
                return
            asked = time.monotonic()

    def face_death(self, server: ServerProcess, n_deaths: int) -> None:
        """Pause before the next start.

        Raises:
            ConfigError: there shall be none.
        """
        ended = f"the server {server.describe_end()}"
        if not self.was_healthy or n_deaths > len(self.waits_s):
            for line in read_tail(self.place.log, TAIL_LINES):
                self.voice.say(f"  {line}")
            when = f"once more after {len(self.waits_s)} restarts"
            when = when if self.was_healthy else "before it was ready"
            raise ConfigError(f"{ended} {when}; its log is {self.place.log}")
        pause_s = self.waits_s[n_deaths - 1]
        count = f"restart {n_deaths} of {len(self.waits_s)}"
        self.voice.say(f"{ended}; {count} in {pause_s:g} s; its log is {self.place.log}")
        self.stop.wait(pause_s)
