from typing import Any

from tracer.inference.rehearsal.usage import PrefixCache, count_tokens

TOOLS = [{"function": {"name": "look", "description": "x" * 400}}]
SYSTEM = {"role": "system", "content": "s" * 4000}


def make_user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def test_four_characters_are_a_token() -> None:
    assert [count_tokens(text) for text in ("", "a", "abcd", "abcde")] == [0, 1, 1, 2]


def test_first_prompt_finds_nothing() -> None:
    n_prompt, n_cached = PrefixCache().count([SYSTEM, make_user("hello")], TOOLS)
    assert n_prompt > 1000
    assert n_cached == 0


def test_growing_conversation_finds_all_that_came_before() -> None:
    cache = PrefixCache()
    history = [SYSTEM, make_user("hello")]
    n_first, _ = cache.count(history, TOOLS)
    n_second, n_cached = cache.count([*history, make_user("y" * 80)], TOOLS)
    assert n_cached == n_first < n_second


def test_other_conversation_shares_tools_and_system_prompt_alone() -> None:
    cache = PrefixCache()
    cache.count([SYSTEM, make_user("a" * 4000)], TOOLS)
    _, n_cached = cache.count([SYSTEM, make_user("b" * 4000)], TOOLS)
    assert 1000 < n_cached < 1300


def test_counters_add_up() -> None:
    cache = PrefixCache()
    counts = [cache.count([SYSTEM, make_user("hello")], TOOLS) for _ in range(3)]
    assert (cache.n_queries, cache.n_hits) == tuple(map(sum, zip(*counts, strict=True)))


def test_prompt_known_whole_still_has_a_token_to_work_out() -> None:
    cache = PrefixCache()
    counts = [cache.count([SYSTEM], []) for _ in range(2)]
    assert counts[1] == (counts[0][0], counts[0][0] - 1)
