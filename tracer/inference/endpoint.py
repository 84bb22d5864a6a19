"""Endpoint: one server as the whole process sees it: its connections, its limit, its health."""

from urllib.parse import urlsplit

from tracer.inference.completion import GarbledBodyError
from tracer.inference.health import BEAT_S, GRACE_S, DownError, Health
from tracer.inference.limiter import Limiter
from tracer.inference.refusal import SERVER_FAULT, RefusedError, read_refusal
from tracer.inference.transport import HttpAnswer, LostError, Transport

NO_KEY = "none"
USUAL_IN_FLIGHT = 64
PROBE_S = 5.0
STRAINED_STATUS = frozenset({429, 503})
GATEWAY_STATUS = frozenset({502, 503, 504})
"""What stands before a server that has gone answers with one of these."""
NO_MODELS_STATUS = frozenset({404, 405, 501})
GOOD_STATUS = range(200, 300)


class Endpoint:
    """Shared by all roles and shards that ask one server under one key.

    Belongs to the event loop that first asks it.

    Args:
        base_url: Address below which `/chat/completions` stands.
        key: API key, or `none`.
        known_limit: Requests the server is known to take at once; None where that is not known.
        beat_s: Wait between two probes of a server that has gone, seconds.
        grace_s: Longest wait for a server that never answered, seconds.
    """

    def __init__(
        self,
        base_url: str,
        key: str = NO_KEY,
        known_limit: int | None = None,
        *,
        beat_s: float = BEAT_S,
        grace_s: float = GRACE_S,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.name = name_endpoint(self.base_url)
        self.limiter = Limiter(known_limit or USUAL_IN_FLIGHT)
        self.health = Health(self.name, self._probe, self._expel, beat_s, grace_s)
        self._bounds: set[int] = set()
        self._transport = Transport(self.base_url, {"Authorization": f"Bearer {key}"})

    def __repr__(self) -> str:
        return f"Endpoint({self.name!r})"

    def bound(self, in_flight: int | None) -> None:
        """Take in what a role allows in flight at once: the smallest of all roles' counts."""
        if in_flight is not None and in_flight not in self._bounds:
            self._bounds.add(in_flight)
            self.limiter.set_ceiling(min(self._bounds))

    async def post(self, body: bytes, timeout_s: float) -> bytes:
        """Send one chat completion, once, and return the body of a good answer.

        Raises:
            DownError: the server has gone; nothing is sent to one that is known to have.
            LostError: the connection was lost, but the server is there.
            TimeoutError: no whole answer within `timeout_s` seconds, but the server is there.
            GarbledBodyError: no HTTP, or more of it than any completion.
            RefusedError: an answer of a status other than 2xx.
        """
        if self.health.is_down:
            raise DownError
        age = self.limiter.age
        try:
            answer = await self._transport.post(
                f"{self.base_url}/chat/completions", body, timeout_s
            )
        except LostError as error:
            if await self.health.examine(str(error), was_lost=True):
                raise DownError(was_sent=error.was_sent) from None
            raise
        except TimeoutError:
            self.limiter.note_strain(age)
            if await self.health.examine("no answer in time", was_lost=False):
                raise DownError(was_sent=True) from None
            raise
        return await self._judge(answer, age)

    async def close(self) -> None:
        """Let go of the connections and stop watching."""
        await self.health.close()
        await self._transport.close()

    async def _judge(self, answer: HttpAnswer, age: int) -> bytes:
        if answer.status in STRAINED_STATUS:
            self.limiter.note_strain(age)
        if answer.status in GOOD_STATUS:
            self.health.note_answer()
            self.limiter.note_success()
            return answer.content
        refusal = read_refusal(answer)
        if answer.status not in GATEWAY_STATUS:
            self.health.note_answer()
        elif refusal.retry_after_s is None and await self._is_gone_behind(refusal):
            raise DownError(was_sent=True)
        raise refusal

    async def _is_gone_behind(self, refusal: RefusedError) -> bool:
        return await self.health.examine(f"status {refusal.status}", was_lost=False)

    async def _probe(self) -> str:
        """Return what is wrong with the server, nothing when it answers."""
        fault, status = await self._ask("models", self.base_url)
        if status in NO_MODELS_STATUS:
            fault, _status = await self._ask("health", find_root(self.base_url))
        return fault

    async def _ask(self, name: str, base_url: str) -> tuple[str, int]:
        try:
            answer = await self._transport.get(f"{base_url}/{name}", PROBE_S)
        except TimeoutError:
            return f"no answer within {PROBE_S:g} s", 0
        except (LostError, GarbledBodyError) as error:
            return str(error), 0
        fault = f"status {answer.status}" if answer.status >= SERVER_FAULT else ""
        return fault, answer.status

    def _expel(self) -> None:
        self.limiter.expel(DownError)


def name_endpoint(base_url: str) -> str:
    """Return scheme, host, port and path of an address, without user, password and query."""
    parts = urlsplit(base_url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


def find_root(base_url: str) -> str:
    """Return the address below which a server's own pages stand, without the API's `/v1`.

    >>> find_root("http://127.0.0.1:8000/v1/")
    'http://127.0.0.1:8000'
    """
    return base_url.rstrip("/").removesuffix("/v1")
