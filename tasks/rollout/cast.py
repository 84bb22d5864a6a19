"""Cast: who plays agent and user, put together from the config.

The agent's side is given the domain's policy, tools and desk material; never a task.
"""

import random
from dataclasses import dataclass

from schemas.condition import decode_condition
from schemas.draft import Fact
from schemas.feeling import Feeling
from schemas.grounded import Story
from tracer.domains.playbook import load_playbook
from tracer.domains.words import load_words
from tracer.harness.agents.desk import DeskAgent
from tracer.harness.agents.habit import draw_habits
from tracer.harness.agents.reply import ReplyWriter
from tracer.harness.agents.wording import Wording
from tracer.harness.users.agenda import Agenda
from tracer.harness.users.customer import AgendaCustomer
from tracer.harness.users.mood import Mood
from tracer.harness.users.speech import Speech
from tracer.harness.users.telling import Telling


@dataclass(frozen=True, slots=True)
class Part:
    """What a user knows: its side of the task, and how it feels."""

    instruction: str
    facts: list[Fact]
    story: Story
    feeling: Feeling


def cast_desk(domain: str, seed: int, flawless_rate: float) -> DeskAgent:
    """Return the rule-based agent of a domain; its habits follow from the seed."""
    rng = random.Random(seed)
    habits = draw_habits(rng, flawless_rate)
    writer = ReplyWriter(Wording(load_words(domain).desk, rng), rng)
    return DeskAgent(load_playbook(domain), writer, habits, rng)


def cast_customer(domain: str, part: Part, seed: int) -> AgendaCustomer:
    """Return the rule-based user of a task."""
    rng = random.Random(seed)
    words = load_words(domain)
    number = part.feeling.condition
    condition = None if number is None else decode_condition(number)
    speech = Speech(words, condition, part.story.thing, rng)
    telling = Telling(speech, part.story.voiced, rng)
    return AgendaCustomer(Agenda(part.facts, words.answers), Mood(condition), telling, rng)
