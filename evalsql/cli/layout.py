"""How tables and sentences fit a terminal: long names are shortened, and columns fold into blocks."""

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import TextIO

import typer

from evalsql.words import one_line, shortened, width

LEAST = 12  # columns of a terminal that a shortened name has at least
# orders to a terminal, line breaks, and signs that turn text around, which JSON may have as they are
UNSHOWN = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
GAP = 2  # between two columns of a table


def terminal_width(stream: TextIO | None) -> int | None:
    """How wide the terminal is that an output is; None where it is a file or a pipe, which has what is there whole."""
    return shutil.get_terminal_size().columns if stream is not None and stream.isatty() else None


def say(text: str, err: bool = False) -> None:
    """Prints a text, its lines broken between words where it goes to a terminal; no name in it gives orders to one."""
    text = "\n".join(map(one_line, text.split("\n")))
    most = terminal_width(sys.stderr if err else sys.stdout)
    typer.echo(text if most is None else wrapped(text, most), err=err)


def say_json(value: object) -> None:
    """Prints a value as JSON. Signs that a terminal takes for an order, or to turn text around, are as numbers."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    typer.echo(UNSHOWN.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text))


def wrapped(text: str, most: int) -> str:
    """A text whose lines are broken between words; what is indented stays so."""
    return "\n".join(
        textwrap.fill(
            line,
            max(most, 20),
            subsequent_indent=" " * (len(line) - len(line.lstrip())),
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in text.split("\n")
    )


def dots_of(stream: TextIO | None) -> str:
    """The sign that stands for what is left out, which an output can write."""
    try:
        "…".encode(getattr(stream, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return "..."
    return "…"


def fitted(
    header: Sequence[str], rows: Sequence[Sequence[str]], texts: int, most: int, across: bool, dots: str
) -> list[tuple[list[list[str]], int]]:
    """A table as one that is no wider than a terminal, or as several that have its columns, below each other."""
    columns = [list(column) for column in zip(header, *rows, strict=True)]
    if total(columns) <= most:
        return [(by_rows(columns), texts)]
    if texts:
        room = most - total(columns[texts:]) - GAP
        narrow = narrowed(columns[:texts], room, dots)
        if total([*narrow, *columns[texts:]]) <= most:
            return [(by_rows([*narrow, *columns[texts:]]), texts)]
        columns[:texts] = narrowed(columns[:texts], most // 3, dots)
    if across:
        first = max(texts, 1)
        cells = max((width(cell) for column in columns[first:] for cell in column[1:]), default=0)
        names = shortened(header[first:], max(LEAST, cells), dots)
        columns[first:] = [[name, *column[1:]] for name, column in zip(names, columns[first:], strict=True)]
    return folded(columns, texts, most)


def narrowed(columns: Sequence[list[str]], room: int, dots: str) -> list[list[str]]:
    """Columns of names, the widest of them shortened until all together have room, or as far as names may be."""
    widths = [max(map(width, column)) for column in columns]
    while sum(widths) + GAP * (len(widths) - 1) > room and max(widths) > LEAST:
        widths[widths.index(max(widths))] -= 1
    return [
        [column[0], *shortened(column[1:], most, dots)] if max(map(width, column)) > most else column
        for column, most in zip(columns, widths, strict=True)
    ]


def folded(columns: Sequence[list[str]], texts: int, most: int) -> list[tuple[list[list[str]], int]]:
    """The columns in blocks that fit, each with the first ones, which say what a row is."""
    keys = max(texts, 1)
    while keys > 1 and total(columns[:keys]) > most // 2:
        keys -= 1
    room = most - total(columns[:keys])
    blocks: list[list[int]] = []
    left = 0
    for place in range(keys, len(columns)):
        wide = GAP + max(map(width, columns[place]))
        if not blocks or wide > left:
            blocks.append([])
            left = room
        blocks[-1].append(place)
        left -= wide
    head = list(range(keys)) if texts else [0]
    return [
        (by_rows([columns[place] for place in (*head, *block)]), sum(place < texts for place in (*head, *block)))
        for block in blocks
    ]


def total(columns: Sequence[Sequence[str]]) -> int:
    """How wide columns are beside each other."""
    return sum(max(map(width, column)) for column in columns) + GAP * (len(columns) - 1)


def by_rows(columns: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows of columns."""
    return [list(row) for row in zip(*columns, strict=True)]
