from tracer.analysis.composition import Shape, measure_composition
from tracer.analysis.rate import Rate


def test_equal_numbers_of_turns_are_not_more_calls() -> None:
    shapes = [Shape(2, 2, []), Shape(3, 2, []), Shape(0, 1, [])]
    assert measure_composition(shapes).more_calls == Rate(1, 3)


def test_text_with_two_question_marks_is_one_question() -> None:
    shapes = [Shape(1, 2, ["Which? That one?", "Done."]), Shape(1, 1, ["\u597d\u5417\uff1f"])]
    assert measure_composition(shapes).questions == Rate(2, 2)


def test_nothing_gives_no_share() -> None:
    assert measure_composition([]).more_calls.share is None
