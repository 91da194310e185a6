"""`evalsql suite`: many collections at once, and how runs stand over all of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalsql.cli import options as o
from evalsql.cli.command import TABLES, Answer, Drawing, Plot, Scoring, Shown, command
from evalsql.cli.tables import Column, Row, Table
from evalsql.words import one_line, plural

LEAST_P = 0.0001


@command(
    "Evaluate",
    writes=("dataset, run, query_id, metric, value", "scores"),
    pictures=("suite", "critical_difference"),
    inputs="the runs of --qrels",
    only={"top": TABLES, "decimals": TABLES, "ci": (*TABLES, "csv", "json"), "per_query": (*TABLES, "csv")},
)
def suite(
    suite: list[str],
    qrels: str | None = None,
    measure: list[str] | None = None,
    split: str | None = None,
    outside: bool = False,
    per_query: bool = False,
    depth: int | None = None,
    judged_only: bool = False,
    top: int | None = None,
    decimals: int | None = None,
    ci: o.MeanInterval | None = None,
    *,
    scoring: Scoring,
    strict: bool = False,
    format: str,
) -> Shown:
    """Score and rank runs over many collections."""
    from evalsql.comparing.suite import suite as over_collections
    from evalsql.errors import InputError

    if qrels is None and len(suite) > 1:
        raise InputError(f"one suite was expected, not {len(suite)}; runs with a column dataset need --qrels")
    collections: dict[str, Any] = {"datasets": suite[0]} if qrels is None else {"runs": suite, "qrels": qrels}
    how = {
        "split": split,
        "outside": outside,
        "depth": depth,
        "judged_only": judged_only,
        "strict": strict,
        "interval": ci,
    }
    answer = over_collections.answer(**collections, measures=measure or [], **how, **scoring)

    def picture(plot: Plot) -> Drawing:
        from evalsql.charts.data import over_collections

        if plot.picture != "critical_difference":
            return "suite", [answer.tables], {}
        means, alpha = over_collections(answer.tables, answer.measures[0])
        return "critical_difference", [means], {"alpha": alpha, "over": "collection"}

    return Shown(
        answer=answer,
        tables=tables(answer, o.DECIMALS if decimals is None else decimals, top, per_query, ci),
        part=("scores" if per_query else "means" if ci else None) if format == "csv" else None,
        file_rows={"scores": answer.tables["scores"]},
        picture=picture,
    )


def tables(answer: Answer, decimals: int, top: int | None, per_query: bool, ci: str | None) -> Iterator[Table | str]:
    """Each board: the runs with one column per collection, then how they stand over all of them, then the tests."""
    from evalsql.cli.show.scores import in_cell
    from evalsql.comparing.methods import title
    from evalsql.inputs.suites import COLUMNS

    if per_query:
        names = ("dataset", "run", "query_id")
        columns = {**{name: name for name in names}, "measure": "metric", "value": f"value:.{decimals}f"}
        yield Table(answer.tables["scores"].to_pylist(), columns, texts=4, label="scores")
        yield ""
    names = answer.tables["leaderboard"].column_names[len(COLUMNS) :]
    for board in answer.measures:
        rows, neighbours, there, (tests,) = (
            [row for row in answer.tables[name].to_pylist() if row["metric"] == board]
            for name in ("leaderboard", "neighbours", "means", "tests")
        )
        about = f"{board}: means {answer.about}."
        intervals = {
            (row["run"], row["dataset"]): in_cell(row["lower"], row["upper"], ci == "student", decimals)
            for row in (there if ci else ())
        }
        yield Table(
            rows, means(board, names, decimals, intervals), top=top, noun="run", paper=about, label=f"{board}-means"
        )
        yield ""
        said = [*sentences(tests, rows)]
        yield from standings(board, rows, neighbours, tests["confidence"], top, " ".join(said))
        yield from said
        yield ""
    yield f"Means {answer.about}."
    if ci:
        confidence = answer.tables["tests"]["confidence"][0].as_py()
        text = f"Each mean in a collection has its {100 * confidence:g}% confidence interval beside it"
        yield f"{text}: {title('intervals', ci)}."


def means(
    board: str, names: Sequence[str], decimals: int, intervals: Mapping[tuple[str, str], str]
) -> list[tuple[str, Column]]:
    """The mean of each run in each collection, over them, and its Borda rank."""

    def cell(row: Row, name: str) -> str:
        if row[name] is None:
            return "missing"
        return f"{row[name]:.{decimals}f}{intervals.get((row['run'], name), '')}"

    columns: list[tuple[str, Column]] = [(board, "run")]
    columns += [(name, lambda row, name=name: cell(row, name)) for name in names]
    return [*columns, ("mean", f"macro_mean:.{decimals}f"), ("Borda", "borda")]


def standings(
    board: str, rows: Sequence[Row], neighbours: Sequence[Row], confidence: float, top: int | None, tested: str
) -> Iterator[Table]:
    """The mean and the mean rank of each run with their intervals, and its difference from the next."""
    beside = {row["run"]: row for row in neighbours}
    lines = [{**row, "next": beside.get(row["run"])} for row in rows if row["borda"] is not None]
    level = f"{100 * confidence:g}% interval"
    columns: list[tuple[str, Column]] = [
        *[("run", "run"), ("mean", "macro_mean:.3f")],
        (level, lambda row: limits(row, "mean_lower", "mean_upper", ".3f")),
        ("rank", "mean_rank:.1f"),
        ("interval", lambda row: limits(row, "rank_lower", "rank_upper", ".1f")),
        ("next", lambda row: f"{row['next']['difference']:+.3f}" if row["next"] else ""),
        (level, lambda row: limits(row["next"], "lower", "upper", "+.3f") if row["next"] else ""),
        ("", lambda row: "" if not row["next"] or row["next"]["told_apart"] else "alike"),
    ]
    if lines:
        about = (
            f"{board}: macro mean, mean rank, and the difference from the next run, with {level}s. {tested}".rstrip()
        )
        from evalsql.cli.printing import how_many

        yield Table(lines[: how_many(top)], columns, paper=about, label=f"{board}-ranks")


def limits(row: Row, lower: str, upper: str, form: str) -> str:
    return "-" if row[lower] is None or row[upper] is None else f"{row[lower]:{form}} {row[upper]:{form}}"


def sentences(tests: Row, rows: Sequence[Row]) -> Iterator[str]:
    """Sentences on the tests over collections, and on runs that lack some."""
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
