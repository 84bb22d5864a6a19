import json

import pytest

from schemas.config import RoleConfig
from schemas.errors import ConfigError, ModelError
from schemas.trajectory import Engine
from tests.support.asking import QUICK, REQUEST, Script, ask, fail, make_role
from tracer.inference.client import MAX_DETAIL, OpenAIChat, check_reach, mask_key
from tracer.inference.server import Answer, ScriptedServer, refuse, say


async def test_key_is_sent_and_shown_nowhere(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SOME_SERVER_SECRET", "sk-very-secret-7")
    caplog.set_level("DEBUG")
    echo = refuse(401, "Incorrect API key provided: sk-very-secret-7")
    async with ScriptedServer(Script(echo)) as server:
        role = make_role(server, api_key_env="SOME_SERVER_SECRET")
        async with OpenAIChat(role, QUICK) as chat:
            with pytest.raises(ModelError) as caught:
                await chat.complete(REQUEST)
            shown = [repr(chat), str(chat), str(caught.value), repr(caught.value)]
    assert server.headers[0]["authorization"] == "Bearer sk-very-secret-7"
    assert [text for text in (*shown, caplog.text) if "sk-very-secret-7" in text] == []


async def test_no_key_is_sent_as_none() -> None:
    _reply, server = await ask(Script(say("Hello.")))
    assert server.headers[0]["authorization"] == "Bearer none"


async def test_missing_key_names_the_variable() -> None:
    async with ScriptedServer(Script(say("Hello."))) as server:
        with pytest.raises(ConfigError, match="UNSET_SECRET"):
            OpenAIChat(make_role(server, api_key_env="UNSET_SECRET"))


@pytest.mark.parametrize("repeat", range(0, 700, 23))
async def test_no_part_of_a_key_is_left_where_a_message_is_cut(
    monkeypatch: pytest.MonkeyPatch, repeat: int
) -> None:
    monkeypatch.setenv("SOME_SERVER_SECRET", "sk-very-secret-7")
    echo: Answer = (200, {}, "<" + "x" * repeat + "sk-very-secret-7>")
    error, _server = await fail(Script(echo), api_key_env="SOME_SERVER_SECRET")
    assert "sk-" not in str(error)
    assert len(str(error)) <= MAX_DETAIL + len("model 'm': ")


def test_key_is_masked_where_it_is_escaped() -> None:
    key = 'a"b\\c'
    assert mask_key(f"{json.dumps(key)} {key!r} {key}", key) == "\"***\" '***' ***"


@pytest.mark.parametrize(
    ("key", "text"), [("sk-very-secret-7", "Your key is ***."), ("EMPTY", "Your key is EMPTY.")]
)
async def test_key_in_a_good_answer_is_masked_unless_it_is_but_a_word(
    monkeypatch: pytest.MonkeyPatch, key: str, text: str
) -> None:
    monkeypatch.setenv("SOME_SERVER_SECRET", key)
    async with ScriptedServer(Script(say(f"Your key is {key}."))) as server:
        role = make_role(server, api_key_env="SOME_SERVER_SECRET")
        async with OpenAIChat(role, QUICK) as chat:
            assert (await chat.complete(REQUEST)).text == text


def test_reach_is_checked_without_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    role = RoleConfig(
        engine=Engine.LLM, model="m", base_url="http://127.0.0.1:1/v1", api_key_env="SOME_SECRET"
    )
    monkeypatch.delenv("SOME_SECRET", raising=False)
    with pytest.raises(ConfigError, match="SOME_SECRET is not set"):
        check_reach(role)
    monkeypatch.setenv("SOME_SECRET", "two\nlines")
    with pytest.raises(ConfigError, match="one line"):
        check_reach(role)
    monkeypatch.setenv("SOME_SECRET", " sk-7\n")
    check_reach(role)
    check_reach(RoleConfig(api_key_env="UNSET_SECRET"))
