"""Mix: what a run asks of a model server, as requests whose answers have a fixed length."""

from collections.abc import Sequence

from prompts.templates import render
from schemas.config import RoleConfig
from schemas.feeling import Feeling
from schemas.task import Task
from tracer.domains.domain import Domain
from tracer.harness.users.turn import build_response_format
from tracer.inference.chat import Call, ChatRequest, ask_role

USER_TOKENS = 110
AGENT_TOKENS = 70
"""About the means of runs on the small test model with at most 160 tokens a turn."""


def make_mix(
    tasks: Sequence[tuple[Task, Feeling]], domain: Domain, role: RoleConfig, mark: str
) -> list[ChatRequest]:
    """Return the first request of the user and of the agent, for every task in turn.

    An answer goes on past its end up to its length, so that the work is the same whoever asks.

    Args:
        tasks: Tasks with their feelings.
        domain: The domain they are of.
        role: Model and server.
        mark: Stands where the texts of one episode begin. With a mark of its own a mix finds no
            more of an earlier one in a prefix cache than an episode finds of the others.
    """
    requests: list[ChatRequest] = []
    for number, (task, feeling) in enumerate(tasks):
        call = Call(f"{mark}-{number}", "first", number)
        requests.append(ask_as_user(task, feeling, role, call))
        requests.append(ask_as_agent(task, domain, role, call))
    return requests


def ask_as_user(task: Task, feeling: Feeling, role: RoleConfig, call: Call) -> ChatRequest:
    """Return the request for a user's opening."""
    facts = [{"id": fact.id, "text": fact.text} for fact in task.facts]
    system = render("user", instruction=task.instruction, direction=feeling.direction, facts=facts)
    messages = [
        {"role": "system", "content": f"{call.episode}\n{system}"},
        {"role": "user", "content": render("user_opening")},
    ]
    form = build_response_format([fact.id for fact in task.facts], USER_TOKENS)
    sized = fix_length(role, USER_TOKENS, temperature=1.0)
    return ask_role(sized, messages, call, response_format=form)


def ask_as_agent(task: Task, domain: Domain, role: RoleConfig, call: Call) -> ChatRequest:
    """Return the request for an agent's first step, with all facts told at once."""
    told = " ".join(fact.text for fact in task.facts)
    messages = [
        {"role": "system", "content": domain.policy.text},
        {"role": "user", "content": f"{call.episode} {told}"},
    ]
    sized = fix_length(role, AGENT_TOKENS, temperature=0.0)
    return ask_role(sized, messages, call, tools=domain.schemas)


def fix_length(role: RoleConfig, n_tokens: int, temperature: float) -> RoleConfig:
    """Return a role whose answers have so many tokens."""
    return role.model_copy(
        update={
            "max_tokens": n_tokens,
            "temperature": temperature,
            "extra_body": {"ignore_eos": True},
        }
    )
