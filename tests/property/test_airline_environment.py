"""Random calls of airline tools: whatever an agent tries, seats and money stay in order."""

from collections import Counter
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.unit.tracer.domains.airline import small_airline as air
from tracer.domains.state import State
from tracer.domains.tool import ToolRefusal

RESERVATIONS = st.sampled_from([row["reservation_id"] for row in air.RESERVATIONS] + ["ZZ99ZZ"])
CARDS = [air.CREDIT, air.DEBIT, air.GIFT]
METHODS = st.sampled_from([*CARDS, *CARDS, air.CERTIFICATE, air.STRANGER])
CABINS = st.sampled_from(["basic economy", "economy", "business"])
TRIPS = st.sampled_from(
    [
        [air.OUT],
        [air.CHEAPER],
        [air.DEARER],
        [air.FULL],
        [air.OUT, air.BACK],
        [air.CHEAPER, air.BACK],
        [air.DEARER, air.BACK_LATER],
        [air.LATER, air.BACK],
        [air.FROM_OSLO, air.OUT],
        [air.FROM_OSLO, air.OUT, air.BACK, air.TO_OSLO],
        [air.CALLED_OFF],
    ]
)
PARTIES = st.sampled_from([[air.ADA], [air.ADA, air.BEN]])
REASONS = st.sampled_from(["change of plans", "flight cancelled", "health", "weather", "other"])


def add_cents(amounts: list[str]) -> int:
    return sum(round(float(amount) * 100) for amount in amounts)


def count_net(payments: list[Any], payment_id: str | None = None) -> int:
    """Return payments less refunds, cents, of one method or of all."""
    signs = {"payment": 1, "refund": -1}
    return sum(
        signs[row["kind"]] * add_cents([row["amount"]])
        for row in payments
        if payment_id in (None, row["payment_id"])
    )


class Desk(RuleBasedStateMachine):
    """Calls tools in any order and keeps a record of them."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State(air.open_airline().base)
        self.calls: list[tuple[str, dict[str, Any]]] = []

    @initialize(balance=st.integers(0, 60_000))
    def fill_gift_card(self, balance: int) -> None:
        base = air.open_airline().base
        customer: Any = base.tables["customers"]["cus-10001"]
        customer["payment_methods"][air.GIFT]["balance"] = f"{balance // 100}.{balance % 100:02}"
        self.state = State(base)

    def call(self, tool: str, **arguments: Any) -> None:
        before = self.state.digest()
        self.calls.append((tool, arguments))
        assert air.BY_NAME[tool].find_fault(arguments) is None
        try:
            air.BY_NAME[tool].run(self.state, arguments)
        except ToolRefusal:
            assert self.state.digest() == before

    @rule(trip=TRIPS, party=PARTIES, cabin=CABINS, payment_id=METHODS, n_bags=st.integers(0, 9))
    def book(
        self, trip: list[str], party: list[Any], cabin: str, payment_id: str, n_bags: int
    ) -> None:
        fares = [air.FLIGHTS[key]["cabins"][cabin]["fare"] for key in trip]
        n_free = {"basic economy": 1, "economy": 2, "business": 3}[cabin] * len(party)
        cents = add_cents(fares) * len(party) + 5_000 * max(0, n_bags - n_free)
        self.call(
            "book_reservation",
            customer_id="cus-10001",
            cabin=cabin,
            flights=air.name_flights(*trip),
            passengers=party,
            payments=[{"payment_id": payment_id, "amount": f"{cents // 100}.{cents % 100:02}"}],
            n_bags=n_bags,
            insurance=False,
        )

    @rule(reservation_id=RESERVATIONS, reason=REASONS)
    def cancel(self, reservation_id: str, reason: str) -> None:
        self.call("cancel_reservation", reservation_id=reservation_id, reason=reason)

    @rule(reservation_id=RESERVATIONS, trip=TRIPS, payment_id=METHODS)
    def fly_otherwise(self, reservation_id: str, trip: list[str], payment_id: str) -> None:
        self.call(
            "change_flights",
            reservation_id=reservation_id,
            flights=air.name_flights(*trip),
            payment_id=payment_id,
        )

    @rule(reservation_id=RESERVATIONS, cabin=CABINS, payment_id=METHODS)
    def sit_elsewhere(self, reservation_id: str, cabin: str, payment_id: str) -> None:
        self.call("change_cabin", reservation_id=reservation_id, cabin=cabin, payment_id=payment_id)

    @rule(reservation_id=RESERVATIONS, n_bags=st.integers(1, 5), payment_id=METHODS)
    def pack_more(self, reservation_id: str, n_bags: int, payment_id: str) -> None:
        self.call("add_bags", reservation_id=reservation_id, n_bags=n_bags, payment_id=payment_id)

    @rule(reservation_id=RESERVATIONS, amount=st.sampled_from(["50.00", "100.00", "200.00"]))
    def compensate(self, reservation_id: str, amount: str) -> None:
        self.call(
            "send_certificate",
            customer_id="cus-10001",
            reservation_id=reservation_id,
            amount=amount,
        )

    @invariant()
    def no_seat_is_sold_twice_and_none_is_lost(self) -> None:
        now, before = self.count_places(self.state), self.count_places(State(self.state.base))
        for key, row in self.state.rows("flights"):
            for cabin, seats in row["cabins"].items():
                assert seats["seats_left"] >= 0
                start = self.state.base.tables["flights"][key]["cabins"][cabin]["seats_left"]
                sold = now[key, cabin] - before[key, cabin]
                assert seats["seats_left"] == start - sold

    @staticmethod
    def count_places(state: State) -> Counter[tuple[str, str]]:
        found: Counter[tuple[str, str]] = Counter()
        for _, row in state.rows("reservations"):
            for flight in row["flights"] if row["status"] == "booked" else ():
                key = f"{flight['flight_number']}/{flight['date']}"
                found[key, row["cabin"]] += len(row["passengers"])
        return found

    @invariant()
    def total_is_what_fares_bags_and_insurance_cost(self) -> None:
        for _, row in self.state.rows("reservations"):
            each = add_cents([flight["fare"] for flight in row["flights"]])
            each += 3_000 if row["insurance"] else 0
            expected = each * len(row["passengers"]) + 5_000 * row["n_paid_bags"]
            assert add_cents([row["total"]]) == expected

    @invariant()
    def what_a_reservation_costs_is_what_was_paid(self) -> None:
        for key, row in self.state.rows("reservations"):
            if row["status"] == "booked":
                assert count_net(row["payments"]) == add_cents([row["total"]])
            elif key != air.CANCELLED:
                by_certificate = count_net(row["payments"], air.CERTIFICATE)
                kept = min(by_certificate, add_cents([row["total"]]))
                assert count_net(row["payments"]) == kept

    @invariant()
    def balances_agree_with_the_movements(self) -> None:
        given = add_cents(
            [
                row["compensation"]["amount"]
                for _, row in self.state.rows("reservations")
                if row["compensation"]
            ]
        )
        for payment_id, extra in ((air.GIFT, 0), (air.CERTIFICATE, given)):
            moved = 0
            for key, row in self.state.rows("reservations"):
                before = self.state.base.tables["reservations"].get(key, {"payments": []})
                fresh = row["payments"][len(before["payments"]) :]
                moved += count_net(fresh, payment_id)
            start = add_cents([air.read_balance(State(self.state.base), payment_id)])
            left = add_cents([air.read_balance(self.state, payment_id)])
            assert left == start - moved + extra >= 0

    @invariant()
    def every_reservation_stands_with_its_customer(self) -> None:
        listed = [key for _, row in self.state.rows("customers") for key in row["reservations"]]
        assert sorted(listed) == sorted(key for key, _ in self.state.rows("reservations"))

    def teardown(self) -> None:
        again = State(self.state.base)
        for tool, arguments in self.calls:
            try:
                air.BY_NAME[tool].run(again, arguments)
            except ToolRefusal:
                continue
        assert again.digest() == self.state.digest()


TestAirlineDesk = Desk.TestCase
TestAirlineDesk.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
