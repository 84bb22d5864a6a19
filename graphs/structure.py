"""Structure: what can be wrong with a graph before any call is run."""

from itertools import chain

import networkx as nx

from graphs.graph import Edge, LinkKind, ToolGraph
from tracer.domains.domain import Domain
from tracer.domains.tool import Tool, ToolKind

NODE_KINDS = (ToolKind.READ, ToolKind.WRITE)


def find_structure_faults(graph: ToolGraph, domain: Domain) -> list[str]:
    """Return the faults of nodes, roots and edges, each in one line; empty for a sound graph.

    Nodes are exactly the tools that read or write and identify nobody; roots are nodes and lead to
    every node; an edge names clauses of the policy, and an argument of its second tool.
    """
    return list(
        chain(
            find_node_faults(graph, domain),
            find_root_faults(graph),
            *(find_edge_faults(edge, domain) for edge in graph.edges),
        )
    )


def may_be_node(tool: Tool) -> bool:
    """Return whether the tool belongs into a graph."""
    return tool.kind in NODE_KINDS and not tool.identifies


def find_node_faults(graph: ToolGraph, domain: Domain) -> list[str]:
    """Return nodes that are no tools of a graph, and tools that are missing from it."""
    wanted = {name for name, tool in domain.tools.items() if may_be_node(tool)}
    extra = sorted(set(graph.nodes) - wanted)
    missing = sorted(wanted - set(graph.nodes))
    faults = [f"node {name}: no tool that reads or writes and identifies nobody" for name in extra]
    return faults + [f"tool {name}: not in the graph" for name in missing]


def find_root_faults(graph: ToolGraph) -> list[str]:
    """Return roots that are no nodes, and nodes that no root leads to."""
    faults = [f"root {name}: no node" for name in graph.roots if name not in graph.nodes]
    roots = [name for name in graph.roots if name in graph.nodes]
    reached = set(roots).union(*(nx.descendants(graph.network, root) for root in roots))
    return faults + [
        f"node {name}: no root leads to it" for name in graph.nodes if name not in reached
    ]


def find_edge_faults(edge: Edge, domain: Domain) -> list[str]:
    """Return clauses that the policy lacks, and an argument that the second tool lacks."""
    where = f"edge {edge.first} -> {edge.second}"
    known = {clause.number for clause in domain.policy.clauses}
    faults = [f"{where}: no clause {number}" for number in edge.clauses if number not in known]
    tool = domain.tools.get(edge.second)
    is_data = edge.link.kind is LinkKind.DATA
    argument = edge.link.argument.partition(".")[0]
    if is_data and tool and argument not in tool.parameters["properties"]:
        faults.append(f"{where}: {edge.second} has no argument {argument}")
    return faults
