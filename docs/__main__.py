"""Write every generated page into this folder."""

from docs.pages import PAGES, ROOT

for name, write in PAGES.items():
    (ROOT / name).write_text(write(), encoding="utf-8")
