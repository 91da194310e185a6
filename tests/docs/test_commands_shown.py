"""Every command and program of the pages in docs/ prints what is shown below it."""

from pathlib import Path

import pages
import pytest
from places import ROOT

APART = {"measures_compared.md", "recipes.md"}  # which need other data and programs, and have tests of their own
PAGES = sorted(page.name for page in (ROOT / "docs").glob("*.md") if page.name not in APART)


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in pages.read(f"docs/{page}")])
def test_each_command_prints_what_is_shown(page: str, tmp_path: Path) -> None:
    assert pages.check_consoles(pages.read(f"docs/{page}"), pages.folder_for(tmp_path)) > 0


@pytest.mark.parametrize("page", [page for page in PAGES if "```python" in pages.read(f"docs/{page}")])
def test_each_program_prints_what_is_shown(page: str, tmp_path: Path) -> None:
    assert pages.check_programs(pages.read(f"docs/{page}"), pages.folder_for(tmp_path)) > 0
