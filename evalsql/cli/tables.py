"""Tables that commands print: of each heading what a row shows, said once; every format writes it in its own way."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import typer

from evalsql.cli.layout import say
from evalsql.cli.show.paper import Marked as Marked
from evalsql.words import one_line, plural

Row = Mapping[Any, Any]
Column = str | Callable[[Row], "str | Marked"]


@dataclass(frozen=True)
class Table:
    """Rows as a table."""

    rows: Sequence[Row]
    # by heading: the name of a column, a name with a format behind a colon, or a function of the row; pairs of these if
    # two headings may be alike
    columns: Mapping[str, Column] | Sequence[tuple[str, Column]]
    title: str = ""  # stands above it
    note: str = ""  # stands below it; {best} says how the best values are marked
    beside: str = ""  # stands below it too if it is not a table for a paper
    paper: str = ""  # the caption of one for a paper, if that is not the title and the note
    label: str = ""  # what a paper refers to it by
    texts: int = 1  # how many columns, from the first, are texts
    across: bool = False  # whether its columns are named for runs
    top: int | None = None  # how many rows are printed; on a terminal no more than can be looked at if None
    noun: str = ""  # what a row is

    def pairs(self) -> list[tuple[str, Column]]:
        """Each heading and its column."""
        return [*(self.columns.items() if isinstance(self.columns, Mapping) else self.columns)]

    def cells(self) -> list[list[str | Marked]]:
        """What the table shows, row by row."""
        return [[cell(row, column) for _, column in self.pairs()] for row in self.rows]


def same(names: str) -> dict[str, str]:
    """Columns whose headings are their names."""
    return {name: name for name in names.split()}


def grid(header: Sequence[str], lines: Iterable["Sequence[str | Marked]"], **more: Any) -> Table:
    """A table whose cells are texts already, such as a matrix, whatever its columns are called."""
    rows = [dict(enumerate(line)) for line in lines]
    return Table(rows, [(name, itemgetter(place)) for place, name in enumerate(header)], **more)


def cell(row: Row, column: Column) -> "str | Marked":
    """A cell of a column."""
    if callable(column):
        return column(row)
    name, _, form = column.partition(":")
    return in_brief(row[name], form or "z.4f")


def in_brief(value: object, form: str = "z.4f") -> str:
    """A value as tables show it: a number that is not whole with four decimals, a dash if there is none."""
    if value is None:
        return "-"
    return format(value, form) if isinstance(value, float) else str(value)


def by(rows: Iterable[Row], column: str) -> Iterator[tuple[Any, list[Row]]]:
    """The rows of each value of a column, in the order in which these first come."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    yield from groups.items()


def show(parts: Iterable[Table | str], form: str) -> None:
    """Prints tables, and the sentences between them, in a format: a paper has the tables alone."""
    from evalsql.cli.show import paper

    number = 0
    for part in parts:
        if form == "table":
            show_text(part)
        elif isinstance(part, Table):
            if number:
                typer.echo()
            number += 1
            cells = part.cells()
            best = any(isinstance(each, Marked) and each.best for row in cells for each in row)
            note = part.note.replace("{best}", " The best of each measure is in bold." if best else "")
            below = " ".join(line for line in note.split("\n") if line)
            about = part.paper or ". ".join(filter(None, (part.title.strip().rstrip(":"), below)))
            header = [name for name, _ in part.pairs()]
            paper.PRINTERS[form](paper.Paper(header, cells[: part.top], part.texts, about, part.label))


def show_text(part: Table | str) -> None:
    """Prints a table, or a sentence, as text."""
    from evalsql.cli.show.tables import how_many, print_columns

    if isinstance(part, str):
        say(part)
        return
    if part.title:
        blank = "\n" * part.title.startswith("\n")
        say(blank + one_line(part.title.lstrip("\n")))
    cells = part.cells()
    marked = {place for row in cells for place, each in enumerate(row) if isinstance(each, Marked)}
    header = [name + " " * (place in marked) for place, (name, _) in enumerate(part.pairs())]
    best = any(isinstance(each, Marked) and each.best for row in cells for each in row)
    lines = [[in_text(each) for each in row] for row in cells]
    most = how_many(part.top) if part.noun else None
    print_columns(header, lines[:most], part.texts, across=part.across)
    if left := len(lines[most:] if most else []):
        say(f"... {plural(left, f'more {part.noun}')}; --top {len(lines)} shows all")
    if part.note:
        blank = "\n" if part.noun and not part.note.startswith("\n") else ""
        say(blank + part.note.replace("{best}", " ^ best." if best else "") + part.beside)


def in_text(value: "str | Marked") -> str:
    """A value with the mark of the best."""
    return value if isinstance(value, str) else f"{value.text}{'^' if value.best else ' '}{value.after}"
