from schemas.act import ActKind
from schemas.message import Message, Role
from tests.support.scripted import make_call
from tracer.harness.draft import make_act
from tracer.harness.environment import Outcome, ToolResult
from tracer.harness.log import EpisodeLog
from tracer.harness.parties import AgentReply, Signal, UserReply

GREET, ASK = make_act(ActKind.GREET), make_act(ActKind.ASK, slot="identity")


def start() -> EpisodeLog:
    return EpisodeLog([Message(role=Role.SYSTEM, content="Policy.")])


def test_user_message_is_seen_by_both_sides_with_its_note() -> None:
    log = start()
    log.add_user(
        UserReply("Hello.", (GREET,), ("f1",), Signal.STOP, patience=0.5, cause="declines")
    )
    [note] = log.notes
    assert log.messages[1:] == log.said
    assert log.messages[note.message].content == "Hello."
    assert (note.acts, note.facts, note.patience) == ([GREET], ["f1"], 0.5)
    assert (note.signal, note.cause) == ("stop", "declines")


def test_each_side_hears_the_acts_of_the_others_last_text() -> None:
    log = start()
    log.add_user(UserReply("Hello.", (GREET,)))
    log.add_text(AgentReply("Who are you?", acts=(ASK,)))
    assert (list(log.heard_by_agent), list(log.heard_by_user)) == ([GREET], [ASK])


def test_calls_and_results_are_kept_from_the_user() -> None:
    log = start()
    call = make_call("read_note", "{}", "call_0")
    log.add_calls(AgentReply(text="Let me look."), [call])
    log.add_result(call, ToolResult(Outcome.OK, "{}"))
    asked, answered = log.messages[1:]
    assert (log.said, log.notes) == ([], [])
    assert (asked.content, asked.tool_calls) == ("Let me look.", [call])
    assert (answered.tool_call_id, answered.name) == ("call_0", "read_note")


def test_messages_and_notes_are_valid_records() -> None:
    log = start()
    log.add_user(UserReply("Hello.", (GREET,)))
    log.add_calls(AgentReply(), [make_call("read_note", "{}", "call_0")])
    log.add_text(AgentReply("Who are you?", acts=(ASK,)))
    for record in (*log.messages, *log.notes):
        assert type(record).model_validate_json(record.model_dump_json()) == record


def test_only_user_messages_count_as_user_turns() -> None:
    log = start()
    log.add_user(UserReply("Hello."))
    log.add_text(AgentReply("Hello."))
    assert log.n_user_turns == 1
