"""StageFolder: where the shards of each stage stand, and which record they hold."""

from enum import StrEnum
from typing import NamedTuple

from schemas.draft import TaskDraft
from schemas.example import TrainingExample
from schemas.feeling import Feeling
from schemas.grounded import GroundedWorkflow
from schemas.judgement import Judgement
from schemas.record import Record
from schemas.task import Task
from schemas.trajectory import Trajectory
from schemas.workflow import Workflow

REJECTS = "rejects"
TIMINGS = "timings"
JOURNAL = "journal"
SWAP = ".swap"
SEAL = f"{SWAP}/sealed.json"
"""Stands in a run while files of it are replaced by those staged in `SWAP`."""


class StageFolder(StrEnum):
    """Folders of a run that hold shards, in the order in which they are filled."""

    WORKFLOWS = "01_workflows"
    GROUNDED = "02_grounded"
    DRAFTS = "03_drafts"
    FEELINGS = "04_feelings"
    CANDIDATES = "05_candidates"
    TASKS = "05_tasks"
    TRAJECTORIES = "06_trajectories"
    VERDICTS = "07_verdicts"
    EXAMPLES = "07_examples"


class StageTable(NamedTuple):
    """What the files of a stage are to a reader."""

    view: str
    """Name of its view in SQL."""
    model: type[Record]
    """Record of one row."""


STAGE_TABLES: dict[StageFolder, StageTable] = {
    StageFolder.WORKFLOWS: StageTable("workflows", Workflow),
    StageFolder.GROUNDED: StageTable("grounded", GroundedWorkflow),
    StageFolder.DRAFTS: StageTable("drafts", TaskDraft),
    StageFolder.FEELINGS: StageTable("feelings", Feeling),
    StageFolder.CANDIDATES: StageTable("candidates", Task),
    StageFolder.TASKS: StageTable("tasks", Task),
    StageFolder.TRAJECTORIES: StageTable("trajectories", Trajectory),
    StageFolder.VERDICTS: StageTable("verdicts", Judgement),
    StageFolder.EXAMPLES: StageTable("examples", TrainingExample),
}
"""Candidates are the verified tasks before the pass over the whole run picks among them."""
