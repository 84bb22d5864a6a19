import re
from collections import Counter

from schemas.condition import N_CONDITIONS
from schemas.feeling import Feeling
from tasks.feel.compose import compose_feeling
from tests.support.builders import make_story

STORY = make_story(who="Zoë runs a small café.")


def compose(number: int, neutral_rate: float = 0.0, seed: int = 1) -> Feeling:
    return compose_feeling(f"wf_{number}", STORY, seed, neutral_rate)


def test_neutral_arm_has_no_condition_and_no_words() -> None:
    feeling = compose(0, neutral_rate=1.0)
    assert (feeling.condition, feeling.text, feeling.direction) == (None, "", "")
    assert feeling.confidence is None


def test_feeling_is_of_its_workflow_and_names_the_customer() -> None:
    feelings = [compose(number) for number in range(30)]
    assert [item.workflow_id for item in feelings] == [f"wf_{number}" for number in range(30)]
    assert all("{name}" not in item.text for item in feelings)
    assert sum("Zoë" in item.text for item in feelings) > 15


def test_name_is_taken_out_of_the_genitive() -> None:
    story = make_story(who="Zoë's flat is being painted.")
    texts = [compose_feeling(f"wf_{n}", story, 1, 0.0).text for n in range(30)]
    assert any("Zoë" in text for text in texts)
    assert not any(re.search(r"Zoë's's", text) for text in texts)


def test_all_conditions_are_drawn_about_equally() -> None:
    counts = Counter(compose(number).condition for number in range(6000))
    assert len(counts) == N_CONDITIONS
    assert all(isinstance(key, int) and 0 <= key < N_CONDITIONS for key in counts)
    assert max(counts.values()) < 3.5 * 6000 / N_CONDITIONS


def test_neutral_share_is_the_rate_asked_for() -> None:
    n_neutral = sum(compose(number, 0.25).condition is None for number in range(2000))
    assert 420 < n_neutral < 580


def test_rate_moves_nobody_else_to_another_condition() -> None:
    for number in range(50):
        some = compose(number, 0.5)
        if some.condition is not None:
            assert some == compose(number, 0.0)


def test_seed_and_workflow_decide_the_condition() -> None:
    assert compose(1) == compose(1)
    assert len({compose(1, seed=seed).condition for seed in range(20)}) > 10
