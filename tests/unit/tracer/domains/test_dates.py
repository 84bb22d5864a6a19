import pytest

from tracer.domains.dates import list_date_forms, read_date, write_date, write_full_date


@pytest.mark.parametrize("iso", ["2026-05-03", "2026-12-31", "2024-02-29"])
def test_date_is_read_back_as_it_was_written(iso: str) -> None:
    assert read_date(write_date(iso), int(iso[:4])) == iso
    assert read_date(write_full_date(iso), 1900) == iso


@pytest.mark.parametrize(
    "text", ["", "soon", "May 3", "3 Mai", "31 April", "29 February", "3 May 26th", "3rd May"]
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert read_date(text, 2026) is None


def test_date_has_forms_of_day_and_month() -> None:
    assert "3rd of May" in list_date_forms("2026-05-03")
    assert "May 22nd" in list_date_forms("2026-05-22")
