"""Health: whether a server on loopback answers, and what it says of itself."""

import errno
import json
import socket
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any

from schemas.errors import ConfigError
from tracer.inference.serving.command import HOST

ANSWER_TIMEOUT_S = 2.0


def refuse_taken_port(port: int) -> None:
    """Refuse a port that another program listens on.

    Raises:
        ConfigError: it is taken, or no port one may listen on.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # Connections of a server just stopped linger; they hinder nobody.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OverflowError:
            raise ConfigError(f"port {port}: expected 1 to 65535") from None
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            cause = "in use by another program" if taken else error.strerror
            raise ConfigError(f"port {port}: {cause}; --port takes another") from error


def read_health(port: int) -> int | None:
    """Return the HTTP status of /health, None when nothing answers in time."""
    return ask(port, "/health")[0]


def is_healthy(port: int) -> bool:
    """Return whether the server is ready for requests."""
    return read_health(port) == HTTPStatus.OK


def read_max_model_len(port: int, api_key: str | None = None) -> int | None:
    """Return the tokens of prompt and answer a server takes, None when it doesn't say.

    Args:
        port: Where it listens.
        api_key: Key it asks for.
    """
    _, body = ask(port, "/v1/models", api_key)
    try:
        found = json.loads(body)["data"][0]["max_model_len"]
    except (ValueError, LookupError, TypeError):
        return None
    return found if isinstance(found, int) else None


def ask(port: int, path: str, api_key: str | None = None) -> tuple[int | None, bytes]:
    """Return status and body of one GET; None and nothing when no answer comes."""
    headers: dict[str, Any] = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    try:
        with closing(HTTPConnection(HOST, port, timeout=ANSWER_TIMEOUT_S)) as line:
            line.request("GET", path, headers=headers)
            response = line.getresponse()
            return response.status, response.read()
    except (OSError, HTTPException):
        return None, b""
