"""Records: how every domain writes a person's name and an address."""

from typing import Annotated

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

AddressLine = Annotated[str, Field(min_length=1, max_length=120)]


@with_config(ConfigDict(extra="forbid"))
class Address(TypedDict):
    """Where something is sent; as a tool's argument it takes these keys and no others."""

    street: AddressLine
    city: AddressLine
    postcode: AddressLine
    country: AddressLine


class Name(TypedDict):
    """A customer's name; "First Last" is the full name, whatever the language."""

    first: str
    last: str
