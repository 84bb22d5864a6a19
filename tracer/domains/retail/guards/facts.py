"""Facts: the figures that the policy of Kestrel Lane states."""

from tracer.domains.checking.evidence import Facts
from tracer.domains.retail.clock import TODAY_DATE
from tracer.domains.retail.guards.wording import ORDER_ID

REFUND_DAYS = frozenset({5, 6, 7})
FACTS = Facts(
    today=TODAY_DATE,
    names=(ORDER_ID.findall,),
    refund_days=REFUND_DAYS,
    periods={"delivered_on": 30},
)
