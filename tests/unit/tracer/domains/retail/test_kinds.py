"""Every tool does to the state what its kind says."""

from typing import Any

import pytest

from tests.unit.tracer.domains.retail import small_shop as shop
from tests.unit.tracer.domains.retail.small_shop import call, open_shop
from tracer.domains.retail.world import TOOLS
from tracer.domains.tool import ToolKind

SWAP = {
    "item_ids": [shop.BOOTS],
    "new_item_ids": [shop.DEARER],
    "payment_id": shop.CREDIT,
}
CALLS: dict[str, dict[str, Any]] = {
    "find_customer_by_email": {"email": "ada@example.com"},
    "find_customer_by_name_and_postcode": {"name": "Ada Lovelace", "postcode": "LS1 4AB"},
    "get_customer": {"customer_id": "cus-10001"},
    "get_order": {"order_id": shop.PENDING},
    "get_product": {"product_id": "prd-1001"},
    "list_products": {},
    "track_delivery": {"order_id": shop.SHIPPED},
    "calculate": {"expression": "1 + 1"},
    "cancel_order": {"order_id": shop.PENDING, "reason": "no longer needed"},
    "change_order_address": {"order_id": shop.PENDING, "address": shop.AWAY},
    "change_order_payment": {"order_id": shop.PENDING, "payment_id": shop.WALLET},
    "change_order_items": {"order_id": shop.PENDING, **SWAP},
    "return_items": {
        "order_id": shop.THIRTY_DAYS,
        "item_ids": [shop.BOOTS],
        "refund_to": shop.CREDIT,
    },
    "exchange_items": {"order_id": shop.THIRTY_DAYS, **SWAP},
    "change_default_address": {"customer_id": "cus-10001", "address": shop.AWAY},
    "transfer_to_person": {"summary": "Ada misses a parcel."},
}


def test_every_tool_has_its_place() -> None:
    assert [tool.name for tool in TOOLS] == list(CALLS)
    assert [tool.name for tool in TOOLS if tool.identifies] == list(CALLS)[:2]


@pytest.mark.parametrize("name", CALLS)
def test_tool_writes_exactly_when_its_kind_says_so(name: str) -> None:
    state = open_shop()
    before = state.digest()
    call(state, name, **CALLS[name])
    writes = shop.BY_NAME[name].kind is ToolKind.WRITE
    assert (state.digest() != before) is writes
    assert bool(state.overlay) is writes


@pytest.mark.parametrize("name", CALLS)
def test_tool_leaves_the_base_alone(name: str) -> None:
    state = open_shop()
    call(state, name, **CALLS[name])
    call(state, "change_order_address", order_id=shop.CHEAP, address=shop.AWAY)
    assert open_shop().base == state.base


@pytest.mark.parametrize("name", CALLS)
def test_tool_says_what_it_and_its_arguments_are(name: str) -> None:
    tool = shop.BY_NAME[name]
    assert tool.description.endswith(".")
    properties = tool.parameters["properties"]
    assert list(properties) == list(CALLS[name])
    assert [key for key, schema in properties.items() if not schema["description"]] == []
