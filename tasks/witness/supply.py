"""Supply: where the arguments of a node come from.

An id cannot be made up: it must be shown by an earlier call of the walk, by the look-up of the
customer or by a supporting read. What is no id (an address, a reason) the customer may tell.
"""

import json
from collections.abc import Iterable

from graphs.graph import ToolGraph
from schemas.grounded import Action
from tasks.ground.search import Node
from tasks.ground.supply import ID_ENDINGS, walk_leaves
from tasks.witness.rehearsal import Rehearsal, Stage, list_walk_calls
from tasks.witness.witness import Witness


def find_supply_faults(graph: ToolGraph, stage: Stage, witnesses: Iterable[Witness]) -> list[str]:
    """Return the arguments that nothing supplies: one line for each node and argument.

    One call of a node in which all is supplied is enough: as a root, or after an edge's first tool.
    """
    made: dict[str, list[list[Action]]] = {name: [] for name in graph.nodes}
    for root in graph.roots:
        alone = stage.rehearse([Node(root, 0, None)], 0)
        if isinstance(alone, Rehearsal):
            made[root].append(alone.actions)
    for witness in witnesses:
        made[witness.second].append(witness.rehearsal.actions)
    return [fault for name, runs in made.items() for fault in judge_node(name, runs)]


def judge_node(name: str, runs: list[list[Action]]) -> list[str]:
    """Return what no run of the node supplies."""
    if not runs:
        return [f"node {name}: no call of it was found"]
    missing = min((find_unsupplied(name, actions) for actions in runs), key=len)
    return [f"node {name}: nothing supplies {argument}" for argument in missing]


def find_unsupplied(name: str, actions: list[Action]) -> list[str]:
    """Return the arguments of the last call of a node that no call before it showed."""
    call = [action for action in list_walk_calls(actions) if action.tool == name][-1]
    before = actions[: actions.index(call)]
    shown = {leaf for action in before for leaf in walk_leaves(json.loads(action.result))}
    return [
        argument
        for argument, value in json.loads(call.arguments).items()
        if argument.endswith(ID_ENDINGS) and not shown >= set(walk_leaves(value))
    ]
