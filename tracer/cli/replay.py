"""`tracer replay`: every kept row run again from its start state."""

import sys
from collections.abc import Iterator

from rich.progress import track

from schemas.errors import EnvironmentFault
from schemas.example import TrainingExample
from schemas.message import Role
from schemas.task import Task
from schemas.trajectory import Termination
from tasks.rescore.score import set_standard
from tracer.cli.settings import find_runs_root
from tracer.cli.terminal import make_console
from tracer.domains.domain import Domain, load_domain
from tracer.harness.environment import Environment
from tracer.harness.replay import replay_messages
from tracer.harness.reward import score_episode
from tracer.store.folder import RunFolder, open_run
from tracer.store.shard import list_shards, read_shard
from tracer.store.stage import StageFolder
from tracer.store.views import run_query

FEW_ROWS = 200
VALUE_CHARS = 200
LEAD_CHARS = 40


def replay(run: str, /) -> int:
    """Run the calls of every kept row again: results, state and reward must come out the same.

    Exits 1 and names the first difference when one does not.

    Args:
        run: Name of a run, or its path.
    """
    folder = open_run(find_runs_root(), run)
    total = run_query(folder, "SELECT count(*) FROM examples")[1][0][0]
    n_same, first = 0, ""
    rows = track(
        iterate_rows(folder),
        total=total,
        description="replay",
        console=make_console(stderr=True),
        transient=True,
        disable=total < FEW_ROWS or not sys.stderr.isatty(),
    )
    for example, task in rows:
        difference = find_difference(example, task)
        n_same += not difference
        first = first or difference
    sys.stdout.write(f"{n_same}/{total} rows replayed to the same results, state and reward\n")
    if first:
        sys.stderr.write(f"tracer: first difference: {first}\n")
    return 1 if first else 0


def iterate_rows(run: RunFolder) -> Iterator[tuple[TrainingExample, Task | None]]:
    """Yield the kept rows with their tasks, one shard in memory at a time.

    Raises:
        DataError: a shard is damaged.
    """
    for shard in list_shards(run, StageFolder.EXAMPLES):
        tasks = {item.id: item for item in read_shard(run, StageFolder.TASKS, shard, Task)}
        for example in read_shard(run, StageFolder.EXAMPLES, shard, TrainingExample):
            yield example, tasks.get(example.task_id)


def find_difference(example: TrainingExample, task: Task | None) -> str:
    """Return the first thing that does not come out as recorded, both values named; else empty.

    Raises:
        ConfigError: the row's domain is not there.
    """
    if task is None:
        return f"{example.id}: its task {example.task_id} is not in the run"
    domain = load_domain(example.domain)
    start = domain.start().digest()
    if start != example.start_digest:
        return _name(example, "state at the start", example.start_digest, start)
    try:
        replayed = replay_messages(domain.tools, domain.base, example.messages)
        if replayed.difference:
            return find_call_difference(example, domain)
    except EnvironmentFault as error:
        return f"{example.id}: {error}"
    if replayed.final_digest != example.final_digest:
        return _name(example, "state at the end", example.final_digest, replayed.final_digest)
    return _find_reward_difference(example, task, replayed.final_digest)


def find_call_difference(example: TrainingExample, domain: Domain) -> str:
    """Return the first call whose result differs, both results from just before they part."""
    environment = Environment(domain.tools, domain.start())
    recorded = {
        item.tool_call_id: item.content for item in example.messages if item.role is Role.TOOL
    }
    for message in example.messages:
        for call in message.tool_calls or ():
            content, before = environment.execute(call).content, recorded.get(call.id, "no result")
            if content != before:
                place = f"call {call.id} {call.function.name}"
                return _name(example, place, *cut_pair(before, content))
    return ""


def cut_pair(left: str, right: str) -> tuple[str, str]:
    """Return two different texts cut to where they begin to differ.

    >>> cut_pair("x" * 60 + "a", "x" * 60 + "b")
    ('...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxa', '...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxb')
    """
    pairs = enumerate(zip(left, right, strict=False))
    parting = next(
        (index for index, (one, other) in pairs if one != other), min(len(left), len(right))
    )
    begin = max(parting - LEAD_CHARS, 0)
    lead = "..." if begin else ""
    part = slice(begin, begin + VALUE_CHARS)
    return f"{lead}{left[part]}", f"{lead}{right[part]}"


def _find_reward_difference(example: TrainingExample, task: Task, digest: str) -> str:
    standard = set_standard(task, load_domain(example.domain))
    ended = Termination(example.termination)
    score = score_episode(ended, digest, standard.goal, example.messages)
    if score.reward == example.reward:
        return ""
    return _name(example, "reward", str(example.reward), str(score.reward))


def _name(example: TrainingExample, what: str, recorded: str, replayed: str) -> str:
    return f"{example.id}: {what}: recorded {recorded}, replayed {replayed}"
