"""Telling: composes what a customer says from requests, facts and lines of feeling."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from schemas.act import Act, ActKind
from schemas.draft import Fact
from tracer.harness.draft import Draft, make_act
from tracer.harness.users.agenda import Agenda
from tracer.harness.users.mood import Cause
from tracer.harness.users.speech import Speech

MANY = 2
CHECKS = ("scope", "scope", "cost", "source", "after")
"""What a wary customer asks about before saying yes."""
GOODS_WORDINGS = frozenset({"item", "order.goods", "product", "reservation.trip"})
WHOLE_WORDINGS = frozenset({"item", "passenger", "split"})
"""Facts of which one told alone would pass for all there are, so they are told together."""
VOLUNTEERED = {"terse": (0, 0, 1), "plain": (0, 1, 1), "chatty": (1, 1, 2)}
FEEL_RATES = {"terse": 0.6, "plain": 0.8, "chatty": 0.95}
ASIDE_RATES = {"terse": 0.1, "plain": 0.3, "chatty": 0.5}
LEAD_IN_RATE = 0.45
GREETING_RATES = {"terse": 0.3, "plain": 0.85, "chatty": 0.85}
PLAIN_REQUEST_RATE = 0.35
URGE_RATE = 0.6
REPEAT_URGE_RATE = 0.4
THANK_RATE = 0.6
CONNECT_RATE = 0.75
LAST_THANK_RATE = 0.5
RELIEF_RATE = 0.6
NOTHING_MORE_RATE = 0.3
THREAT_RATE = 0.5
STORY_RATES = {"terse": 0.25, "plain": 0.6, "chatty": 0.85}


@dataclass(slots=True)
class Telling:
    """Collects the sentences of a customer's message."""

    speech: Speech
    voiced: str
    """The customer's reason in their own words."""
    rng: random.Random
    draft: Draft = field(default_factory=Draft)

    def take(self) -> Draft:
        """Return what was collected and begin anew."""
        draft, self.draft = self.draft, Draft()
        return draft

    def chance(self, rates: dict[str, float]) -> bool:
        """Return true as often as this customer's talkativeness says."""
        return self.rng.random() < rates[self.speech.talk]

    def open(self, agenda: Agenda) -> None:
        """Begin: greeting, feeling, request, reason and sometimes a fact.

        They come in an order of the customer's own.
        """
        topic = agenda.topics[0]
        blocks: list[Callable[[], None]] = [lambda: self.ask_for(agenda, topic)]
        if self.chance(STORY_RATES):
            blocks.insert(self.rng.randint(0, 1), lambda: self.draft.add(self.voiced))
        if self.chance(FEEL_RATES):
            blocks.insert(self.rng.randint(0, len(blocks)), lambda: self.add_feeling("opening"))
        if self.chance(ASIDE_RATES):
            blocks.append(lambda: self.add_remark("urgency"))
        if self.chance(GREETING_RATES):
            greeting = self.speech.manner("greeting")
            self.draft.add(greeting, [make_act(ActKind.GREET)])
        for block in blocks:
            block()

    def ask_for(self, agenda: Agenda, topic: int) -> None:
        """Bring up a concern, with the goods it is about or without, and a fact or two."""
        request = agenda.get_request(topic)
        untold = agenda.list_untold(topic)
        named = [fact for fact in untold if fact.wording in GOODS_WORDINGS]
        kinds = [fact for fact in untold if fact.wording == "category"]
        if self.rng.random() < PLAIN_REQUEST_RATE:
            named, kinds = [], []
        goods = self.speech.words.join([self.speech.fill(fact)["goods"] for fact in named])
        category = kinds[0].slots[0].value if kinds else ""
        text = self.speech.request(request, goods, category)
        told = [fact for fact in (*named, *kinds) if fact.slots[0].value in text]
        acts = [make_act(ActKind.REQUEST, topic, request.wording)]
        acts += [act for fact in told for act in inform(fact)]
        self.draft.add(text, acts, [request.id, *(fact.id for fact in told)])
        self.volunteer([fact for fact in untold if fact not in told])

    def volunteer(self, facts: Sequence[Fact]) -> None:
        """Tell a fact or two unasked."""
        self.tell_all(keep_together(facts, self.rng.choice(VOLUNTEERED[self.speech.talk])))

    def tell(self, fact: Fact) -> None:
        """Tell one fact."""
        self.draft.add(self.speech.tell(fact), inform(fact), [fact.id])

    def tell_all(self, facts: Sequence[Fact]) -> None:
        """Tell facts, the goods among them in one sentence."""
        items = [fact for fact in facts if fact.wording == "item"]
        for fact in facts:
            if len(items) < MANY or fact.wording != "item":
                self.tell(fact)
            elif fact is items[0]:
                text = self.speech.tell_items(items)
                acts = [act for item in items for act in inform(item)]
                self.draft.add(text, acts, [item.id for item in items])

    def add_feeling(self, moment: str) -> None:
        """Say something of how the customer feels."""
        line = self.speech.feel(moment)
        if line:
            self.draft.add(line, [make_act(ActKind.FEEL, slot=self.speech.name_tone(moment))])

    def add_remark(self, dimension: str) -> None:
        """Say something about pace or belief."""
        line = self.speech.remark(dimension)
        if line:
            self.draft.add(line)

    def give(self, facts: Sequence[Fact], agenda: Agenda) -> None:
        """Answer a question, sometimes with a little more than was asked."""
        place = len(self.draft.parts)
        self.tell_all(facts)
        if self.rng.random() < LEAD_IN_RATE and ":" not in self.draft.parts[place]:
            self.draft.parts.insert(place, self.speech.manner("answer"))
        topic = agenda.current
        untold = agenda.list_untold(topic) if topic is not None else []
        rest = [fact for fact in untold if fact not in facts]
        if rest and self.chance(ASIDE_RATES):
            self.tell_all(keep_together(rest, 1))
        elif self.chance(ASIDE_RATES):
            self.rng.choice((self.add_feeling, self.add_urgency))("midway")

    def add_urgency(self, _moment: str) -> None:
        """Say something about pace."""
        self.add_remark("urgency")

    def miss(self, causes: Sequence[Cause]) -> None:
        """Say that the customer has no answer."""
        if causes and self.rng.random() < URGE_RATE:
            self.draft.add(self.speech.urge("urging"))
        self.draft.add(self.speech.manner("unknown"), [make_act(ActKind.UNKNOWN)])

    def repeat(self, facts: Sequence[Fact], causes: Sequence[Cause], agenda: Agenda) -> None:
        """Say again what was told."""
        lead = self.speech.word("repeat")
        self.draft.add(lead)
        self.tell_all(facts)
        if causes and agenda.current is not None and self.rng.random() < REPEAT_URGE_RATE:
            self.draft.add(self.speech.urge("urging"))

    def correct(self, topic: int, wrong: Sequence[Fact], agenda: Agenda) -> None:
        """Turn a listing down and put right what is wrong with it."""
        self.draft.add(self.speech.manner("decline"), [make_act(ActKind.DENY, topic)])
        if any(fact.id in agenda.told for fact in wrong):
            self.draft.add(self.speech.word("correct"))
        self.tell_all(wrong)

    def check(self, topic: int, *, has_amount: bool) -> None:
        """Ask something before saying yes; about money only where the listing names an amount."""
        kind = self.rng.choice(CHECKS)
        if kind == "cost" and not has_amount:
            kind = "scope"
        line = self.speech.remark("trust", f"checks_{kind}")
        self.draft.add(line, [make_act(ActKind.CHECK, topic, kind)])

    def consent(self, topic: int) -> None:
        """Say yes to a listing."""
        self.draft.add(self.speech.manner("consent"), [make_act(ActKind.AFFIRM, topic)])
        if self.chance(ASIDE_RATES):
            self.rng.choice((self.add_feeling, self.add_urgency))("midway")

    def push(self, agenda: Agenda, topic: int, causes: Sequence[Cause]) -> None:
        """Keep an open concern going: complain when there is cause, tell what is still untold."""
        if causes:
            self.draft.add(self.speech.urge("urging"))
        else:
            self.add_feeling("midway")
        untold = agenda.list_untold(topic)
        if untold:
            self.tell_all(keep_together(untold, 1))
        else:
            self.ask_again(agenda, topic)

    def ask_again(self, agenda: Agenda, topic: int) -> None:
        """Bring the same concern up once more."""
        request = agenda.get_request(topic)
        self.draft.add(self.speech.request(request, "", ""), [], [request.id])

    def raise_next(self, agenda: Agenda, topic: int, *, thanks: bool) -> None:
        """Bring up the next concern."""
        if thanks and self.rng.random() < THANK_RATE:
            self.draft.add(self.speech.manner("thanks"), [make_act(ActKind.THANK)])
        if self.rng.random() < CONNECT_RATE:
            self.draft.add(self.speech.word("connector"))
        self.ask_for(agenda, topic)

    def part(self, *, thanks: bool) -> None:
        """End satisfied."""
        if thanks and self.rng.random() < LAST_THANK_RATE:
            self.draft.add(self.speech.manner("thanks"), [make_act(ActKind.THANK)])
        if self.chance(FEEL_RATES) and self.rng.random() < RELIEF_RATE:
            self.add_feeling("relieved")
        bye = self.speech.manner("farewell")
        if self.rng.random() < NOTHING_MORE_RATE:
            bye = self.speech.word("nothing_more")
        self.draft.add(bye, [make_act(ActKind.BYE)])

    def leave(self) -> None:
        """Give up on the desk."""
        if self.rng.random() < THREAT_RATE:
            self.draft.add(self.speech.urge("threat"))
        line = self.speech.feel("leaving")
        self.draft.add(line or self.speech.urge("threat"), [make_act(ActKind.BYE)])


def keep_together(facts: Sequence[Fact], n_facts: int) -> list[Fact]:
    """Return the first facts, and all of a list that is begun with them: half would mislead."""
    chosen = list(facts[:n_facts])
    begun = WHOLE_WORDINGS & {fact.wording for fact in chosen}
    return [*chosen, *(fact for fact in facts[n_facts:] if fact.wording in begun)]


def inform(fact: Fact) -> list[Act]:
    """Return one act per value of a fact."""
    return [
        make_act(ActKind.INFORM, fact.topic, slot.slot, slot.value, fact.about)
        for slot in fact.slots
    ]
