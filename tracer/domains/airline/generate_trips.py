"""Trips: the ways one can fly on the timetable, and trips put together from them."""

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tracer.domains.airline.clock import TODAY
from tracer.domains.airline.itinerary import can_connect
from tracer.domains.airline.records import Flight

ROUND_RATE = 0.6
ONE_STOP_RATE = 0.35
PAST_RATE = 0.25
"""Share of trips that start before today."""

Way = list[Flight]


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways of a timetable, in the order of their first flights."""

    direct: list[Way]
    one_stop: list[Way]
    by_ends: dict[tuple[str, str], list[Way]] = field(default_factory=dict)

    def choose_trip(self, rng: random.Random) -> list[Flight]:
        """Return the flights of a trip, one way or there and back on a later day."""
        past = rng.random() < PAST_RATE
        ways = self.one_stop if rng.random() < ONE_STOP_RATE else self.direct
        out = rng.choice([way for way in ways if (way[0]["date"] < TODAY) is past])
        if rng.random() >= ROUND_RATE:
            return out
        ends = out[-1]["destination"], out[0]["origin"]
        later = [way for way in self.by_ends[ends] if way[0]["date"] > out[-1]["arrives"][:10]]
        return out + rng.choice(later) if later else out


def find_ways(flights: Iterable[Flight]) -> Ways:
    """Return all ways with at most one stop that keep to one day."""
    leaving = defaultdict(list)
    for flight in flights:
        leaving[flight["origin"], flight["date"]].append(flight)
    direct = [[flight] for some in leaving.values() for flight in some]
    one_stop = [
        [first, second]
        for (first,) in direct
        for second in leaving.get((first["destination"], first["arrives"][:10]), ())
        if second["destination"] != first["origin"] and can_connect(first, second)
    ]
    by_ends = defaultdict(list)
    for way in (*direct, *one_stop):
        by_ends[way[0]["origin"], way[-1]["destination"]].append(way)
    return Ways(direct, one_stop, dict(by_ends))
