"""Claims: how an agent of Kestrel Lane may say that it has changed something.

The words are those of any English-speaking agent. Offers, plans, conditions, questions and
negations are set aside by `tracer.domains.claims`; the patterns here name what is said to be done.
"""

import re

from tracer.domains.checking.deeds import (
    ALTERED,
    BEEN,
    CANCELLED,
    DID,
    HAND_OVER,
    HAND_OVERS,
    IS,
    MADE,
    PAPER,
    SETTLED,
    THROUGH,
    build,
)
from tracer.domains.claims import Claims

CANCEL = frozenset({"cancel_order"})
RETURN = frozenset({"return_items"})
EXCHANGE = frozenset({"exchange_items"})
ITEMS = frozenset({"change_order_items"})
PAYMENT = frozenset({"change_order_payment"})
ORDER_ADDRESS = frozenset({"change_order_address"})
DEFAULT_ADDRESS = frozenset({"change_default_address"})
ADDRESS = ORDER_ADDRESS | DEFAULT_ADDRESS
VARIANTS = ITEMS | EXCHANGE
REFUND = CANCEL | RETURN | EXCHANGE | ITEMS | PAYMENT
WRITES = REFUND | ADDRESS
ANY = WRITES | HAND_OVER

ORDER_ID = re.compile(r"\bk\d{2}-\d{4}\b")
IS_CANCELLED = {"status": "cancelled"}
IS_RETURNED = {"status": "return requested"}
IS_EXCHANGED = {"status": "exchange requested"}
IS_CHANGED = {"items_changed": True}

ORDER = r"(?:the order|your order|order \S+|it|this order|that order)"
ADDRESS_WORD = r"\b(?:address|redirect\w*|deliver(?:y|ed) to|shipping|bound for|street)\b"
METHOD = r"(?:giftcard|gift card|card|wallet|paypal|bank transfer|bank account|direct debit|method)"
ON_FILE = r"\b(?:default|your account|on file|profile)\b"
GOODS_WORD = (
    r"\b(?:items?|version|variant|colou?r|size|from (?!now\b|here\b|this\b)[^.]+ (?:to|for|into)) "
)
NOT_GOODS = (
    rf"(?!.*(?:{ADDRESS_WORD}|{ON_FILE}|\bpayment\b|\bmethod\b|\brefund|\breturn|\bwhere\b|\bback\b"
    rf"|(?:to|on|from) your (?:\w+ )?{METHOD}\b))"
)
CANCELLATIONS = (
    *build(
        CANCEL,
        rf"{DID}{CANCELLED}",
        rf"{DID}{MADE} (?:\w+ ){{0,3}}cancellation",
        r"\byou're rid of\b",
        r"\bseen to it that .{3,80}(?:won't|will not) be (?:sent|shipped|dispatched)",
    ),
    *build(CANCEL, rf"{BEEN}{CANCELLED}", shown=IS_CANCELLED),
    *build(
        CANCEL,
        rf"^(?:just |successfully |now |all )?{CANCELLED}(?:$|[.,:;]| (?:your|the|order|k\d|it\b))",
        rf"{IS}{CANCELLED}",
        rf"\b(?:that's|with) (?:\S+ ){{1,6}}?{CANCELLED}",
        rf"\bcancellation\b.{{0,60}}? ?{THROUGH}",
        r"\border \S+ is off\b",
        is_state=True,
        shown=IS_CANCELLED,
    ),
)
RETURNS = (
    *build(
        RETURN,
        rf"{DID}{MADE} (?:.{{0,30}} )?(?:return|refund request)s?\b",
        rf"{DID}(?:returned|taken .{{1,80}} back|booked .{{1,80}} as returned)\b",
        rf"(?:^|[,;:] )return(?: request)? {SETTLED}",
        r"^(?:done|registered)\b(?=.*\b(?:gets|get back|a return)\b)(?!.*\bis off\b)",
    ),
    *build(RETURN, rf"{BEEN}returned\b(?! to (?:the )?sender)", shown=IS_RETURNED),
    *build(
        RETURN,
        rf"\breturn(?: request)?\b.{{0,60}}? ?{THROUGH}",
        rf"{IS}returned\b(?! to (?:the )?sender)",
        r"\bthat's (?:\S+ ){1,12}?returned\b",
        r"\byou(?:'ve| have) (?:now )?returned\b",
        r"\b(?:has|have|shows|holds) (?:a|the|your) return\b",
        r"\breturn on order \S+ (?:is|holds|covers)\b",
        is_state=True,
        shown=IS_RETURNED,
    ),
)
REFUNDS = (
    *build(REFUND, rf"{DID}refunded\b", rf"{DID}{MADE} (?:\w+ ){{0,3}}refund\b"),
    *build(
        REFUND,
        rf"\brefund\b.{{0,60}}? ?{THROUGH}",
        rf"(?:{BEEN}|{IS})refunded\b",
        is_state=True,
        shown=IS_CANCELLED | IS_RETURNED | IS_EXCHANGED,
    ),
)
EXCHANGES = (
    *build(
        EXCHANGE,
        rf"{DID}{MADE} (?:.{{0,30}} )?(?:exchange|swap)\b",
        rf"{DID}exchanged\b",
        r"(?:^|[,;:] )(?:all )?exchanged(?:,| on| in| for|:)",
        rf"(?:^|[,;:] )exchange(?: request)? {SETTLED}",
        r"^registered\b.*\bexchange\b",
        r"\bexchange i made\b",
        r"\bthat's the swap (?:entered|made|booked)",
    ),
    *build(EXCHANGE, rf"{BEEN}exchanged\b", shown=IS_EXCHANGED),
    *build(
        EXCHANGE,
        rf"\b(?:exchange|swap)\b.{{0,60}}? ?{THROUGH}",
        rf"{IS}exchanged\b",
        r"\b(?:has|have|find) (?:an|its|the|your) exchange\b",
        is_state=True,
        shown=IS_EXCHANGED,
    ),
)
ADDRESSES = (
    *build(
        DEFAULT_ADDRESS,
        rf"{DID}(?:{ALTERED}|put|entered|stored|saved|set)\b(?=.*{ON_FILE})"
        r"(?=.*\b(?:address|default|(?:on|to) your account|on file)\b)",
        r"\bdefault address (?:updated|changed|saved|set)\b",
        r"\bthat's .{3,60} (?:saved|set) as your default\b",
        r"^on file from now\b",
        r"\byour account no longer has\b",
        r"\b(?:has|have) become (?:the|your) default\b",
    ),
    *build(
        DEFAULT_ADDRESS,
        rf"^(?=.*{ON_FILE}).*\baddress\b.{{0,60}}? ?{BEEN}(?:{ALTERED}|brought up to date)",
        shown={},
    ),
    *build(
        DEFAULT_ADDRESS,
        r"\byour account now (?:has|knows|shows|carries)\b",
        r"\byour account (?:has|shows|knows)\b.*\b(?:now\.?$|the new\b)",
        r"\bdefault address (?:is|'s) now\b",
        r"\byou now have .{3,60} as your default\b",
        is_state=True,
        shown={},
    ),
    *build(
        ADDRESS,
        rf"{DID}(?:{ALTERED}|put|entered|given|set|saved)\b(?=.*{ADDRESS_WORD})",
        rf"{DID}(?:put|entered) .{{3,60}} (?:on|down for) {ORDER}",
        rf"{DID}put {ORDER} down for\b",
        rf"{DID}(?:changed|updated) where\b",
        rf"{DID}seen to the address\b",
        r"\b(?:new )?address (?:saved|updated|changed)\b",
        r"\bthat's (?:\S+ ){1,5}?redirected\b",
        rf"^(?:changed|redirected): {ORDER} (?:is|goes)\b",
        rf"\b{ORDER} (?:now goes|goes now|is now going|is now headed)\b",
    ),
    *build(ADDRESS, rf"\baddress\b.{{0,60}}? ?{BEEN}(?:{ALTERED}|saved|set|put)", shown={}),
    *build(
        ADDRESS,
        rf"\baddress\b.{{0,60}}? ?{IS}(?:{ALTERED}|on order)",
        r"\bis the new address\b",
        r"\baddress (?:for|on|of) .{3,40} (?:reads|is now)\b",
        rf"^it's .{{3,60}} now for {ORDER}",
        is_state=True,
        shown={},
    ),
)
PAYMENTS = (
    *build(
        PAYMENT,
        rf"{DID}(?:{ALTERED}|set) (?:over )?(?:the |your )?(?:payment|method)\b",
        rf"{DID}(?:{ALTERED}|put|set) {ORDER} (?:over |across )?(?:to|on|onto|with) "
        rf"(?:your |the )?(?:\w+ )?{METHOD}\b",
        rf"{DID}(?:moved|switched) {ORDER}(?: over)?(?: just now|[,.]|$| and)",
        rf"\bthat's {ORDER} (?:switched|moved)\b",
        r"^moved: ",
        rf"\b{METHOD} (?:now pays|has taken over)\b",
        rf"\b{METHOD} for {ORDER} from now on\b",
    ),
    *build(
        PAYMENT,
        rf"\bpayment\b(?: \S+){{0,6}}? (?:{BEEN}(?:{ALTERED}|set)|has gone across)",
        rf"\b{METHOD} {BEEN}set for order\b",
        shown={},
    ),
    *build(
        PAYMENT,
        rf"\bpayment\b(?: \S+){{0,6}}? {IS}{ALTERED}",
        rf"\bchange of payment\b.{{0,20}} {THROUGH}",
        rf"\b{ORDER} is (?:now |safely )(?:on|with) your (?:\w+ )?{METHOD}\b",
        r"\byou're now paying\b",
        rf"\b{ORDER} runs through your\b",
        is_state=True,
        shown={},
    ),
)
GOODS = (
    *build(
        VARIANTS,
        rf"^{NOT_GOODS}.*?{DID}(?:{ALTERED}|exchanged|took|taken){PAPER}(?=.*{GOODS_WORD})",
        rf"^{NOT_GOODS}(?:changed|switched|swapped) in {ORDER}",
        rf"^{NOT_GOODS}(?:changed|saved)\b.*{GOODS_WORD}",
    ),
    *build(
        VARIANTS,
        rf"\bitems?\b.{{0,40}}? ?{BEEN}{ALTERED}",
        shown=IS_CHANGED | IS_EXCHANGED,
    ),
    *build(
        VARIANTS,
        rf"\bchange to {ORDER} {THROUGH}",
        is_state=True,
        shown=IS_CHANGED | IS_EXCHANGED,
    ),
)
UNSPECIFIC = (
    *build(
        ANY,
        rf"{DID}(?:changed|updated|moved|switched|swapped|redirected|replaced|processed|submitted"
        rf"|completed|just saved){PAPER}\b",
        rf"{DID}made (?:the|that|this|your|all the|both|these|those) (?:\w+ )?"
        r"(?:changes?|switch|swap|update)\b",
        rf"{DID}(?:carried (?:it|that|this|them) out|put (?:it|that|this|them) through)\b",
        rf"\b{ORDER} {BEEN}{ALTERED}",
    ),
    *build(
        ANY,
        r"^(?:it|that)'s (?:all )?(?:done|saved|changed|entered|recorded|taken care of)\b",
        rf"\b(?:change|update|request)s? {THROUGH}",
        is_state=True,
        shown=IS_CHANGED | IS_CANCELLED | IS_RETURNED | IS_EXCHANGED,
    ),
)

CLAIMS = Claims(
    claims=(
        *CANCELLATIONS,
        *RETURNS,
        *REFUNDS,
        *EXCHANGES,
        *ADDRESSES,
        *PAYMENTS,
        *GOODS,
        *HAND_OVERS,
        *UNSPECIFIC,
    ),
    subject=ORDER_ID,
)
