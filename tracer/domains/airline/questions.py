"""Questions: what a customer could ask of the result of a read."""

import random
from collections.abc import Callable
from typing import Any

from tracer.domains.airline.phrases import write_count
from tracer.domains.airline.ways import CABINS
from tracer.domains.solver import Question, Step

BALANCE_RATE = 0.6
NOON = 12
STATUS_FORMS: dict[str, list[str]] = {
    "scheduled": ["scheduled", "on time", "on schedule", "as planned"],
    "delayed": ["delayed", "late", "delay"],
    "cancelled": ["cancelled", "canceled"],
    "flown": ["flown", "left", "departed"],
}


def ask_reservation(step: Step, rng: random.Random) -> Question:
    """Ask which cabin was booked, how many bags, or what it costs in all."""
    row = step.result
    name = rng.choice(("cabin", "bags", "paid"))
    if name == "bags":
        number = row["n_bags"]
        return Question(name, "", str(number), list_count_forms(number))
    value = row["cabin"] if name == "cabin" else row["total"]
    return Question(name, "", value, [value])


def list_count_forms(number: int) -> list[str]:
    """Return the forms that tell a number of bags or seats."""
    forms = [str(number)]
    try:
        forms.append(write_count(number))
    except IndexError:
        return forms
    return forms if number else [*forms, "none", "no"]


def ask_customer(step: Step, rng: random.Random) -> Question:
    """Ask for the gift card's balance, or for the tier."""
    methods = step.result["payment_methods"].values()
    balances = [row["balance"] for row in methods if row["kind"] == "gift card"]
    if balances and rng.random() < BALANCE_RATE:
        return Question("balance", "", balances[0], [balances[0]])
    tier = step.result["tier"]
    return Question("tier", "", tier, [tier])


def ask_flight(step: Step, rng: random.Random) -> Question:
    """Ask how a flight stands, or, when it goes, at what time."""
    row = step.result
    if row["status"] in ("cancelled", "flown") or rng.random() < 1 / 2:
        return Question("status", "", row["status"], STATUS_FORMS[row["status"]])
    time = read_time(row)
    return Question("departs", "", time, list_time_forms(time))


def read_time(flight: Any) -> str:
    """Return the time of day at which a flight leaves, as it is now, such as 16:40."""
    return str(flight["new_departure"] or flight["departs"])[11:]


def list_time_forms(time: str) -> list[str]:
    """Return the forms that tell a time of day.

    >>> list_time_forms("16:40")
    ['16:40', '16.40', '4:40 pm', '4:40pm', '4.40 pm', '4.40pm']
    """
    hour, minute = time.split(":")
    half = "am" if int(hour) < NOON else "pm"
    short = (int(hour) + NOON - 1) % NOON + 1
    bare = [time.lstrip("0")] if time.startswith("0") else []
    spoken = [f"{short}{dot}{minute}{gap}{half}" for dot in ":." for gap in (" ", "")]
    return [time, *bare, f"{hour}.{minute}", *spoken]


def ask_direct(step: Step, rng: random.Random) -> Question | None:
    """Ask for fare or free seats in a cabin of the one flight there is, if it goes."""
    if len(step.result) != 1 or step.result[0]["status"] != "scheduled":
        return None
    cabin = rng.choice(CABINS)
    row = step.result[0]["cabins"][cabin]
    if row["seats_left"] and rng.random() < 1 / 2:
        return Question("fare", cabin, row["fare"], [row["fare"]])
    seats = row["seats_left"]
    return Question("seats", cabin, str(seats), list_count_forms(seats))


def ask_one_stop(step: Step, rng: random.Random) -> Question | None:
    """Ask how many seats in a cabin are left on the one connection there is, if it goes."""
    flights = [flight for row in step.result for flight in row["flights"]]
    if len(step.result) != 1 or any(flight["status"] != "scheduled" for flight in flights):
        return None
    cabin = rng.choice(CABINS)
    seats = min(flight["cabins"][cabin]["seats_left"] for flight in flights)
    return Question("seats", cabin, str(seats), list_count_forms(seats))


QUESTIONS: dict[str, Callable[[Step, random.Random], Question | None]] = {
    "get_reservation": ask_reservation,
    "get_customer": ask_customer,
    "get_flight": ask_flight,
    "search_direct_flights": ask_direct,
    "search_one_stop_flights": ask_one_stop,
}
