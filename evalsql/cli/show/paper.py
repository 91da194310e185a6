"""Where commands that are not declared by @command yet find tables for a paper."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import typer

from evalsql.cli.tables import WRITERS, Marked
from evalsql.cli.tables import markdown as markdown


@dataclass(frozen=True)
class Paper:
    """A table for a paper."""

    header: Sequence[str]
    rows: Sequence[Sequence[str | Marked]]
    texts: int
    caption: str
    label: str


def print_markdown(paper: Paper) -> None:
    """A table in Markdown."""
    typer.echo(WRITERS["markdown"](paper.header, paper.rows, paper.texts, paper.caption, paper.label))


def print_latex(paper: Paper) -> None:
    """A table in LaTeX."""
    typer.echo(WRITERS["latex"](paper.header, paper.rows, paper.texts, paper.caption, paper.label))


PRINTERS: Mapping[str, Callable[[Paper], None]] = {"markdown": print_markdown, "latex": print_latex}
