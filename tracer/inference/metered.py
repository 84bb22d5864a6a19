"""Metered: a model that counts what its calls cost, one meter per episode and role."""

from dataclasses import dataclass

from schemas.errors import ModelError
from tracer.inference.chat import ChatModel, ChatReply, ChatRequest


@dataclass(slots=True)
class MeteredChat:
    """Hands requests on to `model` and adds up the replies; tokens as the server counts them.

    A call that failed for good counts with its retries; nothing else of it is known.
    """

    model: ChatModel
    n_calls: int = 0
    n_retries: int = 0
    wall_s: float = 0.0
    n_input_tokens: int = 0
    n_cached_tokens: int = 0
    n_output_tokens: int = 0
    endpoint: str = ""
    """Address of the server that answered last."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        """Return the answer to one request.

        Raises:
            ModelError: the model failed for good.
        """
        self.n_calls += 1
        try:
            reply = await self.model.complete(request)
        except ModelError as error:
            self.n_retries += error.n_retries
            raise
        self.n_retries += reply.n_retries
        self.wall_s += reply.wall_s
        self.n_input_tokens += reply.input_tokens
        self.n_cached_tokens += reply.cached_tokens
        self.n_output_tokens += reply.output_tokens
        self.endpoint = reply.endpoint
        return reply
