import errno
import logging
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from schemas.errors import ConfigError, DataError
from tracer.store.folder import RunFolder
from tracer.store.journal import Journal, locate_journal
from tracer.store.stage import StageFolder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal" / "06_trajectories-00000.jsonl"


def fill(path: Path, *keys: str) -> bytes:
    with Journal.open(path) as journal:
        for key in keys:
            journal.append(key, {"text": f"reply to {key}"})
    return path.read_bytes()


def test_journal_has_its_place_in_the_run(tmp_path: Path) -> None:
    found = locate_journal(RunFolder(tmp_path), StageFolder.TRAJECTORIES, 12)
    assert found == tmp_path / "journal" / "06_trajectories-00012.jsonl"


def test_reply_is_there_after_reopening(path: Path) -> None:
    fill(path, "a", "b")
    with Journal.open(path) as journal:
        assert journal.get("a") == {"text": "reply to a"}
        assert journal.get("c") is None
        assert len(journal) == 2


def test_reply_is_in_the_file_when_append_returns(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append("a", {"n": 1, "é": "谢"})
        assert path.read_text(encoding="utf-8") == '{"key": "a", "reply": {"n": 1, "é": "谢"}}\n'


def test_reopening_changes_no_byte(path: Path) -> None:
    before = fill(path, "a", "b")
    with Journal.open(path):
        assert path.read_bytes() == before


def test_work_done_again_supersedes_and_keeps_the_old_line(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append("a", {"n": 1})
        journal.append("a", {"n": 2})
    with Journal.open(path) as journal:
        assert journal.get("a") == {"n": 2}
    assert path.read_bytes().count(b"\n") == 2


@pytest.mark.parametrize("n_cut", [1, 5, 30])
def test_torn_last_line_is_dropped_with_a_warning(
    path: Path, n_cut: int, caplog: pytest.LogCaptureFixture
) -> None:
    whole = fill(path, "a", "b")
    path.write_bytes(whole[:-n_cut])
    with caplog.at_level(logging.WARNING), Journal.open(path) as journal:
        assert "dropped an unfinished last line" in caplog.text
        assert (journal.get("a"), journal.get("b")) == ({"text": "reply to a"}, None)
        journal.append("b", {"text": "reply to b"})
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"",
        b"[]",
        b'{"key": "a"}',
        b'{"key": 1, "reply": {}}',
        b'{"key": "a", "reply": 1}',
        b'{"key": "a", "reply": {}} x',
        b"\xff",
        b"\0\0\0",
    ],
)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_damage_elsewhere_names_file_and_line_and_changes_nothing(
    path: Path, line: bytes, number: int
) -> None:
    lines = fill(path, "a", "b").split(b"\n")[:-1]
    lines.insert(number - 1, line)
    damaged = b"".join(text + b"\n" for text in lines)
    path.write_bytes(damaged)
    with pytest.raises(DataError, match=rf"00000\.jsonl line {number}: "):
        Journal.open(path)
    assert path.read_bytes() == damaged


def test_reply_with_half_a_character_is_kept_exactly(path: Path) -> None:
    reply = {"text": "half \ud83d, line \u2028 end\r\n"}
    with Journal.open(path) as journal:
        journal.append("a", reply)
        assert journal.get("a") == reply
    with Journal.open(path) as journal:
        assert journal.get("a") == reply


def test_value_without_a_json_form_is_kept_as_its_text(path: Path) -> None:
    moment = datetime(2026, 11, 30, tzinfo=UTC)
    with Journal.open(path) as journal:
        journal.append("a", {"sum": Decimal("1.50"), "at": moment, "raw": b"x"})
        assert journal.get("a") == {
            "sum": "1.50",
            "at": "2026-11-30 00:00:00+00:00",
            "raw": "b'x'",
        }


def test_full_disk_leaves_whole_lines_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fill(path, "a")
    write = os.write

    def write_a_little(descriptor: int, data: bytes) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data[:20])

    with Journal.open(path) as journal:
        monkeypatch.setattr(os, "write", write_a_little)
        with pytest.raises(ConfigError, match=r"cannot append to .*: No space left on device"):
            journal.append("b", {"text": "reply to b"})
        assert journal.get("b") is None
    assert path.read_bytes() == before


def test_short_write_is_carried_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:7]))
    fill(path, "a")
    with Journal.open(path) as journal:
        assert journal.get("a") == {"text": "reply to a"}


def test_second_holder_is_told_to_wait(path: Path) -> None:
    with Journal.open(path), pytest.raises(ConfigError, match="another process works on this run"):
        Journal.open(path)
    Journal.open(path).close()


def test_closing_twice_is_fine_and_appending_then_is_an_error(path: Path) -> None:
    journal = Journal.open(path)
    journal.close()
    journal.close()
    with pytest.raises(ConfigError, match="cannot append to"):
        journal.append("a", {})


def test_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "journal").write_bytes(b"")
    with pytest.raises(ConfigError, match=r"^cannot open .*a\.jsonl"):
        Journal.open(tmp_path / "journal" / "a.jsonl")


def test_threads_share_a_journal(path: Path) -> None:
    keys = [f"key {number}" for number in range(200)]
    with Journal.open(path) as journal, ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda key: journal.append(key, {"text": key * 50}), keys))
    with Journal.open(path) as journal:
        assert [journal.get(key) for key in keys] == [{"text": key * 50} for key in keys]
