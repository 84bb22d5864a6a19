"""Our client beside vLLM's own load tool, on the same requests."""

from collections.abc import Callable

import pytest

from bench.mix import AGENT_TOKENS, USER_TOKENS
from bench.vllm import measure_rounds
from tests.support.real_vllm import Serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def test_client_and_load_tool_do_the_same_work(
    serving: Serving, tell: Callable[[str], None]
) -> None:
    (found,) = measure_rounds(serving, n_rounds=1, n_tasks=2, n_side_by_side=4)
    expected = 2 * (USER_TOKENS + AGENT_TOKENS)
    assert (found.ours.n_output_tokens, found.theirs.n_output_tokens) == (expected, expected)
    tell(
        f"4 requests at once, one round only: {found.ours.rate:.1f} completion tokens per second "
        f"by our client, {found.theirs.rate:.1f} by vLLM's load tool, ratio {found.ratio:.2f}"
    )
