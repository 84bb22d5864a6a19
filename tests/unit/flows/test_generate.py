from prefect.exceptions import PrefectException

from flows.generate import explain_server_error, find_own_error
from schemas.errors import ConfigError, DataError


def cover(error: ConfigError) -> PrefectException:
    covering = PrefectException("Internal Server Error")
    covering.__context__ = error
    return covering


def test_own_error_is_found_beneath_the_servers() -> None:
    own = ConfigError("no space left")
    assert find_own_error(cover(own)) is own


def test_nothing_of_our_own_is_found_where_the_server_failed_alone() -> None:
    assert find_own_error(PrefectException("Internal Server Error")) is None


def test_failure_of_the_server_is_told_in_one_line() -> None:
    told = explain_server_error(PrefectException("500 for url\nResponse: long"))
    assert isinstance(told, DataError)
    assert "500 for url" in str(told)
    assert "\n" not in str(told)
