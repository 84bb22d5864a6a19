"""CustomerTurn: the structured output of a model that plays a customer."""

import json
from collections.abc import Collection, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from schemas.record import Record
from tracer.inference.text import clean_value

MAX_UTTERANCE = 1200
MAX_REASON = 300
MAX_FACTS = 64


class CustomerTurn(Record):
    """What the customer says and does in one turn; the reason never leaves the simulator."""

    reason: Annotated[str, Field(max_length=MAX_REASON)]
    """A note to yourself, one short sentence; nobody else reads it."""
    facts_told: Annotated[list[str], Field(max_length=MAX_FACTS)]
    """Ids of the facts this message tells; empty when it tells none."""
    utterance: Annotated[str, Field(max_length=MAX_UTTERANCE)]
    """The message to the desk."""
    signal: Literal["", "stop", "unsatisfied"]
    """Empty to go on; stop when everything is settled; unsatisfied to give up."""


class UnusableTurnError(Exception):
    """The model's output is no turn; the message is one the model can act on."""


def parse_turn(text: str, fact_ids: Collection[str]) -> CustomerTurn:
    """Return the turn in a model's output, its ids each named once.

    A server that does not hold the model to the schema lets it put a fence or a remark around the
    object: they are passed over, and a long note to itself is cut. What the customer says and
    signals is taken as it stands or not at all.

    Raises:
        UnusableTurnError: it is no turn, or names a fact that is not the customer's.
    """
    try:
        turn = CustomerTurn.model_validate(decode_turn(text))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole"
        raise UnusableTurnError(f"{place}: {first['msg']}") from error
    unknown = [fact_id for fact_id in turn.facts_told if fact_id not in fact_ids]
    if unknown:
        raise UnusableTurnError(f"facts_told: there is no fact {unknown[0]!r}")
    return turn.model_copy(update={"facts_told": list(dict.fromkeys(turn.facts_told))})


def decode_turn(text: str) -> Any:
    """Return the value of the JSON object in an output, its reason cut to size.

    Raises:
        UnusableTurnError: there is no such object.
    """
    try:
        value = clean_value(json.loads(text[text.find("{") : text.rfind("}") + 1]))
    except (ValueError, RecursionError) as error:
        raise UnusableTurnError("the whole: expected one JSON object") from error
    if isinstance(value, dict) and isinstance(value.get("reason"), str):
        value["reason"] = value["reason"][:MAX_REASON]
    return value


def build_response_format(
    fact_ids: Sequence[str], max_tokens: int = MAX_UTTERANCE
) -> dict[str, Any]:
    """Return the `response_format` of a request: the turn's schema, bounded by facts and tokens.

    Every part is bounded, since a small model fills what is open up to the token limit. The texts
    are held so short that they fit `max_tokens` at two characters a token beside the keys.
    """
    schema = CustomerTurn.model_json_schema()
    told, utterance = schema["properties"]["facts_told"], schema["properties"]["utterance"]
    schema["properties"]["reason"]["maxLength"] = min(MAX_REASON, max(1, max_tokens // 4))
    utterance["maxLength"] = min(MAX_UTTERANCE, max(1, max_tokens))
    told["maxItems"] = min(len(fact_ids), MAX_FACTS)
    if fact_ids:
        told["items"] = {"type": "string", "enum": list(fact_ids)}
    utterance["minLength"] = 1
    named = {"name": "customer_turn", "strict": True, "schema": schema}
    return {"type": "json_schema", "json_schema": named}
