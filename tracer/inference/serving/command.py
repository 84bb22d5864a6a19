"""Command: the line and the variables vLLM's server is started with."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from schemas.errors import ConfigError
from tracer.inference.serving.environment import VllmEnvironment
from tracer.inference.serving.model import TEMPLATE, Model

SERVER = "vllm.entrypoints.openai.api_server"
HOST = "127.0.0.1"
IN_FLIGHT_GPU = 256
IN_FLIGHT_CPU = 32
KV_CACHE_GIB = 2
"""Memory of the CPU build for what it remembers of prompts, GiB."""
OURS = frozenset({"--host", "--port", "--uds", "--model"})
"""Flags that would take the server from where Tracer looks for it."""
# What belongs to the environment of this process means another thing in vLLM's.
NOT_HANDED_ON = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """All that starting the server takes."""

    words: tuple[str, ...]
    """Program and arguments."""
    variables: Mapping[str, str]
    """The whole environment of the process."""
    model: str
    """Name that requests give."""
    port: int

    @property
    def base_url(self) -> str:
        """Address for an OpenAI client."""
        return f"http://{HOST}:{self.port}/v1"

    @property
    def max_in_flight(self) -> int:
        """Requests it works on at once; more wait in its queue."""
        return int(read_flag(self.words, "--max-num-seqs") or IN_FLIGHT_GPU)


def make_command(
    model: Model, environment: VllmEnvironment, port: int, cache: Path, flags: Sequence[str] = ()
) -> ServerCommand:
    """Return the command that serves a model on loopback.

    Args:
        model: What is served.
        environment: Where vLLM is.
        port: Loopback port.
        cache: Folder for what vLLM keeps between starts.
        flags: The user's own vLLM flags; they override, since the last of a flag counts.

    Raises:
        ConfigError: a flag that only Tracer may set, or a number that is none.
    """
    refuse_flags(flags)
    words = (
        *(str(environment.python), "-P", "-m", SERVER),
        *("--model", model.source, "--host", HOST, "--port", str(port)),
        *list_flags(model, is_cpu=environment.is_cpu),
        *flags,
    )
    name = read_flag(words, "--served-model-name") or model.name
    return ServerCommand(words, make_variables(model, environment, cache), name, port)


def list_flags(model: Model, *, is_cpu: bool) -> list[str]:
    """Return the flags Tracer gives by itself, those of the model's family last."""
    in_flight = IN_FLIGHT_CPU if is_cpu else IN_FLIGHT_GPU
    flags = ["--served-model-name", model.name, "--max-num-seqs", str(in_flight)]
    flags += ["--enable-prefix-caching", "--enable-prompt-tokens-details"]
    # Asked every few seconds; the log is for what matters.
    flags += ["--disable-access-log-for-endpoints", "/health,/metrics"]
    # On the CPU a seeded request whose prompt is read in chunks ends the whole engine (vLLM 0.32).
    flags += ["--enforce-eager", "--no-enable-chunked-prefill"] if is_cpu else []
    if model.folder is not None and (model.folder / TEMPLATE).is_file():
        flags += ["--chat-template", str(model.folder / TEMPLATE)]
    return [*flags, *(model.family.list_serve_flags() if model.family else ())]


def make_variables(model: Model, environment: VllmEnvironment, cache: Path) -> dict[str, str]:
    """Return the process's environment: what is set already counts, then Tracer's choices."""
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_HANDED_ON}
    path = f"{environment.python.parent}{os.pathsep}{inherited.get('PATH', os.defpath)}"
    chosen = {"DO_NOT_TRACK": "1", "VLLM_NO_USAGE_STATS": "1", "VLLM_CACHE_ROOT": str(cache)}
    if model.folder is not None:
        chosen["HF_HUB_OFFLINE"] = "1"
    if environment.is_cpu:
        chosen["VLLM_CPU_KVCACHE_SPACE"] = str(KV_CACHE_GIB)
        chosen["VLLM_CPU_OMP_THREADS_BIND"] = ",".join(map(str, list_cores()))
    return {**chosen, **inherited, "PATH": path}


def list_cores() -> list[int]:
    """Return the numbers of the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def read_flag(words: Sequence[str], flag: str) -> str | None:
    """Return the last value given to a flag, as `--flag value` or `--flag=value`.

    vLLM takes `_` for `-` in a flag.
    """
    found = None
    for word, following in pairwise((*words, "")):
        name, equals, value = word.partition("=")
        if name.startswith("--") and name.replace("_", "-") == flag:
            found = value if equals else following
    return found


def refuse_flags(flags: Sequence[str]) -> None:
    """Refuse what would make the server another one than Tracer starts.

    Raises:
        ConfigError: such a flag, or --max-num-seqs without a whole number.
    """
    for flag in flags:
        name = flag.partition("=")[0].replace("_", "-")
        if name in OURS:
            raise ConfigError(f"{name} is not for vLLM's flags: use --model and --port before --")
    in_flight = read_flag(flags, "--max-num-seqs")
    if in_flight is not None and not (in_flight.isdecimal() and int(in_flight) > 0):
        raise ConfigError(f"--max-num-seqs: expected a whole number, got {in_flight!r}")
