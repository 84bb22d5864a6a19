import hashlib

import pytest

from schemas.identity import derive_seed, dump_canonical, hash_bytes, hash_content, make_id


def test_keys_are_sorted_and_characters_stay() -> None:
    assert dump_canonical({"b": [1, None], "a": "é谢"}) == '{"a":"é谢","b":[1,null]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_without_a_json_form_are_refused(value: float) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        dump_canonical({"a": value})


def test_digest_is_the_sha256_of_the_canonical_text() -> None:
    expected = hashlib.sha256(b'{"a":1,"b":2}').hexdigest()
    assert hash_content({"b": 2, "a": 1}) == expected
    assert hash_bytes(b'{"a":1,"b":2}') == expected


def test_id_is_the_start_of_the_digest() -> None:
    assert make_id("wf", {}) == f"wf_{hashlib.sha256(b'{}').hexdigest()[:16]}"


def test_seed_is_the_same_in_every_process() -> None:
    # The first 63 bits of the sha256 of `[7,"retail",0]`.
    assert derive_seed(7, "retail", 0) == 4505648269969373801


def test_seed_depends_on_order_type_and_grouping() -> None:
    seeds = {
        derive_seed(1, 2),
        derive_seed(2, 1),
        derive_seed("1", 2),
        derive_seed(12),
        derive_seed("1,2"),
        derive_seed(1, 2, 0),
    }
    assert len(seeds) == 6


def test_seed_fits_63_bits() -> None:
    assert all(0 <= derive_seed(number) < 2**63 for number in range(200))
