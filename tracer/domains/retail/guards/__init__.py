"""Guards: the clauses of the customer desk's policy that code can judge, one guard each.

They are written from the policy's text and judge agents; no agent may import them.
"""

from tracer.domains.checking.turns import guard_turns
from tracer.domains.guard import Guard
from tracer.domains.retail.guards.claims import guard_claims, guard_sums
from tracer.domains.retail.guards.consent import guard_consent, guard_scope
from tracer.domains.retail.guards.delivery import guard_delivery
from tracer.domains.retail.guards.handover import guard_hand_over
from tracer.domains.retail.guards.identity import (
    guard_customer,
    guard_identification,
    guard_look_ups,
    guard_secret_ids,
)
from tracer.domains.retail.guards.items import guard_items

GUARDS: dict[int, Guard] = {
    1: guard_identification,
    2: guard_look_ups,
    3: guard_customer,
    4: guard_secret_ids,
    5: guard_claims,
    6: guard_sums,
    10: guard_turns,
    13: guard_consent,
    14: guard_scope,
    15: guard_items,
    19: guard_delivery,
    36: guard_hand_over,
}
"""Clause number -> guard, exactly the clauses marked `guard` in policy.md."""
