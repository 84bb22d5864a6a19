from datetime import date, datetime, time
from typing import Any

import pytest

from schemas.body import OWN_SETTING, TRACERS_OWN, check_fields, check_values
from schemas.config import RoleConfig


def nest(n_levels: int) -> Any:
    value: Any = 1
    for _ in range(n_levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (date(2020, 1, 1), "x: expected a JSON value, got a date"),
        (datetime.fromisoformat("2020-01-01T00:00:00"), "x: expected a JSON value, got a datetime"),
        (time(1, 2), "x: expected a JSON value, got a time"),
        (float("nan"), "x: expected a JSON value, got nan"),
        (float("-inf"), "x: expected a JSON value, got -inf"),
        ({"a": [0, date(2020, 1, 1)]}, "x.a[1]: expected a JSON value, got a date"),
        (nest(40), "expected at most 32 levels of nesting"),
    ],
)
def test_what_json_has_no_form_for_is_refused_by_its_place(value: object, message: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        check_values({"good": 1, "x": value})
    assert message in str(caught.value)


def test_json_of_any_kind_is_taken() -> None:
    fields = {"a": {"b": [1, 2.5, True, None, "2020-01-01"]}, "stop": ["END"], "top_k": nest(20)}
    assert check_fields(fields) == fields


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("max_tokens", "max_tokens is refused here: it has a setting of its own, max_tokens"),
        ("max_completion_tokens", "a setting of its own, max_tokens"),
        ("api_key", "a setting of its own, api_key_env"),
        ("API_KEY", "API_KEY is refused here"),
        ("chat_template_kwargs", "a setting of its own, chat_template_kwargs"),
        ("seed", "seed is refused here: Tracer sets it for every request"),
        ("stream", "stream is refused here"),
        ("n", "n is refused here"),
    ],
)
def test_field_that_is_not_the_users_to_set_is_refused_by_name(name: str, message: str) -> None:
    with pytest.raises(ValueError, match="refused here") as caught:
        check_fields({"top_k": 5, name: "hush"})
    assert message in str(caught.value)
    assert "hush" not in str(caught.value)


def test_advice_names_settings_there_are() -> None:
    assert set(OWN_SETTING.values()) <= RoleConfig.model_fields.keys()
    assert not TRACERS_OWN & OWN_SETTING.keys()
