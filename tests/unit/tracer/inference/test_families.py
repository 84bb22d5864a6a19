import pytest

from schemas.errors import DataError
from tracer.inference.families import find_family, load_families


@pytest.mark.parametrize(
    ("name", "family", "tool_parser", "reasoning_parser"),
    [
        ("Qwen/Qwen3-8B", "qwen3", "hermes", "qwen3"),
        ("Qwen/Qwen3-30B-A3B-FP8", "qwen3", "hermes", "qwen3"),
        ("Qwen/Qwen3-30B-A3B-Instruct-2507", "qwen3-instruct", "hermes", None),
        ("Qwen/Qwen3-235B-A22B-Thinking-2507", "qwen3-thinking", "hermes", "qwen3"),
        ("Qwen/Qwen3-Coder-30B-A3B-Instruct", "qwen3-coder", "qwen3_coder", None),
        ("Qwen/Qwen3.5-35B-A3B", "qwen3.5", "qwen3_coder", "qwen3"),
        ("Qwen/Qwen2.5-7B-Instruct", "qwen2.5", "hermes", None),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama3", "llama3_json", None),
        ("meta-llama/Meta-Llama-3.3-70B-Instruct", "llama3", "llama3_json", None),
        ("meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama4", "llama4_pythonic", None),
        ("mistralai/Mistral-Small-3.2-24B-Instruct-2506", "mistral", "mistral", None),
        ("mistralai/Magistral-Small-2509", "magistral", "mistral", "mistral"),
        ("openai/gpt-oss-20b", "gpt-oss", "openai", "openai_gptoss"),
        ("NousResearch/Hermes-3-Llama-3.1-8B", "hermes", "hermes", None),
        ("models/smollm2-135m", "smollm2", "hermes", None),
    ],
)
def test_model_is_of_its_family(
    name: str, family: str, tool_parser: str, reasoning_parser: str | None
) -> None:
    found = find_family(name)
    assert found is not None
    assert (found.name, found.tool_parser, found.reasoning_parser) == (
        family,
        tool_parser,
        reasoning_parser,
    )


def test_name_of_a_folder_counts_before_those_above_it() -> None:
    found = find_family("/models/qwen3/Llama-3.1-8B/")
    assert found is not None
    assert found.name == "llama3"


def test_folder_named_after_a_revision_is_known_by_those_above_it() -> None:
    found = find_family("hub/models--Qwen--Qwen3-8B/snapshots/0f3a9c")
    assert found is not None
    assert found.name == "qwen3"


@pytest.mark.parametrize("name", ["", "gpt2", "someone/nameless-7b"])
def test_unknown_model_has_no_family(name: str) -> None:
    assert find_family(name) is None


def test_every_family_can_be_found_and_none_hides_behind_another() -> None:
    names = [family.name for family in load_families()]
    assert len(set(names)) == len(names)
    assert {"qwen3", "llama3", "llama4", "mistral", "magistral", "gpt-oss"} <= set(names)


def test_qwen_is_told_whether_to_think_and_gpt_oss_cannot_be_told_not_to() -> None:
    qwen, gpt_oss = find_family("Qwen3-8B"), find_family("gpt-oss-120b")
    assert qwen is not None
    assert qwen.thinking_off is not None
    assert qwen.thinking_off.chat_template_kwargs == {"enable_thinking": False}
    assert gpt_oss is not None
    assert gpt_oss.thinking_off is None


def test_broken_table_names_its_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tomllib.loads", lambda _: {"families": [{"name": "x"}]})
    with pytest.raises(DataError, match=r"^tracer/inference/families\.toml: "):
        load_families.__wrapped__()
