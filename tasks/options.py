"""Options: what every Prefect task of a stage has in common.

Prefect's cache is off: file plus manifest is the truth, and a cache keyed by inputs would serve
stale data after a change of policy or prompt.
"""

from typing import Any

from prefect.cache_policies import NO_CACHE

TASK_OPTIONS: dict[str, Any] = {
    "cache_policy": NO_CACHE,
    "persist_result": False,
    "retries": 0,
    "log_prints": False,
}
