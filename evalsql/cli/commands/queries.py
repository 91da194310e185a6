"""`evalsql queries`: which queries are hard, who wins where, and where the variance of scores is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from evalsql.cli import options as o
from evalsql.cli.command import TABLES, Answer, Scoring, Shown, command
from evalsql.cli.notices import say_idle
from evalsql.cli.tables import Column, Row, Table, grid, in_brief, same, slice_name, small_note
from evalsql.errors import InputError

TOP = 5  # of the hardest and of the easiest queries
MOST = 10  # losses, and gains, of two runs
# columns that the rows of queries have without slices
OF_QUERIES = {*same("metric query_id place runs mean median deviation lowest highest best_run")}
SPREAD = {**same("mean median deviation lowest highest"), "best run": "best_run"}
COMPONENTS = {**same("source df variance"), "share": "share:.1%"}
TITLES = {
    "queries": "the hardest and the easiest queries",
    "differences": "where the better run loses most, and gains most",
    "wins": "on how many queries the run of the row is above that of the column",
    "components": "where the variance of the scores is",
    "slices": "the slices of the queries, by the mean of all runs on each",
}
Part = Literal["queries", "differences", "wins", "components", "slices"]


@command(
    "Explain",
    writes=("the rows", None),
    pictures=("difficulty",),
    highlights=False,
    needs=o.SLICED,
)
def queries(
    runs: list[str],
    qrels: str | None = None,
    measure: list[str] | None = None,
    top: int | None = None,
    part: Part | None = None,
    slices: str | None = None,
    by: list[str] | None = None,
    slice: str | None = None,
    *,
    scoring: Scoring,
    format: str,
) -> Shown:
    """Look at queries one by one: the hardest, and where two runs differ most."""
    from evalsql.comparing.queries import analyse_queries

    if part == "slices" and slices is None:
        raise InputError("--part slices needs --slices")
    if format not in TABLES:
        say_idle(f"--format {format} has all queries", top=top)
    elif part not in (None, "queries", "differences"):
        say_idle(f"it is for the queries, and --part {part} prints none", top=top)
    if part in ("wins", "components") and slice is None:
        say_idle(f"--part {part} is of all queries; --slice chooses some", slices=slices is not None)
    asked = o.asked_of(measure, qrels, o.DEFAULT_MEASURES[:1])
    answer = analyse_queries.answer(runs, qrels, asked, slices=slices, by=by or (), slice=slice, **scoring)
    if part == "differences" and part not in answer.tables:
        raise InputError("--part differences is of two runs; name two")

    return Shown(answer=answer, tables=tables(answer.headed(), part, top), part=part, picture="difficulty")


def tables(answer: Answer, part: Part | None, top: int | None) -> Iterator[Table | str]:
    """Each measure with its parts; of two runs, their differences are printed in place of the hardest queries."""
    about = f"Scores {answer.about}."
    left_out = "queries" if "differences" in answer.tables and part is None else None
    names = sorted(answer.tables, key=[*TITLES].index)
    rows = {name: answer.tables[name].to_pylist() for name in names if part in (None, name) and name != left_out}
    for measure in answer.measures:
        for name, each in rows.items():
            some = [row for row in each if row["metric"] == measure]
            title = f"{measure}: {TITLES[name]}"
            yield replace(MADE[name](some, top), title=title, paper=f"{title}. {about}", label=name)
            yield ""
    yield about


def of_queries(rows: Sequence[Row], top: int | None) -> Table:
    """The first and the last of the queries."""
    further = [name for name in (rows[0] if rows else {}) if name not in OF_QUERIES]
    columns: list[tuple[str, Column]] = [("query_id", "query_id"), *SPREAD.items()]
    columns += [(name, lambda row, name=name: in_brief(row[name])) for name in further]
    return Table(ends(rows, top or TOP), columns)


def of_differences(rows: Sequence[Row], top: int | None) -> Table:
    """The largest losses and the largest gains of the better run."""
    run, other = (rows[0][name] if rows else name for name in ("run", "other"))
    columns: list[tuple[str, Column]] = [("query_id", "query_id"), (run, "value"), (other, "other_value")]
    columns += [("difference", "difference:+z.4f"), *([("text", "text")] if rows and "text" in rows[0] else [])]
    return Table(ends(rows, top or MOST), columns)


def ends(rows: Sequence[Row], top: int) -> Sequence[Row]:
    """The first and the last rows, with dots between."""
    if len(rows) <= 2 * top:
        return rows
    return [*rows[:top], dict.fromkeys(rows[0], "") | {"query_id": "..."}, *rows[-top:]]


def of_wins(rows: Sequence[Row], top: int | None) -> Table:
    """A matrix of the runs, the best first; its columns are numbered as its rows are."""
    names = list(dict.fromkeys(row["run"] for row in rows))
    wins = {(row["run"], row["other"]): str(row["wins"]) for row in rows}
    lines = [
        [f"{place} {run}", *("-" if run == other else wins.get((run, other), "") for other in names)]
        for place, run in enumerate(names, start=1)
    ]
    return grid(["run", *map(str, range(1, len(names) + 1))], lines)


def of_slices(rows: Sequence[Row], top: int | None) -> Table:
    """One row per slice; small ones are marked."""
    columns = {"attribute": "attribute", "slice": lambda row: slice_name(row["slice"], row["queries"]), **SPREAD}
    return Table(rows, columns, note=small_note() if any(row["small"] for row in rows) else "", texts=2)


MADE: dict[str, Callable[[Sequence[Row], int | None], Table]] = {
    "queries": of_queries,
    "differences": of_differences,
    "wins": of_wins,
    "components": lambda rows, top: Table(rows, COMPONENTS),
    "slices": of_slices,
}
