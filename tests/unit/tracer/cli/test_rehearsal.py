"""Which roles get the address of the rehearsal's server."""

from schemas.config import REHEARSAL, RunConfig
from tracer.cli.rehearsal import start_rehearsal

ROLE = {"engine": "llm", "model": REHEARSAL}
OTHER = {"engine": "llm", "model": "m", "base_url": "http://127.0.0.1:1/v1"}


def test_run_by_rules_starts_no_server() -> None:
    config = RunConfig()
    with start_rehearsal(config) as given:
        assert given is config


def test_role_with_a_server_of_its_own_keeps_it() -> None:
    config = RunConfig.model_validate({"agent": ROLE, "user": OTHER})
    with start_rehearsal(config) as given:
        assert given.agent.base_url.startswith("http://127.0.0.1:")
        assert given.user == config.user
    assert config.agent.base_url == ""


def test_both_roles_share_one_server() -> None:
    with start_rehearsal(RunConfig.model_validate({"agent": ROLE, "user": ROLE})) as given:
        assert given.agent.base_url == given.user.base_url != ""
        assert given.agent.model == REHEARSAL
