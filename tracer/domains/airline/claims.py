"""Claims: how an agent of Tern Airways may say that it has booked or changed something.

The words are those of any English-speaking agent. Offers, plans, conditions, questions and
negations are set aside by `tracer.domains.claims`; the patterns here name what is said to be done.
What the airline did of its own accord, such as cancelling a flight, is no claim.
"""

from tracer.domains.airline.deeds import (
    BAG_WORD,
    CABIN_WORD,
    FLIGHT_WORD,
    GIVEN,
    I_DID,
    ITS,
    MOVED,
    NO_OTHER,
    PASSENGER_WORD,
    RESERVATION,
    RESERVATION_ID,
    SUBJECT,
    TO_PLACE,
    TRIP,
    UNTIL_NOW,
    VOUCHER,
)
from tracer.domains.checking.deeds import (
    ALTERED,
    BEEN,
    CANCELLED,
    DID,
    HAND_OVER,
    HAND_OVERS,
    IS,
    PAPER,
    THROUGH,
    build,
)
from tracer.domains.claims import Claims

BOOK = frozenset({"book_reservation"})
CANCEL = frozenset({"cancel_reservation"})
FLIGHTS = frozenset({"change_flights"})
CABIN = frozenset({"change_cabin"})
PASSENGER = frozenset({"change_passenger"})
BAGS = frozenset({"add_bags"})
CERTIFICATE = frozenset({"send_certificate"})
CHANGES = FLIGHTS | CABIN | PASSENGER | BAGS
REFUND = CANCEL | FLIGHTS | CABIN
WRITES = BOOK | CANCEL | CHANGES | CERTIFICATE
ANY = WRITES | HAND_OVER

IS_BOOKED = {"status": "booked"}
IS_CANCELLED = {"status": "cancelled"}

BOOKINGS = (
    *build(
        BOOK,
        rf"{DID}(?:booked|reserved)\b(?! in error)",
        rf"{DID}(?:made|created|completed|finali[sz]ed|placed|processed|put through|issued"
        rf"|secured|entered) {ITS}{TRIP}\b",
        r"\bthat's (?:\S+ ){1,12}?(?<!\bas )booked\b",
        r"^(?:all |now |done, |there, )?booked\b(?=[:,.]| (?:on|for|as|tw))",
        r"^(?:done|it went through)\b.*\bbooked on\b",
    ),
    *build(
        BOOK,
        rf"\b(?:new |your |the )(?:new )?{TRIP}\b.{{0,40}}? ?(?:{BEEN}|{IS})(?:complete|completed"
        r"|done|made|confirmed|booked|created|finali[sz]ed|successful|secured|in(?=[,.:;]|$))\b",
        r"\byou(?:'re| are)(?: now| all)* booked\b(?! in\b)",
        r"\b(?:it|that|everything)'s (?:now |all )*booked\b",
        rf"{BEEN}booked\b(?= (?:for you|successfully|as)\b|[.,;:]|$)",
        r"\b(?:flights?|trip|seats?) (?:is|are|has been|have been) (?:now )?(?:booked|reserved)\b",
        is_state=True,
        shown=IS_BOOKED,
    ),
)
CANCELLATIONS = (
    *build(
        CANCEL,
        rf"{I_DID}{CANCELLED}(?! by\b)",
        rf"\bwe(?:'ve| have)? (?:now |just |also |successfully )*{CANCELLED} {ITS}"
        rf"(?:{TRIP}|it|them|[a-z]{{2}}\d{{2}}[a-z]{{2}})\b",
        rf"{DID}(?:made|entered|processed|completed|put through|submitted) (?:\w+ ){{0,3}}"
        r"cancellation\b",
        rf"{DID}called (?:it|{ITS}{TRIP}) off\b",
    ),
    *build(CANCEL, rf"{SUBJECT}{BEEN}{CANCELLED}(?! by\b)", shown=IS_CANCELLED),
    *build(
        CANCEL,
        rf"^(?:just |successfully |now |all )?{CANCELLED}(?:$|[.,:;]| (?:your|the|reservation"
        r"|booking|it\b|[a-z]{2}\d{2}))",
        rf"{SUBJECT}{IS}{CANCELLED}(?! by\b)",
        rf"\bthat's (?:(?!would\b)\S+ ){{1,6}}?{CANCELLED}",
        rf"{RESERVATION}, (?:which is|now) {CANCELLED}",
        rf"\bcancellation\b(?! by\b).{{0,60}}? ?{THROUGH}",
        rf"\b{RESERVATION} is off\b",
        is_state=True,
        shown=IS_CANCELLED,
    ),
)
REFUNDS = (
    *build(
        REFUND,
        rf"{DID}refunded\b",
        rf"{DID}(?:made|processed|issued|initiated|entered|sent|arranged) (?:\w+ ){{0,3}}refund\b",
    ),
    *build(
        REFUND,
        rf"\brefund\b.{{0,60}}? ?{BEEN}(?:made|processed|issued|initiated|sent|completed|approved)",
        rf"{BEEN}refunded\b",
        is_state=True,
        shown=IS_CANCELLED,
    ),
)
FLIGHT_CHANGES = (
    *build(
        FLIGHTS,
        rf"{DID}{MOVED}{PAPER}{NO_OTHER}{TO_PLACE}",
        rf"{DID}put{PAPER}{NO_OTHER}(?=.*{FLIGHT_WORD})",
        rf"{DID}re-?booked\b",
        rf"^{NO_OTHER}(?!.*\bwould\b)(?:re-?booked|changed|flights changed)\b.*{FLIGHT_WORD}",
        r"\bno longer has the old flights\b",
        rf"{DID}(?:made|entered|processed|completed) (?:\w+ ){{0,3}}(?:flight change"
        r"|change of flights?|change to your flights?)\b",
        r"\bthat's (?:\S+ ){1,4}?rebooked\b",
        rf"{DID}taken the old flights off\b",
    ),
    *build(
        FLIGHTS,
        rf"{NO_OTHER}\b(?:you|{RESERVATION}|everyone\b[^.]{{0,30}}|flights?(?: \S+){{0,3}}?) "
        rf"(?:has|have|were|was)(?: now| just| also)*(?: been)? (?:changed|switched|rebooked"
        rf"|moved){TO_PLACE}(?!.*\bairline\b)",
        rf"\b(?:flight change|change of flights?)\b.{{0,30}} ?{THROUGH}",
        shown={},
    ),
    *build(
        FLIGHTS,
        rf"\byou(?:'re| are) now on {FLIGHT_WORD}",
        r"\bnow (?:has|have) tw ?\d",
        r"\b(?:has|have) tw ?\d.*\bnow\b",
        rf"\byou now (?:fly|travel|leave) (?:with|on|by) {FLIGHT_WORD}",
        is_state=True,
        shown={},
    ),
)
CABIN_CHANGES = (
    *build(
        CABIN,
        rf"{DID}(?:{MOVED}|put|upgraded|downgraded|taken|updated){PAPER}(?=.*{CABIN_WORD})"
        rf"(?!.*(?:{BAG_WORD}|{VOUCHER}|\brebooked\b|{PASSENGER_WORD}))(?! .*\bto tw)",
        rf"{DID}(?:upgraded|downgraded)\b",
        r"\bthat's (?:\S+ ){1,4}?(?:changed|moved|upgraded) to (?:business|economy|basic)\b",
        rf"{DID}(?:made|processed|completed) (?:\w+ ){{0,3}}(?:upgrade|downgrade)\b",
    ),
    *build(
        CABIN,
        rf"{BEEN}(?:{MOVED}|upgraded|downgraded)(?=.*{CABIN_WORD})",
        rf"\bcabin\b.{{0,40}}? ?{BEEN}{ALTERED}",
        rf"\b(?:up|down)grade\b.{{0,30}}? ?{THROUGH}",
        shown={},
    ),
    *build(
        CABIN,
        r"\byou(?:'re| are) now in (?:business|economy|basic)\b",
        r"\byou(?:'re| are) in (?:business|economy|basic economy) now\b",
        rf"\b{RESERVATION} is now in (?:business|economy|basic)\b",
        r"\bis in (?:business|economy|basic economy) now\b",
        r"\bit's (?:business|economy|basic economy) for\b.*\bnow\b",
        r"^changed\b.*\bnow (?:business|economy|basic)\b",
        r"\bhas its new cabin\b|^new cabin on\b",
        r"\bcabin\b.{0,40}? is now\b",
        is_state=True,
        shown={},
    ),
)
PASSENGER_CHANGES = (
    *build(
        PASSENGER,
        rf"{DID}(?:corrected|mended)\b(?! the (?:total|amount|list))",
        rf"{DID}(?:{ALTERED}|fixed|put|entered|set|mended){PAPER}(?=.*{PASSENGER_WORD})"
        rf"(?!.*(?:{BAG_WORD}|{VOUCHER}|{CABIN_WORD}))",
        rf"{DID}made (?:\w+ ){{0,2}}correction\b",
        r"^(?:done, |entry |that's .{2,40}, )?corrected\b",
        r"^(?:it|that)'s put right\b",
        rf"{DID}(?:entered|put) (?!you\b|an?\b|the\b|your\b)(?!.*{FLIGHT_WORD}){NO_OTHER}"
        rf"(?:[^\s,]+ ){{1,8}}?on {RESERVATION}",
    ),
    *build(
        PASSENGER,
        rf"{PASSENGER_WORD}.{{0,60}}? ?{BEEN}(?:{ALTERED}|fixed|entered|mended)",
        rf"\bcorrection\b.{{0,30}}? ?(?:{BEEN}|{IS})(?:made|entered|saved|done"
        r"|complete|completed|in)\b",
        rf"{BEEN}corrected to\b",
        shown={},
    ),
    *build(
        PASSENGER,
        r"\b(?:name|surname|spelling|birth date|date of birth)\b.{0,50}? (?:is now|now reads"
        r"|reads)\b",
        r"\bpassenger\b.{0,40}? (?:reads|is) .{2,40} now\b",
        is_state=True,
        shown={},
    ),
)
BAG_CHANGES = (
    *build(
        BAGS,
        rf"{DID}(?:added|put|entered|included)\b(?=.*{BAG_WORD})(?!.*{VOUCHER})",
        rf"^added\b.*{BAG_WORD}",
        rf"\bthat's (?:\S+ ){{0,3}}{BAG_WORD} (?:more )?added\b",
    ),
    *build(
        BAGS,
        rf"{BAG_WORD}.{{0,40}}? ?{BEEN}(?:added|put|entered|included|increased)\b",
        rf"{BEEN}added\b(?=.*{BAG_WORD})",
        rf"\b(?:luggage|baggage)\b.{{0,30}} (?:has gone up|{BEEN}increased)\b",
        shown={},
    ),
    *build(
        BAGS,
        rf"{BAG_WORD} (?:more |extra )?(?:is|are) now (?:on|added|included|part)\b",
        rf"\b(?:has|have) (?:now |got )*(?:\w+ ){{0,2}}{BAG_WORD} (?:more|added)\b",
        rf"^done\b.*{BAG_WORD} more\b",
        rf"\byou'll see (?:\w+ ){{0,2}}{BAG_WORD} added\b",
        rf"\bincludes (?:\w+ ){{0,2}}{BAG_WORD} more\b",
        is_state=True,
        shown={},
    ),
)
CERTIFICATES = (
    *build(
        CERTIFICATE,
        rf"{DID}{GIVEN}(?=.*{VOUCHER})(?!.*\b(?:to pay|as payment|toward)\b)",
        rf"^(?:{GIVEN},? )?.{{0,20}}{VOUCHER} (?:sent|issued)\b",
        rf"^(?:sent|done)\b.*{VOUCHER}",
        rf"{VOUCHER},? (?:which )?{DID}{GIVEN}",
        r"\bthat's (?:\S+ ){1,3}?sent as a (?:travel )?certificate\b",
        rf"{DID}compensated\b",
    ),
    *build(
        CERTIFICATE,
        rf"{VOUCHER}{UNTIL_NOW}.{{0,60}}? ?{BEEN}{GIVEN}",
        rf"{BEEN}{GIVEN}(?=.*{VOUCHER}){UNTIL_NOW}",
        rf"\bcompensation\b.{{0,40}}? ?{BEEN}{GIVEN}",
        shown={},
    ),
    *build(
        CERTIFICATE,
        rf"{VOUCHER}.{{0,40}}? (?:is|are) (?:now|already) (?:on|in|with)\b",
        rf"{VOUCHER}.{{0,40}}? is (?:on its way\b|in(?=[:,.]))",
        rf"\byour account now (?:shows|has|holds)\b.*{VOUCHER}",
        rf"\byou now have (?:\S+ ){{0,6}}{VOUCHER}",
        is_state=True,
        shown={},
    ),
)
UNSPECIFIC = (
    *build(
        ANY,
        rf"{DID}(?:changed|updated|moved|switched|swapped|processed|submitted|completed){PAPER}\b",
        rf"{DID}made (?:the|that|this|your|all the|both|these|those) (?:\w+ )?"
        r"(?:changes?|switch|swap|update)\b",
        rf"{DID}(?:carried (?:it|that|this|them) out|put (?:it|that|this|them) through)\b",
        rf"\b{RESERVATION} {BEEN}{ALTERED}",
    ),
    *build(
        ANY,
        r"^(?:it|that)'s (?:all )?(?:done|saved|changed|entered|recorded|taken care of|arranged)\b",
        rf"\b(?:change|update|request)s?(?: has| have)? {THROUGH}",
        is_state=True,
        shown=IS_CANCELLED,
    ),
)

CLAIMS = Claims(
    claims=(
        *BOOKINGS,
        *CANCELLATIONS,
        *REFUNDS,
        *FLIGHT_CHANGES,
        *CABIN_CHANGES,
        *PASSENGER_CHANGES,
        *BAG_CHANGES,
        *CERTIFICATES,
        *HAND_OVERS,
        *UNSPECIFIC,
    ),
    subject=RESERVATION_ID,
)
