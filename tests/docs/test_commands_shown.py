"""What write_pages.py writes anew into a page is what its commands and programs print."""

from pathlib import Path

import pages
from write_pages import shown_anew


def test_what_is_written_anew_is_what_is_shown(tmp_path: Path) -> None:
    text = pages.read("docs/formats.md")
    changed = text.replace("3 fields", "4 fields")
    assert changed != text
    assert shown_anew(changed, pages.folder_for(tmp_path)) == text
