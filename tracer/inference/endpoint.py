"""Endpoint: one server as the whole process sees it: its connections, its limit, its health."""

import json
import logging
import time
from http import HTTPStatus
from urllib.parse import urlsplit

from tracer.inference.completion import GarbledBodyError
from tracer.inference.health import BEAT_S, GRACE_S, DownError, Health
from tracer.inference.limiter import Limiter
from tracer.inference.page import is_page
from tracer.inference.refusal import SERVER_FAULT, read_refusal
from tracer.inference.transport import HttpAnswer, LostError, Transport

log = logging.getLogger(__name__)

NO_KEY = "none"
USUAL_IN_FLIGHT = 64
PROBE_S = 5.0
STRAINED_STATUS = frozenset({429, 503})
GATEWAY_STATUS = frozenset({502, 503, 504})
"""What stands before a server that has gone answers with one of these."""
NO_MODELS_STATUS = frozenset({404, 405, 501})
GOOD_STATUS = range(200, 300)
UNLISTED_STATUS = frozenset({401, 403, 429})
"""A server that is there answers its list of models so where a key may only ask for completions."""
FAILURE_EVERY_S = 1.0
"""A run may lose thousands of calls to one server: a line for each would bury all others."""


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
        self._has_completed = False
        self._has_listed = False
        self._n_untold = 0
        self._told_at = -FAILURE_EVERY_S
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

    def note_failure(self, detail: str) -> None:
        """Warn of a call that failed for good; at most one line a second, which counts the rest."""
        now = time.monotonic()
        if now - self._told_at < FAILURE_EVERY_S:
            self._n_untold += 1
            return
        more = f" ({self._n_untold} more calls failed before it)" if self._n_untold else ""
        log.warning("server %s: call failed: %s%s", self.name, detail, more)
        self._n_untold, self._told_at = 0, now

    async def close(self) -> None:
        """Let go of the connections and stop watching."""
        await self.health.close()
        await self._transport.close()

    async def _judge(self, answer: HttpAnswer, age: int) -> bytes:
        if answer.status in STRAINED_STATUS:
            self.limiter.note_strain(age)
        if answer.status in GOOD_STATUS:
            self._has_completed = True
            self.health.note_answer()
            self.limiter.note_success()
            return answer.content
        refusal = read_refusal(answer)
        if self._is_doubtful(answer) and refusal.retry_after_s is None:
            if await self.health.examine(f"status {refusal.status}", was_lost=False):
                raise DownError(was_sent=True)
        elif answer.status not in GATEWAY_STATUS:
            self.health.note_answer()
        raise refusal

    def _is_doubtful(self, answer: HttpAnswer) -> bool:
        """Return whether somebody else may have answered: a gateway, or who took over the port."""
        if answer.status in GATEWAY_STATUS:
            return True
        is_foreign = answer.status in NO_MODELS_STATUS and not is_json(answer.content)
        return self._has_completed and is_foreign

    async def _probe(self) -> str:
        """Return what is wrong with the server, nothing when it is there.

        Whatever else listens at its address is not the server: who once gave a list of models must
        give one again, and who has none must be healthy.
        """
        listed = await self._ask("models", self.base_url)
        if isinstance(listed, str):
            return listed
        if listed.status in GOOD_STATUS and is_json(listed.content):
            self._has_listed = True
            return ""
        if self._has_listed or listed.status not in NO_MODELS_STATUS | UNLISTED_STATUS:
            return describe_stranger(listed)
        if listed.status in UNLISTED_STATUS and is_json(listed.content):
            return ""
        healthy = await self._ask("health", find_root(self.base_url))
        if isinstance(healthy, str):
            return healthy
        return "" if self._is_sound(healthy) else describe_stranger(healthy)

    def _is_sound(self, answer: HttpAnswer) -> bool:
        """Return whether an answer to /health is a healthy server's.

        One that has no such page either, but has completed chats, at least says so in JSON.
        """
        if answer.status in GOOD_STATUS:
            return True
        has_no_page = answer.status == HTTPStatus.NOT_FOUND and is_json(answer.content)
        return self._has_completed and has_no_page

    async def _ask(self, name: str, base_url: str) -> HttpAnswer | str:
        try:
            return await self._transport.get(f"{base_url}/{name}", PROBE_S)
        except TimeoutError:
            return f"no answer within {PROBE_S:g} s"
        except (LostError, GarbledBodyError) as error:
            return str(error)

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


def is_json(content: bytes) -> bool:
    """Return whether a body is JSON."""
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


def describe_stranger(answer: HttpAnswer) -> str:
    """Return in a few words what answers in place of a model server.

    Nothing of its page is told: it may quote the request's key.
    """
    page = ", an HTML page" if is_page(answer.content.decode("utf-8", "replace")) else ""
    if answer.status >= SERVER_FAULT:
        return f"status {answer.status}{page}"
    return f"status {answer.status}{page}, no list of models"
