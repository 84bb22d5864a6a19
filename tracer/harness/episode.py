"""Episode: the loop between user, agent and environment, a partially observable decision process.

arXiv:2610.19560, rollouts; the user speaks first and never sees tool traffic, as in tau-bench
(arXiv:2406.12045). A stop glued to a consent is applied after the agent's turn, so that what was
agreed to still happens.
"""

import asyncio
import json
from collections.abc import Sequence

from schemas.config import RolloutConfig
from schemas.errors import EnvironmentFault, ModelError, UserFault
from schemas.message import FunctionCall, Message, Role, ToolCall
from schemas.text import find_json_fault
from schemas.trajectory import Termination
from tracer.harness.environment import Environment
from tracer.harness.log import EpisodeLog
from tracer.harness.parties import Agent, AgentReply, Finish, Signal, User, UserReply
from tracer.inference.text import clean_text


async def run_episode(
    agent: Agent, user: User, environment: Environment, system: str, limits: RolloutConfig
) -> tuple[EpisodeLog, Termination, str]:
    """Return the log of one episode, how it ended and what failed outside ("" if nothing did)."""
    log = EpisodeLog([Message(role=Role.SYSTEM, content=system)])
    try:
        async with asyncio.timeout(limits.episode_timeout_s):
            return log, await converse(agent, user, environment, log, limits), ""
    except TimeoutError:
        return log, Termination.TIME_LIMIT, f"no end after {limits.episode_timeout_s} s"
    except UserFault as error:
        return log, Termination.USER_ERROR, str(error)
    except EnvironmentFault as error:
        return log, Termination.ENVIRONMENT_ERROR, str(error)
    except ModelError as error:
        overlong = error.kind == "context_length"
        ended = Termination.CONTEXT_LENGTH if overlong else Termination.MODEL_ERROR
        return log, ended, str(error)


async def converse(
    agent: Agent, user: User, environment: Environment, log: EpisodeLog, limits: RolloutConfig
) -> Termination:
    """Let both sides speak in turn until one of them, or a limit, ends it.

    Raises:
        UserFault: the user has nothing to say, or never ends.
    """
    while log.n_user_turns < limits.max_user_turns:
        spoken = await let_user_speak(user, log)
        log.add_user(spoken)
        if spoken.signal is Signal.UNSATISFIED:
            return Termination.UNSATISFIED
        ended = await let_agent_act(agent, environment, log, limits)
        if ended is not None:
            return ended
        if spoken.signal is Signal.STOP:
            return Termination.STOP
    raise UserFault(f"user: no end after {limits.max_user_turns} messages")


async def let_user_speak(user: User, log: EpisodeLog) -> UserReply:
    """Return the user's next message.

    Raises:
        ModelError: the user's model failed; its full context is never held against the agent.
        UserFault: the user has nothing to say.
    """
    try:
        spoken = await user.speak(log.said, log.heard_by_user)
    except ModelError as error:
        raise ModelError(f"user: {error}") from error
    if not spoken.text.strip():
        raise UserFault("user: empty message")
    return spoken


async def let_agent_act(
    agent: Agent, environment: Environment, log: EpisodeLog, limits: RolloutConfig
) -> Termination | None:
    """Let the agent take steps until it has written to the customer; None: the talk goes on."""
    while log.n_steps < limits.max_steps:
        reply = await agent.reply(log.messages, log.heard_by_agent)
        log.n_steps += 1
        log.count(reply.usage)
        if reply.finish is Finish.LENGTH:
            log.add_text(reply)
            return Termination.TOKEN_LIMIT
        if not reply.calls:
            return end_turn(reply, environment, log)
        run_calls(reply, environment, log)
        if environment.n_bad > limits.max_bad_calls:
            return Termination.AGENT_ERROR
    return Termination.STEP_LIMIT


def end_turn(reply: AgentReply, environment: Environment, log: EpisodeLog) -> Termination | None:
    """Take the agent's text; an empty one is the agent's error."""
    if not reply.text.strip():
        return Termination.AGENT_ERROR
    log.add_text(reply)
    return Termination.TRANSFER if environment.transferred else None


def run_calls(reply: AgentReply, environment: Environment, log: EpisodeLog) -> None:
    """Run every call of a message in order, one result each."""
    calls = make_unique(reply.calls, environment.n_calls)
    log.add_calls(reply, calls)
    for call in calls:
        log.add_result(call, environment.execute(call))


def make_unique(calls: Sequence[ToolCall], start: int) -> list[ToolCall]:
    """Return the calls numbered from `start`, so that ids occur once.

    Blank arguments become `{}`.
    """
    return [
        ToolCall.model_construct(
            id=f"call_{start + offset}", type="function", function=fill_arguments(call)
        )
        for offset, call in enumerate(calls)
    ]


def fill_arguments(call: ToolCall) -> FunctionCall:
    """Return the call's function with arguments that can be stored.

    Blank or null ones become `{}`; what is no JSON is kept whole, as one JSON text.
    """
    function = call.function
    if function.arguments.strip() in ("", "null"):
        return function.model_copy(update={"arguments": "{}"})
    if find_json_fault(function.arguments) is not None:
        quoted = json.dumps(clean_text(function.arguments), ensure_ascii=False)
        return function.model_copy(update={"arguments": quoted})
    return function
