"""docs/formats.md has every column and format of inputs, as the door reads them."""

import pages

from evalsql.inputs.files import COMPRESSED, formats
from evalsql.inputs.source import INPUTS

PAGE = "docs/formats.md"


def columns() -> str:
    """The columns of each kind of input, and the names they go by."""
    lines = []
    for each in INPUTS.values():
        lines += [f"### {each.several[0].upper()}{each.several[1:]}", "", "| column | also called | |", "|---|---|---|"]
        for name, names in each.columns.items():
            others = ", ".join(f"`{other}`" for other in names if other != name)
            lines.append(pages.row(f"`{name}`", others, "may be missing" if name in each.optional else ""))
        if each.fields:
            lines += ["", f"TREC text: `{' '.join(each.fields)}`."]
        lines.append("")
    return "\n".join(lines)


def suffixes() -> str:
    """The endings of file names that say a format, and those of compressed files."""
    lines = ["| format | endings |", "|---|---|"]
    for name, each in formats().items():
        if not each.SUFFIXES:
            continue  # it is known by how it begins
        lines.append(pages.row(name, ", ".join(f"`{suffix}`" for suffix in each.SUFFIXES)))
    return "\n".join([*lines, pages.row("compressed text", ", ".join(f"`{suffix}`" for suffix in COMPRESSED))])


def test_the_page_has_every_column() -> None:
    pages.fill(PAGE, "columns", columns())


def test_the_page_has_every_format() -> None:
    pages.fill(PAGE, "formats", suffixes())
