import pytest

from tracer.inference.rehearsal.address import read_address


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "The new address is 12 Harbour Lane, Leith, EH6 7AA, United Kingdom.",
            ("12 Harbour Lane", "Leith", "EH6 7AA", "United Kingdom"),
        ),
        (
            "The address to be used is Calle del Olmo, 335, 15009 A Coruña, Spain.",
            ("Calle del Olmo, 335", "A Coruña", "15009", "Spain"),
        ),
        (
            "I want this address: Prinsengracht 5, 1015 DJ Amsterdam, Netherlands.",
            ("Prinsengracht 5", "Amsterdam", "1015 DJ", "Netherlands"),
        ),
        (
            "The new address is شارع النهضة 250, 13107 الزرقاء, Jordan.",
            ("شارع النهضة 250", "الزرقاء", "13107", "Jordan"),
        ),
    ],
)
def test_address_is_read_by_its_commas(text: str, parts: tuple[str, str, str, str]) -> None:
    address = read_address([text])
    assert address is not None
    found = (address["street"], address["city"], address["postcode"], address["country"])
    assert found == parts


def test_last_address_counts() -> None:
    texts = [f"The new address is {n} High Street, Ware, SG12 9AA, UK." for n in (1, 2)]
    address = read_address(texts)
    assert address is not None
    assert address["street"] == "2 High Street"


def test_text_without_an_address_has_none() -> None:
    assert read_address(["My mail address is ada@example.org."]) is None
