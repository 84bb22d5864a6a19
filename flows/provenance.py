"""Provenance: the versions a run's rows were made with, one set per domain."""

from importlib.metadata import version

from graphs.graph import load_graph
from graphs.review import require_review
from prompts.templates import digest_prompts
from schemas.config import RunConfig
from schemas.example import Provenance
from schemas.trajectory import Engine
from tracer.domains.domain import load_domain

DISTRIBUTION = "tracer-pipeline"


def collect_provenance(config: RunConfig) -> dict[str, Provenance]:
    """Return domain -> provenance."""
    return {name: describe_domain(name, config) for name in config.domains}


def describe_domain(name: str, config: RunConfig) -> Provenance:
    """Return the provenance of one domain's rows.

    Raises:
        DataError: the domain's graph has no review that holds.
    """
    domain = load_domain(name)
    return Provenance(
        tracer=version(DISTRIBUTION),
        run_seed=config.seed,
        graph=load_graph(name).digest,
        graph_review=require_review(name).kind,
        data=domain.base.digest,
        policy=domain.policy.digest,
        tools=domain.tools_digest,
        prompts=digest_prompts() if Engine.LLM in (config.agent.engine, config.user.engine) else "",
        grounder=Engine.RULES,
        refiner=Engine.RULES,
        feeler=Engine.RULES,
    )
