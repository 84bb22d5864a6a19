import pytest

from tests.support.airline_desk import make_concern, meet_ada, note
from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.airline import finding
from tracer.domains.playbook import Ask, Call, Notebook, Stuck


def look_all(notebook: Notebook) -> None:
    """Look up everything the desk could need for Ada's reservations."""
    state = air.open_airline()
    note(notebook, state, Call("list_airports", {}))
    for row in air.RESERVATIONS[:-1]:
        note(notebook, state, Call("get_reservation", {"reservation_id": row["reservation_id"]}))
        for flight in row["flights"]:
            note(
                notebook,
                state,
                finding.call_flight(flight["flight_number"], flight["date"]),
            )


def test_nothing_is_looked_up_before_the_customer_says_which() -> None:
    assert finding.find_reservation(make_concern("x"), meet_ada()) == Ask("reservation")


def test_named_reservation_is_the_only_one_looked_up() -> None:
    call = finding.find_reservation(make_concern("x", ("reservation.id", air.BASIC)), meet_ada())
    assert call == Call("get_reservation", {"reservation_id": air.BASIC})


def test_trip_needs_the_cities_and_all_reservations() -> None:
    concern = make_concern("x", ("reservation.destination", "London"))
    call = finding.find_reservation(concern, meet_ada())
    assert isinstance(call, Call)
    assert call.tool == "list_airports"
    assert len(call.others) == len(air.RESERVATIONS) - 1


def test_several_that_fit_are_asked_about() -> None:
    notebook = meet_ada()
    look_all(notebook)
    concern = make_concern("x", ("reservation.destination", "London"))
    assert finding.find_reservation(concern, notebook) == Ask("reservation")


def test_one_that_fits_is_remembered_and_taken_again_as_the_same() -> None:
    notebook = meet_ada()
    look_all(notebook)
    found = finding.find_reservation(make_concern("x", ("reservation.date", "15 May")), notebook)
    assert not isinstance(found, Call | Ask)
    assert found["reservation_id"] == air.DELAYED
    again = finding.find_reservation(make_concern("x", ("reservation.same", ""), topic=1), notebook)
    assert again == found


def test_reservation_that_is_not_there_is_asked_about_again() -> None:
    notebook = meet_ada()
    arguments = {"reservation_id": "ZZ99ZZ"}
    notebook.note("get_reservation", arguments, '{"error": "There is no reservation."}')
    concern = make_concern("x", ("reservation.id", "ZZ99ZZ"))
    assert finding.find_reservation(concern, notebook) == Ask("reservation")


def test_case_needs_cities_and_every_flight() -> None:
    notebook = meet_ada()
    state = air.open_airline()
    note(notebook, state, Call("get_reservation", {"reservation_id": air.ECONOMY}))
    needed = finding.open_case(make_concern("x", ("reservation.id", air.ECONOMY)), notebook)
    assert isinstance(needed, Call)
    assert [needed.tool, *(call.tool for call in needed.others)] == [
        "list_airports",
        "get_flight",
        "get_flight",
    ]


@pytest.mark.parametrize(
    ("key", "words"),
    [(air.CANCELLED, "cancelled already"), (air.PARTLY, "already flown")],
)
def test_reservation_that_nobody_can_change_is_declined(key: str, words: str) -> None:
    notebook = meet_ada()
    look_all(notebook)
    found = finding.open_live_case(make_concern("x", ("reservation.id", key)), notebook)
    assert isinstance(found, Stuck)
    assert words in found.reason
    assert key in found.reason


def test_live_case_shows_its_flights_as_they_are_today() -> None:
    notebook = meet_ada()
    look_all(notebook)
    case = finding.open_live_case(make_concern("x", ("reservation.id", air.STRUCK)), notebook)
    assert isinstance(case, finding.Case)
    assert [flight["status"] for flight in case.booked] == ["cancelled", "scheduled"]
    assert (case.size, case.name) == (2, f"booking {air.STRUCK}")


@pytest.mark.parametrize(("kind", "key"), [("gift card", air.GIFT), ("cash", None)])
def test_method_is_found_by_its_kind(kind: str, key: str | None) -> None:
    assert finding.find_payment(kind, meet_ada()) == key


def test_day_is_read_as_one_of_this_year() -> None:
    concern = make_concern("x", ("day", "20 May"), ("day.new", "soon"))
    assert finding.read_day(concern, "day") == "2026-05-20"
    assert finding.read_day(concern, "day.new") is None
    assert finding.read_day(concern, "other") is None


def test_sum_is_worked_out_by_a_call_once() -> None:
    notebook = meet_ada()
    call = finding.work_out("2 * 50.00", notebook)
    assert call == Call("calculate", {"expression": "2 * 50.00"})
    note(notebook, air.open_airline(), call)
    assert finding.work_out("2 * 50.00", notebook) == "100.00"
