import pytest

from schemas.act import Act, ActKind
from schemas.draft import Fact, FactKind, SlotValue
from tracer.harness.draft import make_act
from tracer.harness.users.agenda import Agenda


def make(
    key: str, kind: FactKind, topic: int, wording: str, *slots: tuple[str, str], about: str = ""
) -> Fact:
    values = [SlotValue(slot=slot, value=value) for slot, value in slots]
    return Fact(
        id=key, kind=kind, topic=topic, slots=values, about=about, text="...", wording=wording
    )


EMAIL = make("f1", FactKind.IDENTITY, 0, "email", ("email", "a@example.com"))
SWAP = make("f2", FactKind.REQUEST, 0, "exchange_items", ("intent", "exchange_items"))
BOOTS = make("f3", FactKind.DETAIL, 0, "item", ("item", "boots"))
SIZE = make("f4", FactKind.DETAIL, 0, "change", ("change.size", "42"), about="boots")
WALLET = make("f5", FactKind.DETAIL, 0, "difference", ("payment", "wallet"))
TOTAL = make("f6", FactKind.REQUEST, 1, "ask_order.total", ("intent", "ask_order.total"))
ORDER = make("f7", FactKind.DETAIL, 1, "order.goods", ("order.goods", "lamp"))
SAME = make("f8", FactKind.DETAIL, 1, "order.same", ("order.same", ""))
ANSWERS = {"payment": ("difference", "payment"), "identity": ("email", "identity")}


def make_agenda(*told: Fact) -> Agenda:
    facts = [EMAIL, SWAP, BOOTS, SIZE, WALLET, TOTAL, ORDER, SAME]
    return Agenda(facts, ANSWERS, {fact.id for fact in told})


def ask(slot: str, topic: int = 0) -> Act:
    return make_act(ActKind.ASK, topic, slot)


def show(slot: str, value: str, about: str = "") -> Act:
    return make_act(ActKind.PROPOSE, 0, slot, value, about)


def test_concerns_come_up_in_order() -> None:
    agenda = make_agenda()
    assert (agenda.topics, agenda.current, agenda.upcoming) == ([0, 1], None, 0)


def test_concern_that_was_brought_up_is_the_current_one_until_settled() -> None:
    agenda = make_agenda(SWAP)
    assert (agenda.current, agenda.upcoming) == (0, 1)
    agenda.settle([make_act(ActKind.REPORT, 0)])
    assert (agenda.current, agenda.upcoming, agenda.is_done) == (None, 1, False)


@pytest.mark.parametrize("kind", [ActKind.REPORT, ActKind.ANSWER, ActKind.DECLINE])
def test_done_answered_and_declined_settle(kind: ActKind) -> None:
    agenda = make_agenda(SWAP, TOTAL)
    agenda.settle([make_act(kind, 0), make_act(kind, 1)])
    assert agenda.is_done


@pytest.mark.parametrize("kind", [ActKind.PROPOSE, ActKind.BYE, ActKind.OFFER, ActKind.ASSURE])
def test_nothing_else_settles(kind: ActKind) -> None:
    agenda = make_agenda(SWAP)
    agenda.settle([make_act(kind, 0)])
    assert agenda.settled == set()


def test_details_are_neither_request_nor_identity() -> None:
    assert make_agenda().list_details(0) == [BOOTS, SIZE, WALLET]
    assert make_agenda(BOOTS).list_untold(0) == [SIZE, WALLET]


def test_question_is_answered_by_the_best_wording_there_is() -> None:
    assert make_agenda().find_answers(ask("payment")) == [WALLET]


def test_identity_answers_in_every_concern_and_details_in_their_own() -> None:
    assert make_agenda().find_answers(ask("identity", 1)) == [EMAIL]
    assert make_agenda().find_answers(ask("payment", 1)) == []


def test_what_was_not_told_comes_before_what_was() -> None:
    assert make_agenda().find_answers(ask("order", 1)) == [ORDER, SAME]
    assert make_agenda(ORDER).find_answers(ask("order", 1)) == [SAME]
    assert make_agenda(ORDER, SAME).find_answers(ask("order", 1)) == [ORDER, SAME]


def test_unknown_question_has_no_answer() -> None:
    assert make_agenda().find_answers(ask("known")) == []


@pytest.mark.parametrize(
    ("shown", "wrong"),
    [
        ([show("change.size", "42", "boots")], []),
        ([show("change.size", "43", "boots")], [SIZE]),
        ([show("change.size", "43", "mugs")], []),
        ([show("item", "mugs")], [BOOTS]),
        ([show("item", "mugs"), show("item", "boots")], []),
        ([show("payment", "gift card"), show("change.size", "41", "boots")], [SIZE, WALLET]),
        ([], []),
    ],
    ids=["right", "wrong", "another thing", "other goods", "more goods", "two wrong", "silent"],
)
def test_listing_is_contradicted_only_by_another_value(shown: list[Act], wrong: list[Fact]) -> None:
    assert make_agenda().find_mismatches(0, shown) == wrong
