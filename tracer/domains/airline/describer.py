"""Describer: reference actions of the airline in the customer's terms."""

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from schemas.draft import FactKind
from schemas.grounded import Action, GroundedWorkflow, Information
from tracer.domains.airline.material import name_cities, read_material
from tracer.domains.airline.phrases import fill_slots, write_count
from tracer.domains.airline.reservations import ReservationNamer
from tracer.domains.dates import write_date, write_full_date
from tracer.domains.describer import Said, WrittenDescriber
from tracer.domains.state import Base, Row

INTERNAL_ID = re.compile(r"\b(?:cus|pay)-\d+\b")
FLIGHT_RATE = 0.3
"""Share of bookings and changes whose customer names the flight as well as the day."""
QUESTION_INTENTS = {
    "get_reservation": "ask_reservation",
    "get_customer": "ask_profile",
    "get_flight": "ask_flight",
    "search_direct_flights": "ask_search",
    "search_one_stop_flights": "ask_search",
}
DIFFERENCE_TOOLS = frozenset({"change_flights", "change_cabin"})
Pieces = Iterator[Said]


@dataclass(slots=True)
class Portrait:
    """What one customer knows, built up action by action."""

    base: Base
    customer: Row
    namer: ReservationNamer
    rng: random.Random

    def describe(self, action: Action, asked: Information | None) -> Pieces:
        """Yield the request an action settles, then its details."""
        arguments = json.loads(action.arguments)
        topic = action.topic or 0
        intent = action.tool
        kind = FactKind.DETAIL
        if asked is not None:
            intent = f"{QUESTION_INTENTS[action.tool]}.{asked.question}"
            kind = FactKind.QUESTION
        yield Said(FactKind.REQUEST, topic, (("intent", intent),), key=intent)
        subject = {"cabin": asked.subject} if asked is not None and asked.subject else {}
        yield from self.detail(Topic(topic, action.tool, kind), {**arguments, **subject})

    def detail(self, topic: "Topic", arguments: dict[str, Any]) -> Pieces:
        """Yield the details of one request, in the order in which they would come up."""
        if "reservation_id" in arguments:
            yield self.namer.name(topic.number, arguments["reservation_id"])
        if topic.tool == "send_certificate":
            yield topic.say("", "compensation")
        if "reason" in arguments:
            yield topic.say("", f"reason.{arguments['reason']}")
        if "origin" in arguments:
            yield topic.route(arguments["origin"], arguments["destination"])
            yield topic.say(write_date(arguments["date"]), "day")
        if "flight_number" in arguments:
            yield topic.say(arguments["flight_number"], "flight")
            yield topic.say(write_date(arguments["date"]), "day")
        if "flights" in arguments:
            yield from self.name_flights(topic, arguments)
        if "cabin" in arguments:
            yield topic.say(arguments["cabin"], f"cabin{topic.new}")
        yield from self.name_people(topic, arguments)
        yield from self.name_extras(topic, arguments)
        yield from self.name_payments(topic, arguments)

    def name_flights(self, topic: "Topic", arguments: dict[str, Any]) -> Pieces:
        """Yield route and day of a booking, or the new day of a change, sometimes the flight."""
        rows = self.base.tables["flights"]
        flights = [rows[f"{item['flight_number']}/{item['date']}"] for item in arguments["flights"]]
        if topic.tool == "book_reservation":
            self.namer.note_booking(flights)
            yield topic.route(flights[0]["origin"], flights[-1]["destination"])
        else:
            self.namer.note_change(arguments["reservation_id"], flights)
        yield topic.say(write_date(flights[0]["date"]), f"day{topic.new}")
        # There is never a second direct flight between two places on one day, so the number adds
        # nothing; of a connection one number would say only half.
        is_direct = topic.tool == "book_reservation" and len(flights) == 1
        if is_direct and self.rng.random() < FLIGHT_RATE:
            yield topic.say(flights[0]["flight_number"], "flight")

    def name_people(self, topic: "Topic", arguments: dict[str, Any]) -> Pieces:
        """Yield who flies, or which passenger is wrong and what is right."""
        for row in arguments.get("passengers", ()):
            slots = (
                ("passenger.first", row["first"]),
                ("passenger.last", row["last"]),
                ("passenger.birth_date", write_full_date(row["birth_date"])),
            )
            yield Said(topic.kind, topic.number, slots, key="passenger")
        if "passenger" in arguments:
            right = arguments["passenger"]
            yield topic.say(arguments["name"], "passenger.wrong")
            names = (
                ("passenger.right.first", right["first"]),
                ("passenger.right.last", right["last"]),
            )
            yield Said(topic.kind, topic.number, names, key="passenger.right")

    def name_extras(self, topic: "Topic", arguments: dict[str, Any]) -> Pieces:
        """Yield bags and insurance."""
        if "n_bags" in arguments:
            more = "" if topic.tool == "book_reservation" else ".more"
            yield topic.say(write_count(arguments["n_bags"]), f"bags{more}")
        if "insurance" in arguments:
            yield topic.say("", "insurance.yes" if arguments["insurance"] else "insurance.no")

    def name_payments(self, topic: "Topic", arguments: dict[str, Any]) -> Pieces:
        """Yield how a booking, a bag or a difference is paid."""
        shares = arguments.get("payments", ())
        if len(shares) > 1:
            for share in shares:
                kind = self.name_kind(share["payment_id"])
                slots = (("split.payment", kind), ("split.amount", share["amount"]))
                yield Said(topic.kind, topic.number, slots, key="split")
            return
        payment_id = shares[0]["payment_id"] if shares else arguments.get("payment_id")
        if payment_id:
            key = "refund" if topic.tool in DIFFERENCE_TOOLS else "payment"
            kind = self.name_kind(payment_id)
            yield Said(topic.kind, topic.number, (("payment", kind),), key=key)

    def name_kind(self, payment_id: str) -> str:
        """Return the kind of a payment method; one that is new is the certificate just given."""
        method = self.customer["payment_methods"].get(payment_id)
        return str(method["kind"]) if method else "travel certificate"


@dataclass(frozen=True, slots=True)
class Topic:
    """One concern being described."""

    number: int
    tool: str
    kind: FactKind

    @property
    def new(self) -> str:
        """What a slot is called by when it is to replace something."""
        return ".new" if self.tool in DIFFERENCE_TOOLS else ""

    def say(self, value: str, slot: str) -> Said:
        """Return a detail of one value."""
        return Said(self.kind, self.number, ((slot, value),))

    def route(self, origin: str, destination: str) -> Said:
        """Return from where to where, in cities."""
        cities = name_cities()
        slots = (("route.origin", cities[origin]), ("route.destination", cities[destination]))
        return Said(self.kind, self.number, slots, key="route")


class AirlineDescriber(WrittenDescriber):
    """Implements `Describer` for Tern Airways."""

    def portray(self, grounded: GroundedWorkflow, base: Base, rng: random.Random) -> Portrait:
        """Return the customer, nothing of whom has been told yet."""
        customer = base.tables["customers"][grounded.customer_id]
        return Portrait(base, customer, ReservationNamer(base, customer, rng), rng)

    def identify(self, action: Action) -> Said:
        """Return how the customer can be found, from the look-up."""
        found = json.loads(action.arguments)
        if "email" in found:
            return Said(FactKind.IDENTITY, 0, (("email", found["email"]),), key="email")
        slots = (("name", found["name"]), ("birth_date", write_full_date(found["birth_date"])))
        return Said(FactKind.IDENTITY, 0, slots, key="identity")

    def read_lines(self) -> Mapping[str, Any]:
        """Return the airline's sentences."""
        return read_material("instructions")

    def fill(self, piece: Said) -> dict[str, str]:
        """Return every placeholder that the sentences may use for a piece."""
        return fill_slots(piece.slots, piece.about)

    def find_ids(self, text: str) -> list[str]:
        """Return customer and payment ids in a text.

        Reservation ids and flight numbers are not among them: they are the customer's own.
        """
        return INTERNAL_ID.findall(text)


DESCRIBER = AirlineDescriber()
