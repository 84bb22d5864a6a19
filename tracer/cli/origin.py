"""Origin: how a row came about, printed: workflow, story, instruction, reference, feeling."""

from rich.console import Console
from rich.table import Table

from schemas.condition import decode_condition
from schemas.draft import Fact
from schemas.feeling import Feeling
from schemas.grounded import Action, Information, Refusal, Story
from schemas.task import Task
from schemas.task_review import TaskReview
from schemas.verdict import Stage
from tracer.cli.conversation import describe_arguments
from tracer.cli.dossier import Dossier
from tracer.cli.terminal import fold_line, plain


def list_pairs(pairs: list[tuple[str, str]]) -> Table:
    """Return a table of names and texts; those without a text are left out."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, text in pairs:
        if text:
            table.add_row(name, plain(text))
    return table


def describe_walks(walks: list[list[str]]) -> str:
    r"""Return walks, one per line.

    >>> describe_walks([["find_order", "cancel_order"], ["get_order"]])
    'find_order -> cancel_order\nget_order'
    """
    return "\n".join(" -> ".join(walk) for walk in walks)


def render_origin(dossier: Dossier, console: Console) -> None:
    """Print the workflow, and where it left when it did not become a task."""
    workflow = dossier.workflow
    console.rule(plain(f"Workflow {dossier.workflow_id}"), align="left")
    pairs = [("", "not in this run")]
    if workflow is not None:
        pairs = [
            ("domain", workflow.domain),
            ("cell", f"{workflow.cell}, draw {workflow.index}, seed {workflow.seed}"),
            ("walks", describe_walks(workflow.walks)),
        ]
    pairs += [
        ("left", f"at {reject.stage}: {reject.reason}; {reject.detail}")
        for reject in dossier.rejects
        if reject.stage is not Stage.FILTER
    ]
    console.print(list_pairs(pairs))
    if dossier.task is None:
        _render_unfinished(dossier, console)


def _render_unfinished(dossier: Dossier, console: Console) -> None:
    if dossier.grounded is not None:
        console.print(list_pairs(_list_story(dossier.grounded.story)))
        _render_actions(dossier.grounded.actions, console)
        _render_information(dossier.grounded.information, console)
    if dossier.draft is not None:
        console.print(list_pairs([("instruction", dossier.draft.instruction)]))
        _render_facts(dossier.draft.facts, console)


def render_task(task: Task, console: Console) -> None:
    """Print a task with its reference."""
    console.rule(plain(f"Task {task.id}"), align="left")
    pairs = [
        ("kind", task.kind),
        ("customer", task.customer_id),
        *_list_story(task.story),
        ("instruction", task.instruction),
        ("preferences", "\n".join(task.preferences)),
        ("refusal", describe_refusal(task.refusal)),
    ]
    console.print(list_pairs(pairs))
    _render_facts(task.facts, console)
    _render_actions(task.actions, console)
    _render_information(task.information, console)


def describe_refusal(refusal: Refusal | None) -> str:
    """Return what must be declined and why; empty when nothing must."""
    if refusal is None:
        return ""
    call = f"{refusal.tool}({describe_arguments(refusal.arguments)})"
    return f"{call} is forbidden by clause {refusal.clause}: {refusal.reason}"


def render_reviews(reviews: list[TaskReview], console: Console) -> None:
    """Print the latest review of a task in one line, and how many others there are."""
    last = reviews[-1]
    reason = f" ({last.reason})" if last.reason else ""
    note = f": {last.note}" if last.note else ""
    more = f" (and {len(reviews) - 1} more)" if len(reviews) > 1 else ""
    who = f"{last.kind} {last.reviewer}, {last.date}"
    line = fold_line(f"review: {last.ruling}{reason} by {who}{note}{more}")
    console.print(plain(line), soft_wrap=True)


def _list_story(story: Story) -> list[tuple[str, str]]:
    return [("who", story.who), ("why", story.why), ("at stake", story.stake)]


def _render_facts(facts: list[Fact], console: Console) -> None:
    table = Table("fact", "kind", "topic", "text", title="Facts", title_justify="left")
    for fact in facts:
        table.add_row(plain(fact.id), fact.kind, str(fact.topic), plain(fact.text))
    console.print(table)


def _render_actions(actions: list[Action], console: Console) -> None:
    table = Table(title="Reference actions", title_justify="left")
    for name in ("", "role", "topic", "call"):
        table.add_column(name, overflow="fold")
    for number, action in enumerate(actions, start=1):
        call = f"{action.tool}({describe_arguments(action.arguments)})"
        topic = "" if action.topic is None else str(action.topic)
        table.add_row(str(number), action.role, topic, plain(call))
    console.print(table)


def _render_information(information: list[Information], console: Console) -> None:
    if not information:
        return
    table = Table("topic", "question", "value", title="To be told", title_justify="left")
    for item in information:
        question = f"{item.question} {item.subject}".strip()
        table.add_row(str(item.topic), plain(question), plain(item.value))
    console.print(table)


def render_feeling(feeling: Feeling, console: Console) -> None:
    """Print a feeling, its condition in words and its stage direction."""
    console.rule(plain(f"Feeling {feeling.id}"), align="left")
    pairs = [
        ("condition", describe_condition(feeling.condition)),
        ("feeling", feeling.text),
        ("direction", feeling.direction),
    ]
    console.print(list_pairs(pairs))


def describe_condition(number: int | None) -> str:
    """Return a condition in words.

    >>> describe_condition(1)
    '1: anger / annoyance, politeness warm, urgency low, trust cautious'
    >>> describe_condition(None)
    'none: the neutral arm'
    """
    if number is None:
        return "none: the neutral arm"
    found = decode_condition(number)
    levels = f"politeness {found.politeness}, urgency {found.urgency}, trust {found.trust}"
    return f"{number}: {found.family} / {found.emotion}, {levels}"
