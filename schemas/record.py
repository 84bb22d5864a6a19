"""Record: what passes between stages, frozen and strict, with an id made from its own content."""

from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict

from schemas.identity import make_id


class Record(BaseModel):
    """Base of every record.

    Fields carry a docstring: it becomes JSON schema, Arrow metadata and card text.
    """

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True
    )


class Identified(Record):
    """A record with an id that is the hash of its own content, lineage and provenance left out."""

    PREFIX: ClassVar[str] = "rec"
    LINEAGE: ClassVar[frozenset[str]] = frozenset({"id", "workflow_id", "provenance"})

    id: str
    """Hash of the record's own content, with the kind of record as prefix."""

    @classmethod
    def create(cls, **fields: Any) -> Self:
        """Return the record made of `fields`, its id computed from them.

        Raises:
            pydantic.ValidationError: a field is missing, unknown or of another type.
        """
        draft = cls(id="", **fields)
        content = draft.model_dump(mode="json", exclude=set(cls.LINEAGE))
        return draft.model_copy(update={"id": make_id(cls.PREFIX, content)})
