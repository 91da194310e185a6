"""`evalsql suite`: many collections at once, and how runs stand over all of them."""

from typing import TYPE_CHECKING, Annotated, Any

from evalsql.cli import options as o
from evalsql.cli.command import TABLES, Plot, Scoring, Shown, command

if TYPE_CHECKING:
    from evalsql.charts.save import Picture


@command(
    "Evaluate",
    writes=("dataset, run, query_id, metric, value", "scores"),
    pictures=("suite", "critical_difference"),
    inputs="the runs of --qrels",
    only={"top": TABLES, "decimals": TABLES},
)
def suite(
    suite: Annotated[
        list[str],
        o.argument(
            "The collections: a file of TOML, or a folder of NAME/qrels.* and NAME/runs/; with --qrels, runs with a "
            "column dataset (Parquet, CSV, TSV, JSONL).",
            "SUITE",
            callback=o.name_runs,
        ),
    ],
    qrels: Annotated[
        str | None, o.option("Judgments of all collections, with a column dataset.", "QRELS", "--qrels", "-q")
    ] = None,
    measure: Annotated[list[str] | None, o.measure_option("nDCG@10, if the suite names none")] = None,
    split: o.Split = None,
    outside: o.Outside = False,
    per_query: o.PerQuery = False,
    depth: o.Depth = None,
    judged_only: o.JudgedOnly = False,
    top: o.Top = None,
    decimals: o.Decimals = None,
    *,
    scoring: Scoring,
    strict: o.StrictSuite = False,
    format: str,
) -> Shown:
    """Score runs over many collections, and rank them over all.

    Prints the mean of each run in each collection and over all, its Borda rank, its mean rank with intervals, and
    Friedman's test.

    \b
    Examples:
      evalsql suite suite.toml -m nDCG@10
      evalsql suite beir -m nDCG@10 --split dev --format csv
      evalsql suite runs.parquet --qrels qrels.parquet -m nDCG@10 --plot suite.svg
      evalsql suite suite.toml -m nDCG@10 --plot ranks.svg --picture critical_difference
    """
    from evalsql.cli.show.suite import tables
    from evalsql.comparing.suite import suite as over_collections
    from evalsql.errors import InputError

    if qrels is None and len(suite) > 1:
        raise InputError(f"one suite was expected, not {len(suite)}; runs with a column dataset need --qrels")
    collections: dict[str, Any] = {"datasets": suite[0]} if qrels is None else {"runs": suite, "qrels": qrels}
    how = {"split": split, "outside": outside, "depth": depth, "judged_only": judged_only, "strict": strict}
    answer = over_collections.answer(**collections, measures=measure or [], **how, **scoring)

    def picture(plot: Plot) -> "Picture":
        from evalsql import charts
        from evalsql.charts.data import over_collections

        look = {"named": plot.named, **plot.look}
        if plot.picture != "critical_difference":
            return charts.suite(answer.tables, **look)
        means, alpha = over_collections(answer.tables, answer.measures[0])
        return charts.critical_difference(means, alpha=alpha, over="collection", **look)

    return Shown(
        answer=answer,
        tables=tables(answer, o.DECIMALS if decimals is None else decimals, top, per_query),
        part="scores" if per_query and format == "csv" else None,
        file_rows={"scores": answer.tables["scores"]},
        picture=picture,
        notes=["--split has no effect with --qrels"] if split and qrels else [],
    )
