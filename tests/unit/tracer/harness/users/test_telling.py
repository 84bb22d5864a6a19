import random

import pytest

from schemas.act import ActKind
from schemas.condition import Condition
from schemas.draft import Fact, FactKind, SlotValue
from tracer.domains.words import load_words
from tracer.harness.draft import make_act
from tracer.harness.users.agenda import Agenda
from tracer.harness.users.mood import Cause
from tracer.harness.users.speech import Speech
from tracer.harness.users.telling import Telling, inform, keep_together

ANGRY = Condition("annoyance", "cold", "high", "skeptical")
SEEDS = range(25)


def make(key: str, kind: FactKind, wording: str, *slots: tuple[str, str], topic: int = 0) -> Fact:
    values = [SlotValue(slot=slot, value=value) for slot, value in slots]
    return Fact(id=key, kind=kind, topic=topic, slots=values, about="", text=".", wording=wording)


EMAIL = make("f1", FactKind.IDENTITY, "email", ("email", "a@example.com"))
RETURN = make("f2", FactKind.REQUEST, "return_items", ("intent", "return_items"))
BOOTS = make("f3", FactKind.DETAIL, "item", ("item", "walking boots"))
LAMP = make("f4", FactKind.DETAIL, "item", ("item", "desk lamp"))
WALLET = make("f5", FactKind.DETAIL, "refund", ("refund", "wallet"))
COUNT = make(
    "f6", FactKind.REQUEST, "ask_catalogue.count", ("intent", "ask_catalogue.count"), topic=1
)
KIND = make("f7", FactKind.DETAIL, "category", ("category", "footwear"), topic=1)


def make_agenda(*told: Fact) -> Agenda:
    facts = [EMAIL, RETURN, BOOTS, LAMP, WALLET, COUNT, KIND]
    return Agenda(facts, load_words("retail").answers, {fact.id for fact in told})


def make_telling(seed: int, condition: Condition | None = ANGRY) -> Telling:
    rng = random.Random(seed)
    speech = Speech(load_words("retail"), condition, "the boots", rng)
    return Telling(speech, "I open on Friday.", rng)


def list_kinds(telling: Telling) -> list[ActKind]:
    return [act.kind for act in telling.draft.acts]


@pytest.mark.parametrize("seed", SEEDS)
def test_opening_asks_for_the_first_concern_and_keeps_identity_back(seed: int) -> None:
    telling = make_telling(seed)
    telling.open(make_agenda())
    draft = telling.take()
    assert make_act(ActKind.REQUEST, 0, "return_items") in draft.acts
    assert RETURN.id in draft.facts
    assert not {EMAIL.id, COUNT.id, KIND.id} & set(draft.facts)


@pytest.mark.parametrize("seed", SEEDS)
def test_facts_and_acts_of_a_message_stand_in_its_text(seed: int) -> None:
    telling = make_telling(seed)
    agenda = make_agenda()
    telling.open(agenda)
    telling.raise_next(agenda, 1, thanks=True)
    draft = telling.take()
    told = [fact for fact in agenda.facts if fact.id in draft.facts]
    details = [fact for fact in told if fact.kind is not FactKind.REQUEST]
    assert [fact.id for fact in details if fact.slots[0].value not in draft.text] == []
    assert draft.list_acts() == tuple(draft.acts)


def test_not_everything_is_told_at_once() -> None:
    n_told = []
    for seed in range(100):
        telling = make_telling(seed)
        telling.open(make_agenda())
        n_told.append(len(telling.draft.facts))
    assert sum(n_told) / len(n_told) < 3.5
    assert len(set(n_told)) > 1


def test_reason_is_told_by_some_customers_and_in_their_own_words() -> None:
    tellings = [make_telling(seed) for seed in range(60)]
    for telling in tellings:
        telling.open(make_agenda())
    n_told = sum("I open on Friday." in telling.draft.text for telling in tellings)
    assert 10 < n_told < 55


@pytest.mark.parametrize("seed", SEEDS)
def test_goods_of_an_answer_are_told_together(seed: int) -> None:
    telling = make_telling(seed, None)
    telling.tell_all([BOOTS, LAMP, WALLET])
    draft = telling.take()
    assert "the walking boots and the desk lamp" in draft.text
    assert draft.facts == ["f3", "f4", "f5"]


@pytest.mark.parametrize("seed", SEEDS)
def test_answer_tells_what_was_asked(seed: int) -> None:
    telling = make_telling(seed)
    telling.give([EMAIL], make_agenda(RETURN))
    assert inform(EMAIL)[0] in telling.draft.list_acts()


@pytest.mark.parametrize("seed", SEEDS)
def test_customer_without_an_answer_says_so(seed: int) -> None:
    telling = make_telling(seed)
    telling.miss([])
    assert list_kinds(telling) == [ActKind.UNKNOWN]
    assert telling.draft.facts == []


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_told_again_is_led_in(seed: int) -> None:
    telling = make_telling(seed)
    telling.repeat([WALLET], [Cause.ASKS_AGAIN], make_agenda(RETURN, WALLET))
    lead = telling.draft.parts[0]
    assert lead in load_words("retail").customer["repeat"]["cold"]
    assert "wallet" in telling.draft.text


@pytest.mark.parametrize("seed", SEEDS)
def test_correction_denies_and_says_what_is_right(seed: int) -> None:
    telling = make_telling(seed)
    telling.correct(0, [WALLET], make_agenda(RETURN))
    assert list_kinds(telling) == [ActKind.DENY, ActKind.INFORM]
    assert "wallet" in telling.draft.text


@pytest.mark.parametrize("seed", SEEDS)
def test_check_is_a_question_of_its_kind(seed: int) -> None:
    telling = make_telling(seed)
    telling.check(0, has_amount=True)
    [act] = telling.draft.acts
    assert (act.kind, act.slot in {"scope", "cost", "source", "after"}) == (ActKind.CHECK, True)
    assert telling.draft.text.endswith("?")


@pytest.mark.parametrize("seed", SEEDS)
def test_consent_affirms_the_listing(seed: int) -> None:
    telling = make_telling(seed)
    telling.consent(0)
    assert list_kinds(telling)[0] is ActKind.AFFIRM


@pytest.mark.parametrize("seed", SEEDS)
def test_open_concern_is_pushed_with_something_new_or_the_request(seed: int) -> None:
    telling = make_telling(seed)
    telling.push(make_agenda(RETURN, BOOTS, LAMP), 0, [Cause.EMPTY_TALK])
    assert telling.take().facts == [WALLET.id]
    telling.push(make_agenda(RETURN, BOOTS, LAMP, WALLET), 0, [])
    assert telling.take().facts == [RETURN.id]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("condition", [ANGRY, None], ids=["angry", "neutral"])
def test_last_message_is_a_goodbye(seed: int, condition: Condition | None) -> None:
    for end in ("part", "leave"):
        telling = make_telling(seed, condition)
        if end == "part":
            telling.part(thanks=True)
        else:
            telling.leave()
        assert list_kinds(telling)[-1] is ActKind.BYE
        assert telling.draft.text.strip()


def test_taken_message_leaves_nothing_behind() -> None:
    telling = make_telling(1)
    telling.consent(0)
    assert telling.take().text
    assert (telling.draft.text, telling.draft.acts) == ("", [])


@pytest.mark.parametrize("seed", range(25))
def test_nobody_asks_about_money_where_no_amount_was_named(seed: int) -> None:
    telling = make_telling(seed=seed)
    telling.check(0, has_amount=False)
    assert telling.take().acts[0].slot != "cost"


def test_passengers_are_told_together_and_other_facts_one_by_one() -> None:
    day = make("f1", FactKind.DETAIL, "day", ("day", "20 May"))
    ada = make("f2", FactKind.DETAIL, "passenger", ("passenger.first", "Ada"))
    ben = make("f3", FactKind.DETAIL, "passenger", ("passenger.first", "Ben"))
    bags = make("f4", FactKind.DETAIL, "bags", ("bags", "two"))
    facts = [day, ada, ben, bags]
    assert keep_together(facts, 0) == []
    assert keep_together(facts, 1) == [day]
    assert keep_together(facts, 2) == [day, ada, ben]
    assert keep_together([ada, bags, ben], 1) == [ada, ben]
