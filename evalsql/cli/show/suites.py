"""How runs stand over many collections, as tables."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from evalsql.cli.layout import say
from evalsql.cli.show.tables import how_many, print_columns, print_top
from evalsql.inputs.suites import COLUMNS
from evalsql.words import one_line, plural

if TYPE_CHECKING:
    from evalsql.answers import Answer

LEAST_P = 0.0001


def print_boards(found: "Answer", decimals: int, top: int | None) -> None:
    """Each board: the runs with a column a collection, then how they stand over all of them, then the tests."""
    rows = {name: found.tables[name].to_pylist() for name in ("leaderboard", "neighbours", "tests")}
    names = found.tables["leaderboard"].column_names[len(COLUMNS) :]
    for board in found.measures:
        of_board = {name: [row for row in some if row["metric"] == board] for name, some in rows.items()}
        print_means(board, of_board["leaderboard"], names, decimals, top)
        (tests,) = of_board["tests"]
        print_standings(of_board["leaderboard"], of_board["neighbours"], tests["confidence"], top)
        print_tests(tests, of_board["leaderboard"])
        typer.echo()
    say(f"Means {found.about}.")


def print_means(
    board: str, rows: Sequence[Mapping[str, Any]], names: Sequence[str], decimals: int, top: int | None
) -> None:
    """The mean of each run in each collection, over them, and its Borda rank."""

    def value(number: float | None) -> str:
        return "missing" if number is None else f"{number:.{decimals}f}"

    lines = [
        [
            row["run"],
            *(value(row[name]) for name in names),
            value(row["macro_mean"]).replace("missing", "-"),
            "-" if row["borda"] is None else str(row["borda"]),
        ]
        for row in rows
    ]
    print_top([board, *names, "mean", "Borda"], lines, 1, top, "run")
    typer.echo()


def print_standings(
    rows: Sequence[Mapping[str, Any]], neighbours: Sequence[Mapping[str, Any]], confidence: float, top: int | None
) -> None:
    """The mean and the mean rank of each run with their intervals, and its difference from the next."""
    beside = {row["run"]: row for row in neighbours}
    lines = []
    for row in rows:
        if row["borda"] is None:
            continue
        cells = [row["run"], f"{row['macro_mean']:.3f}", limits(row["mean_lower"], row["mean_upper"], ".3f")]
        cells += [f"{row['mean_rank']:.1f}", limits(row["rank_lower"], row["rank_upper"], ".1f")]
        following = beside.get(row["run"])
        if following is None:
            lines.append([*cells, "", "", ""])
            continue
        between = limits(following["lower"], following["upper"], "+.3f")
        lines.append([*cells, f"{following['difference']:+.3f}", between, "" if following["told_apart"] else "alike"])
    if lines:
        level = f"{100 * confidence:g}% interval"
        header = ["run", "mean", level, "rank", "interval", "next", level, ""]
        print_columns(header, lines[: how_many(top)], texts=1)


def limits(lower: float | None, upper: float | None, form: str) -> str:
    """An interval."""
    return "-" if lower is None or upper is None else f"{lower:{form}} {upper:{form}}"


def print_tests(tests: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> None:
    """What the tests over collections say, and who lacks which."""
    if tests["p_value"] is not None:
        p = f"= {tests['p_value']:.4f}" if tests["p_value"] >= LEAST_P else f"< {LEAST_P}"
        over = f"over {plural(tests['collections'], 'collection')}"
        friedman = f"Friedman's test {over}: chi2 = {tests['statistic']:.2f}, df = {tests['df']}, p {p}"
        if tests["critical_difference"] is not None:
            friedman += f"; critical difference of mean ranks: {tests['critical_difference']:.2f}"
        say(f"{friedman}.")
    for row in rows:
        if row["missing"]:
            say(one_line(f"{row['run']}: no scores in {row['missing']}; not averaged, not ranked."))


def print_scores(found: "Answer", decimals: int) -> None:
    """The score of every query."""
    lines = [
        [*(row[name] for name in ("dataset", "run", "query_id", "metric")), number(row["value"], decimals)]
        for row in found.tables["scores"].to_pylist()
    ]
    print_columns(["dataset", "run", "query_id", "measure", "value"], lines, texts=4)
    typer.echo()


def number(value: float | None, decimals: int) -> str:
    """A value, or a dash where there is none."""
    return "-" if value is None else f"{value:.{decimals}f}"
