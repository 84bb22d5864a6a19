"""Deeds: what the writes of Tern Airways are about, in the words of claims."""

import re

from tracer.domains.checking.deeds import DID

RESERVATION_ID = re.compile(r"\b[a-z]{2}\d{2}[a-z]{2}\b")
I_DID = DID.replace("(?:i|we)", "i", 1)
ITS = (
    r"(?:(?:the|your|a|an|this|that|new|both|all|whole|round|trip|one-way|return|entire|\w\w\d\d\w\w"
    r") ){0,3}"
)
TRIP = r"(?:bookings?|reservations?|trips?|journeys?|tickets?)"
RESERVATION = (
    rf"(?:{TRIP} [a-z]{{2}}\d{{2}}[a-z]{{2}}|[a-z]{{2}}\d{{2}}[a-z]{{2}}|(?:your|the) {TRIP})"
)
FLIGHT_WORD = r"\b(?:flights?|tw ?\d{2,4}|departure|dates?)\b"
CABIN_WORD = r"\b(?:business(?! days?\b)|economy|cabin|class)\b"
BAG_WORD = r"\b(?:bags?|luggage|baggage|suitcases?)\b"
PASSENGER_WORD = r"\b(?:names?|surname|spell\w*|birth|born|passenger(?!s\b)|misspell\w*|entry)\b"
VOUCHER = r"\bcertificate\b"
TO_PLACE = rf"(?=.*(?:{FLIGHT_WORD}|\bto (?:\w+ ){{0,3}}\d{{1,2}}\b|{RESERVATION}))"
NO_OTHER = rf"(?!.*(?:{CABIN_WORD}|{BAG_WORD}|{PASSENGER_WORD}|{VOUCHER}))"
# A flight that the airline has cancelled is no write of the agent: the subject must be the trip.
SUBJECT = (
    r"(?<!\bof your )(?<!\bof the )(?<!\bon your )(?<!\bon the )(?<!\bin your )"
    rf"\b(?:{TRIP}|[a-z]{{2}}\d{{2}}[a-z]{{2}}|it|that|this|they|both|everything)"
    r"(?: (?!flights?\b|tw ?\d)[^\s,;]+){0,4}? ?"
)
MOVED = r"(?:changed|moved|switched|swapped|rebooked|re-booked|rescheduled|transferred)\b"
GIVEN = r"(?:sent|issued|put|added|given|credited|placed|granted|created|loaded|entered|arranged)\b"
UNTIL_NOW = r"(?!.*\b(?:before|already|earlier)\b)"
