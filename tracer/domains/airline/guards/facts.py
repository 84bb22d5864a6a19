"""Facts: the figures that the policy of Tern Airways states."""

from tracer.domains.airline.clock import NOW_TIME, TODAY_DATE
from tracer.domains.airline.guards.wording import FLIGHT_NUMBER, find_reservations
from tracer.domains.checking.evidence import Facts

BAG, INSURANCE, CANCELLED, DELAYED = 50_00, 30_00, 100_00, 50_00
FACTS = Facts(
    today=TODAY_DATE,
    names=(find_reservations, FLIGHT_NUMBER.findall),
    refund_days=frozenset({5, 6, 7}),
    amounts=frozenset({BAG, INSURANCE, CANCELLED, DELAYED}),
    hours=frozenset({12, 24}),
    now=NOW_TIME.hour * 60 + NOW_TIME.minute,
    day_arguments=frozenset({"date"}),
)
