"""Every command and program of the pages in docs/ prints what is shown below it."""

import shutil
from pathlib import Path

import pages
import pytest
from places import ROOT
from write_pages import shown_anew

# which need other things, and have tests of their own
APART = {"history.md", "measures_compared.md", "recipes.md", "spark.md"}
TEXTS = {
    page.name: page.read_text(encoding="utf-8")
    for page in sorted((ROOT / "docs").glob("*.md"))
    if page.name not in APART and pages.SHOWN.search(page.read_text(encoding="utf-8"))
}


@pytest.mark.quick(6)
@pytest.mark.parametrize("page", TEXTS)
def test_each_command_and_program_prints_what_is_shown(page: str, tmp_path: Path) -> None:
    if "| jq " in TEXTS[page] and shutil.which("jq") is None:
        pytest.skip("there is no jq")
    assert pages.check(TEXTS[page], pages.folder_for(tmp_path)) > 0


def test_what_is_written_anew_is_what_is_shown(tmp_path: Path) -> None:
    text = pages.read("docs/formats.md")
    changed = text.replace("3 fields", "4 fields")
    assert changed != text
    assert shown_anew(changed, pages.folder_for(tmp_path)) == text
