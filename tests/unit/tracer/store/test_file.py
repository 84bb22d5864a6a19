import errno
from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tracer.store.file import read_file, write_file


def test_file_is_written_with_its_folder(tmp_path: Path) -> None:
    write_file(tmp_path / "a" / "b.txt", b"one")
    write_file(tmp_path / "a" / "b.txt", b"two")
    assert read_file(tmp_path / "a" / "b.txt") == b"two"
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["b.txt"]


def test_full_disk_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b.txt"
    write_file(path, b"old")

    def fill_disk(draft: Path, data: bytes) -> int:
        with draft.open("wb") as file:
            file.write(data[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fill_disk)
    with pytest.raises(ConfigError, match=r"^cannot write .*b\.txt: No space left on device"):
        write_file(path, b"new and longer")
    assert [found.name for found in tmp_path.iterdir()] == ["b.txt"]
    assert path.read_bytes() == b"old"


def test_file_in_the_way_of_a_folder_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(ConfigError) as caught:
        write_file(tmp_path / "a" / "b.txt", b"one")
    assert "\n" not in str(caught.value)
    assert str(tmp_path / "a" / "b.txt") in str(caught.value)


def test_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read .*none: No such file"):
        read_file(tmp_path / "none")
