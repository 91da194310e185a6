"""The options of the commands that draw: which picture, into which file, how wide, and on what ground."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evalsql import endings
from evalsql.cli import notices
from evalsql.errors import InputError
from evalsql.words import either, one_line

if TYPE_CHECKING:
    from evalsql.charts.save import Picture

PANEL = "Pictures"  # of the help
Width = Annotated[
    float,
    typer.Option(
        "--width",
        metavar="MM",
        help="Width of the picture: 84mm is a column of a paper.",
        rich_help_panel=PANEL,
        parser=lambda text: millimetres(str(text)),
    ),
]
Dark = Annotated[bool, typer.Option("--dark", help="Draw the picture on a dark ground.", rich_help_panel=PANEL)]
Highlight = Annotated[
    list[str] | None,
    typer.Option(
        "--highlight",
        metavar="RUN",
        help="Emphasise a run among more than twelve; repeatable. The best and a baseline always are.",
        rich_help_panel=PANEL,
    ),
]
DEFAULT_WIDTH = "160mm"


@dataclass(frozen=True)
class Plot:
    """A picture to draw."""

    path: Path  # the file
    picture: str | None  # which of the command's pictures; None where none was named
    width: float  # in millimetres
    dark: bool  # whether it is drawn on a dark ground
    named: tuple[str, ...]  # the runs that are told apart in any case

    @property
    def look(self) -> dict[str, Any]:
        """What every function of evalsql.charts takes."""
        return {"width": self.width, "dark": self.dark}

    def refuse_unknown(self, runs: Sequence[str]) -> None:
        """Refuses runs to be told apart that are not there."""
        from evalsql.charts.theme import coloured

        coloured(runs, self.named)

    def refuse_highlight(self, name: str) -> None:
        """Refuses runs that are to be told apart in a picture that tells none apart."""
        if self.named:
            raise InputError(f"--highlight tells runs apart, which the picture {name} does not do; leave it out")

    def draw(self, chart: "Picture") -> None:
        """Writes a chart into the file, and says so on standard error; all else has been written by then."""
        from evalsql.charts.save import write

        try:
            write(chart, self.path)
        except InputError as error:
            typer.echo(f"evalsql: {one_line(f'{self.path}: {error}')}; all else was written", err=True)
            raise typer.Exit(1) from None
        notices.note_written(self.path)


def plot_group(pictures: Sequence[str], usual: str, runs: bool) -> dict[str, tuple[Any, Any]]:
    """The options of a command that draws: which of its pictures, and how."""
    group = {
        "plot": (Annotated[Path | None, plot_option()], None),
        "picture": (Annotated[str | None, picture_option(pictures, usual)], None),
        "width": (Width, DEFAULT_WIDTH),
        "dark": (Dark, False),
        "highlight": (Highlight, None),
    }
    left_out = {"picture"} if len(pictures) < 2 else set()
    return {name: each for name, each in group.items() if name not in left_out | (set() if runs else {"highlight"})}


def plot_of(
    plot: Path | None,
    width: float | None,
    dark: bool | None,
    highlight: Sequence[str] | None = None,
    picture: str | None = None,
) -> Plot | None:
    """The picture to draw, if one is asked for."""
    if plot is None:
        return None
    from evalsql.charts.theme import Look

    Look(width or 0)  # which refuses what is too narrow or too wide
    endings.print_to_the_end()
    return Plot(plot, picture, width or 0, bool(dark), tuple(highlight or ()))


def note_undrawn(drawn: Mapping[str, Any]) -> None:
    """Says which options of pictures have no effect, since none is drawn."""
    for name, value in drawn.items():
        if drawn["plot"] is None and value and (name, value) != ("width", millimetres(DEFAULT_WIDTH)):
            notices.note(f"--{name} has no effect without --plot")


def plot_option() -> Any:
    """The option for the file of a picture."""

    def checked(context: typer.Context, plot: Path | None) -> Path | None:
        if plot is not None and not context.resilient_parsing:  # which is to complete a line for the shell
            from evalsql.charts.save import check_picture

            check_picture(plot)
        return plot

    text = "Also draw a picture: .svg, .png, .pdf or .html. Needs pip install 'evalsql[charts]'."
    return typer.Option("--plot", metavar="FILE", callback=checked, help=text)


def picture_option(pictures: Sequence[str], usual: str) -> Any:
    """The option that chooses one of a command's pictures."""

    def checked(picture: str | None) -> str | None:
        if picture is not None and picture not in pictures:
            raise InputError(f"there is no picture {picture!r} here; --picture takes {either(pictures)}")
        return picture

    text = f"Which picture: {either(pictures)}.  [default: {usual or ''.join(pictures[:1])}]"
    return typer.Option(
        "--picture",
        metavar="NAME",
        callback=checked,
        help=text,
        rich_help_panel=PANEL,
        autocompletion=lambda incomplete: [each for each in pictures if each.startswith(incomplete)],
    )


def millimetres(text: str) -> float:
    """A width as it is typed: 84, 84mm or 8.4cm."""
    number, factor = text.strip().lower(), 1.0
    for unit, size in (("mm", 1.0), ("cm", 10.0), ("in", 25.4)):
        if number.endswith(unit):
            number, factor = number.removesuffix(unit), size
            break
    try:
        return float(number) * factor
    except ValueError:
        raise InputError(f"a number of millimetres was expected, such as 84mm, not {text!r}") from None
