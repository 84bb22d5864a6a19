import pytest

from schemas.errors import ModelError
from tests.support.asking import REQUEST
from tracer.inference.chat import ChatReply, ChatRequest
from tracer.inference.metered import MeteredChat


class Model:
    """Gives its outcomes one after another."""

    def __init__(self, *outcomes: ChatReply | ModelError) -> None:
        self.outcomes = list(outcomes)

    async def complete(self, _request: ChatRequest) -> ChatReply:
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, ModelError):
            raise outcome
        return outcome


async def test_failed_call_counts_with_its_retries() -> None:
    good = ChatReply(text="Yes.", n_retries=1, output_tokens=3, endpoint="http://a/v1", wall_s=0.5)
    meter = MeteredChat(Model(good, ModelError("gone", n_retries=4)))
    await meter.complete(REQUEST)
    with pytest.raises(ModelError, match="gone"):
        await meter.complete(REQUEST)
    assert (meter.n_calls, meter.n_retries, meter.n_output_tokens) == (2, 5, 3)
    assert (meter.endpoint, meter.wall_s) == ("http://a/v1", 0.5)
