"""Address: where a model server stands, and the name of the variable that holds its key."""

import re
from ipaddress import IPv6Address
from urllib.parse import SplitResult, urlsplit

EXPECTED = "expected an address such as http://127.0.0.1:8000/v1"


def check_address(text: str) -> str:
    """Return the base address of a server without a slash at its end.

    Raises:
        ValueError: it is no http address, or holds a user, a password, a query or a fragment.
    """
    # The value itself is never quoted: it may hold what must not be printed.
    if any(char.isspace() or not char.isprintable() for char in text):
        msg = f"{EXPECTED}, without blanks and control characters"
        raise ValueError(msg)
    parts = split_address(text)
    if parts.username or parts.password or parts.query or parts.fragment:
        msg = "expected an address without user, password and query; a key goes into api_key_env"
        raise ValueError(msg)
    if parts.scheme not in ("http", "https") or not parts.hostname or has_bad_port(parts):
        raise ValueError(EXPECTED)
    return text.rstrip("/")


def split_address(text: str) -> SplitResult:
    """Return the parts of an address.

    Raises:
        ValueError: its host stands in brackets and is no IPv6 address.
    """
    try:
        parts = urlsplit(text)
        if "[" in parts.netloc:
            IPv6Address(parts.hostname or "")
    except ValueError:
        msg = f"{EXPECTED}; an IPv6 address stands in brackets, such as http://[::1]:8000/v1"
        raise ValueError(msg) from None
    return parts


def has_bad_port(parts: SplitResult) -> bool:
    """Return whether the port is no port."""
    try:
        return parts.port == 0
    except ValueError:
        return True


def check_variable(text: str) -> str:
    """Return the name of an environment variable that holds a key, or nothing for none.

    Capitals alone are taken: what else is given here is mostly the key itself, pasted.

    Raises:
        ValueError: it is no such name; it is not quoted then.
    """
    if text and not re.fullmatch(r"[A-Z_][A-Z0-9_]*", text):
        msg = (
            "expected the name of an environment variable in capital letters, such as MY_API_KEY, "
            "never the key itself"
        )
        raise ValueError(msg)
    return text
