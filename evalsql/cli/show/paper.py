"""Tables for a paper, in Markdown or LaTeX."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import typer

from evalsql.words import one_line


class Marked(NamedTuple):
    """A value: as it is shown, whether it is the best, its mark, and what stands behind it."""

    text: str
    best: bool = False
    mark: str = ""
    after: str = ""


@dataclass(frozen=True)
class Paper:
    """A table for a paper.

    Attributes:
        header: the names of its columns.
        rows: their cells; those that are no value are texts.
        texts: how many columns, from the first, are texts.
        caption: what to say of it.
        label: what a paper refers to it by, after `tab:`.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str | Marked]]
    texts: int
    caption: str
    label: str


def print_markdown(paper: Paper) -> None:
    """A table in Markdown."""

    def write(cell: str | Marked) -> str:
        if isinstance(cell, str):
            return markdown(cell)
        text = f"**{cell.text}**" if cell.best else cell.text
        return text + (f"<sup>{cell.mark}</sup>" if cell.mark else "") + cell.after

    typer.echo("| " + " | ".join(map(markdown, paper.header)) + " |")
    typer.echo("|" + "---|" * paper.texts + "---:|" * (len(paper.header) - paper.texts))
    for row in paper.rows:
        typer.echo("| " + " | ".join(map(write, row)) + " |")
    typer.echo(f"\n{one_line(paper.caption)}")


def markdown(text: str) -> str:
    """A text as Markdown writes it in a table; a _ inside a word is not taken for emphasis."""
    return re.sub(r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])", r"\\\g<0>", one_line(text))


def print_latex(paper: Paper) -> None:
    """A table in LaTeX, for the package booktabs."""

    def write(cell: str | Marked) -> str:
        if isinstance(cell, str):
            return latex(cell)
        text = f"\\textbf{{{cell.text}}}" if cell.best else cell.text
        return text + (f"$^{{{cell.mark}}}$" if cell.mark else "") + cell.after

    lines = ["\\begin{table}", "\\centering", f"\\caption{{{latex(paper.caption)}}}", f"\\label{{tab:{paper.label}}}"]
    lines.append(f"\\begin{{tabular}}{{{'l' * paper.texts}{'r' * (len(paper.header) - paper.texts)}}}")
    lines += ["\\toprule", " & ".join(map(latex, paper.header)) + " \\\\", "\\midrule"]
    lines += [" & ".join(map(write, row)) + " \\\\" for row in paper.rows]
    typer.echo("\n".join([*lines, "\\bottomrule", "\\end{tabular}", "\\end{table}"]))


def latex(text: str) -> str:
    """A text as LaTeX writes it."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    special |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}  # other signs in LaTeX's own fonts
    special |= {"[": "{[}", "*": "{*}"}  # which, first in a row, would belong to the end of the row above
    return "".join(special.get(each, f"\\{each}" if each in "&%$#_{}" else each) for each in one_line(text))


PRINTERS: Mapping[str, Callable[[Paper], None]] = {"markdown": print_markdown, "latex": print_latex}
