"""A graph of two tools over the world of boxes, its decisions and its review."""

from typing import Any

from graphs.graph import ToolGraph, parse_graph
from graphs.review import Decision, RefusalReason, Review, ReviewKind, Ruling


def make_entry(**changes: Any) -> dict[str, Any]:
    fields = {"from": "read_box", "to": "move_box", "entity": "box", "clauses": [], "reason": "so"}
    return {**fields, **changes}


def make_graph(**changes: Any) -> ToolGraph:
    data = {
        "nodes": ["read_box", "move_box"],
        "roots": ["read_box"],
        "edge": [make_entry()],
    }
    return parse_graph("boxes", {**data, **changes})


def accept(first: str, second: str, **changes: Any) -> Decision:
    fields = {"first": first, "second": second, "ruling": Ruling.ACCEPTED, "note": "it is so"}
    return Decision(**{**fields, **changes})


def refuse(first: str, second: str, **changes: Any) -> Decision:
    fields = {"ruling": Ruling.REFUSED, "reason": RefusalReason.REPEATS_ITSELF}
    return accept(first, second, **{**fields, **changes})


def make_decisions() -> list[Decision]:
    return [
        refuse("read_box", "read_box"),
        accept("read_box", "move_box"),
        refuse("move_box", "read_box"),
        refuse("move_box", "move_box"),
    ]


def make_review(**changes: Any) -> Review:
    fields: dict[str, Any] = {
        "reviewer": "Ada",
        "kind": ReviewKind.MODEL,
        "date": "2026-01-02",
        "graph": "g",
        "policy": "p",
        "tools": "t",
        "pair": make_decisions(),
    }
    return Review(**{**fields, **changes})
