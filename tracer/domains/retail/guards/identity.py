"""Identity: clauses 1 to 4, whose account it is and what of it may be read out."""

from tracer.domains.checking.identity import (
    Accounts,
    judge_customer,
    judge_identification,
    judge_look_ups,
    judge_secret_ids,
)
from tracer.domains.guard import Finding
from tracer.domains.state import Base
from tracer.domains.transcript import Transcript

ACCOUNTS = Accounts(
    look_ups=("find_customer_by_email", "find_customer_by_name_and_postcode"),
    table="orders",
    key="order_id",
    read="get_order",
)


def guard_identification(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 1: a look-up from the customer's words finds the account before all else."""
    del base
    return judge_identification(transcript, ACCOUNTS)


def guard_look_ups(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 2: ask again after a failed look-up, hand over only after two different ones."""
    del base
    return judge_look_ups(transcript, ACCOUNTS)


def guard_customer(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 3: nothing is read or done for anybody but the customer found first."""
    return judge_customer(transcript, base, ACCOUNTS)


def guard_secret_ids(transcript: Transcript, base: Base) -> Finding:
    """Judge clause 4: no text to the customer holds a customer id or the id of a payment method."""
    del base
    return judge_secret_ids(transcript)
