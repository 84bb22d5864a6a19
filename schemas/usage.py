"""Usage: what a run as a whole took of the model servers; not reproducible, out of every digest."""

from schemas.record import Record


class PrefixUse(Record):
    """How far the prefix cache of one server served a run."""

    endpoint: str
    """Address of the server."""
    n_queries: int
    """Tokens the server looked up, for whomever it worked meanwhile."""
    n_hits: int
    """Those of them it had."""


class RunUsage(Record):
    """What playing a run took."""

    play_s: float
    """Seconds in which shards were played and judged."""
    n_side_by_side: int
    """Episodes of one shard that may be under way at once; 1 where rules play both sides."""
    prefixes: list[PrefixUse]
    """One line per server that tells of its prefix cache."""
