"""Keys: how the tables of flights and of the timetable name a row."""

from tracer.domains.airline.records import BookedFlight, Flight, FlightRef


def write_flight_key(flight: BookedFlight | Flight | FlightRef) -> str:
    """Return the key of a flight, such as TW214/2026-05-20."""
    return f"{flight['flight_number']}/{flight['date']}"


def write_departures_key(origin: str, date: str) -> str:
    """Return the key of the flights that leave an airport on a day, such as CPH/2026-05-20."""
    return f"{origin}/{date}"
