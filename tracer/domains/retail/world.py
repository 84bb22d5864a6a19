"""World: Kestrel Lane put together."""

from importlib import import_module
from pathlib import Path

from tracer.domains.arithmetic import calculate
from tracer.domains.domain import Domain
from tracer.domains.handover import transfer_to_person
from tracer.domains.policy import parse_policy
from tracer.domains.retail.clock import TODAY
from tracer.domains.retail.generator import make_base
from tracer.domains.retail.reads import (
    find_customer_by_email,
    find_customer_by_name_and_postcode,
    get_customer,
    get_order,
    get_product,
    list_products,
    track_delivery,
)
from tracer.domains.retail.returns import return_items
from tracer.domains.retail.swaps import change_order_items, exchange_items
from tracer.domains.retail.writes import (
    cancel_order,
    change_default_address,
    change_order_address,
    change_order_payment,
)
from tracer.domains.tool import Tool, ToolKind

POLICY = Path(__file__).with_name("policy.md")

TOOLS = (
    Tool(find_customer_by_email, ToolKind.READ, identifies=True),
    Tool(find_customer_by_name_and_postcode, ToolKind.READ, identifies=True),
    Tool(get_customer, ToolKind.READ),
    Tool(get_order, ToolKind.READ),
    Tool(get_product, ToolKind.READ),
    Tool(list_products, ToolKind.READ),
    Tool(track_delivery, ToolKind.READ),
    Tool(calculate, ToolKind.COMPUTE),
    Tool(cancel_order, ToolKind.WRITE),
    Tool(change_order_address, ToolKind.WRITE),
    Tool(change_order_payment, ToolKind.WRITE),
    Tool(change_order_items, ToolKind.WRITE),
    Tool(return_items, ToolKind.WRITE),
    Tool(exchange_items, ToolKind.WRITE),
    Tool(change_default_address, ToolKind.WRITE),
    Tool(transfer_to_person, ToolKind.HANDOFF),
)


def build_domain() -> Domain:
    """Return the domain `retail`."""
    # Guards judge agents; whoever imports this module must not import them by it.
    guards = import_module("tracer.domains.retail.guards").GUARDS
    return Domain(
        name="retail",
        today=TODAY,
        policy=parse_policy(POLICY.read_text(encoding="utf-8"), POLICY.name),
        tools={tool.name: tool for tool in TOOLS},
        base=make_base(),
        guards=guards,
    )
