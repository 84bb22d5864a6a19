"""Answer: whether a customer's words agree to what was just proposed, by a lexicon over clauses."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from tracer.domains.checking.wording import CACHED, normalise, split_sentences


class Answer(StrEnum):
    """What a message says to a proposal; `unclear` is also said when it answers nothing."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


def _compile(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts))


# Turns of phrase with a `no`, a `not` or an `if` in them that deny nothing and set no condition.
IDIOM = _compile(
    r"\bno (?:problems?|worries|rush|hurry|need|(?:more |further |other )?questions?|objections?"
    r"|doubt|issues?|complaints?|longer|more|bother|matter|pressure|fuss)\b",
    r"\bnot (?:a problem|at all|a bother|to worry)\b|\bnothing (?:else|more)\b",
    r"\b(?:(?:do not|don't|dont) see )?why not\b|\b(?:can't|cannot|cant) wait\b",
    r"\b(?:do not|don't|dont) (?:worry|mind)(?: at all)?\b",
    r"\bif (?:possible|(?:you )?please|you (?:can|could|would|will|don't mind|wouldn't mind)"
    r"|(?:that's|that is|it's|it is) (?:ok|okay|alright|all right|fine|possible|no trouble))\b",
    r"\bif (?:i may(?: ask)?|we can|you must know|you'd be so \w+"
    r"|(?:that|it) (?:works|can be arranged)|(?:that's|it's|that|it) (?:is ?n[o']t"
    r"|not) (?:a bother|(?:too much )?trouble))\b",
    r"\b(?:know|tell me|see|ask|asked|wonder|wondering|wondered|check|as) if\b",
)

FILLER = re.compile(
    r"^(?:(?:oh|well|um+|uh|er+|hm+|ah|actually|sorry|so|and|then|look|listen|honestly|just"
    r"|thanks|thank you|great|good|perfect|ok|okay|right|fine|alright)[\s,]+)+"
)

_VERBS = (
    r"(?:cancel|change|swap|return|exchange|update|switch|move|refund|replace|send|ship|book|rebook"
    r"|add|correct|upgrade|downgrade)"
)
_OBJECTS = r"(?:it|them|that|this|those|these|both|all|everything)"
_PRAISE = (
    r"(?:good|great|fine|right|correct|perfect|ok|okay|alright|all right|in order|lovely|spot on)"
)

STRONG = _compile(
    r"\b(?:yes|yep|yeah|yup|yea|yess+|aye|uh[- ]huh|mm-?hm+|absolutely|definitely|certainly"
    r"|of course|by all means|go (?:right |straight )?ahead|go for it|go on then|proceed"
    r"|carry on|make it so|indeed)\b",
    r"(?:^|\b(?:please|just|you can|you may|then|now|so|yes|indeed|let's) )do (?:it|that|so"
    r"|both|them|all|this|these|the lot|everything|go ahead|proceed)\b",
    r"\bplease do\b(?! not)",
    r"\bmake (?:the|that|this|these|those|both|all)(?: the)? (?:change|swap|exchange|switch)e?s?\b",
    r"\b(?:i|we)(?: can| do| hereby|'ll)? (?:confirm|agree|approve|consent)\b",
    r"^(?:confirm|confirmed|confirming|agreed?|approved?|affirmative|y)\b"
    r"|^exactly(?:$| (?:right|so|that|what)\b)",
    r"^(?:it |that |this |all |yes )?(?:sounds|looks|seems|reads|that's|that is|thats"
    r"|that all|it all|it's all|all|both are"
    r"|everything(?:'s| is)?) (?:all |quite |just |absolutely |perfectly )?" + _PRAISE + r"\b",
    r"\bthat's (?:it|the one|what i want(?:ed)?)\b|\bcorrect\b(?! (?:the|my|it|that|this))",
    r"\b(?:works|fine|good|ok|okay|great) (?:for |by |with )me\b|^(?:that |it "
    r"|this )?suits me(?: fine| well)?$|\bthat works\b",
    r"\bthat(?:'ll| will) (?:do|be (?:fine|great|good|perfect))\b|\bgreen light\b|\bthumbs up\b",
    r"\bhappy (?:with (?:that|this|it|both|all)|to (?:go ahead|proceed|confirm|go with))\b",
    r"\byou (?:have|'ve got) my (?:ok|okay|yes|go-ahead|permission|blessing|consent)\b",
    r"\blet's (?:do|go|proceed|get)\b"
    r"|^(?:please |just )*get (?:(?:it|that|them|this) (?:done|over with|sorted)|on with it)\b",
    r"\bsort (?:it|that|them)\b",
    rf"(?:^|\bplease |\bjust |\bthen |\byou can |\bnow ){_VERBS} {_OBJECTS}"
    r"(?: (?:please|now|then|back|over|for me|thanks|today|too|off))*$",
)

SOFT = re.compile(
    r"^(?:ok|okay|oke|k|kk|fine|sure|sure thing|alright|all right|perfect)"
    r"(?:$| (?:then|thank|thanks|please|by|with|for|now|do|go|great|good|perfect|that)\b)"
)
# `Okay, so ...` takes note and agrees to nothing.
NOTED = re.compile(
    r"\b(?:i see|i understand|understood|got it|noted|good to know|so you(?:'re)?)\b"
)

HOLD = re.compile(r"^(?:please )?(?:wait|stop|hold on|hang on|hold off|hold it|hold your)\b")
NO = _compile(
    r"^(?:nope|nah|nay|n|negative)\b",
    r"^no(?:$| (?:thanks|thank|way|don't|do|not|please|i|it|leave|wait|stop|that|sorry|keep|never"
    r"|absolutely|definitely|chance|to|sir|madam|you|this|we|he|she|no)\b)",
    r"\b(?:absolutely|certainly|definitely|of course|please|rather|better|prefer) not\b",
    HOLD.pattern,
    r"\bnot (?:yet|now|so fast|today|like that|that one)\b",
    r"\bleave (?:it|them|that|things|everything)\b|^forget (?:it|that|about)\b|\bnever ?mind\b",
    r"\bchanged my mind\b|\bsecond thoughts?\b|\bno deal\b|\bi (?:decline|refuse|object)\b",
    r"\brather you didn't\b|\bunder no circumstances\b|\bout of the question\b|\bscrap that\b",
    r"(?:\b(?:(?:do|does|did|would|should|can|must) )?(?:not|never|cannot|dont|wont|cant)|\w+n't)"
    r" (?:\w+ ){0,3}?"
    r"(?:go ahead|go for it|proceed|carry on|do (?:it|that|so|both|them|all|this)|agree\w*"
    r"|confirm\w*|approve\w*|consent)\b",
    r"\b(?:do not|don't|dont|not to|never) (?:\w+ ){0,2}?" + _VERBS + r"\b",
)
# These deny only where nothing agrees: `Yes, I don't want it any more` agrees to a cancellation.
WEAK_NO = _compile(
    r"(?:\b(?:not|never|dont|isnt)|n't) (?:\w+ ){0,2}?(?:want|like|need|happy|ok|okay|right|correct"
    r"|fine|good|acceptable|work)\b",
    r"\bnot (?:quite|exactly|that|it|what|how|the way)\b|^(?:all |quite )?(?:wrong|incorrect)$"
    r"|\b(?:that|it|this) (?:doesn't|does not) match\b|\b(?:is|was)n't (?:quite|it|what|how"
    r"|the way)\b",
    r"\bi(?:'ll|'d| will| would)(?: rather| better| just)? keep\b|\bno\b$",
)
# What makes a yes fall short wherever it stands: a condition, a change, a hesitation.
RESERVE = _compile(
    r"\bunless\b|\b(?:as|so) long as\b|\bon (?:the )?condition\b|\bonly if\b|\binstead\b(?! of)",
    r"\b(?:i'd|i would) rather\b|\bbefore (?:you|we)\b|\bup to you\b|\bif you must\b(?! know)",
    r"\bnot (?:so |too |really |entirely |quite |completely |100% )?(?:sure|certain)\b|\bunsure\b",
    r"^(?:one|just a|give me a|in a) (?:moment|sec|second|minute|mo)\b",
    r"^actually (?:make|use|send|change|can|could|put|let)\b",
)
# At the head of a sentence these take back what an earlier one has agreed to.
TURN = re.compile(
    r"^(?:(?:but|however|except|provided|providing|assuming)\b|first\b(?! one)"
    r"|let me (?:think|check|see|look|ask)\b)"
)
# These weaken only the yes they share a sentence with.
HEDGE = _compile(
    r"\b(?:but|however|except|depends|provided|providing|assuming|before|maybe|perhaps)\b",
    r"\b(?:i guess|i suppose|i think so|i might|kind of|possibly|probably|presumably)\b",
    r"\blet me (?:think|check|see|look|ask)\b|\bthink (?:about it|it over)\b",
    r"(?<!asking )(?<!checking )\bfirst$|\bfirst,",
)
CONDITION = re.compile(r"\bif\b")
FREE_BUT = re.compile(
    r"\bbut (?=(?:please |just |do |i'm |i am |fine |ok |okay )*(?:yes|yeah|go ahead|do it|proceed"
    r"|please do|hurry|be quick|quickly|fast|thanks|thank you|make it (?:quick|fast)|still|annoyed"
    r"|not happy|not pleased|unhappy|disappointed|tired|go on))"
)
AGREED_AFTER_NO = re.compile(
    r"^no,? (?=(?:\w+[ ,]+){0,3}(?:go ahead|proceed|carry on|please do"
    r"|that's (?:all|everything|fine|right)))"
)
ASKING = re.compile(
    r"^(?:and |so |but |ok |okay |well |then |also )*"
    r"(?:(?:what|when|where|which|who|why|how)(?:'s|'ll)?"
    r" (?:is|are|was|will|would|do|does|did|can|could|should|happens|about|if"
    r"|long|much|many|soon)\b"
    r"|(?:can|could|will|would|is|are|does|did|should|shall|has|was)"
    r" (?:i|you|it|we|they|he|she|that|this|these|there|the|my)\b"
    r"|(?:do|have) (?:i|you|we|they)\b)"
)
# A question hung on with `and` after a clear yes leaves the yes standing.
YES_AND = re.compile(
    r"^(?:yes|yep|yeah|absolutely|go ahead|please do|of course|definitely)\b[^,;?]{0,30}[,;]? and\b"
)
CLAUSE = re.compile(r"[,;:()/]|\.\.+| -+ |[\u2013\u2014]|\band\b")


@lru_cache(maxsize=CACHED)
def classify_answer(text: str) -> Answer:
    """Return what a customer's message says to the proposal before it.

    A yes with a condition, a reservation or a question hanging on it is unclear; a question in a
    sentence of its own leaves a plain yes standing, but not a mere `ok`.
    """
    marks: set[str] = set()
    for sentence in split_sentences(normalise(text)):
        marks.update(_mark_sentence(sentence))
    denied = "no" in marks
    agreed = "yes" in marks or ("soft" in marks and not marks & {"question", "noted"})
    if denied and not agreed:
        return Answer.NO
    if denied or "reserve" in marks:
        return Answer.UNCLEAR
    if agreed:
        return Answer.YES
    return Answer.NO if "weak" in marks else Answer.UNCLEAR


def _mark_sentence(raw: str) -> Iterator[str]:
    sentence = AGREED_AFTER_NO.sub("", FREE_BUT.sub(", ", IDIOM.sub(", ", raw)))
    if sentence.endswith("?") or ASKING.match(sentence):
        yield "question"
        if YES_AND.match(sentence):
            yield "yes"
        elif STRONG.match(sentence) or HOLD.match(sentence):
            yield "reserve"
        return
    found = {mark for clause in CLAUSE.split(sentence) for mark in _mark_clause(clause)}
    # A condition binds the yes it shares a sentence with, not one in another sentence.
    bound = HEDGE.search(sentence.rstrip(" .!")) or CONDITION.search(sentence)
    if TURN.match(sentence) or (found & {"yes", "soft"} and bound):
        yield "reserve"
    yield from found


def _mark_clause(clause: str) -> Iterator[str]:
    bare = clause.strip(" .!\"'*_")
    core = FILLER.sub("", bare)
    denied = NO.search(core)
    if denied:
        yield "no"
        core = f"{core[: denied.start()]} {core[denied.end() :]}".strip()
    if RESERVE.search(core):
        yield "reserve"
    if WEAK_NO.search(core):
        yield "weak"
        core = WEAK_NO.sub(" ", core)
    if STRONG.search(core):
        yield "yes"
    if SOFT.match(bare):
        yield "soft"
    if NOTED.search(core):
        yield "noted"
