import pytest

from schemas.act import Act, ActKind
from schemas.condition import Condition
from tracer.harness.draft import make_act
from tracer.harness.users.mood import COSTS, Cause, Mood

CALM = Condition("peace", "warm", "low", "trusting")
FURIOUS = Condition("exasperation", "cold", "high", "skeptical")
PROPOSAL = make_act(ActKind.PROPOSE)


@pytest.mark.parametrize("cause", list(Cause))
def test_every_cause_costs_patience(cause: Cause) -> None:
    mood = Mood(None)
    mood.read([], [cause])
    assert mood.patience == pytest.approx(1 - COSTS[cause])


def test_asking_for_identity_or_a_yes_costs_nothing() -> None:
    mood = Mood(FURIOUS)
    mood.read([make_act(ActKind.ASK, slot="identity"), make_act(ActKind.ASK, slot="confirm")], [])
    assert mood.patience == 1.0


def test_patience_goes_faster_in_a_harsher_condition() -> None:
    assert Mood(CALM).haste < Mood(None).haste < Mood(FURIOUS).haste


@pytest.mark.parametrize(
    "changed", [{"urgency": "high"}, {"trust": "skeptical"}, {"emotion": "annoyance"}]
)
def test_urgency_distrust_and_anger_each_hasten(changed: dict[str, str]) -> None:
    assert Mood(CALM._replace(**changed)).haste > Mood(CALM).haste


def test_politeness_does_not_hasten() -> None:
    assert Mood(CALM._replace(politeness="cold")).haste == Mood(CALM).haste


@pytest.mark.parametrize("kind", [ActKind.PROPOSE, ActKind.REPORT, ActKind.ANSWER])
def test_progress_restores_patience_up_to_its_start(kind: ActKind) -> None:
    mood = Mood(None, patience=0.5)
    mood.read([make_act(kind)], [])
    assert mood.patience == pytest.approx(0.6)
    for _ in range(9):
        mood.read([make_act(kind)], [])
    assert mood.patience == 1.0


@pytest.mark.parametrize("heard", [[make_act(ActKind.OFFER)], [make_act(ActKind.ASSURE)], []])
def test_words_alone_restore_nothing(heard: list[Act]) -> None:
    mood = Mood(None, patience=0.5)
    mood.read(heard, [])
    assert mood.patience == 0.5


def test_customer_is_gone_at_nought_and_patience_stops_there() -> None:
    mood = Mood(FURIOUS)
    assert not mood.is_gone
    mood.read([], list(Cause))
    assert (mood.patience, mood.is_gone) == (0.0, True)
