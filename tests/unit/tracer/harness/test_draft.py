import pytest

from schemas.act import Act, ActKind
from tracer.harness.draft import Draft, lower_first, make_act


def inform(value: str) -> Act:
    return make_act(ActKind.INFORM, slot="item", value=value)


def test_sentences_become_one_message() -> None:
    draft = Draft()
    draft.add("Hello.", [make_act(ActKind.GREET)])
    draft.add("It's the lamp.", [inform("lamp")], ["f1"])
    assert draft.text == "Hello. It's the lamp."
    assert draft.list_acts() == (make_act(ActKind.GREET), inform("lamp"))
    assert draft.facts == ["f1"]


def test_act_whose_value_is_not_in_the_text_is_left_out() -> None:
    draft = Draft()
    draft.add("It's the lamp.", [inform("lamp"), inform("rug")])
    assert draft.list_acts() == (inform("lamp"),)


def test_sentence_goes_on_in_lower_case_after_a_colon() -> None:
    draft = Draft(["As I said:", "The lamp.", "The rug."])
    assert draft.text == "As I said: the lamp. The rug."


@pytest.mark.parametrize("sentence", ["I like it.", "I'd like it.", "Harbour Lane 4.", "K10-0001."])
def test_what_may_be_a_name_keeps_its_capital(sentence: str) -> None:
    assert lower_first(sentence) == sentence


def test_empty_draft_is_no_message() -> None:
    assert (Draft().text, Draft().list_acts()) == ("", ())


def test_made_act_is_a_valid_record() -> None:
    act = make_act(ActKind.INFORM, 2, "item", "lamp", "rug")
    assert act == Act(kind=ActKind.INFORM, topic=2, slot="item", value="lamp", about="rug")
