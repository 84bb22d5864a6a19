from pathlib import Path

import pytest

from schemas.errors import ConfigError
from tests.support.serving import make_model
from tracer.inference.serving.model import TEST_MODEL, find_model


def test_folder_is_served_under_its_own_name(tmp_path: Path) -> None:
    model = find_model(f"{make_model(tmp_path, 'Qwen3-8B-tuned')}/")
    assert model.name == "Qwen3-8B-tuned"
    assert model.folder == tmp_path / "models" / "Qwen3-8B-tuned"
    assert model.family is not None
    assert model.family.name == "qwen3"


def test_folder_named_from_where_the_user_stands_becomes_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_model(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert find_model(TEST_MODEL).source == str(tmp_path / TEST_MODEL)


def test_name_on_a_hub_is_served_under_its_last_part() -> None:
    model = find_model("openai/gpt-oss-20b")
    assert (model.source, model.name, model.folder) == ("openai/gpt-oss-20b", "gpt-oss-20b", None)


def test_missing_test_model_names_what_fetches_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="`make model` fetches the small test model"):
        find_model(TEST_MODEL)


@pytest.mark.parametrize("given", ["", "./gone", "/nowhere/gone", "~/gone-model", "models/gone"])
def test_path_of_nothing_is_no_name_on_a_hub(given: str) -> None:
    with pytest.raises(ConfigError, match="no model in"):
        find_model(given)


def test_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"holds no model: expected config.json or params.json"):
        find_model(str(tmp_path))
