"""Tables that commands print: of each heading what a row shows, said once; every format writes it in its own way."""

import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

import typer

from evalsql.cli.printing import fits, print_columns, print_top, say
from evalsql.words import one_line


class Marked(NamedTuple):
    """A value: as it is shown, whether it is the best, its mark, and what stands behind it."""

    text: str
    best: bool = False
    mark: str = ""
    after: str = ""


Row = Mapping[Any, Any]
Column = str | Callable[[Row], str | Marked]
Cells = Sequence[str | Marked]


@dataclass(frozen=True)
class Table:
    """Rows as a table."""

    rows: Sequence[Row]
    # by heading: the name of a column, a name with a format behind a colon, or a function of the row; pairs if two
    # headings may be equal, since they are names of runs
    columns: Mapping[str, Column] | Sequence[tuple[str, Column]]
    title: str = ""  # stands above it
    note: str = ""  # stands below it; {best} says how the best values are marked
    beside: str = ""  # stands below it too if it is not a table for a paper
    paper: str = ""  # the caption of one for a paper, if that is not the note
    label: str = ""  # what a paper refers to it by
    texts: int = 1  # how many columns, from the first, are texts
    top: int | None = None  # how many rows are printed; on a terminal no more than can be looked at if None
    noun: str = ""  # what a row is
    spare: tuple[str, ...] = ()  # headings of columns that a narrow terminal does without, the first first

    def cells(self) -> list[list[str | Marked]]:
        """What the table shows, row by row."""
        return [[cell(row, column) for _, column in self.pairs] for row in self.rows]

    @property
    def pairs(self) -> list[tuple[str, Column]]:
        return [*(self.columns.items() if isinstance(self.columns, Mapping) else self.columns)]

    @property
    def header(self) -> list[str]:
        return [heading for heading, _ in self.pairs]


def same(names: str) -> dict[str, str]:
    """Columns whose headings are their names."""
    return {name: name for name in names.split()}


def grid(header: Sequence[str], lines: Iterable[Cells], **more: Any) -> Table:
    """A table whose cells are texts already, such as a matrix, whatever its columns are called."""
    rows = [dict(enumerate(line)) for line in lines]
    return Table(rows, [(name, itemgetter(place)) for place, name in enumerate(header)], **more)


def cell(row: Row, column: Column) -> str | Marked:
    if callable(column):
        return column(row)
    name, _, form = column.partition(":")
    return in_brief(row[name], form or "z.4f")


def in_brief(value: object, form: str = "z.4f") -> str:
    """A value as tables show it: a number that is not whole with four decimals, a dash if there is none."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return format(value, form)
    return f"{value:,}" if type(value) is int else str(value)


def by(rows: Iterable[Row], column: str) -> Iterator[tuple[Any, list[Row]]]:
    """The rows of each value of a column, in the order in which these first come."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    yield from groups.items()


def slice_name(slice: str, queries: int) -> str:
    """What a column or a row of a slice is called: small ones are marked."""
    from evalsql.scoring.slices import SMALL

    return f"{slice} ({queries}{'~' if queries < SMALL else ''})"


def small_note() -> str:
    """What the mark of small slices means."""
    from evalsql.scoring.slices import SMALL

    return f"~ fewer than {SMALL} queries: too few to say much."


def show(parts: Iterable[Table | str], form: str) -> None:
    """Prints tables, and the sentences between them, in a format: a paper has the tables alone."""
    labels: list[str] = []
    for part in parts:
        if form == "table":
            show_text(part)
        elif isinstance(part, Table):
            if labels:
                typer.echo()
            cells = part.cells()
            best = any(isinstance(each, Marked) and each.best for row in cells for each in row)
            note = part.note.replace("{best}", " The best of each measure is in bold." if best else "")
            below = " ".join(line for line in note.split("\n") if line)
            about = part.paper or below or part.title.strip().rstrip(":")
            labels.append(part.label or "table")
            label = labels[-1] + f"-{labels.count(labels[-1])}" * (labels.count(labels[-1]) > 1)
            typer.echo(WRITERS[form](part.header, cells[: part.top], part.texts, about, label))


def printed(print_in: Callable[[], None]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as text:
        print_in()
    return text.getvalue()


def show_text(part: Table | str) -> None:
    """Prints a table, or a sentence, as text."""
    if isinstance(part, str):
        say(part)
        return
    if part.title:
        blank = "\n" * part.title.startswith("\n")
        say(blank + one_line(part.title.lstrip("\n")))
    cells = part.cells()
    marked = {place for row in cells for place, each in enumerate(row) if isinstance(each, Marked)}
    header = [name + " " * (place in marked) for place, name in enumerate(part.header)]
    best = any(isinstance(each, Marked) and each.best for row in cells for each in row)
    lines = [header, *([in_text(each) for each in row] for row in cells)]
    for heading in part.spare:
        if not fits(lines):
            place = lines[0].index(heading)
            lines = [row[:place] + row[place + 1 :] for row in lines]
    header, *lines = lines
    if part.noun:
        print_top(header, lines, part.texts, part.top, part.noun)
    else:
        print_columns(header, lines, part.texts)
    if part.note:
        blank = "\n" if part.noun and not part.note.startswith("\n") else ""
        say(blank + part.note.replace("{best}", " ^ best." if best else "") + part.beside)


def in_text(value: "str | Marked") -> str:
    return value if isinstance(value, str) else f"{value.text}{'^' if value.best else ' '}{value.after}"


def markdown_table(header: Sequence[str], rows: Sequence[Cells], texts: int, caption: str, label: str) -> str:
    """A table in Markdown, and what is said of it below."""
    lines = ["| " + " | ".join(map(markdown, header)) + " |"]
    lines.append("|" + "---|" * texts + "---:|" * (len(header) - texts))
    lines += ["| " + " | ".join(written(row, markdown, "**{}**", "<sup>{}</sup>")) + " |" for row in rows]
    return "\n".join([*lines, "", markdown(caption)])


def latex_table(header: Sequence[str], rows: Sequence[Cells], texts: int, caption: str, label: str) -> str:
    label = re.sub(r"[^A-Za-z0-9@.+()=,:_-]", "-", label)  # of others, some end the label or the line
    lines = ["% needs \\usepackage{booktabs}", "\\begin{table}", "\\centering"]
    lines += [f"\\caption{{{latex(caption)}}}", f"\\label{{tab:{label}}}"]
    lines.append(f"\\begin{{tabular}}{{{'l' * texts}{'r' * (len(header) - texts)}}}")
    names = (latex(ALPHA.sub("\u03b1-", name)) for name in header)
    lines += ["\\toprule", " & ".join(names) + " \\\\", "\\midrule"]
    lines += [" & ".join(written(row, latex, "\\textbf{{{}}}", "$^{{{}}}$")) + " \\\\" for row in rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}", "\\end{table}"])


def written(row: Cells, text: Callable[[str], str], best: str, mark: str) -> Iterator[str]:
    """The cells of a row as they are written."""
    for cell in row:
        if isinstance(cell, str):
            yield text(cell)
        else:
            value = best.format(cell.text) if cell.best else cell.text
            yield value + (mark.format(text(cell.mark)) if cell.mark else "") + cell.after


def markdown(text: str) -> str:
    """A text as Markdown writes it in a table; a _ inside a word is not taken for emphasis.

    Nothing is a link by itself, as GitHub makes of addresses, and nobody is mentioned.
    """
    signs = r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\."
    safe = re.sub(signs, r"\\\g<0>", one_line(text), flags=re.IGNORECASE)
    # the cutoff of a measure, RBP(p=0.5)@10, is nobody
    return re.sub(r"(?<![\w&])(?!(?<=\))@\d+(?![\w-]))[@#](?=\w)", r"\g<0>&#8203;", safe)


def latex(text: str) -> str:
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    special |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}  # other signs in LaTeX's own fonts
    special |= {"\u2020": r"\dag{}", "\u2021": r"\ddag{}", "\u03b1": r"$\alpha$"}
    special |= {"[": "{[}", "*": "{*}"}  # which, first in a row, would belong to the end of the row above
    return "".join(special.get(each, f"\\{each}" if each in "&%$#_{}" else each) for each in one_line(text))


ALPHA = re.compile(r"^alpha[_-](?=n?[DC]*G\b)")  # what a measure of novelty begins with
WRITERS = {"markdown": markdown_table, "latex": latex_table}  # tables for a paper, by their formats
