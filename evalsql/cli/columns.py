"""Tables on standard output."""

from collections.abc import Sequence


def print_columns(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> None:
    """A table as wide as it needs to be; in bold, on a terminal, what is marked as best."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, name in enumerate(header):
        table.add_column(Text(name), justify="left" if place < texts else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(cell, style="bold" if "*" in cell and i >= texts else "") for i, cell in enumerate(row)))
    Console(width=100_000, highlight=False).print(table)
