"""Small charts on standard output: bars of means with their intervals, and lines of curves."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from evalsql.cli.layout import say, terminal_width
from evalsql.cli.old import refuse_of_tables
from evalsql.errors import InputError
from evalsql.words import one_line, plural, shortened, width

if TYPE_CHECKING:
    from evalsql.catalog.measure import Measure
    from evalsql.scoring.evaluation import Evaluation

PIPE = 80  # columns, where there is no terminal
MOST_LINES = 6  # runs of which lines are drawn
HIGH = 12  # lines of a chart of curves
LEAST = 10  # columns that bars or lines have at least


@dataclass(frozen=True)
class Signs:
    """What charts are drawn with."""

    bar: str = "█▓░"  # what a bar has up to the interval, in it up to the mean, and beyond that
    lines: str = "●■▲◆○□"  # what the line of each run is of
    corner: str = "└"  # of the axes
    down: str = "│"  # of the axes
    along: str = "─"  # of the axes
    dots: str = "…"  # what stands for the middle of a name


ASCII = Signs(bar="#=-", lines="ox+*#@", corner="+", down="|", along="-", dots="...")


def signs() -> Signs:
    """The signs that standard output can write."""
    try:
        "".join(vars(Signs()).values()).encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return ASCII
    return Signs()


def room() -> int:
    """How many columns a chart may take."""
    return terminal_width(sys.stdout) or PIPE


def print_bars(rows: Sequence[Mapping[str, Any]], top: int | None = None, confidence: float = 0.95) -> None:
    """A chart for each measure: a bar for the mean of each run, with its interval."""
    with_ = signs()
    for metric in dict.fromkeys(row["metric"] for row in rows):
        typer.echo()
        say(one_line(metric))
        for line in bars([row for row in rows if row["metric"] == metric][:top], with_, room()):
            typer.echo(line)
    inner, middle, outer = with_.bar
    if any(row["lower"] is not None for row in rows):
        say(
            f"\n{inner} up to the {confidence:.0%} confidence interval of the mean (Student's t), {middle} in it up to"
            f" the mean, {outer} beyond."
        )


def bars(rows: Sequence[Mapping[str, Any]], with_: Signs, most: int) -> list[str]:
    """A line for each run: its name, a bar, and the mean."""
    names = shortened([one_line(row["run"]) for row in rows], max(most // 3, 12), with_.dots)
    values = [f"{row['mean']:z.4f}" for row in rows]
    left, right = max(map(width, names)), max(map(len, values))
    columns = max(most - left - right - 4, LEAST)
    low = min(0.0, *(row["mean"] for row in rows))
    high = max(row["mean"] if row["upper"] is None else row["upper"] for row in rows)

    def column(value: float) -> int:
        return round((min(max(value, low), high) - low) / ((high - low) or 1) * columns)

    lines = []
    for row, name, value in zip(rows, names, values, strict=True):
        mean = column(row["mean"])
        lower, upper = (mean, mean) if row["lower"] is None else (column(row["lower"]), column(row["upper"]))
        bar = with_.bar[0] * lower + with_.bar[1] * (mean - lower) + with_.bar[2] * (upper - mean)
        blank = " " * (left - width(name))
        lines.append(f"{name}{blank}  {bar:<{columns}}  {value:>{right}}")
    return lines


def print_lines(title: str, over: str, lines: Mapping[str, Sequence[tuple[float, float]]], first: str | None) -> None:
    """A chart of curves: a line for each run, of six at most, and a legend in the order in which they end."""
    with_ = signs()
    order = sorted(lines, key=lambda run: (-lines[run][-1][1], run))
    shown = order[:MOST_LINES]
    if first in order and first not in shown:
        shown[-1] = first
    left_out = f" ({len(shown)} of {plural(len(order), 'run')})" if len(shown) < len(order) else ""
    say(f"\n{one_line(title)}{left_out}")
    for line in drawn({run: lines[run] for run in shown}, over, with_, room()):
        typer.echo(line)


def drawn(lines: Mapping[str, Sequence[tuple[float, float]]], over: str, with_: Signs, most: int) -> list[str]:
    """The lines of a chart of curves: the axis of values, the grid, and the legend."""
    import numpy as np

    names = shortened([one_line(run) for run in lines], max(most // 3, 12), with_.dots)
    every = [point for line in lines.values() for point in line]
    start, end = min(place for place, _ in every), max(place for place, _ in every)
    low, high = min(value for _, value in every), max(value for _, value in every)
    high = high if high > low else low + 1
    labels = {HIGH - 1: f"{low:.2f}", HIGH // 2: f"{(low + high) / 2:.2f}", 0: f"{high:.2f}"}
    margin = max(map(len, labels.values()))
    columns = max(most - margin - max(map(width, names)) - 6, LEAST)
    at = np.linspace(start, end, columns)
    grid = [[" "] * columns for _ in range(HIGH)]
    for sign, line in reversed([*zip(with_.lines, lines.values(), strict=False)]):  # the best is on top
        values = np.interp(at, [place for place, _ in line], [value for _, value in line])
        heights = np.rint((high - values) / (high - low) * (HIGH - 1)).astype(int)
        for place, height in enumerate(heights):
            grid[height][place] = sign
    legend = dict(enumerate(f"  {sign} {name}" for sign, name in zip(with_.lines, names, strict=False)))
    found = [
        f"{labels.get(place, ''):>{margin}} {with_.down}{''.join(row)}{legend.get(place, '')}".rstrip()
        for place, row in enumerate(grid)
    ]
    edges = [f"{start:g}", f"{end:g}"]
    between = over.center(columns - sum(map(len, edges)))
    return [
        *found,
        f"{'':>{margin}} {with_.corner}{with_.along * columns}",
        f"{'':>{margin}}  {edges[0]}{between}{edges[1]}",
    ]


def refuse_beside(chart: bool, format: str, others: Mapping[str, object]) -> None:
    """Refuses a chart on standard output beside anything but a table of curves."""
    refuse_of_tables(format, ("table",), chart=chart or None)
    for name, value in others.items():
        if chart and value is not None:
            raise InputError(f"--chart is of means over all queries, and {name} prints something else; leave one out")


def print_curves(evaluation: "Evaluation", curves: "list[Measure]", baseline: str | None) -> None:
    """A small chart of the means of each curve."""
    for curve in curves:
        over = str(curve.metric.over)
        lines: dict[str, list[tuple[float, float]]] = {}
        for row in evaluation.curve([curve], average=True).to_arrow_table().to_pylist():
            lines.setdefault(row["run"], []).append((row[over], row["value"]))
        print_lines(f"{curve}, mean", over, lines, baseline)
