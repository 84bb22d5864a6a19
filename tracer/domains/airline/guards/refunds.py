"""Refunds: clause 34, that a travel certificate's part is lost is said before the yes is asked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from schemas.message import Role
from tracer.domains.airline.guards.actions import ACTIONS
from tracer.domains.airline.guards.payments import CERTIFICATE
from tracer.domains.airline.identifiers import make_certificate_id
from tracer.domains.checking.consent import replay
from tracer.domains.checking.listing import find_row
from tracer.domains.checking.wording import normalise, split_sentences
from tracer.domains.guard import COMPLIED, Finding, doubt, violate
from tracer.domains.state import Base
from tracer.domains.transcript import Called, Said, Transcript

CANCEL = "cancel_reservation"
VOUCHER = re.compile(r"\bcertificates?\b")
MONEY_BACK = re.compile(
    r"\b(?:refund\w*|back|return\w*|repa\w+|credited|reimburs\w*|lost|lose|losing|forfeit\w*|kept"
    r"|keeps?|non-?refundable|gone|restored|spent|again|with us)\b"
)
LOSS = re.compile(
    r"\b(?:not|no|never|cannot|nothing|none|nor|lost|lose|losing|forfeit\w*|non-?refundable|except"
    r"|excluding|without|gone|apart from|other than|minus|expires?|stays?|remains?)\b|n't\b"
)
PART = re.compile(r"^(?:and |but |however,? )?(?:that|this|those|it|the|they|these|which)\b")
RESTORED = re.compile(
    r"\b(?:refund\w*|back|return\w*|go(?:es|ing)?|credited|restored)\b[^.?!;]{0,60}\b(?:to|on|onto)\b"
    r"[^.?!;]{0,30}\bcertificate\b"
)


def guard_refunds(transcript: Transcript, base: Base) -> Finding:
    """Judge the part of clause 34 that code can see: what the customer hears before the yes.

    Concerns reservations paid for with a travel certificate at least in part. That it is not
    refunded must stand in a text of the assistant up to the last listing; said later, or only
    hinted at, it is unclear.
    """
    finding = COMPLIED
    for position, event in enumerate(transcript.events):
        if not (isinstance(event, Called) and event.tool == CANCEL):
            continue
        before = transcript.events[:position]
        if spends_certificate(event, before, base):
            judged = judge_words(event, [e for e in before if isinstance(e, Said)], base)
            if judged is not COMPLIED:
                return judged
    return finding


def spends_certificate(call: Called, before: Sequence[Said | Called], base: Base) -> bool:
    """Return whether a travel certificate has paid for the reservation that a call cancels."""
    key = str(call.arguments.get("reservation_id", ""))
    row = find_row(base, "reservations", key) or next(find_shown(before, key), {})
    kinds = read_kinds(before, str(row.get("customer_id")), base)
    return any(
        share.get("kind") == "payment" and kinds.get(str(share.get("payment_id"))) == CERTIFICATE
        for share in row.get("payments", ())
    )


def find_shown(before: Sequence[Said | Called], key: str) -> Iterator[Mapping[str, Any]]:
    """Yield what earlier calls have shown of a reservation."""
    for event in before:
        shown = event.result if isinstance(event, Called) and event.ok else None
        if isinstance(shown, dict) and shown.get("reservation_id") == key:
            yield shown


def read_kinds(before: Sequence[Said | Called], customer_id: str, base: Base) -> dict[str, str]:
    """Return payment id -> kind for a customer, certificates sent in the conversation included."""
    rows = dict(find_row(base, "customers", customer_id).get("payment_methods", {}))
    for event in before:
        if isinstance(event, Called) and event.ok and isinstance(event.result, dict):
            rows.update(event.result.get("payment_methods", {}))
    kinds = {str(key): str(row["kind"]) for key, row in rows.items()}
    return {make_certificate_id(customer_id): CERTIFICATE, **kinds}


def judge_words(call: Called, said: Sequence[Said], base: Base) -> Finding:
    """Return whether the assistant's words before a cancellation tell what is not refunded."""
    where = f"message {call.index}: {call.tool}"
    told = [event for event in said if event.role is Role.ASSISTANT]
    asked_at = replay(call, said, base, ACTIONS).listed_at
    texts = [(event.index, normalise(event.text)) for event in told]
    losses = [index for index, text in texts if tells_loss(text)]
    if losses and (asked_at < 0 or losses[0] <= asked_at):
        return COMPLIED
    if losses:
        return doubt(f"{where}: that the certificate is not refunded came after the question")
    words = " ".join(text for _, text in texts)
    if RESTORED.search(words) or not hints(words):
        return violate(f"{where}: not told that the travel certificate is not refunded")
    return doubt(f"{where}: perhaps not told that the travel certificate is not refunded")


def tells_loss(text: str) -> bool:
    """Return whether a text says that a certificate's part is not refunded."""
    if VOUCHER.search(text) is None:
        return False
    earlier = ""
    for sentence in split_sentences(text):
        follows = VOUCHER.search(earlier) is not None and PART.match(sentence) is not None
        if (follows or VOUCHER.search(sentence)) and takes_away(sentence):
            return True
        earlier = sentence
    return False


def takes_away(sentence: str) -> bool:
    """Return whether a sentence denies money back."""
    return LOSS.search(sentence) is not None and MONEY_BACK.search(sentence) is not None


def hints(words: str) -> bool:
    """Return whether words leave it open: they name a certificate, or say `only`."""
    return VOUCHER.search(words) is not None or re.search(r"\bonly\b", words) is not None
