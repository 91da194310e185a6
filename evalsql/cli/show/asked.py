"""Options that say how a table is printed."""

from collections.abc import Sequence
from typing import Annotated

import typer

DECIMALS = 4  # that a table shows
DecimalsOption = Annotated[
    int | None,
    typer.Option(min=0, max=15, metavar="N", help=f"How many decimals a table shows.  [default: {DECIMALS}]"),
]
TopOption = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="Print the first N rows only.  [default: all; on a terminal 50]"),
]

ChartOption = Annotated[
    bool, typer.Option("--chart", help="Print a small chart too, of blocks, or of ASCII where these cannot be written.")
]


def refuse_of_tables(format: str, fit: Sequence[str], **asked: object) -> None:
    """Refuses options about how a table looks beside a format that is none."""
    from evalsql.errors import InputError
    from evalsql.words import either

    for name, value in asked.items():
        if value is not None and format not in fit:
            raise InputError(f"--{name} is for --format {either(fit)}, not for {format}")
