import unicodedata

import pytest

from tests.unit.tracer.domains.retail import small_shop as shop
from tests.unit.tracer.domains.retail.small_shop import call, open_shop, refuse


@pytest.mark.parametrize("email", ["ada@example.com", " ADA@Example.com "])
def test_customer_is_found_by_mail_address(email: str) -> None:
    assert call(open_shop(), "find_customer_by_email", email=email) == {"customer_id": "cus-10001"}


def test_unknown_mail_address_is_refused() -> None:
    assert "ida@example.com" in refuse(
        open_shop(), "find_customer_by_email", email="ida@example.com"
    )


@pytest.mark.parametrize(
    ("name", "postcode", "found"),
    [
        pytest.param("Ada Lovelace", "LS1 4AB", "cus-10001", id="as written"),
        pytest.param(" ada  LOVELACE", "ls14ab", "cus-10001", id="case and blanks"),
        pytest.param("Łucja Lovelace", "LS1 4AB", "cus-10002", id="other customer there"),
    ],
)
def test_customer_is_found_by_name_and_postcode(name: str, postcode: str, found: str) -> None:
    result = call(open_shop(), "find_customer_by_name_and_postcode", name=name, postcode=postcode)
    assert result == {"customer_id": found}


@pytest.mark.parametrize(
    ("name", "postcode"),
    [("Ada Lovelace", "LS2 4AB"), ("Ida Lovelace", "LS1 4AB"), ("Lovelace Ada", "LS1 4AB")],
)
def test_name_and_postcode_must_both_fit(name: str, postcode: str) -> None:
    tool = "find_customer_by_name_and_postcode"
    assert postcode in refuse(open_shop(), tool, name=name, postcode=postcode)


def test_decomposed_name_is_the_same_name() -> None:
    state = open_shop()
    state.put("names", "zoélovelace", {"customer_ids": ["cus-10001"]})
    name = unicodedata.normalize("NFD", "Zoé Lovelace")
    tool = "find_customer_by_name_and_postcode"
    assert call(state, tool, name=name, postcode="LS1 4AB") == {"customer_id": "cus-10001"}


def test_customer_who_moved_is_found_by_the_new_postcode_alone() -> None:
    state = open_shop()
    call(state, "change_default_address", customer_id="cus-10001", address=shop.AWAY)
    tool = "find_customer_by_name_and_postcode"
    assert call(state, tool, name="Ada Lovelace", postcode="H91 A1B2") == {
        "customer_id": "cus-10001"
    }
    refuse(state, tool, name="Ada Lovelace", postcode="LS1 4AB")


def test_reads_show_what_a_write_changed() -> None:
    state = open_shop()
    call(state, "cancel_order", order_id=shop.GIFTED, reason="no longer needed")
    assert call(state, "get_order", order_id=shop.GIFTED)["status"] == "cancelled"
    customer = call(state, "get_customer", customer_id="cus-10001")
    assert customer["payment_methods"][shop.GIFT]["balance"] == "88.00"


def test_product_shows_variants_with_price_and_stock() -> None:
    product = call(open_shop(), "get_product", product_id="prd-1001")
    assert product["variants"][shop.GONE] == {
        "item_id": shop.GONE,
        "options": {"colour": "red"},
        "price": "119.00",
        "in_stock": False,
    }


@pytest.mark.parametrize(
    ("tool", "argument", "example"),
    [
        ("get_customer", "customer_id", "cus-48213"),
        ("get_order", "order_id", "K48-2071"),
        ("get_product", "product_id", "prd-7312"),
        ("track_delivery", "order_id", "K48-2071"),
    ],
)
def test_unknown_id_is_refused_with_an_example(tool: str, argument: str, example: str) -> None:
    message = refuse(open_shop(), tool, **{argument: "nothing"})
    assert "nothing" in message
    assert example in message


def test_products_are_listed_by_category() -> None:
    assert call(open_shop(), "list_products") == {
        "footwear": {"Boots": "prd-1001", "Mugs": "prd-1002", "Sandals": "prd-1003"}
    }


def test_parcel_under_way_has_no_day_of_delivery() -> None:
    assert call(open_shop(), "track_delivery", order_id=shop.SHIPPED) == {
        "order_id": shop.SHIPPED,
        "status": "shipped",
        "carrier": "Milepost",
        "tracking": "MP000001AB",
        "shipped_on": "2026-04-03",
        "expected_on": "2026-05-16",
        "delivered_on": None,
    }


@pytest.mark.parametrize("order_id", [shop.PENDING, shop.PROCESSED, shop.CANCELLED])
def test_order_that_was_not_shipped_has_no_parcel(order_id: str) -> None:
    assert "not shipped" in refuse(open_shop(), "track_delivery", order_id=order_id)
