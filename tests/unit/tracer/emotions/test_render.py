import random

from schemas.condition import Condition
from tracer.emotions.anchors import list_labels, load_anchors
from tracer.emotions.render import Rendering, render_condition

CELL = Condition("annoyance", "cold", "high", "skeptical")
PARTS = 4


def render(seed: int, condition: Condition = CELL) -> Rendering:
    return render_condition(condition, "Zoë", random.Random(seed))


def count_held(text: str, lines: list[str]) -> int:
    return sum(line.replace("{name}", "Zoë") in text for line in lines)


def test_each_text_holds_one_anchor_per_part_of_the_condition() -> None:
    anchors = load_anchors()
    for seed in range(20):
        rendering = render(seed)
        for group, label in list_labels(CELL):
            pool = anchors[group][label]
            assert count_held(rendering.text, [anchor.third for anchor in pool]) == 1
            assert count_held(rendering.direction, [anchor.second for anchor in pool]) == 1


def test_direction_begins_with_the_emotion() -> None:
    openings = tuple(anchor.second for anchor in load_anchors()["emotion"]["annoyance"])
    assert all(render(seed).direction.startswith(openings) for seed in range(20))


def test_texts_follow_from_the_seed_and_vary_with_it() -> None:
    assert render(1) == render(1)
    assert len({render(seed).direction for seed in range(20)}) > PARTS


def test_other_condition_gives_other_texts() -> None:
    other = render(1, CELL._replace(emotion="peace"))
    assert other.text != render(1).text


def test_feeling_names_the_customer_and_the_direction_addresses_them() -> None:
    assert any("Zoë" in render(seed).text for seed in range(20))
    assert not any("Zoë" in render(seed).direction for seed in range(20))
