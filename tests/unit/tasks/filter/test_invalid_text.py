import pytest

from schemas.message import FunctionCall, Message, Role, ToolCall
from schemas.trajectory import Termination
from tasks.filter.invalid_text import find_invalid_text
from tests.support.builders import make_trajectory
from tests.support.transcripts import agent, call, user
from tests.unit.tasks.filter.conversations import CANCELLED, make_episode

HELLO = user("Hello.")
READ = call("get_order", {"order_id": "K10-0001"}, {})
TWO = [
    Message(
        role=Role.ASSISTANT,
        content="",
        tool_calls=[
            ToolCall(id=name, function=FunctionCall(name="get_order", arguments="{}"))
            for name in ("a", "b")
        ],
    ),
    Message(role=Role.TOOL, content="{}", tool_call_id="a", name="get_order"),
    Message(role=Role.TOOL, content="{}", tool_call_id="b", name="get_order"),
]


def make_raw(arguments: str) -> list[Message]:
    function = FunctionCall(name="get_order", arguments=arguments)
    asked = Message(
        role=Role.ASSISTANT, content="", tool_calls=[ToolCall(id="a", function=function)]
    )
    return [asked, Message(role=Role.TOOL, content="{}", tool_call_id="a", name="get_order")]


@pytest.mark.parametrize(
    "messages",
    [
        CANCELLED,
        [*HELLO, *agent("Grüße, 谢谢 \U0001f600\tand\r\nmore; e\u0301 too.")],
        [*HELLO, *READ, *agent("Seen.")],
        [*HELLO, *TWO, *READ, *agent("Seen.")],
        [*HELLO, *call("get_order", {"order_id": "K1"}, {}, text="One moment."), *agent("Seen.")],
    ],
)
def test_sound_conversation_passes(messages: list[Message]) -> None:
    assert find_invalid_text(make_episode(messages)) is None


@pytest.mark.parametrize(
    ("messages", "detail"),
    [
        ([*HELLO, *agent("Bye \ud83d")], "lone surrogate"),
        ([*HELLO, *agent("a\0b")], "NUL"),
        ([*HELLO, *agent("bell \x07")], "U+0007"),
        ([*HELLO, *agent("next \x85 line")], "U+0085"),
        ([*HELLO, *agent("caf\ufffd")], "U+FFFD"),
        ([*HELLO, *agent("  ")], "empty assistant"),
        ([*user(" "), *agent("Hello.")], "empty user"),
        ([*HELLO, *agent("One."), *agent("Two.")], "assistant does not follow"),
        ([*HELLO, *user("Anyone?"), *agent("Yes.")], "user does not follow"),
        ([*agent("Hello."), *HELLO, *agent("Yes.")], "assistant does not follow"),
        ([*HELLO, READ[0], *agent("Seen.")], "do not match one to one"),
        ([*HELLO, TWO[0], TWO[2], TWO[1], *agent("Seen.")], "do not match one to one"),
        ([*HELLO, *TWO, TWO[2], *agent("Seen.")], "do not match one to one"),
        ([*HELLO, *READ, *READ, *agent("Seen.")], "stands twice"),
        ([*HELLO, *make_raw("{'a': 1}"), *agent("Seen.")], "no JSON"),
        ([*HELLO, *make_raw("[1]"), *agent("Seen.")], "expected a JSON object"),
        ([*HELLO, *make_raw('{"a": NaN}'), *agent("Seen.")], "finite"),
        ([*HELLO, *agent("Hi."), *user("Bye.")], "the end is no assistant text"),
        ([*HELLO, *READ], "the end is no assistant text"),
    ],
)
def test_fault_is_named(messages: list[Message], detail: str) -> None:
    found = find_invalid_text(make_episode(messages))
    assert found is not None
    assert detail in found


def test_conversation_without_system_message_is_refused() -> None:
    trajectory = make_trajectory(messages=[*HELLO, *agent("Hi.")])
    assert find_invalid_text(trajectory) == (
        "message 0: user does not follow the system message or an assistant text"
    )


@pytest.mark.parametrize("termination", [Termination.STEP_LIMIT, Termination.AGENT_ERROR])
def test_limit_may_end_a_conversation_anywhere(termination: Termination) -> None:
    assert find_invalid_text(make_episode([*HELLO, *READ], termination=termination)) is None
