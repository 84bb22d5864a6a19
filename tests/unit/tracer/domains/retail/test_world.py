from tracer.domains.domain import load_domain
from tracer.domains.policy import Keeper


def test_domain_is_built_once() -> None:
    assert load_domain("retail") is load_domain("retail")


def test_policy_and_tools_live_on_the_same_day() -> None:
    retail = load_domain("retail")
    assert retail.today == "2026-05-14"
    assert f"Today is Thursday, {retail.today}." in retail.policy.text


def test_policy_names_only_tools_that_exist() -> None:
    retail = load_domain("retail")
    named = set(retail.policy.text.split("`")[1::2])
    assert named <= set(retail.tools)
    assert "transfer_to_person" in named


def test_every_guarded_clause_has_its_guard() -> None:
    retail = load_domain("retail")
    assert sorted(retail.guards) == retail.policy.list_numbers(Keeper.GUARD)


def test_episodes_do_not_see_each_other() -> None:
    retail = load_domain("retail")
    one, other = retail.start(), retail.start()
    pending = next(key for key, row in one.rows("orders") if row["status"] == "pending")
    before = other.digest()
    retail.tools["cancel_order"].run(one, {"order_id": pending, "reason": "no longer needed"})
    assert one.digest() != before
    assert other.digest() == before
