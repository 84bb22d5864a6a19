"""Phrases: trips, flights, people and numbers as people say them."""

from collections.abc import Mapping, Sequence

from tracer.domains.airline.records import BookedFlight, Flight, Passenger
from tracer.domains.dates import write_date, write_full_date
from tracer.domains.joining import join_words

__all__ = ["ANSWERS", "fill_slots", "join_words"]

ANSWERS: dict[str, tuple[str, ...]] = {
    "identity": ("email", "identity"),
    "identity_again": ("email", "identity"),
    "reservation": ("reservation",),
    "reservation_number": ("reservation.id",),
    "reason": ("reason",),
    "route": ("route",),
    "day": ("day.new", "day"),
    "flight": ("flight.new", "flight"),
    "cabin": ("cabin",),
    "passenger": ("passenger",),
    "passenger_change": ("passenger",),
    "bags": ("bags",),
    "insurance": ("insurance",),
    "payment": ("payment", "refund", "split"),
    "split": ("split", "payment"),
}
"""What the desk may ask for -> the wordings of facts that answer it, the best first."""
NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
"""Words for 0 to 20."""


def write_count(number: int) -> str:
    """Return a number up to 20 in a word.

    >>> write_count(3)
    'three'
    """
    return NUMBERS[number]


def read_count(word: str) -> int | None:
    """Return the number a word up to twenty stands for, or None.

    >>> read_count("three"), read_count("plenty")
    (3, None)
    """
    return NUMBERS.index(word) if word in NUMBERS else None


def write_bags(number: int) -> str:
    """Return a number of bags in words.

    >>> write_bags(0), write_bags(1), write_bags(2)
    ('no bags', 'one bag', 'two bags')
    """
    count = write_count(number) if number else "no"
    return f"{count} {'bag' if number == 1 else 'bags'}"


def write_trip(destination: str, origin: str = "") -> str:
    """Return a noun phrase for a trip, the cities named.

    >>> write_trip("Lisbon"), write_trip("Lisbon", "Oslo")
    ('the trip to Lisbon', 'the trip from Oslo to Lisbon')
    """
    return f"the trip from {origin} to {destination}" if origin else f"the trip to {destination}"


def write_flights(flights: Sequence[Flight | BookedFlight], cities: Mapping[str, str]) -> str:
    """Return flights with their days and cities, in the order they are flown."""
    return join_words(
        [
            f"{row['flight_number']} from {cities[row['origin']]} to {cities[row['destination']]} "
            f"on {write_date(row['date'])}"
            for row in flights
        ]
    )


def write_passenger(passenger: Passenger) -> str:
    """Return a passenger with birth date.

    >>> write_passenger({"first": "Ada", "last": "Lovelace", "birth_date": "1985-12-10"})
    'Ada Lovelace (born 10 December 1985)'
    """
    name = f"{passenger['first']} {passenger['last']}"
    return f"{name} (born {write_full_date(passenger['birth_date'])})"


def join_sums(shares: Sequence[tuple[str, str]]) -> str:
    """Return kinds of payment method as a list, each with its amount when there are several.

    >>> join_sums([("gift card", "50.00"), ("debit card", "84.00")])
    'gift card (50.00 EUR) and debit card (84.00 EUR)'
    """
    if len(shares) == 1:
        return shares[0][0]
    return join_words([f"{kind} ({amount} EUR)" for kind, amount in shares])


def fill_slots(slots: Sequence[tuple[str, str]], about: str) -> dict[str, str]:
    """Return every placeholder that wordings may use for these slots."""
    values = {slot.rpartition(".")[2]: value for slot, value in slots}
    first = slots[0][1]
    has_name = {"first", "last"} <= set(values)
    filled = {
        "id": first,
        "date": first,
        "flight": first,
        "cabin": first,
        "count": first,
        "payment": first,
        "name": f"{values['first']} {values['last']}" if has_name else first,
        "about": about,
    }
    filled["trip"] = write_trip(values.get("destination", first), values.get("origin", ""))
    # What a request names: trips here.
    filled["goods"] = filled["trip"]
    return filled | values
