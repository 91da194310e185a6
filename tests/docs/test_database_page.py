"""docs/database.md has every table and view of an analysis database, as the files of sql/database say them."""

import pages
from places import ROOT

from evalsql.catalog.sqlfiles import split_file

PAGE = "docs/database.md"
FOLDERS = {"tables": "table", "views": "view"}


def heads() -> list[tuple[str, dict]]:
    """What each file of sql/database says of its table or view."""
    return [
        (kind, split_file(file.name, file.read_text(encoding="utf-8"))[0])
        for folder, kind in FOLDERS.items()
        for file in sorted((ROOT / "sql" / "database" / folder).glob("*.sql"))
    ]


def written() -> str:
    """A section for each table and view that people read; those of the schema internal below."""
    lines = []
    of_people = [(kind, head) for kind, head in heads() if "schema" not in head]
    for kind, head in sorted(of_people, key=lambda each: each[1]["name"]):
        lines += [f"### {head['name']}", "", f"A {kind}. {head['about']}", "", "| column | |", "|---|---|"]
        lines += [pages.row(f"`{name}`", about) for name, about in head["columns"].items()]
        lines.append("")
    lines += ["### What the others are made of", "", "| | |", "|---|---|"]
    for _, head in heads():
        if "schema" in head:
            lines.append(pages.row(f"`{head['schema']}.{head['name']}`", head["about"]))
    return "\n".join(lines)


def test_the_page_has_every_table_and_view() -> None:
    pages.fill(PAGE, "schema", written())
