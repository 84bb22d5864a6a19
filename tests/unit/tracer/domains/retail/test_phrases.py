import pytest

from tracer.domains.retail.phrases import (
    ANSWERS,
    fill_slots,
    join_words,
    name_goods,
    phrase_option,
    phrase_options,
    write_address,
)
from tracer.domains.words import load_words


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], ""),
        (["the kettle"], "the kettle"),
        (["the kettle", "the rug"], "the kettle and the rug"),
        (["a", "b", "c", "d"], "a, b, c and d"),
    ],
)
def test_words_are_joined_as_in_english(words: list[str], text: str) -> None:
    assert join_words(words) == text


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("colour", "moss", "moss"),
        ("material", "wool", "wool"),
        ("size", "41", "size 41"),
        ("size", "large", "the large size"),
        ("power", "5 watts", "the 5 watts version"),
        ("pattern", "striped", "the striped pattern"),
    ],
)
def test_option_is_said_as_people_say_it(option: str, value: str, text: str) -> None:
    assert phrase_option(option, value) == text


def test_several_options_are_joined_from_pairs_or_a_mapping() -> None:
    assert phrase_options({"size": "9", "colour": "black"}) == "size 9 and black"
    assert phrase_options([("size", "9"), ("colour", "black")]) == "size 9 and black"


def test_address_is_written_in_one_line() -> None:
    address = {"country": "UK", "street": "3 Mill Row", "city": "Leeds", "postcode": "LS1"}
    assert write_address(address) == "3 Mill Row, Leeds, LS1, UK"


def test_goods_get_their_article_and_other_words_stay() -> None:
    assert name_goods("walking boots") == "the walking boots"
    assert name_goods("moon boots") == "moon boots"


def test_slots_fill_what_wordings_ask_for() -> None:
    slots = [("change.size", "42"), ("change.colour", "moss")]
    values = fill_slots(slots, "walking boots")
    assert values["about"] == "the walking boots"
    assert values["phrase"] == "size 42 and moss"
    assert (values["size"], values["colour"]) == ("42", "moss")


def test_every_question_of_the_desk_can_be_answered_or_is_none_to_ask() -> None:
    words = load_words("retail")
    wordings = {name for names in ANSWERS.values() for name in names}
    assert set(words.desk["ask"]) - set(ANSWERS) == {"known"}
    assert {name.partition(".")[0] for name in wordings} <= {
        name.partition(".")[0] for name in words.customer["fact"]
    }
