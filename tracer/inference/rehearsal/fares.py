"""Fares: what a change of cabin costs or gives back, worked out from what tools show."""

from collections.abc import Mapping
from typing import Any

from tracer.inference.rehearsal.past import Past
from tracer.inference.rehearsal.rows import Rows
from tracer.inference.rehearsal.toolbox import Toolbox

Call = tuple[str, Mapping[str, Any]]


def list_flights(values: Mapping[str, Any], rows: Rows) -> list[Mapping[str, Any]]:
    """Return the flights, with the fares paid, of the row that a change names."""
    found = (rows.describe(str(value)).get("flights") for value in values.values())
    return next((flights for flights in found if isinstance(flights, list)), [])


def price_change(
    values: Mapping[str, Any], past: Past, rows: Rows, toolbox: Toolbox
) -> tuple[list[Call], str]:
    """Return the calls still needed to price a change of cabin, or what it comes to in words.

    Neither where nothing is priced by cabin.
    """
    flights, cabin = list_flights(values, rows), values.get("cabin")
    reader = toolbox.find_reader("flight_number", "date")
    if not flights or not isinstance(cabin, str) or reader is None or not toolbox.computes:
        return [], ""
    reads = [(reader, {key: one[key] for key in ("flight_number", "date")}) for one in flights]
    done = [past.find_done(*read) for read in reads]
    if None in done:
        return [read for read, one in zip(reads, done, strict=True) if one is None], ""
    try:
        new = [one.result["cabins"][cabin]["fare"] for one in done if one is not None]
    except (KeyError, TypeError):
        return [], ""
    old = [flight["fare"] for flight in flights]
    n_people = max((len(row) for row in list_parties(values, rows)), default=1)
    expression = f"{n_people} * ({' + '.join(new)} - {' - '.join(old)})"
    call = (toolbox.computes[0], {"expression": expression})
    worked_out = past.find_done(*call)
    if worked_out is None:
        return [call], ""
    return [], tell_difference(str(worked_out.result))


def list_parties(values: Mapping[str, Any], rows: Rows) -> list[list[Any]]:
    """Return the passengers of the row that a change names."""
    found = (rows.describe(str(value)).get("passengers") for value in values.values())
    return [people for people in found if isinstance(people, list)]


def tell_difference(amount: str) -> str:
    """Return a difference in words."""
    if amount.startswith("-"):
        return f"{amount.removeprefix('-')} EUR to be refunded"
    return f"{amount} EUR to be paid"
