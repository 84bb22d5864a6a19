import pytest

from tracer.domains.joining import join_words


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([], ""),
        (["the kettle"], "the kettle"),
        (["the kettle", "the lamp"], "the kettle and the lamp"),
        (["the kettle", "the lamp", "the rug"], "the kettle, the lamp and the rug"),
    ],
)
def test_words_are_joined_as_a_list(words: list[str], text: str) -> None:
    assert join_words(words) == text
