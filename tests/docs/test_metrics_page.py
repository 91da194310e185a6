"""docs/metrics.md has every metric and curve, by family and one by one."""

import pages

from evalsql.catalog.listing import curves, metrics
from evalsql.cli.metrics import markdown

PAGE = "docs/metrics.md"
EVERY = [*metrics().values(), *curves().values()]


def families() -> str:
    """A row for each family, with the names of its metrics and curves."""
    rows = ["| family | metrics | curves |", "|---|---|---|"]
    for family in sorted({each.family for each in EVERY}):
        members = [each for each in EVERY if each.family == family]
        of_kind = [", ".join(f"`{m.name}`" for m in members if bool(m.over) == curve) for curve in (False, True)]
        rows.append(pages.row(family, *of_kind))
    return "\n".join(rows)


def test_the_page_has_every_metric_and_curve() -> None:
    pages.fill(PAGE, "metrics", markdown(EVERY))


def test_the_page_begins_with_the_families() -> None:
    pages.fill(PAGE, "families", families())
