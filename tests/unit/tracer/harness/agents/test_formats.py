from tests.support.chats import ROLE, ScriptedChat
from tracer.harness.agents.formats import make_model_agent
from tracer.harness.agents.model import ModelAgent
from tracer.harness.agents.react import ReactAgent


def test_agent_follows_from_the_roles_tool_format() -> None:
    react = ROLE.model_copy(update={"tool_format": "react"})
    agents = [make_model_agent(ScriptedChat(), role, [], 7, "ep") for role in (ROLE, react)]
    assert [type(agent) for agent in agents] == [ModelAgent, ReactAgent]
