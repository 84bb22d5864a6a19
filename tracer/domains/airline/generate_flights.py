"""Flights: thirty days of departures between Copenhagen and the cities in airports.toml."""

import random
import tomllib
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tracer.domains.airline.clock import NOW_TIME, write_time
from tracer.domains.airline.records import Airport, Cabin, CabinSeats, Flight, FlightStatus
from tracer.domains.money import write_cents

AIRPORTS = Path(__file__).with_name("airports.toml")
HOME = "CPH"
FIRST_DAY = date(2026, 5, 4)
N_DAYS = 30
LAST_DAY = FIRST_DAY + timedelta(days=N_DAYS - 1)
EVERY_DAYS = 4
OUT_MINUTES = range(13 * 60, 20 * 60, 5)
"""Minutes after midnight at which flights leave Copenhagen."""
BACK_MINUTES = range(6 * 60, 9 * 60, 5)
"""Minutes after midnight at which flights leave for Copenhagen, so that onward flights wait."""
CABINS: dict[Cabin, tuple[float, float, int]] = {
    "basic economy": (0.72, 0.12, 24),
    "economy": (1.0, 0.10, 30),
    "business": (2.7, 0.18, 9),
}
"""Cabin -> share of the economy fare, share of full flights, most seats left."""
FEW_RATE = 0.25
"""Share of cabins in which one to three seats are left."""
MAX_FEW = 3
CANCELLED_RATE = 0.07
DELAYED_RATE = 0.4
DELAY_DAYS = 3
"""Delays are known only so many days ahead."""
DELAY_MINUTES = range(45, 601, 15)


class Line(NamedTuple):
    """One flight number: the same times on each of its days."""

    number: str
    origin: Airport
    destination: Airport
    offsets: tuple[int, int]
    minutes: int
    leaves: int
    phase: int


@cache
def read_airports() -> tuple[dict[str, Any], ...]:
    """Return the rows of airports.toml, Copenhagen first."""
    return tuple(tomllib.loads(AIRPORTS.read_text(encoding="utf-8"))["airport"])


def make_airports() -> dict[str, Airport]:
    """Return the airports by code."""
    return {
        row["code"]: Airport(code=row["code"], city=row["city"], country=row["country"])
        for row in read_airports()
    }


def make_flights(rng: random.Random) -> dict[str, Flight]:
    """Return the flights by key, by day and then by flight number."""
    lines = make_lines(rng)
    days = [FIRST_DAY + timedelta(days=number) for number in range(N_DAYS)]
    flights = {}
    for number, day in enumerate(days):
        for line in lines:
            if number % EVERY_DAYS == line.phase:
                flights[f"{line.number}/{day.isoformat()}"] = make_flight(line, day, rng)
    return flights


def make_lines(rng: random.Random) -> list[Line]:
    """Return all flight numbers in order."""
    airports = make_airports()
    home_offset = read_airports()[0]["utc_offset"]
    lines = []
    for row in read_airports():
        home, away = airports[HOME], airports[row["code"]]
        for route in row["routes"]:
            number, phase, offset = route["number"], route["phase"], row["utc_offset"]
            out = rng.choice(OUT_MINUTES)
            offsets = (home_offset, offset)
            lines.append(Line(f"TW{number}", home, away, offsets, row["minutes"], out, phase))
            back = rng.choice(BACK_MINUTES)
            offsets = (offset, home_offset)
            lines.append(Line(f"TW{number + 1}", away, home, offsets, row["minutes"], back, phase))
    return sorted(lines)


def make_flight(line: Line, day: date, rng: random.Random) -> Flight:
    """Return the flight of one number on one day."""
    departs = datetime.combine(day, time()) + timedelta(minutes=line.leaves)
    change = line.offsets[1] - line.offsets[0]
    arrives = departs + timedelta(minutes=line.minutes + change)
    at_home = departs + timedelta(minutes=read_airports()[0]["utc_offset"] - line.offsets[0])
    status = choose_status(at_home, rng)
    delayed = departs + timedelta(minutes=rng.choice(DELAY_MINUTES))
    return Flight(
        flight_number=line.number,
        date=day.isoformat(),
        origin=line.origin["code"],
        destination=line.destination["code"],
        departs=write_time(departs),
        arrives=write_time(arrives),
        status=status,
        new_departure=write_time(delayed) if status == "delayed" else None,
        cabins=make_cabins(line.minutes, rng),
    )


def choose_status(departs: datetime, rng: random.Random) -> FlightStatus:
    """Return the status of a flight that leaves at a time given in home time."""
    if rng.random() < CANCELLED_RATE:
        return "cancelled"
    if departs <= NOW_TIME:
        return "flown"
    soon = departs < NOW_TIME + timedelta(days=DELAY_DAYS)
    return "delayed" if soon and rng.random() < DELAYED_RATE else "scheduled"


def make_cabins(minutes: int, rng: random.Random) -> dict[Cabin, CabinSeats]:
    """Return seats and fares of one flight; dearer days are dearer in every cabin."""
    economy = (40 + 0.6 * minutes) * rng.uniform(0.8, 1.3)
    return {
        cabin: CabinSeats(
            seats_left=choose_seats(full_rate, most, rng),
            fare=write_cents(round(economy * share) * 100),
        )
        for cabin, (share, full_rate, most) in CABINS.items()
    }


def choose_seats(full_rate: float, most: int, rng: random.Random) -> int:
    """Return how many seats a cabin has left."""
    chance = rng.random()
    if chance < full_rate:
        return 0
    if chance < full_rate + FEW_RATE:
        return rng.randint(1, MAX_FEW)
    return rng.randint(MAX_FEW + 1, most)
