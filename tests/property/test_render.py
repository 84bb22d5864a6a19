"""Render: every one of the 594 conditions becomes two whole texts."""

import random

from hypothesis import given
from hypothesis import strategies as st

from schemas.condition import N_CONDITIONS, decode_condition
from tracer.emotions.render import render_condition

NAMES = st.sampled_from(["Zoë", "Ana", "Þóra", "李娜", "Jean-Luc"])
CONDITIONS = st.integers(0, N_CONDITIONS - 1)


@given(CONDITIONS, NAMES, st.integers(0, 2**32))
def test_no_placeholder_is_left(number: int, name: str, seed: int) -> None:
    rendering = render_condition(decode_condition(number), name, random.Random(seed))
    for text in (rendering.text, rendering.direction):
        assert text.strip()
        assert not {"{", "}"} & set(text)


@given(CONDITIONS, NAMES, st.integers(0, 2**32))
def test_same_seed_gives_the_same_texts(number: int, name: str, seed: int) -> None:
    condition = decode_condition(number)
    first, second = [render_condition(condition, name, random.Random(seed)) for _ in range(2)]
    assert first == second


def test_every_condition_renders_and_no_two_alike() -> None:
    rendered = {
        render_condition(decode_condition(number), "Zoë", random.Random(1))
        for number in range(N_CONDITIONS)
    }
    assert len(rendered) == N_CONDITIONS
    assert len({item.text for item in rendered}) == N_CONDITIONS
