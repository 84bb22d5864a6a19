import pytest

from schemas.address import check_address, check_variable


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1"),
        ("https://models.example", "https://models.example"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1"),
    ],
)
def test_address_of_a_server_is_taken_without_its_last_slash(text: str, address: str) -> None:
    assert check_address(text) == address


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("http://exa mple/v1", "without blanks and control characters"),
        ("http://example/v1\n", "without blanks and control characters"),
        ("http://exam\x00ple/v1", "without blanks and control characters"),
        ("http://example/\u202ev1", "without blanks and control characters"),
        ("http://[::1:8000/v1", "an IPv6 address stands in brackets"),
        ("http://[example]/v1", "an IPv6 address stands in brackets"),
        ("http://[::12345]/v1", "an IPv6 address stands in brackets"),
        ("example/v1", "expected an address such as"),
        ("ftp://example/v1", "expected an address such as"),
        ("http://example:0/v1", "expected an address such as"),
        ("http://example:x/v1", "expected an address such as"),
        ("http://me:hush@example/v1", "without user, password and query"),
        ("http://example/v1?key=hush", "without user, password and query"),
    ],
)
def test_what_is_no_address_is_refused_and_not_quoted(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="expected an address") as caught:
        check_address(text)
    assert message in str(caught.value)
    assert text not in str(caught.value)
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "MY_API_KEY", "_KEY2"])
def test_name_of_a_variable_is_taken(text: str) -> None:
    assert check_variable(text) == text


@pytest.mark.parametrize(
    "text", ["sk-abc123", "hf_abcDEF", "2KEY", "MY KEY", "$MY_KEY", "MY_KEY\n"]
)
def test_pasted_key_is_refused_and_not_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="never the key itself") as caught:
        check_variable(text)
    assert text not in str(caught.value)
