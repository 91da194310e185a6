"""Tables and sentences on standard output, and how they fit a terminal."""

import csv
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import typer

from evalsql.words import one_line, plural, width

if TYPE_CHECKING:
    import pyarrow as pa


MARKS = frozenset("*^")  # significant, best
COLORS = {"pass": "green", "fail": "red", "cannot tell": "yellow"}  # of verdicts
MOST_ROWS = 50  # on a terminal, if nobody says how many
STYLED = 5_000  # cells; a table that has more takes Rich too long and too much memory, and is printed plain
GAP, LEAST = 2, 12  # columns of a terminal: between columns of a table, and those that a folded name has at least
HEADINGS = (1000, 16, 12, 9, 6)  # how wide headings of numbers may be, the first where all columns have room
# orders to a terminal, line breaks, and signs that turn text around, which JSON may have as they are
UNSHOWN = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def terminal_width(stream: TextIO | None) -> int | None:
    """The width of an output's terminal; None for a file or a pipe, whose lines are never cut."""
    return shutil.get_terminal_size().columns if stream is not None and stream.isatty() else None


def say(text: str, err: bool = False) -> None:
    """Prints a text, its lines broken between words on a terminal; no name in it gives orders to one."""
    text = "\n".join(map(one_line, text.split("\n")))
    most = terminal_width(sys.stderr if err else sys.stdout)
    typer.echo(text if most is None else wrapped(text, most), err=err)


def say_json(value: object) -> None:
    """Prints a value as JSON. Signs that a terminal takes for an order, or to turn text around, are as numbers."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    typer.echo(UNSHOWN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text))


def wrapped(text: str, most: int) -> str:
    """A text whose lines are broken between words; what is indented stays so."""
    how: Any = {"break_long_words": False, "break_on_hyphens": False}
    lines = ((line, " " * (len(line) - len(line.lstrip()))) for line in text.split("\n"))
    return "\n".join(textwrap.fill(line, max(most, 20), subsequent_indent=indent, **how) for line, indent in lines)


def print_columns(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int, err: bool = False) -> None:
    """A table, on either output: on a terminal no wider than that, if names and headings can be folded so far.

    On a terminal, what has a mark is in bold, and a verdict has its color.
    """
    stream = sys.stderr if err else sys.stdout
    cells = [[*map(one_line, row)] for row in (header, *rows)]
    if len(rows) * len(header) <= STYLED and may_be_styled(stream):
        print_styled(cells[0], cells[1:], texts, err)
    else:
        typer.echo("".join(plain_lines(cells, texts)), nl=False, err=err)


def fits(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table has room on standard output without a folded name."""
    most = terminal_width(sys.stdout)
    widths = [max(map(width, map(one_line, column))) for column in zip(*rows, strict=True)]
    return most is None or sum(widths) + GAP * (len(widths) - 1) <= most


def print_top(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int, top: int | None, noun: str) -> None:
    """The first rows of a table, and a line that says how many more there are."""
    most = how_many(top)
    print_columns(header, rows[:most], texts)
    if left := len(rows[most:] if most else []):
        say(f"... {plural(left, f'more {noun}')}; --top {len(rows)} shows all")


def how_many(top: int | None) -> int | None:
    """How many rows to print: those asked for; on a terminal no more than can be looked at, elsewhere all."""
    return top or (MOST_ROWS if terminal_width(sys.stdout) else None)


def may_be_styled(stream: TextIO | None) -> bool:
    """Whether an output is a terminal, or Rich may be told to take it for one; None is one that was closed."""
    forced = any(os.environ.get(name) for name in ("FORCE_COLOR", "TTY_COMPATIBLE"))
    return stream is not None and (forced or stream.isatty())


def print_styled(header: Sequence[str], rows: Sequence[Sequence[str]], texts: int, err: bool) -> None:
    """A table by Rich, which folds names, and headings of numbers, that have no room."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    cells = [max(map(width, column)) for column in zip(*rows, strict=True)] or [0] * len(header)
    wide = [max(width(name), cell) for name, cell in zip(header, cells, strict=True)]
    room = (terminal_width(sys.stderr if err else sys.stdout) or sum(wide) + GAP * len(wide)) - GAP * (len(wide) - 1)
    names = [min(each, LEAST) for each in wide[:texts]] if sum(wide) > room else wide[:texts]
    numbers: list[int] = []
    for most in HEADINGS:
        numbers = [max(cell, min(each, most)) for cell, each in zip(cells[texts:], wide[texts:], strict=True)]
        if sum([*names, *numbers]) <= room:
            break
    for place, name in enumerate(header):
        fixed: Any = {"min_width": names[place]} if place < texts else {"width": numbers[place - texts]}
        table.add_column(Text(name), justify="left" if place < texts else "right", overflow="fold", **fixed)
    for row in rows:
        styles = (
            COLORS.get(cell, "") if name == "verdict" else "bold" if place >= texts and MARKS & set(cell) else ""
            for place, (name, cell) in enumerate(zip(header, row, strict=True))
        )
        table.add_row(*(Text(cell, style=style) for cell, style in zip(row, styles, strict=True)))
    columns = max(room, sum([*names, *numbers])) + GAP * (len(wide) - 1)
    Console(width=columns, height=25, highlight=False, stderr=err).print(table)


def plain_lines(rows: Sequence[Sequence[str]], texts: int) -> Iterator[str]:
    """The lines of a table as Rich has them if it may not style anything."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    widths[-1] = widths[-1] or 1
    for row in rows:
        cells = []
        for place, text in enumerate(row):
            text = text if place < texts else text.rstrip()
            blank = " " * (widths[place] - width(text))
            cells.append(text + blank if place < texts else blank + text)
        yield "  ".join(cells) + "\n"


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
    # Python quotes a line break only if it is among those that end its lines
    writer = csv.writer(Lines(), lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)


class Lines:
    """Standard output, where a line ends in a line feed."""

    def write(self, line: str) -> int:
        """Writes a line that ends in both."""
        return sys.stdout.write(line.removesuffix("\r\n") + "\n")
