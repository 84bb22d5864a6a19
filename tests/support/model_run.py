"""What a run with models on both sides left behind, read for tests on a real server."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w
from jsonschema import Draft202012Validator

from schemas.timing import Timing
from schemas.trajectory import Trajectory
from tests.support.llm_command import Ended
from tests.support.real_vllm import Serving, run_tracer
from tracer.harness.users.turn import MAX_FACTS, build_response_format
from tracer.inference.chat import ChatReply
from tracer.inference.journaled import decode_reply
from tracer.store.folder import RunFolder
from tracer.store.ledger import count_episodes, count_tasks
from tracer.store.shard import read_shard, read_timings
from tracer.store.stage import StageFolder

STAGE = StageFolder.TRAJECTORIES
MAX_TOKENS = 160


@dataclass(frozen=True, slots=True)
class ModelRun:
    """A run that ended: what the command gave, and its folder."""

    ended: Ended
    run: RunFolder

    def list_trajectories(self) -> list[Trajectory]:
        return read_shard(self.run, STAGE, 0, Trajectory)

    def list_timings(self, role: str) -> list[Timing]:
        return [item for item in read_timings(self.run, STAGE, 0) if item.role == role]

    def count(self, role: str, figure: str) -> int:
        """Return the sum of one count over all episodes."""
        return sum(getattr(item, figure) for item in self.list_timings(role))

    def list_replies(self) -> list[ChatReply]:
        """Return every finished call of the run, from its journal."""
        return [
            decode_reply(entry["key"], entry["reply"])
            for path in sorted(self.run.path.glob("journal/*"))
            for entry in map(json.loads, path.read_text(encoding="utf-8").splitlines())
        ]

    def count_endings(self) -> Counter[str]:
        return Counter(str(item.termination) for item in self.list_trajectories())


def make_model_run(
    serving: Serving, name: str, n_tasks: int, *flags: str, steps: int, **agent: Any
) -> ModelRun:
    """Make a run of few steps and short turns, whatever its models make of it."""
    config = write_config(serving.folder / f"{name}.toml", steps, agent)
    words = ["--config", str(config), "--tasks", str(n_tasks), "--run", name, *flags]
    ended = run_tracer(serving.folder, "generate", *words, *serving.flags)
    return ModelRun(ended, RunFolder(serving.folder / "runs" / name))


def write_config(path: Path, steps: int, agent: dict[str, Any]) -> Path:
    rates = ("infrastructure_rate", "agent_rate", "user_rate")
    config = {
        "rollout": {"max_steps": steps, "max_user_turns": 6},
        "budget": dict.fromkeys(rates, 1.0),
        "agent": {"max_tokens": MAX_TOKENS, **agent},
        "user": {"max_tokens": MAX_TOKENS},
    }
    path.write_text(tomli_w.dumps(config), encoding="utf-8")
    return path


def expect_sound_run(made: ModelRun, n_tasks: int) -> None:
    """Hold a run to what no model may spoil: exact ledgers, nothing lost outside, no crash."""
    assert made.ended.code == 0, made.ended.error
    assert "Traceback" not in made.ended.out + made.ended.error
    tasks, episodes = count_tasks(made.run), count_episodes(made.run)
    assert (tasks.is_exact, tasks.kept, tasks.open) == (True, n_tasks, 0)
    assert (episodes.is_exact, episodes.started, episodes.open) == (True, n_tasks, 0)
    outside = {"model_error", "environment_error", "time_limit"}
    assert outside & made.count_endings().keys() == set()
    overlong = [item for item in made.list_trajectories() if item.termination == "context_length"]
    assert all(item.n_agent_steps > 1 for item in overlong)


def count_turns(made: ModelRun) -> tuple[int, int]:
    """Return how many outputs of the user's model fit their schema, and how many there were."""
    facts = [f"f{number}" for number in range(1, MAX_FACTS + 1)]
    schema = build_response_format(facts, MAX_TOKENS)["json_schema"]["schema"]
    valid = Draft202012Validator(schema)
    n_valid = sum(fits(valid, reply.text) for reply in made.list_replies() if not reply.is_cut_off)
    return n_valid, made.count("user", "n_calls")


def fits(valid: Draft202012Validator, text: str) -> bool:
    """Return whether a text is JSON that fits, as it stands."""
    try:
        return bool(valid.is_valid(json.loads(text)))
    except ValueError:
        return False
