"""World: Tern Airways put together."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tracer.domains.airline.bookings import book_reservation
from tracer.domains.airline.cancellations import cancel_reservation
from tracer.domains.airline.certificates import send_certificate
from tracer.domains.airline.changes import add_bags, change_cabin, change_flights
from tracer.domains.airline.clock import TODAY
from tracer.domains.airline.generator import make_base
from tracer.domains.airline.passengers import change_passenger
from tracer.domains.airline.reads import (
    find_customer_by_email,
    find_customer_by_name_and_birth_date,
    get_customer,
    get_flight,
    get_reservation,
    list_airports,
)
from tracer.domains.airline.searches import search_direct_flights, search_one_stop_flights
from tracer.domains.arithmetic import calculate
from tracer.domains.domain import Domain
from tracer.domains.guard import Guard
from tracer.domains.handover import transfer_to_person
from tracer.domains.policy import parse_policy
from tracer.domains.tool import Tool, ToolKind

POLICY = Path(__file__).with_name("policy.md")
GUARDS = "tracer.domains.airline.guards"

TOOLS = (
    Tool(find_customer_by_email, ToolKind.READ, identifies=True),
    Tool(find_customer_by_name_and_birth_date, ToolKind.READ, identifies=True),
    Tool(get_customer, ToolKind.READ),
    Tool(get_reservation, ToolKind.READ),
    Tool(get_flight, ToolKind.READ),
    Tool(list_airports, ToolKind.READ),
    Tool(search_direct_flights, ToolKind.READ),
    Tool(search_one_stop_flights, ToolKind.READ),
    Tool(calculate, ToolKind.COMPUTE),
    Tool(book_reservation, ToolKind.WRITE),
    Tool(cancel_reservation, ToolKind.WRITE),
    Tool(change_flights, ToolKind.WRITE),
    Tool(change_cabin, ToolKind.WRITE),
    Tool(change_passenger, ToolKind.WRITE),
    Tool(add_bags, ToolKind.WRITE),
    Tool(send_certificate, ToolKind.WRITE),
    Tool(transfer_to_person, ToolKind.HANDOFF),
)


def build_domain() -> Domain:
    """Return the domain `airline`."""
    # Guards judge agents; whoever imports this module must not import them by it.
    guards: Mapping[int, Guard] = import_module(GUARDS).GUARDS if find_spec(GUARDS) else {}
    return Domain(
        name="airline",
        today=TODAY,
        policy=parse_policy(POLICY.read_text(encoding="utf-8"), POLICY.name),
        tools={tool.name: tool for tool in TOOLS},
        base=make_base(),
        guards=guards,
    )
