"""Tables for a paper, in Markdown or LaTeX."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    """A table for a paper."""

    header: Sequence[str]  # the names of its columns
    rows: Sequence[Sequence[str | Marked]]  # their cells; those that are no value are texts
    texts: int  # how many columns, from the first, are texts
    caption: str  # what to say of it
    label: str  # what a paper refers to it by, after `tab:`


def cells(row: Sequence[str | Marked], text: Callable[[str], str], best: str, mark: str) -> Iterator[str]:
    """The cells of a row as they are written."""
    for cell in row:
        if isinstance(cell, str):
            yield text(cell)
        else:
            value = best.format(cell.text) if cell.best else cell.text
            yield value + (mark.format(cell.mark) if cell.mark else "") + cell.after


def markdown_table(paper: Paper) -> str:
    """A table in Markdown, and what is said of it below."""
    lines = ["| " + " | ".join(map(markdown, paper.header)) + " |"]
    lines.append("|" + "---|" * paper.texts + "---:|" * (len(paper.header) - paper.texts))
    lines += ["| " + " | ".join(cells(row, markdown, "**{}**", "<sup>{}</sup>")) + " |" for row in paper.rows]
    return "\n".join([*lines, "", markdown(paper.caption)])


def markdown(text: str) -> str:
    """A text as Markdown writes it in a table; a _ inside a word is not taken for emphasis.

    Nothing is a link by itself, as GitHub makes of addresses, and nobody is mentioned.
    """
    signs = r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])|:(?=//)|(?<=www)\."
    safe = re.sub(signs, r"\\\g<0>", one_line(text), flags=re.IGNORECASE)
    # the cutoff of a measure, RBP(p=0.5)@10, is nobody
    return re.sub(r"(?<![\w&])(?!(?<=\))@\d+(?![\w-]))[@#](?=\w)", r"\g<0>&#8203;", safe)


def latex_table(paper: Paper) -> str:
    """A table in LaTeX, for the package booktabs."""
    label = re.sub(r"[^A-Za-z0-9@.+()=,:_-]", "-", paper.label)  # of others, some end the label or the line
    lines = ["\\begin{table}", "\\centering", f"\\caption{{{latex(paper.caption)}}}", f"\\label{{tab:{label}}}"]
    lines.append(f"\\begin{{tabular}}{{{'l' * paper.texts}{'r' * (len(paper.header) - paper.texts)}}}")
    lines += ["\\toprule", " & ".join(map(latex, paper.header)) + " \\\\", "\\midrule"]
    lines += [" & ".join(cells(row, latex, "\\textbf{{{}}}", "$^{{{}}}$")) + " \\\\" for row in paper.rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}", "\\end{table}"])


def latex(text: str) -> str:
    """A text as LaTeX writes it."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    special |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}  # other signs in LaTeX's own fonts
    special |= {"[": "{[}", "*": "{*}"}  # which, first in a row, would belong to the end of the row above
    return "".join(special.get(each, f"\\{each}" if each in "&%$#_{}" else each) for each in one_line(text))


def print_markdown(paper: Paper) -> None:
    """A table in Markdown."""
    typer.echo(markdown_table(paper))


def print_latex(paper: Paper) -> None:
    """A table in LaTeX."""
    typer.echo(latex_table(paper))


PRINTERS: Mapping[str, Callable[[Paper], None]] = {"markdown": print_markdown, "latex": print_latex}
