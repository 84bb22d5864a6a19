from pathlib import Path

import pytest

from tracer.cli.options import resolve_config

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))


def test_there_are_examples() -> None:
    assert {"smoke", "llm", "vllm", "vllm_replicas", "vllm_two_models"} <= {
        path.stem for path in EXAMPLES
    }


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_a_config(path: Path) -> None:
    assert resolve_config(path, {}).tasks > 0


def test_replicas_and_two_models_are_what_their_names_say() -> None:
    replicas = resolve_config(ROOT / "examples/vllm_replicas.toml", {})
    assert len(replicas.agent.endpoints) == len(replicas.user.endpoints) == 2
    models = resolve_config(ROOT / "examples/vllm_two_models.toml", {})
    assert models.agent.model != models.user.model
    assert models.agent.endpoints != models.user.endpoints
