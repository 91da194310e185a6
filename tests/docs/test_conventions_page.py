"""docs/conventions.md has every convention, and what evalsql does without one, as the catalog says it."""

import pages

from evalsql.catalog.conventions import CONVENTIONS, NONE, ORDERS, Convention

HEADER = (
    *("convention", "order", "scores as", "queries", "relevant", "gains", "rounding"),
    *("a document retrieved twice", "in measures"),
)


def test_the_page_has_every_convention() -> None:
    rows = [pages.row(*cells(name, each)) for name, each in [("none given", NONE), *CONVENTIONS.items()]]
    table = "\n".join([pages.row(*HEADER), "|---" * len(HEADER) + "|", *rows])
    pages.fill("docs/conventions.md", "conventions", table)


def cells(name: str, decided: Convention) -> list[str]:
    """The row of a convention."""
    order, compared = ORDERS[decided.order]
    if decided.without_own:
        order += "; without a document that is called as the query"
    return [
        name if decided is NONE else f"`{name}`",
        *(order, compared, decided.queries, decided.threshold, decided.gains, decided.rounding, decided.duplicate),
        ", ".join(
            f"`{metric}({', '.join(f'{key}={value!r}' for key, value in values.items())})`"
            for metric, values in decided.parameters.items()
        ),
    ]
