"""Formats: which agent speaks the tool format of a role."""

from collections.abc import Mapping, Sequence
from typing import Any

from schemas.config import RoleConfig
from tracer.harness.agents.model import ModelAgent
from tracer.harness.agents.react import ReactAgent
from tracer.harness.parties import Agent
from tracer.inference.chat import ChatModel


def make_model_agent(
    chat: ChatModel, role: RoleConfig, tools: Sequence[Mapping[str, Any]], seed: int, episode: str
) -> Agent:
    """Return the agent of one episode for a role played by a model.

    `tools` are schemas in OpenAI function form; `episode` names the episode, so that its calls are
    kept apart from those of others.
    """
    make = ReactAgent if role.tool_format == "react" else ModelAgent
    return make(chat, role, tools, seed, episode)
