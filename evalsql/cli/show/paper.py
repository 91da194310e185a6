"""Tables for a paper, printed in Markdown or LaTeX."""

from collections.abc import Callable, Mapping

import typer

from evalsql.outputs.paper import Marked as Marked
from evalsql.outputs.paper import Paper as Paper
from evalsql.outputs.paper import latex as latex
from evalsql.outputs.paper import latex_table, markdown_table


def print_markdown(paper: Paper) -> None:
    """A table in Markdown."""
    typer.echo(markdown_table(paper))


def print_latex(paper: Paper) -> None:
    """A table in LaTeX."""
    typer.echo(latex_table(paper))


PRINTERS: Mapping[str, Callable[[Paper], None]] = {"markdown": print_markdown, "latex": print_latex}
