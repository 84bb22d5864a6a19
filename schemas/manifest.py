"""Manifest: what a task returns and what makes a shard's file count as written."""

from schemas.record import Record


class ShardManifest(Record):
    """Says of one shard of one stage that its files are whole; written last."""

    stage: str
    """Folder of the stage, such as `02_grounded`."""
    shard: int
    """Number of the shard, from 0."""
    n_in: int
    """Records that came in."""
    n_out: int
    """Records that went on."""
    n_rejected: int
    """Records that left."""
    sha256: str
    """Digest of the Parquet file, 64 hex digits."""
    wall_s: float
    """Seconds it took; no part of any digest."""
