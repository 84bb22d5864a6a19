from errno import EIO
from importlib.metadata import PackageNotFoundError
from io import StringIO

import pytest
from pydantic import TypeAdapter

from schemas.config import RunConfig
from schemas.errors import BudgetError, ConfigError, DataError, PublishError
from tracer.cli.app import GROUPS, VERBS, app, main
from tracer.store.folder import RunFolder

Capture = pytest.CaptureFixture[str]


def make_open_fail(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("tracer.cli.funnel.open_run", fail)


def test_every_verb_is_registered() -> None:
    assert {name for name in app if not name.startswith("-")} == {*VERBS, *GROUPS}


def test_password_in_an_address_is_refused_and_never_printed(capsys: Capture) -> None:
    words = ["generate", "--engine", "llm", "--model", "m"]
    assert main([*words, "--base-url", "http://me:hush@127.0.0.1:1/v1"]) == 2
    line = capsys.readouterr().err
    assert line.startswith(
        "tracer: config: agent.base_url and user.base_url: expected an address without user, "
    )
    assert "more)" not in line
    assert "hush" not in line


@pytest.mark.parametrize("group", GROUPS)
def test_help_of_a_group_lists_its_verbs(group: str, capsys: Capture) -> None:
    assert main([group, "--help"]) == 0
    out = capsys.readouterr().out
    assert [verb for verb in GROUPS[group][1] if verb not in out] == []


def test_unknown_verb_of_a_group_names_those_there_are(capsys: Capture) -> None:
    assert main(["graph", "bogus"]) == 2
    assert capsys.readouterr().err == (
        "tracer: no verb 'bogus': expected one of check, review, cells, coverage, draw. "
        "See tracer graph --help.\n"
    )


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize(
    ("tokens", "line"),
    [
        (["funnel", "nosuch"], "tracer: no run 'nosuch': looked at"),
        (["funnel", "../x"], "tracer: no run '../x': looked at"),
        (["replay", ""], "tracer: no run '': looked at"),
        (["show", "small", "traj_nosuch"], "tracer: no record 'traj_nosuch' in run 'small'"),
        (["show", "small", "x'; DROP TABLE tasks"], 'tracer: no record "x\'; DROP TABLE tasks"'),
        (["show", "small", ""], "tracer: no record ''"),
        (["show", "small", "t"], "tracer: id 't' fits 4 records, give more of it: t"),
        (["sql", "small", "SELEC 1"], "tracer: query: Parser Error"),
        (["sql", "small", "DROP VIEW tasks"], "tracer: query: DROP refused: a run is only read"),
        (["bogus"], "tracer: no verb 'bogus': expected one of generate, preview, funnel,"),
        (["bo\x1b[31m\ngus"], "tracer: no verb 'bo\\x1b[31m\\ngus'"),
        (["show", "small"], 'tracer: Command "show" parameter ID requires an argument.'),
        (["funnel", "small", "--jso"], "tracer: Unknown option: --jso."),
        (["sql", "small", "FROM tasks", "more"], "tracer: Unused Tokens: ['more']."),
    ],
)
def test_users_mistake_is_one_line_and_exit_2(
    tokens: list[str], line: str, capsys: Capture
) -> None:
    assert main(tokens) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(line)
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert "\x1b" not in err


@pytest.mark.parametrize(
    ("error", "exit_code"),
    [
        (ConfigError("one\ntwo"), 2),
        (DataError("one\ntwo"), 3),
        (PublishError("one\ntwo"), 4),
        (BudgetError("one\ntwo"), 5),
    ],
)
def test_each_error_has_its_exit_code_and_one_line(
    error: Exception, exit_code: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    make_open_fail(monkeypatch, error)
    assert main(["funnel", "a"]) == exit_code
    assert capsys.readouterr().err == "tracer: one two\n"


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        (
            {"rollout": {"max_steps": 0}},
            "config: rollout.max_steps: Input should be greater than or equal to 1, got 0",
        ),
        ({"tusks": 3}, "config: unknown setting tusks; docs/config.md lists them all"),
        (
            {"agent": {"engine": "llm"}},
            "config: agent: engine llm needs model and base_url (--model, --base-url)",
        ),
        (
            {"tasks": "x", "seed": -1},
            (
                "config: tasks: Input should be a valid integer, unable to parse string as an "
                "integer, got 'x' (and 1 more)"
            ),
        ),
        (
            {"agent": {"max_tokens": 0}, "user": {"max_tokens": 0, "top_p": 2}},
            (
                "config: agent.max_tokens and user.max_tokens: Input should be greater than or "
                "equal to 1, got 0 (and 1 more)"
            ),
        ),
        (
            {"agent": {"max_tokens": 0}, "user": {"max_tokens": -1}},
            (
                "config: agent.max_tokens: Input should be greater than or equal to 1, got 0 "
                "(and 1 more)"
            ),
        ),
        (
            {"agent": {"api_key_env": "sk-hush"}},
            (
                "config: agent.api_key_env: expected the name of an environment variable in "
                "capital letters, such as MY_API_KEY, never the key itself"
            ),
        ),
    ],
)
def test_wrong_config_names_key_and_what_was_expected(
    settings: dict[str, object], line: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def validate(*_: object) -> object:
        return TypeAdapter(RunConfig).validate_python(settings)

    monkeypatch.setattr("tracer.cli.funnel.open_run", validate)
    assert main(["funnel", "a"]) == 2
    assert capsys.readouterr().err == f"tracer: {line}\n"


class GoneStream(StringIO):
    """What a closed terminal leaves."""

    def write(self, text: str) -> int:
        raise OSError(EIO, text)


def test_exit_code_is_told_where_the_terminal_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    make_open_fail(monkeypatch, DataError("nobody reads this"))
    monkeypatch.setattr("sys.stderr", GoneStream())
    assert main(["funnel", "a"]) == 3


def test_interrupt_is_exit_130(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    make_open_fail(monkeypatch, KeyboardInterrupt())
    assert main(["funnel", "a"]) == 130
    assert capsys.readouterr().err == "tracer: interrupted\n"


def test_bug_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    make_open_fail(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        main(["funnel", "a"])


def test_exit_code_of_a_verb_is_passed_on(
    monkeypatch: pytest.MonkeyPatch, run: RunFolder, capsys: Capture
) -> None:
    monkeypatch.setattr("tracer.cli.replay.find_difference", lambda *_: "row 7")
    assert main(["replay", run.name]) == 1
    assert capsys.readouterr().err == "tracer: first difference: row 7\n"


def test_help_lists_every_verb(capsys: Capture) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert [verb for verb in VERBS if verb not in out] == []


def test_version_of_a_bare_checkout_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def miss(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("tracer.cli.app.version", miss)
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == "unknown: not installed, use make setup\n"


def test_version_is_printed_alone(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("tracer.cli.app.version", lambda _: "9.8.7")
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == "9.8.7\n"
