import pytest

from prompts import templates
from prompts.templates import digest_prompts, list_prompts, render
from schemas.errors import DataError

FACTS = [{"id": "f1", "text": "You want to cancel an order."}]


def render_user(**changes: object) -> str:
    values: dict[str, object] = {
        "instruction": "You are Zoë.",
        "direction": "You keep looking at the clock.",
        "facts": FACTS,
    }
    return render("user", **{**values, **changes})


def test_user_prompt_holds_instruction_direction_and_numbered_facts() -> None:
    text = render_user()
    assert "You are Zoë." in text
    assert "You keep looking at the clock." in text
    assert "f1: You want to cancel an order." in text


def test_neutral_arm_has_no_stage_direction() -> None:
    assert "How it is with you today" in render_user()
    assert "How it is with you today" not in render_user(direction="")


def test_values_are_never_read_as_templates() -> None:
    assert "{{ 7 * 6 }} <b>&" in render_user(instruction="{{ 7 * 6 }} <b>&")


def test_missing_value_is_named() -> None:
    with pytest.raises(DataError, match="fault"):
        render("user_again")


def test_unknown_prompt_is_named() -> None:
    with pytest.raises(DataError, match="no_such_prompt"):
        render("no_such_prompt")


def test_name_cannot_leave_the_folder() -> None:
    with pytest.raises(DataError):
        render("../pyproject")


def test_digest_changes_with_a_comma(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_prompts()
    monkeypatch.setattr(templates, "read_prompt", lambda name: f"{name},")
    assert digest_prompts() != before


def test_every_prompt_is_listed() -> None:
    assert {"react", "user", "user_again", "user_opening"} <= set(list_prompts())
