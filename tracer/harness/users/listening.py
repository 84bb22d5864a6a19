"""Listening: reads what the desk does out of its words, for a rule-based user opposite a model.

A keyword reader, sentence by sentence, for English. Where it is unsure it hears less rather than
more: a customer that heard nothing presses on, while one that heard a listing says yes.
"""

import re
from collections.abc import Sequence

from schemas.act import Act, ActKind
from tracer.harness.draft import make_act


def compile_words(*patterns: str) -> re.Pattern[str]:
    """Return a pattern that finds any of the given ones as whole words, in any case."""
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)


SENTENCE = re.compile(r"[^.!?\n]+(?:\.(?=\S)[^.!?\n]*)*[.!?]*")
REQUESTS = compile_words(
    r"please (?:provide|send|share|give|tell|let me know|specify|enter|write)",
    r"(?:could|can|would|may) (?:you|i) .*(?:provide|send|share|give|tell|have)",
    r"i(?:'ll| will| would|'d)? (?:also )?(?:need|like) (?:your|the|to know|to have)",
    r"let me know",
)
OFFERS = compile_words(
    r"(?:anything|something|nothing) (?:else|further|more)",
    r"any(?: \w+)? questions?",
    r"any (?:other|further) \w+",
    r"more (?:you need|(?:for )?you|i (?:can|should))",
    r"(?:some )?other (?:questions?|thing|point|matter)",
    r"another (?:question|matter|point)",
    r"apart from that",
    r"(?:what|anything|who) else",
    r"(?:how|what) (?:else )?(?:can|may|could) (?:i|we) (?:help|assist|do)",
)
CONFIRMS = compile_words(
    r"(?:shall|should) i",
    r"may i (?:do|go|carry|proceed|make|start)",
    r"(?:would|do) you (?:like|want) me to",
    r"want (?:it|this|that) that way",
    r"do you (?:confirm|agree|approve|authori[sz]e)",
    r"(?:please|you|kindly) confirm(?! your| the (?:e-?mail|name|order number))",
    r"(?:go|going) ahead",
    r"proceed",
    r"(?:a|your|with|answer|reply|say|is it|it's) ['\"]?yes",
    r"yes to (?:all|each|everything)",
    r"yes or no",
    r"(?:is|are|does) (?:this|that|these|it|they|everything) (?:all )?(?:look |sound )?"
    r"(?:right|correct|okay|ok|all right|fine|good)",
    r"(?:have|need) your (?:confirmation|agreement|consent|go-ahead)",
    r"(?:are you|would you be) (?:happy|okay|ok|fine) (?:for me|with)",
)
WAITS = compile_words("please|kindly|need|reply|answer|say|let me know|once you|if you")
OPEN = re.compile(
    r"\b(?:which|what|how|where)\b[^,]*\b(?:shall|should|would|do|may|can)\b", re.IGNORECASE
)
CHOICES = compile_words(r"which|or (?:to|on|onto|back|the|your|another)")
REFUSALS = compile_words(
    r"(?:can(?:no|')t|can not|could(?: not|n't)|unable to|not able to) (?:\w+ ){0,2}"
    r"(?:do|done|offer|help|make|made|give|apply|swap|cancel|chang|return|exchang|refund|process)\w*",
    r"(?:not|isn't|aren't|doesn't|don't) (?:be )?(?:possible|allow(?:ed)?|permit(?:ted)?|eligible)",
    r"decline",
    r"(?:answer is|say) no",
    r"i'm afraid",
)
REPORTS = compile_words(
    r"(?:i've|i have|we've|we have|has been|have been|is now|are now|has gone|was successfully)"
    r"\b.*\b(?:cancel|change|update|return|exchange|register|redirect|switch|move|enter|through"
    r"|refund|set|replace|process|complete|put|book)\w*",
    r"done",
    r"successfully",
)
REGRETS = compile_words(r"sorry|apolog\w+|understand (?:how|your)|inconvenience|frustrat\w+")
PARTINGS = compile_words(
    r"good-?bye|bye|take (?:good )?care|all the best|until then|wish you well"
    r"|have a (?:nice|good|great|lovely) (?:day|evening|one)"
)
FIGURE = re.compile(r"\d")

IDENTITY = compile_words(
    r"e-?mail(?: address)?",
    "(?:full|your|first|last) names?",
    "spelling",
    "(?:find|open) your account",
)
WORDS: Sequence[tuple[str, re.Pattern[str]]] = (
    ("identity", IDENTITY),
    (
        "reason",
        compile_words("reasons?", "why", "mistaken?", "(?:no longer|not|don't) need(?:ed)?"),
    ),
    ("refund", compile_words("refund(?:ed)?", "money", "original (?:payment )?method", "you paid")),
    ("payment", compile_words("differences?", "prices? differ")),
    ("method", compile_words("payment", "pay(?:ing)?", "paid", "methods?", "card")),
    ("address", compile_words("address", "street", "postcode", "town")),
    ("category", compile_words("category", "(?:kind|sort|type|group)s? of (?:goods|products)")),
    (
        "change",
        compile_words("instead", "changed?", "replace", "exchange", "new (?:version|choice)"),
    ),
    ("option", compile_words("versions?", "variants?", "options?", "sizes?", "colou?rs?")),
    ("order_number", compile_words("order (?:number|id|no)", "number of (?:the|your|that) order")),
    (
        "items",
        compile_words("items?", "(?:of|from|in) the (?:goods|order)", "whole order", "pieces"),
    ),
    ("order", compile_words("orders?", "ordered", "placed? it")),
    ("product", compile_words("products?")),
)
"""What a question is about, the first that fits; slots are those the rule-based desk asks for."""
MIN_STATEMENT_WORDS = 4


def hear(text: str, topic: int) -> list[Act]:
    """Return what the desk's message does, as far as its words show; all of it about one concern.

    Acts carry no values: this reader does not know what a listing lists.
    """
    sentences = [found[0].strip() for found in SENTENCE.finditer(text) if found[0].strip()]
    asked = {index: hear_question(sentences, index, topic) for index in range(len(sentences))}
    acts = [act for act in asked.values() if act is not None]
    waiting = [act for act in acts if act.kind is not ActKind.OFFER]
    if waiting:
        return keep_listing(waiting)
    told = [text for index, text in enumerate(sentences) if asked[index] is None]
    settled = settle(told, topic, is_offered=bool(acts))
    if settled is not None:
        return [settled, *acts[:1]]
    return acts[:1] or hear_courtesy(text, topic)


def keep_listing(asks: Sequence[Act]) -> list[Act]:
    """Return the listing alone where there is one, else every question once."""
    listing = [act for act in asks if act.kind is ActKind.PROPOSE]
    return listing[:1] or list({act.slot: act for act in asks}.values())


def hear_question(sentences: Sequence[str], index: int, topic: int) -> Act | None:
    """Return what a sentence asks for, or None; "which is it?" takes up the sentence before it."""
    sentence = sentences[index]
    is_asking = sentence.endswith("?") or REQUESTS.search(sentence) is not None
    slot = find_slot(sentence)
    if is_asking and OFFERS.search(sentence):
        return make_act(ActKind.OFFER, topic)
    is_choice = slot == "identity" or (slot is not None and CHOICES.search(sentence) is not None)
    if waits_for_yes(sentence) and not is_choice:
        return make_act(ActKind.PROPOSE, topic)
    if slot is None and index > 0:
        slot = find_slot(sentences[index - 1])
    return make_act(ActKind.ASK, topic, slot) if is_asking and slot is not None else None


def waits_for_yes(sentence: str) -> bool:
    """Return whether a sentence asks for a yes, and not for a choice."""
    is_asking = sentence.endswith("?") or WAITS.search(sentence) is not None
    return is_asking and CONFIRMS.search(sentence) is not None and not OPEN.search(sentence)


def find_slot(sentence: str) -> str | None:
    """Return what a sentence is about, or None."""
    return next((slot for slot, pattern in WORDS if pattern.search(sentence)), None)


def settle(told: Sequence[str], topic: int, *, is_offered: bool) -> Act | None:
    """Return whether a message reports, declines or answers; None for small talk.

    A question that was not understood may be a listing's, so that only a report stands beside one.
    """
    refused = any(REFUSALS.search(sentence) for sentence in told)
    if any(REPORTS.search(text) and not REFUSALS.search(text) for text in told):
        return make_act(ActKind.REPORT, topic)
    if any(sentence.endswith("?") for sentence in told):
        return None
    if refused:
        return make_act(ActKind.DECLINE, topic)
    telling = [sentence for sentence in told if not REGRETS.search(sentence)]
    if any(is_answer(sentence, is_offered=is_offered) for sentence in telling):
        return make_act(ActKind.ANSWER, topic)
    return None


def hear_courtesy(text: str, topic: int) -> list[Act]:
    """Return a goodbye or an apology where the message is nothing more."""
    if PARTINGS.search(text):
        return [make_act(ActKind.BYE, topic)]
    return [make_act(ActKind.APOLOGISE, topic)] if REGRETS.search(text) else []


def is_answer(sentence: str, *, is_offered: bool) -> bool:
    """Return whether a statement tells something: a figure, or words beside an offer of help."""
    if FIGURE.search(sentence):
        return True
    is_greeting = re.match(r"\W*(?:hello|hi|welcome|thank)", sentence, re.IGNORECASE) is not None
    return is_offered and not is_greeting and len(sentence.split()) >= MIN_STATEMENT_WORDS
