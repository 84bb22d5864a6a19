"""Guards: the clauses of the Tern Airways policy that code can judge, one guard each.

They are written from the policy's text and judge agents; no agent may import them.
"""

from tracer.domains.airline.guards.claims import guard_claims, guard_sums
from tracer.domains.airline.guards.compensation import guard_compensation
from tracer.domains.airline.guards.consent import guard_consent, guard_scope
from tracer.domains.airline.guards.handover import guard_hand_over
from tracer.domains.airline.guards.identity import (
    guard_customer,
    guard_identification,
    guard_look_ups,
    guard_secret_ids,
)
from tracer.domains.airline.guards.refunds import guard_refunds
from tracer.domains.checking.turns import guard_turns
from tracer.domains.guard import Guard

GUARDS: dict[int, Guard] = {
    1: guard_identification,
    2: guard_look_ups,
    3: guard_customer,
    4: guard_secret_ids,
    5: guard_claims,
    6: guard_sums,
    10: guard_turns,
    12: guard_consent,
    13: guard_scope,
    34: guard_refunds,
    35: guard_compensation,
    38: guard_hand_over,
}
"""Clause number -> guard, exactly the clauses marked `guard` in policy.md."""
