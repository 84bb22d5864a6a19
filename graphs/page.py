"""Page: a record kept as a TOML file beside the graphs."""

import tomllib
from typing import TypeVar

from pydantic import ValidationError

from schemas.errors import DataError
from schemas.identity import dump_canonical
from schemas.record import Record

RecordT = TypeVar("RecordT", bound=Record)


def parse_page(kind: type[RecordT], where: str, text: str) -> RecordT:
    """Return the record written in TOML; `where` names the file.

    Raises:
        DataError: it is no TOML or no such record.
    """
    try:
        # Through JSON, since a strict record takes lists and the members of an enum only there.
        return kind.model_validate_json(dump_canonical(tomllib.loads(text)))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        msg = f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise DataError(msg) from error
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise DataError(f"{where}: {error}") from error
