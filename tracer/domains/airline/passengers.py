"""Passengers: who flies, in the form rows have it, and the tool that corrects one of them."""

from typing import Annotated

from pydantic import Field

from tracer.domains.airline.clock import TODAY
from tracer.domains.airline.records import Passenger, Reservation
from tracer.domains.airline.rows import Id, edit_reservation, find_reservation, require_open
from tracer.domains.airline.searches import read_day
from tracer.domains.keys import make_name_key
from tracer.domains.people.places import clean
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

MIN_KEPT = 2
"""Of first name, last name and birth date, how many a correction leaves alone."""


def change_passenger(
    state: State,
    reservation_id: Id,
    name: Annotated[str, Field(min_length=1, max_length=121)],
    passenger: Passenger,
) -> Reservation:
    """Correct one passenger of a reservation, free of charge.

    Of first name, last name and birth date, at least two must stay as they are.

    Args:
        reservation_id: Reservation id such as KR48TD.
        name: Full name of the passenger as the reservation has it now, first name before last
            name, such as Ada Lovelace.
        passenger: The passenger as corrected: first name, last name and birth date, also those
            that stay.
    """
    present = find_reservation(state, reservation_id)
    require_open(state, present, "changed")
    place = find_passenger(present, name)
    corrected = complete_passenger(passenger)
    check_correction(present["passengers"][place], corrected)
    reservation = edit_reservation(state, reservation_id)
    reservation["passengers"][place] = corrected
    reservation["passengers"] = sort_passengers(reservation["passengers"])
    check_different(reservation["passengers"])
    return reservation


def find_passenger(reservation: Reservation, name: str) -> int:
    """Return the place of the passenger with a full name.

    Raises:
        ToolRefusal: nobody on the reservation has it.
    """
    for place, passenger in enumerate(reservation["passengers"]):
        if make_name_key(write_full_name(passenger)) == make_name_key(name):
            return place
    raise ToolRefusal(
        f"Nobody on reservation {reservation['reservation_id']} is called {name.strip()}. "
        "get_reservation gives the passengers."
    )


def check_correction(present: Passenger, corrected: Passenger) -> None:
    """Refuse a correction that changes nothing or makes another person of a passenger.

    Raises:
        ToolRefusal: nothing or too much changes.
    """
    kept = sum(
        (
            present["first"] == corrected["first"],
            present["last"] == corrected["last"],
            present["birth_date"] == corrected["birth_date"],
        )
    )
    if present == corrected:
        raise ToolRefusal("The passenger is booked just so already: nothing to correct.")
    if kept < MIN_KEPT:
        raise ToolRefusal(
            "Of first name, last name and birth date at least two must stay as they are: another "
            "person cannot take a passenger's place."
        )


def complete_passenger(passenger: Passenger) -> Passenger:
    """Return a passenger in the form rows have it: NFC, single blanks.

    Raises:
        ToolRefusal: a name is blank, or the birth date is no day up to today.
    """
    complete = Passenger(
        first=clean(passenger["first"]),
        last=clean(passenger["last"]),
        birth_date=passenger["birth_date"],
    )
    if not (complete["first"] and complete["last"]):
        raise ToolRefusal("A passenger needs a first name and a last name.")
    read_day(complete["birth_date"])
    if complete["birth_date"] > TODAY:
        raise ToolRefusal(f"The birth date {complete['birth_date']} is still to come.")
    return complete


def complete_party(passengers: list[Passenger]) -> list[Passenger]:
    """Return the passengers of a new booking in the form rows have them, sorted.

    Raises:
        ToolRefusal: as `complete_passenger`, or two have the same full name.
    """
    party = sort_passengers([complete_passenger(passenger) for passenger in passengers])
    check_different(party)
    return party


def check_different(passengers: list[Passenger]) -> None:
    """Refuse two passengers with one full name, since none could be told from the other.

    Raises:
        ToolRefusal: there are two.
    """
    names = [make_name_key(write_full_name(passenger)) for passenger in passengers]
    if len(set(names)) != len(names):
        raise ToolRefusal("Two passengers of a reservation have the same name: name each once.")


def sort_passengers(passengers: list[Passenger]) -> list[Passenger]:
    """Return passengers by last name, first name and birth date."""
    return sorted(passengers, key=lambda row: (row["last"], row["first"], row["birth_date"]))


def write_full_name(passenger: Passenger) -> str:
    """Return first name and last name."""
    return f"{passenger['first']} {passenger['last']}"
