"""Generated pages equal what their models say now."""

import pytest

from docs.pages import PAGES, ROOT


@pytest.mark.parametrize("name", PAGES)
def test_page_is_up_to_date(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"
