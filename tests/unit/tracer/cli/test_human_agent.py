import pytest
from rich.console import Console

from schemas.message import Message, Role
from tests.support.small_run import make_domain
from tracer.cli.human_agent import HELP, HumanAgent, describe_tool
from tracer.cli.seat import Left, Seat, split_command
from tracer.harness.parties import AgentReply


def make_agent(width: int = 200) -> HumanAgent:
    console = Console(width=width, record=True, markup=False, highlight=False)
    return HumanAgent(Seat(console, Role.ASSISTANT), make_domain())


def read(agent: HumanAgent, line: str) -> tuple[AgentReply | None, str]:
    step = agent.read(line)
    return step, agent.seat.console.export_text()


def test_plain_line_is_said_to_the_customer() -> None:
    step, shown = read(make_agent(), "read_box b1?")
    assert step == AgentReply(text="read_box b1?")
    assert shown == ""


@pytest.mark.parametrize(
    ("line", "arguments"),
    [('/read_box {"box_id": "b1"}', '{"box_id": "b1"}'), ("/read_box", ""), ("/read_box {}", "{}")],
)
def test_slash_and_tool_is_a_call(line: str, arguments: str) -> None:
    step, _ = read(make_agent(), line)
    assert step is not None
    assert step.text == ""
    assert [(call.function.name, call.function.arguments) for call in step.calls] == [
        ("read_box", arguments)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/tools", "/move_box (box_id, place): Move a box."),
        ("/policy", "Be kind."),
        ("/nosuch", HELP.splitlines()[0]),
        ("/", HELP.splitlines()[0]),
        ("", HELP.splitlines()[0]),
        ("/read_box {box_id: b1}", "not called: expected one JSON object"),
        ("/read_box [1]", "the tool is /read_box (box_id): Return a box."),
    ],
)
def test_other_lines_show_something_and_are_no_step(line: str, expected: str) -> None:
    step, shown = read(make_agent(), line)
    assert step is None
    assert expected in shown


def test_tool_is_listed_with_its_arguments() -> None:
    assert describe_tool(make_domain().tools["read_box"]) == "/read_box (box_id): Return a box."


def test_messages_are_shown_once_and_neither_policy_nor_own_words() -> None:
    seat = make_agent().seat
    messages = [
        Message(role=Role.SYSTEM, content="Be kind."),
        Message(role=Role.USER, content="Where\x1b[31m is it?"),
        Message(role=Role.ASSISTANT, content="", tool_calls=[]),
        Message(role=Role.TOOL, content='{"place":"shelf"}'),
    ]
    seat.show_new(messages[:2])
    seat.show_new(messages)
    seat.show_new(messages)
    shown = seat.console.export_text()
    assert shown == 'user: Where is it?\nresult: {"place":"shelf"}\n'


def test_quit_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _prompt: " /quit ")
    with pytest.raises(Left):
        make_agent().seat.ask("agent> ")


def test_command_begins_with_a_slash() -> None:
    assert split_command("/stop  Thanks, bye. ") == ("stop", "Thanks, bye.")
    assert split_command("stop") == ("", "stop")
