"""Actions: the words with which agents speak of the writes of Tern Airways, texts normalised."""

import re

from tracer.domains.airline.guards.listing import read_change
from tracer.domains.airline.guards.party import ALL_PASSENGERS
from tracer.domains.airline.guards.payments import KINDS
from tracer.domains.airline.guards.wording import BAG, find_reservations
from tracer.domains.checking.listing import Actions

_OTHER = rf"(?![^.?!;]{{0,50}}\b(?:cabin|business|economy|name|surname|spelling|birth|{BAG})\b)"
_MOVE = (
    r"(?:chang(?:e|ed|es|ing)|mov(?:e|ed|es|ing)|switch\w*|swap\w*"
    r"|(?:put|putting|bring|bringing) (?:you|both|everyone|everybody|them|all|the|it))"
)
_FIX = (
    r"(?:correct\w*|spell\w*|fix\w*|amend\w*|chang\w*|update\w*|updating|alter\w*|put\w*"
    r"|enter\w*|set\w*)"
)
_GIVE = (
    r"(?:send\w*|issu\w*|giv\w*|put\w*|grant\w*|add\w*|credit\w*|provide\w*|providing"
    r"|offer\w*|place)"
)
WORDS_FOR = {
    "book_reservation": re.compile(
        r"\b(?:book|reserve)\b(?! (?:number|id|reference))|\bbooking (?:you|this|it|that|these|both"
        r"|the|flights?|tw|one|two|a)\b|\b(?:new|this|the) (?:booking|reservation) would\b"
        r"|\ba? ?new (?:booking|reservation)\b|\bwould be booked\b"
    ),
    "cancel_reservation": re.compile(
        r"\bcancel(?:ling|ing)?\b|\bcancellation\b|\bcall(?:ing)? (?:it |the trip )?off\b"
        r"|\b(?:would|will|to|'d|'ll|can|could) (?:then |all )?be cancell?ed\b"
        r"|\b(?:once|if|when|after)\b[^.?!;]{0,60}\bis cancell?ed\b"
    ),
    "change_flights": re.compile(
        rf"\b{_MOVE}\b{_OTHER}|\b(?:re-?book|reschedul)\w*|\btak(?:e|ing) \S+ instead\b"
    ),
    "change_cabin": re.compile(
        r"\bcabin\b[^.?!;]{0,40}\b(?:chang|mov|switch)\w*|\b(?:up|down)grad\w*"
        rf"|\b(?:{_MOVE}|transfer\w*|fly\w*|seat\w*)\b[^.?!;]{{0,80}}"
        r"\b(?:business(?! days?\b)|economy|cabin)\b"
    ),
    "change_passenger": re.compile(
        rf"\b{_FIX}\b[^.?!;]{{0,80}}\b(?:names?|surname|birth|born|passengers?|spelling)\b"
        rf"|\b(?:name|surname|birth date|spelling)\b[^.?!;]{{0,60}}\b{_FIX}\b|\bcorrection\b"
    ),
    "add_bags": re.compile(
        rf"\badd\w*\b[^.?!;]{{0,60}}\b{BAG}\b"
        rf"|\b(?:extra|more|another|additional|further)\b[^.?!;]{{0,20}}\b{BAG}\b"
        rf"|\b{BAG} (?:more|extra|on top|added)\b|\b{BAG}\b[^.?!;]{{0,30}}\bbe added\b"
    ),
    "send_certificate": re.compile(
        rf"\b{_GIVE}\b[^.?!;]{{0,70}}\bcertificate\b|\bcertificate\b[^.?!;]{{0,60}}\b(?:{_GIVE}"
        r"|compensation|go(?:es)?|be sent)\b|\bcompensat\w*"
    ),
}
"""The writes, and the words that name each."""

ASKS = {
    "book_reservation": re.compile(r"\bbook\b|\breserve\b"),
    "cancel_reservation": re.compile(r"\bcancel\b"),
    "change_flights": re.compile(
        r"\b(?:re-?book|reschedule)\b|\b(?:change|move|switch)\b[^?]*\b(?:flights?|tw ?\d+)\b"
    ),
    "change_cabin": re.compile(
        r"\b(?:up|down)grade\b|\b(?:change|move|switch)\b[^?]*\b(?:cabin|economy|business)\b"
    ),
    "change_passenger": re.compile(r"\b(?:correct|change|fix)\b[^?]*\b(?:name|birth|spelling)\b"),
    "add_bags": re.compile(rf"\badd\b[^?]*\b{BAG}\b"),
    "send_certificate": re.compile(r"\b(?:send|issue|give)\b[^?]*\bcertificate\b"),
}
KINSHIP = {
    "book": re.compile(r"\b(?:book|reserve)\b|\bnew (?:booking|reservation)\b"),
    "cancel": re.compile(r"\bcancel(?:ling|ing|lation)?\b"),
    "flights": re.compile(r"\b(?:re-?book|reschedul)\w*"),
    "cabin": re.compile(
        r"\b(?:up|down)grad\w*|\b(?:chang\w*|mov\w*|switch\w*) (?:\w+ ){0,4}cabin\b"
    ),
    "passenger": re.compile(r"\b(?:correct\w*|spell\w*|spelt|surname|birth date)\b"),
    "bags": WORDS_FOR["add_bags"],
    "certificate": re.compile(
        r"\b(?:send|sending|issu\w+|give|giving)\b[^.?!;]{0,60}\bcertificate\b|\bcompensat\w*"
    ),
}
"""Words that settle which kind of action a text proposes."""
KIN = {
    "book_reservation": "book",
    "cancel_reservation": "cancel",
    "change_flights": "flights",
    "change_cabin": "cabin",
    "change_passenger": "passenger",
    "add_bags": "bags",
    "send_certificate": "certificate",
}
DONE_STEMS = (
    "cancel",
    "chang",
    "update",
    "moved",
    "switch",
    "swap",
    "refund",
    "book",
    "grade",
    "correct",
    "added",
    "sent",
    "issued",
    "put",
    "enter",
    "done",
    "delay",
)
"""Without one of these no sentence tells what has been done: the patterns are slow."""
DONE = re.compile(
    r"\b(?:i've|i have|we've|we have|(?:has|have)(?: \w+)? been|is now|are now|was|were|now)\b"
    r"[^.?!]{0,70}?\b(?:cancelled|canceled|changed|updated|moved|switched|swapped|refunded|booked"
    r"|rebooked|upgraded|downgraded|corrected|added|sent|issued|put|entered|done)\b"
    r"|\b(?:has|have)(?: \w+)? (?:cancell?ed|delayed|changed|moved)\b"
    r"|\b(?:is|are) (?:cancell?ed|delayed)\b"
)
TO_COME = re.compile(r"\b(?:would|shall|i'll|will|going to|can be|once|if|when|after)\b|'d\b")
CUE = re.compile(
    r"\b(?:i'd|i would|i'll|i will|i'm going to|i can|shall|should i|would|you'd|confirm|agree"
    r"|go ahead|proceed|to list|to sum up|in short|that is|here is|here's|all right|right|correct"
    r"|yes)\b|\bok(?:ay)?\?"
)
KIND = re.compile(r"\b(credit|debit|giftcard|certificate)\b|(?<!credit )(?<!debit )\b(card)\b")


def is_report(sentence: str) -> bool:
    """Return whether a sentence tells what has been done, and of nothing to come."""
    if not any(stem in sentence for stem in DONE_STEMS):
        return False
    return DONE.search(sentence) is not None and TO_COME.search(sentence) is None


ACTIONS = Actions(
    read=read_change,
    words=WORDS_FOR,
    asks=ASKS,
    kin=KIN,
    kinship=KINSHIP,
    subjects=find_reservations,
    report=is_report,
    all_items=ALL_PASSENGERS,
    kind=KIND,
    kinds=KINDS,
    cue=CUE,
)
