"""Options for slices, which commands that score or compare share."""

from typing import Annotated

import typer

from evalsql.errors import InputError

SlicesOption = Annotated[
    str | None,
    typer.Option(
        "--slices",
        metavar="QUERIES",
        help="Show each kind of query too: a file or table with query_id and attributes of each query, such as its "
        "language (Parquet, CSV, TSV, JSONL, file.duckdb::table).",
    ),
]
ABOUT_BY = (
    "Attributes of --slices, all where none is named; repeatable: language,intent. Numbers are cut: "
    "length:quartiles, length:5,10."
)
ByOption = Annotated[list[str] | None, typer.Option("--by", metavar="ATTRIBUTES", help=ABOUT_BY)]


def refuse_by(slices: str | None, by: list[str] | None) -> None:
    """Refuses attributes without a table that has them."""
    if by and slices is None:
        raise InputError(f"--by {by[0]} names an attribute of queries; --slices says which file has it")
