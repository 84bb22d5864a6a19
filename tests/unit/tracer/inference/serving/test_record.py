import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tracer.inference.serving import record
from tracer.inference.serving.record import ServedModel, ServedPlace, find_served

SERVED = ServedModel(
    base_url="http://127.0.0.1:8000/v1", model="m", pid=7, max_in_flight=32, max_model_len=None
)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_record_is_found_by_any_name_of_this_machine_while_its_mark_is_held(
    host: str, tmp_path: Path
) -> None:
    place = ServedPlace(tmp_path, 8000)
    with place.hold():
        place.write(SERVED)
        assert find_served(f"http://{host}:8000/v1/", tmp_path) == SERVED
    assert find_served(f"http://{host}:8000/v1", tmp_path) is None
    assert not place.record.exists()


def test_record_left_by_a_supervisor_that_is_dead_is_ignored(tmp_path: Path) -> None:
    place = ServedPlace(tmp_path, 8000)
    with place.hold():
        pass
    place.write(SERVED)
    assert find_served(SERVED.base_url, tmp_path) is None


@pytest.mark.parametrize(
    "base_url",
    [
        "http://10.0.0.7:8000/v1",
        "http://127.0.0.1:8001/v1",
        "http://127.0.0.1/v1",
        "http://127.0.0.1:x/v1",
        "",
    ],
)
def test_other_addresses_are_not_known(base_url: str, tmp_path: Path) -> None:
    place = ServedPlace(tmp_path, 8000)
    with place.hold():
        place.write(SERVED)
        assert find_served(base_url, tmp_path) is None


def test_torn_record_is_none(tmp_path: Path) -> None:
    place = ServedPlace(tmp_path, 8000)
    with place.hold():
        place.record.write_text('{"base_url": "http', encoding="utf-8")
        assert find_served(SERVED.base_url, tmp_path) is None


def refuse(place: ServedPlace) -> str:
    with pytest.raises(ConfigError) as caught:
        place.hold().__enter__()
    return str(caught.value)


def test_place_is_held_by_one_alone_and_the_other_is_told_what_ends_it(tmp_path: Path) -> None:
    place, pid = ServedPlace(tmp_path, 8000), os.getpid()
    with place.hold():
        place.note_server(7)
        assert refuse(place) == (
            f"port 8000: `tracer model serve` (process {pid}) has a server there (still starting); "
            f"`kill {pid}` ends it"
        )
        place.write(SERVED)
        assert "(running, m)" in refuse(place)
    with place.hold():
        pass


@contextmanager
def leave_server(place: ServedPlace) -> Iterator[None]:
    """Hold the mark as a server does whose supervisor was killed."""
    with place.hold():
        pass
    place.note_server(7)
    with place.mark.open("r") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


@pytest.mark.parametrize(
    ("is_ready", "state"), [(True, "running"), (False, "still starting")], ids=str
)
def test_server_whose_supervisor_is_dead_is_named_with_what_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_ready: bool, state: str
) -> None:
    monkeypatch.setattr(record, "is_healthy", lambda _port: is_ready)
    place = ServedPlace(tmp_path, 8000)
    with leave_server(place):
        assert refuse(place) == (
            "port 8000: `tracer model serve` is dead, its server is left "
            f"(process 7, {state}); `kill -- -7` ends it"
        )
        assert "(process 7, " in refuse(place)
        place.write(SERVED)
        assert "(process 7, running, m)" in refuse(place)


def test_folder_that_cannot_be_made_is_the_users_mistake(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="cannot write"):
        ServedPlace(tmp_path / "file" / "state", 8000).hold().__enter__()
