"""Plan: which draws a run makes, wave by wave, so that every cell gets the tasks asked for.

A cell draws numbered workflows; the lowest that verify win. When a wave leaves a cell short, the
next wave draws on from where it stopped.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil

from schemas.config import RunConfig
from schemas.job import Draw
from tasks.sample.fit import Move, fit_quotas
from tasks.sample.quota import plan_cells, split_exactly
from tasks.verify.selection import Cell

MAX_WAVES = 6
LEAST_SPARES = 1


@dataclass(slots=True)
class Plan:
    """How far each cell of a run has drawn."""

    config: RunConfig
    drawn: Counter[Cell] = field(default_factory=Counter)
    n_batches: int = 0
    fit: Callable[[str, Mapping[str, int]], tuple[dict[str, int], list[Move]]] = fit_quotas
    """Moves the quota of a domain's cells that no task can be made for."""
    moves: list[tuple[str, Move]] = field(default_factory=list)
    """(domain, move) for each quota moved so far."""

    def next_quotas(self) -> dict[Cell, int]:
        """Return the quotas of another `tasks` tasks."""
        names = self.config.domains
        shares = split_exactly(self.config.tasks, dict.fromkeys(range(len(names)), 1.0))
        quotas: dict[Cell, int] = {}
        for place, domain in enumerate(names):
            seed = self.config.seed + self.n_batches
            asked = plan_cells(shares[place], self.config.mix, seed, domain)
            cells, moves = self.fit(domain, asked)
            self.moves += [(domain, move) for move in moves]
            quotas.update({(domain, cell): count for cell, count in cells.items()})
        self.n_batches += 1
        return quotas

    def draw(self, missing: Mapping[Cell, int]) -> list[Draw]:
        """Return draws for what is missing, with spares."""
        draws = []
        for (domain, cell), count in sorted(missing.items()):
            start = self.drawn[domain, cell]
            spares = LEAST_SPARES + ceil(count * self.config.mix.spare_rate)
            self.drawn[domain, cell] = stop = start + count + spares
            draws.append(Draw(domain=domain, cell=cell, start=start, stop=stop))
        return draws


def describe_moves(config: RunConfig) -> list[str]:
    """Return one line for each quota of the first batch that is moved: from where, to where."""
    plan = Plan(config)
    plan.next_quotas()
    return [
        f"{domain}: no task of cell {move.cell} can be made; its {move.n_tasks} go to {move.target}"
        for domain, move in plan.moves
    ]


def cut_draws(draws: Iterable[Draw], size: int) -> list[list[Draw]]:
    """Return the draws cut into shards of at most `size` workflows, order kept."""
    shards: list[list[Draw]] = []
    room = 0
    for draw in draws:
        start = draw.start
        while start < draw.stop:
            if room == 0:
                shards.append([])
                room = size
            stop = min(draw.stop, start + room)
            shards[-1].append(draw.model_copy(update={"start": start, "stop": stop}))
            room -= stop - start
            start = stop
    return shards
