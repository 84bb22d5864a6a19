"""Role: signs that a text for the customer's player speaks as the desk or about the customer.

An instruction addresses the player as "you", the customer; a reason in the customer's own words
says "I". A desk's offers, its "we" and its names for the customer stand in neither.
"""

import re

CUSTOMER = r"the (?:customer|user|caller|client)"
DESK = r"(?:customer|support|service|desk|helpful)"
DESK_VERBS = (
    "look up|find|check|verify|process|issue|locate|cancel|refund|return|exchange|change|book"
    "|update|send|transfer"
)
DONE_VERBS = (
    "looked up|found|checked|verified|processed|issued|located|cancelled|refunded|exchanged"
    "|changed|booked|updated|sent|transferred"
)
SIGNS: dict[str, tuple[str, ...]] = {
    "offers help": (
        r"\b(?:how|what) (?:can|may) (?:i|we) (?:help|assist|do for you)",
        r"\b(?:can|may) (?:i|we) (?:help|assist) you",
        r"\b(?:i'm|i am|we're|we are) (?:here|happy|glad) to (?:help|assist)",
        r"\banything else (?:i|we) can",
        r"\b(?:thank you|thanks) for (?:contacting|calling|reaching out to|getting in touch with)",
    ),
    "works as the desk": (
        rf"\b(?:i|we)(?:'ll| will| can) (?:now |just )?(?:{DESK_VERBS}) (?:you\b|your\b|that for)",
        rf"\b(?:i|we)(?:'ve| have) (?:now |just )?(?:{DONE_VERBS}) (?:you\b|your\b|that for)",
        r"\blet me (?:look|check|find|see) (?:up )?(?:your|that|into)",
    ),
    "speaks for the house": (r"\bour (?:policy|policies|terms|system|records|customers?|desk)\b",),
    "reports to the customer": (
        r"\byour (?:request|refund|return|exchange|claim) (?:has|have) been\b",
    ),
    "asks the customer": (
        r"\b(?:could|can|would) you (?:please )?(?:provide|confirm|verify|tell me|give me)\b",
        r"\bplease (?:provide|confirm|verify) your\b",
        r"\b(?:do you want|would you like) me to\b",
        r"\b(?:could|may) i have your\b",
    ),
    "speaks of the customer": (
        rf"\b{CUSTOMER} (?:wants?|needs?|asks?|would|has|is|says|should|must|prefers?|accepts?)\b",
        rf"\b(?:assist|help|tell|ask) {CUSTOMER}\b",
        rf"\b{CUSTOMER}'s\b",
    ),
    "casts the player as the desk": (
        rf"\byou (?:are|play) (?:an?|the) {DESK} (?:\w+ )?(?:agent|representative|assistant)\b",
        r"\byou (?:work for|represent) (?:the )?(?:shop|airline|desk|company)\b",
    ),
}
"""What a text does, and the patterns that show it, over folded text."""
PATTERNS = {sign: re.compile("|".join(patterns)) for sign, patterns in SIGNS.items()}


def find_inversion(text: str) -> str | None:
    """Return the first sign of a desk's voice with its words, or None.

    >>> find_inversion("You want to cancel an order.")
    >>> find_inversion("The customer wants a refund.")
    'speaks of the customer: the customer wants'
    """
    folded = text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    for sign, pattern in PATTERNS.items():
        found = pattern.search(folded)
        if found is not None:
            return f"{sign}: {found[0]}"
    return None
