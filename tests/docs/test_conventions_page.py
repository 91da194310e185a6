"""docs/conventions.md has every convention, as the catalog says it."""

import pages

from evalsql.catalog.conventions import CONVENTIONS


def test_the_page_has_every_convention() -> None:
    rows = [pages.row(f"`{name}`", convention.about) for name, convention in CONVENTIONS.items()]
    table = "\n".join(["| convention | what it changes |", "|---|---|", *rows])
    pages.fill("docs/conventions.md", "conventions", table)
