"""Deeds: words with which agents of any domain say that something is done.

Texts are plain in the sense of `tracer.domains.claims`. Offers, plans and questions are set aside
there, not here.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tracer.domains.claims import Claim

HAND_OVER = frozenset({"transfer_to_person"})

AMID = r"(?: (?:just|now|already|also|then|all|both|again|since|in full|successfully|\w+ly))*"
DID = rf"\b(?:i|we)(?:'ve| have)?{AMID}(?: gone ahead and| went ahead and)?{AMID} "
BEEN = rf"\b(?:(?:has|have){AMID} been|(?:was|were)){AMID} "
IS = rf"(?:\b(?:is|are)|(?<=\w)'s){AMID} "
SETTLED = (
    r"(?:through|in|complete|completed|done|made|confirmed|booked|registered|recorded|entered|noted"
    r"|set up|arranged|processed|submitted|initiated|issued|started|placed|put through|saved"
    r"|created|accepted|logged|requested|approved|finalised|finalized|successful)\b"
)
THROUGH = rf"(?:(?:{BEEN}|{IS}){SETTLED}|(?:gone|went|come|came) through\b)"
MADE = (
    r"(?:made|entered|set up|booked|registered|recorded|processed|submitted|initiated|started"
    r"|arranged"
    r"|created|completed|placed|put (?:in|through|down)|put the|logged|filed|opened|requested|noted"
    r"|issued|finalised|finalized|got)"
)
CANCELLED = r"(?:cancell?ed|called off|voided)\b"
ALTERED = (
    r"(?:changed|updated|corrected|replaced|switched|moved|redirected|amended|edited|modified|swapped"
    r"|adjusted)\b"
)
PAPER = (
    r"(?! (?:the |my |this |that |our |it all |all of it )?"
    r"(?:list\w*|summary|proposal|plan|totals?|calculation|offer|on|message|answer|reply|out)\b)"
)


def build(
    tools: Iterable[str],
    *patterns: str,
    is_state: bool = False,
    shown: Mapping[str, Any] | None = None,
) -> tuple[Claim, ...]:
    """Return one claim of these tools for each pattern."""
    return tuple(
        Claim(frozenset(tools), re.compile(pattern), is_state, shown) for pattern in patterns
    )


HAND_OVERS = build(
    HAND_OVER,
    rf"{DID}(?:transferred|handed|passed|forwarded|escalated|referred|connected)\b"
    r"(?=.*\b(?:you|colleague|person|team|agent|specialist|case|conversation|human|matter)\b)",
    r"\byou(?:'re| are) being (?:transferred|handed over|connected)\b",
    r"\byou(?:'ve| have) been (?:transferred|handed over|connected)\b",
)
