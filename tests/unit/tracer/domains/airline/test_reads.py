import unicodedata

import pytest

from tests.unit.tracer.domains.airline import small_airline as air
from tests.unit.tracer.domains.airline.small_airline import call, open_airline, refuse

BY_NAME = "find_customer_by_name_and_birth_date"


@pytest.mark.parametrize("email", ["ada@example.com", " ADA@Example.com "])
def test_customer_is_found_by_mail_address(email: str) -> None:
    assert call(open_airline(), "find_customer_by_email", email=email) == {
        "customer_id": "cus-10001"
    }


def test_unknown_mail_address_is_refused() -> None:
    assert "ida@example.com" in refuse(
        open_airline(), "find_customer_by_email", email="ida@example.com"
    )


@pytest.mark.parametrize(
    ("name", "birth_date", "found"),
    [
        pytest.param("Ada Lovelace", "1985-12-10", "cus-10001", id="as written"),
        pytest.param(" ada  LOVELACE", "1985-12-10", "cus-10001", id="case and blanks"),
        pytest.param("Łucja Lovelace", "1985-12-11", "cus-10002", id="other customer"),
    ],
)
def test_customer_is_found_by_name_and_birth_date(name: str, birth_date: str, found: str) -> None:
    result = call(open_airline(), BY_NAME, name=name, birth_date=birth_date)
    assert result == {"customer_id": found}


@pytest.mark.parametrize(
    ("name", "birth_date"),
    [
        ("Ada Lovelace", "1985-12-11"),
        ("Ida Lovelace", "1985-12-10"),
        ("Lovelace Ada", "1985-12-10"),
    ],
)
def test_name_and_birth_date_must_both_fit(name: str, birth_date: str) -> None:
    assert birth_date in refuse(open_airline(), BY_NAME, name=name, birth_date=birth_date)


def test_decomposed_name_is_the_same_name() -> None:
    state = open_airline()
    state.put("names", "zoélovelace", {"customer_ids": ["cus-10001"]})
    name = unicodedata.normalize("NFD", "Zoé Lovelace")
    found = call(state, BY_NAME, name=name, birth_date="1985-12-10")
    assert found == {"customer_id": "cus-10001"}


def test_birth_date_has_one_form() -> None:
    for text in ("10 December 1985", "10.12.1985", "1985-12-1"):
        fault = air.BY_NAME[BY_NAME].find_fault({"name": "Ada Lovelace", "birth_date": text})
        assert fault is not None


def test_reads_show_what_a_write_changed() -> None:
    state = open_airline()
    call(state, "cancel_reservation", reservation_id=air.MIXED, reason="other")
    shown = call(state, "get_reservation", reservation_id=air.MIXED)
    assert shown["status"] == "cancelled"
    customer = call(state, "get_customer", customer_id="cus-10001")
    assert customer["payment_methods"][air.GIFT]["balance"] == "90.00"
    flight = call(state, "get_flight", flight_number="TW211", date="2026-05-20")
    assert flight["cabins"]["business"]["seats_left"] == 11


def test_delayed_flight_shows_its_new_departure() -> None:
    flight = call(open_airline(), "get_flight", flight_number="TW211", date="2026-05-15")
    assert (flight["status"], flight["new_departure"]) == ("delayed", "2026-05-15T18:30")


@pytest.mark.parametrize(
    ("tool", "arguments", "example"),
    [
        ("get_customer", {"customer_id": "nothing"}, "cus-48213"),
        ("get_reservation", {"reservation_id": "nothing"}, "KR48TD"),
        ("get_flight", {"flight_number": "nothing", "date": "2026-05-20"}, "TW214"),
    ],
)
def test_unknown_id_is_refused_with_an_example(
    tool: str, arguments: dict[str, str], example: str
) -> None:
    message = refuse(open_airline(), tool, **arguments)
    assert "nothing" in message
    assert example in message


def test_flight_does_not_fly_every_day() -> None:
    assert "2026-05-21" in refuse(
        open_airline(), "get_flight", flight_number="TW211", date="2026-05-21"
    )


def test_airports_are_listed_with_city_and_country() -> None:
    listed = call(open_airline(), "list_airports")
    assert listed[1] == {"code": "LHR", "city": "London", "country": "United Kingdom"}
    assert [row["code"] for row in listed] == ["CPH", "LHR", "OSL"]
