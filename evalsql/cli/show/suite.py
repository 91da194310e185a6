"""How runs stand over many collections."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evalsql.cli.printing import how_many
from evalsql.cli.tables import Column, Table
from evalsql.inputs.suites import COLUMNS
from evalsql.words import one_line, plural

if TYPE_CHECKING:
    from evalsql.answers import Answer

LEAST_P = 0.0001
Row = Mapping[str, Any]


def tables(answer: "Answer", decimals: int, top: int | None, per_query: bool) -> Iterator[Table | str]:
    """Each board: the runs with a column a collection, then how they stand over all of them, then the tests."""
    if per_query:
        names = ("dataset", "run", "query_id")
        columns = {**{name: name for name in names}, "measure": "metric", "value": f"value:.{decimals}f"}
        yield Table(answer.tables["scores"].to_pylist(), columns, texts=4, label="scores")
        yield ""
    names = answer.tables["leaderboard"].column_names[len(COLUMNS) :]
    for board in answer.measures:
        rows, neighbours, (tests,) = (
            [row for row in answer.tables[name].to_pylist() if row["metric"] == board]
            for name in ("leaderboard", "neighbours", "tests")
        )
        about = f"{board}: means {answer.about}."
        yield Table(rows, means(board, names, decimals), top=top, noun="run", paper=about, label=f"{board}-means")
        yield ""
        said = [*sentences(tests, rows)]
        yield from standings(board, rows, neighbours, tests["confidence"], top, " ".join(said))
        yield from said
        yield ""
    yield f"Means {answer.about}."


def means(board: str, names: Sequence[str], decimals: int) -> list[tuple[str, Column]]:
    """The mean of each run in each collection, over them, and its Borda rank."""
    columns: list[tuple[str, Column]] = [(board, "run")]
    for name in names:
        columns.append((name, lambda row, name=name: "missing" if row[name] is None else f"{row[name]:.{decimals}f}"))
    return [*columns, ("mean", f"macro_mean:.{decimals}f"), ("Borda", "borda")]


def standings(
    board: str, rows: Sequence[Row], neighbours: Sequence[Row], confidence: float, top: int | None, tested: str
) -> Iterator[Table]:
    """The mean and the mean rank of each run with their intervals, and its difference from the next."""
    beside = {row["run"]: row for row in neighbours}
    lines = [{**row, "next": beside.get(row["run"])} for row in rows if row["borda"] is not None]
    level = f"{100 * confidence:g}% interval"
    columns: dict[str, Column] = {
        "run": "run",
        "mean": "macro_mean:.3f",
        level: lambda row: limits(row, "mean_lower", "mean_upper", ".3f"),
        "rank": "mean_rank:.1f",
        "interval": lambda row: limits(row, "rank_lower", "rank_upper", ".1f"),
        "next": lambda row: f"{row['next']['difference']:+.3f}" if row["next"] else "",
        f"{level} ": lambda row: limits(row["next"], "lower", "upper", "+.3f") if row["next"] else "",
        "": lambda row: "" if not row["next"] or row["next"]["told_apart"] else "alike",
    }
    if lines:
        about = (
            f"{board}: macro mean, mean rank, and the difference from the next run, with {level}s. {tested}".rstrip()
        )
        yield Table(lines[: how_many(top)], columns, paper=about, label=f"{board}-ranks")


def limits(row: Row, lower: str, upper: str, form: str) -> str:
    """An interval."""
    return "-" if row[lower] is None or row[upper] is None else f"{row[lower]:{form}} {row[upper]:{form}}"


def sentences(tests: Row, rows: Sequence[Row]) -> Iterator[str]:
    """What the tests over collections say, and who lacks which."""
    if tests["p_value"] is not None:
        p = f"= {tests['p_value']:.4f}" if tests["p_value"] >= LEAST_P else f"< {LEAST_P}"
        over = f"over {plural(tests['collections'], 'collection')}"
        friedman = f"Friedman's test {over}: chi2 = {tests['statistic']:.2f}, df = {tests['df']}, p {p}"
        if tests["critical_difference"] is not None:
            friedman += f"; critical difference of mean ranks: {tests['critical_difference']:.2f}"
        yield f"{friedman}."
    for row in rows:
        if row["missing"]:
            yield one_line(f"{row['run']}: no scores in {row['missing']}; not averaged, not ranked.")
