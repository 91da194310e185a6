"""Options for documents that do not count, which are dropped from rankings first."""

from typing import Annotated

import typer

PANEL = "Advanced"
NAMES = ("without_own", "exclusions", "candidates")

WithoutOwn = Annotated[
    bool,
    typer.Option(
        "--without-own",
        help="Leave out of each ranking the document that is called as the query (ArguAna, Quora).",
        rich_help_panel=PANEL,
    ),
]
Exclusions = Annotated[
    str | None,
    typer.Option(
        "--exclusions",
        metavar="TABLE",
        help="Documents that do not count, dropped before ranking: a file or table with columns query_id, doc_id.",
        rich_help_panel=PANEL,
    ),
]
Candidates = Annotated[
    str | None,
    typer.Option(
        "--candidates",
        metavar="TABLE",
        help="The only documents that count; others are dropped before ranking: a file or table with columns query_id, "
        "doc_id, or doc_id alone, for all queries.",
        rich_help_panel=PANEL,
    ),
]
