from pathlib import Path

from flows.rules import describe_rules, digest_files, guess_rules
from tests.support.builders import make_provenance


def write_files(folder: Path, **texts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_digest_moves_with_text_and_name_of_any_file(tmp_path: Path) -> None:
    place = write_files(tmp_path / "a", one="x", two="y")
    first = digest_files([place])
    assert digest_files([place]) == first
    write_files(place, one="y")
    second = digest_files([place])
    write_files(place, one="x", three="")
    assert len({first, second, digest_files([place])}) == 3


def test_digest_knows_no_order_and_no_compiled_files(tmp_path: Path) -> None:
    one, two = write_files(tmp_path / "a", one="x"), write_files(tmp_path / "b", two="y")
    first = digest_files([one, two])
    (one / "one.cpython-311.pyc").write_bytes(b"x")
    assert digest_files([two, one]) == first


def test_rules_of_two_domains_share_filter_and_reward_and_nothing_else() -> None:
    rules = describe_rules(["retail", "airline"])
    retail, airline = rules["retail"], rules["airline"]
    same = {name for name, digest in retail.items() if airline[name] == digest}
    assert same == {"tracer", "filter", "reward"}


def test_run_without_rules_tells_them_as_far_as_its_provenance_does() -> None:
    made = make_provenance(policy="p1", data="d1", tools="t1", tracer="0.0.1")
    assert guess_rules({"retail": made}) == {
        "retail": {"tracer": "0.0.1", "policy": "p1", "data": "d1", "tools": "t1"}
    }
