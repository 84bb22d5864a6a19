"""Bare calls: reference actions put before a domain's guards, with not a word said between them.

Nobody speaks but the customer, who gives the details of the look-up. So every clause about words
(say before you do) is broken: those that each call of a tool breaks when it stands alone count as
such. Whatever else the guards find was broken by the calls, or by their order.
"""

import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from schemas.grounded import Action, ActionRole
from schemas.identity import derive_seed, dump_canonical
from schemas.message import FunctionCall, Message, Role, ToolCall
from schemas.verdict import ClauseVerdict
from tracer.domains.domain import Domain, load_domain
from tracer.domains.solver import Arguments, Solver, load_solver
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal
from tracer.domains.transcript import Transcript, read_transcript

N_CUSTOMERS = 60
"""Customers whose calls are looked at for words that are due only now and then."""
N_TRIALS = 3
"""Calls of a tool made alone, each for another customer, before its clauses about words count."""


def write_transcript(actions: Sequence[Action]) -> Transcript:
    """Return the calls as a conversation in which nobody else says a word."""
    look_up = json.loads(actions[0].arguments) if actions else {}
    said = " ".join(str(value) for value in look_up.values())
    messages = [Message(role=Role.USER, content=said)]
    for number, action in enumerate(actions):
        function = FunctionCall(name=action.tool, arguments=action.arguments)
        call = ToolCall(id=f"call_{number}", function=function)
        messages += [
            Message(role=Role.ASSISTANT, content="", tool_calls=[call]),
            Message(role=Role.TOOL, content=action.result, tool_call_id=call.id, name=action.tool),
        ]
    return read_transcript(messages)


def list_violated(actions: Sequence[Action], domain: Domain) -> dict[int, str]:
    """Return clause -> detail for every clause a guard finds violated, in the order of clauses."""
    transcript = write_transcript(actions)
    findings = {clause: guard(transcript, domain.base) for clause, guard in domain.guards.items()}
    return {
        clause: finding.detail
        for clause, finding in findings.items()
        if finding.verdict is ClauseVerdict.VIOLATED
    }


def find_wordless(tool: str, domain: Domain, solver: Solver) -> frozenset[int]:
    """Return the clauses that the tool alone breaks, whoever it is called for."""
    alone = islice(call_alone(tool, domain, solver), N_TRIALS)
    made = [set(list_violated(actions, domain)) for actions in alone]
    return frozenset(set.intersection(*made) if made else ())


@cache
def is_spoken(domain: str, tool: str, clause: int) -> bool:
    """Return whether the tool alone breaks the clause for some customer, found once per process.

    Some words are due only now and then, such as that a voucher is not refunded. So this looks
    on until one customer's call shows it.
    """
    world = load_domain(domain)
    alone = islice(call_alone(tool, world, load_solver(domain)), N_CUSTOMERS)
    return any(clause in list_violated(actions, world) for actions in alone)


def call_alone(tool: str, domain: Domain, solver: Solver) -> Iterator[list[Action]]:
    """Yield for each customer who can have it the calls that lead to one call of a tool."""
    rng = random.Random(derive_seed("alone", domain.name, tool))
    customers = list(solver.list_customers(domain.base))
    for customer_id in rng.sample(customers, len(customers)):
        actions = call_for(customer_id, tool, (domain, solver), rng)
        if actions:
            yield actions


def call_for(
    customer_id: str, tool: str, world: tuple[Domain, Solver], rng: random.Random
) -> list[Action]:
    """Return look-up, reads and the first proposal that runs for a customer; else nothing."""
    domain, solver = world
    for arguments in solver.propose(tool, domain.start(), customer_id, (), rng):
        state = domain.start()
        calls = [
            solver.look_up(state, customer_id, rng),
            *solver.require(tool, arguments, state),
            (tool, arguments),
        ]
        try:
            return [run_call(call, state, domain) for call in calls]
        except ToolRefusal:
            continue
    return []


def run_call(call: tuple[str, Arguments], state: State, domain: Domain) -> Action:
    """Return a call with what came of it, as no part of any reference."""
    tool, arguments = call
    result = domain.tools[tool].run(state, arguments)
    return Action(
        tool=tool,
        arguments=dump_canonical(arguments),
        result=dump_canonical(result),
        state_digest="",
        role=ActionRole.SUPPORT,
        intent=0,
        topic=None,
    )
