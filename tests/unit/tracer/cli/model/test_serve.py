import io
import signal
from pathlib import Path

import pytest

from tests.support.serving import make_environment, make_model
from tracer.cli.app import main
from tracer.cli.model.serve import ConsoleVoice, listen_for_the_end
from tracer.cli.terminal import SafeConsole
from tracer.inference.families import find_family
from tracer.inference.serving.record import ServedModel

Capture = pytest.CaptureFixture[str]
SERVED = ServedModel(
    base_url="http://127.0.0.1:8000/v1", model="m", pid=7, max_in_flight=32, max_model_len=None
)


def make_voice(*, is_terminal: bool, model: str = "m") -> tuple[ConsoleVoice, io.StringIO]:
    """Return a voice and what it says on stderr."""
    err = io.StringIO()
    stderr = SafeConsole(file=err, force_terminal=is_terminal, width=120)
    return ConsoleVoice(SafeConsole(width=120), stderr, find_family(model)), err


def test_missing_model_and_missing_environment_are_one_line_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["model", "serve"]) == 2
    assert "`make model`" in capsys.readouterr().err
    make_model(tmp_path)
    assert main(["model", "serve"]) == 2
    err = capsys.readouterr().err
    assert "`make vllm`" in err
    assert err.count("\n") == 1


def test_flags_of_vllm_need_the_two_dashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    make_model(tmp_path)
    monkeypatch.setenv("TRACER_VLLM_PYTHON", str(make_environment(tmp_path)))
    assert main(["model", "serve", "--seed", "3"]) == 2
    assert "Unknown option" in capsys.readouterr().err
    assert main(["model", "serve", "--", "--port", "3"]) == 2
    assert "use --model and --port before --" in capsys.readouterr().err


def test_pipe_is_told_now_and_then_that_the_model_loads() -> None:
    voice, err = make_voice(is_terminal=False)
    for elapsed_s in (0.2, 14.9, 15.1, 15.4, 30.2):
        voice.wait(elapsed_s)
    assert err.getvalue() == "loading the model, 15 s\nloading the model, 30 s\n"


def test_count_begins_anew_with_each_start() -> None:
    voice, err = make_voice(is_terminal=False)
    voice.wait(15.1)
    voice.say("it died")
    voice.wait(15.1)
    assert err.getvalue().count("loading the model, 15 s\n") == 2


def test_terminal_gets_a_spinner_that_goes_when_something_is_said() -> None:
    voice, err = make_voice(is_terminal=True)
    voice.wait(0.1)
    spinner = voice.status
    assert spinner is not None
    voice.say("ready")
    assert spinner is not voice.status
    assert "loading the model" in err.getvalue()


@pytest.mark.parametrize(
    ("model", "line"),
    [("Qwen3-8B", "family    qwen3. Thinks"), ("nameless", "family    unknown: give")],
)
def test_announcement_says_how_to_use_the_server(model: str, line: str, capsys: Capture) -> None:
    voice, _ = make_voice(is_terminal=False, model=model)
    voice.announce(SERVED)
    out = capsys.readouterr().out
    assert "base_url  http://127.0.0.1:8000/v1\n" in out
    assert "--model m --base-url http://127.0.0.1:8000/v1 --tasks 8\n" in out
    assert line in out


def test_signals_are_handed_back() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with listen_for_the_end() as stop:
        signal.raise_signal(signal.SIGTERM)
        assert stop.is_set()
    assert signal.getsignal(signal.SIGTERM) is before
