"""Rate: a share that never goes without the numbers it is made of."""

from typing import NamedTuple


class Rate(NamedTuple):
    """`n` out of `of`; `n` may be a sum of shares, so it need not be whole."""

    n: float
    of: int

    @property
    def share(self) -> float | None:
        """The share, 0 to 1; None when there was nothing to count."""
        return self.n / self.of if self.of else None

    def __str__(self) -> str:
        """Return `n/N` with the share in per cent.

        >>> str(Rate(3, 4)), str(Rate(0, 0))
        ('3/4 (75.0 %)', '0/0')
        """
        counts = f"{round(self.n, 2):g}/{self.of}" if self.n % 1 else f"{int(self.n)}/{self.of}"
        return counts if self.share is None else f"{counts} ({self.share:.1%})".replace("%", " %")
