"""Every page of docs/ is in its index, and every link from page to page leads somewhere."""

import re
from pathlib import Path

import pages
from places import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "tests" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
LINK = re.compile(r"\]\((?!https?://)([^)\s]*)\)")


def anchors(page: Path) -> set[str]:
    """The names under which a page's headings can be linked to, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_index_has_every_page() -> None:
    linked = set(LINK.findall(pages.read("docs/README.md")))
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"} <= linked


def test_every_link_leads_somewhere() -> None:
    links = [(page, link) for page in PAGES for link in LINK.findall(page.read_text(encoding="utf-8"))]
    for page, link in links:
        target, _, anchor = link.partition("#")
        found = (page.parent / target).resolve() if target else page
        assert found.exists(), (page, link)
        assert not anchor or anchor in anchors(found), (page, link)
