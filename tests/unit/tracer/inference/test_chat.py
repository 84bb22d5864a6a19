from dataclasses import replace

import pytest
from pydantic import ValidationError

from schemas.config import RoleConfig
from tracer.inference.chat import ChatRequest

REQUEST = ChatRequest(
    model="m", messages=[{"role": "user", "content": "Hi"}], episode="traj", call="agent/1", seed=7
)


def test_name_of_the_call_is_never_sent() -> None:
    assert "traj/agent/1" not in str(REQUEST.encode())


def test_unset_fields_are_left_out() -> None:
    assert set(replace(REQUEST, seed=None).encode()) == {
        "model",
        "messages",
        "temperature",
        "max_tokens",
    }


def test_whatever_a_request_sets_is_refused_as_a_further_field() -> None:
    full = replace(REQUEST, tools=[{}], response_format={}, top_p=0.5).encode()
    assert len(full) == 9
    for name in full:
        with pytest.raises(ValidationError, match=f"{name} is refused here"):
            RoleConfig(extra_body={name: 1})


def test_equal_prompts_of_two_trials_have_two_keys() -> None:
    assert REQUEST.make_key() != replace(REQUEST, episode="other").make_key()


def test_every_part_of_the_body_changes_the_key() -> None:
    changed = [
        replace(REQUEST, model="n"),
        replace(REQUEST, messages=[{"role": "user", "content": "Hi."}]),
        replace(REQUEST, tools=[{"type": "function"}]),
        replace(REQUEST, response_format={"type": "json_object"}),
        replace(REQUEST, temperature=0.5),
        replace(REQUEST, max_tokens=9),
        replace(REQUEST, seed=8),
    ]
    assert len({request.make_key() for request in (REQUEST, *changed)}) == 8


def test_key_does_not_depend_on_the_order_of_keys() -> None:
    turned = replace(REQUEST, messages=[{"content": "Hi", "role": "user"}])
    assert turned.make_key() == REQUEST.make_key()
