import socket

import pytest

from schemas.errors import ConfigError
from tests.support.serving import find_port
from tracer.inference.serving.health import (
    is_healthy,
    read_health,
    read_max_model_len,
    refuse_taken_port,
)


def test_silence_is_not_healthy() -> None:
    port = find_port()
    assert read_health(port) is None
    assert not is_healthy(port)
    assert read_max_model_len(port) is None


def test_free_port_is_taken_as_it_is() -> None:
    refuse_taken_port(find_port())


def test_port_somebody_listens_on_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ConfigError, match=f"port {port}: in use by another program"):
            refuse_taken_port(port)


@pytest.mark.parametrize("port", [-1, 65536, 100000])
def test_number_that_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(ConfigError, match="expected 1 to 65535"):
        refuse_taken_port(port)
