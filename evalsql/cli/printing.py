"""Tables on standard output."""

import csv
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

import typer

from evalsql.cli.layout import dots_of, fitted, say, say_json, terminal_width
from evalsql.words import one_line, plural, width

if TYPE_CHECKING:
    import pyarrow as pa


MARKS = frozenset("*^")  # significant, best
MOST_ROWS = 50  # on a terminal, where nobody says how many
STYLED = 5_000  # cells; a table that has more takes Rich too long and too much memory, and is printed plain


def print_columns(
    header: Sequence[str], rows: Sequence[Sequence[str]], texts: int, err: bool = False, across: bool = False
) -> None:
    """A table, on either output: on a terminal no wider than that, elsewhere as wide as it needs to be.

    In bold, on a terminal, is what has a mark.
    """
    stream = sys.stderr if err else sys.stdout
    most = terminal_width(stream)
    cells = [[*map(one_line, row)] for row in (header, *rows)]
    tables = [(cells, texts)]
    if most is not None:
        tables = fitted(cells[0], cells[1:], texts, most, across, dots_of(stream))
    for number, (table, left) in enumerate(tables):
        if number:
            typer.echo(err=err)
        if len(table[1:]) * len(table[0]) <= STYLED and may_be_styled(stream):
            print_styled(table[0], table[1:], left, err)
        else:
            typer.echo("".join(plain_lines(table, left)), nl=False, err=err)


def print_top(
    header: Sequence[str], rows: Sequence[Sequence[str]], texts: int, top: int | None, noun: str, across: bool = False
) -> None:
    """The first rows of a table, and a line that says how many more there are."""
    most = how_many(top)
    print_columns(header, rows[:most], texts, across=across)
    if left := len(rows[most:] if most else []):
        say(f"... {plural(left, f'more {noun}')}; --top {len(rows)} shows all")


def how_many(top: int | None) -> int | None:
    """How many rows to print: those asked for; on a terminal no more than can be looked at, elsewhere all."""
    return top or (MOST_ROWS if terminal_width(sys.stdout) else None)


def may_be_styled(stream: TextIO | None) -> bool:
    """Whether an output is a terminal, or Rich may be told to take it for one; None is one that was closed."""
    told = any(os.environ.get(name) for name in ("FORCE_COLOR", "TTY_COMPATIBLE"))
    return stream is not None and (told or stream.isatty())


def print_styled(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int, err: bool) -> None:
    """A table by Rich."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, name in enumerate(header):
        table.add_column(Text(one_line(name)), justify="left" if place < texts else "right", no_wrap=True)
    for row in rows:
        styles = ("bold" if place >= texts and MARKS & set(cell) else "" for place, cell in enumerate(row))
        table.add_row(*(Text(one_line(cell), style=style) for cell, style in zip(row, styles, strict=True)))
    Console(width=100_000, highlight=False, stderr=err).print(table)


def plain_lines(rows: Sequence[Sequence[str]], texts: int) -> Iterator[str]:
    """The lines of a table as Rich has them where it may not style anything."""
    widths = [max(map(width, map(one_line, column))) for column in zip(*rows, strict=True)]
    widths[-1] = widths[-1] or 1
    for row in rows:
        cells = []
        for place, text in enumerate(map(one_line, row)):
            text = text if place < texts else text.rstrip()
            blank = " " * (widths[place] - width(text))
            cells.append(text + blank if place < texts else blank + text)
        yield "  ".join(cells) + "\n"


def cell(value: object) -> str:
    """A value as tables show it: a number that is not whole with four decimals, a dash where there is none."""
    if value is None:
        return "-"
    return f"{value:z.4f}" if isinstance(value, float) else str(value)


def dump_all(tables: "Mapping[str, pa.Table]") -> None:
    """Several tables as one object of JSON."""
    everything = {name: rows.to_pylist() for name, rows in tables.items()}
    say_json(everything)


def dump(rows: "pa.Table", format: str) -> None:
    """Rows as they are, as CSV or JSON with all digits."""
    if format == "json":
        say_json(rows.to_pylist())
        return
    found = zip(*rows.to_pydict().values(), strict=True)  # a truth as DuckDB writes it, too
    write_csv(
        rows.column_names, ([str(cell).lower() if isinstance(cell, bool) else cell for cell in row] for row in found)
    )


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Rows as CSV on standard output: each ends in a line feed, and a name with any line break in it is quoted."""
    # Python quotes a line break only where it is among those that end its lines
    writer = csv.writer(Lines(), lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)


class Lines:
    """Standard output, where a line ends in a line feed."""

    def write(self, line: str) -> int:
        """Writes a line that ends in both."""
        return sys.stdout.write(line.removesuffix("\r\n") + "\n")
