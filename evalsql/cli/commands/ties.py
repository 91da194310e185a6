"""`evalsql ties`: how much the order of documents of equal scores could move each score."""

from collections.abc import Iterator

from evalsql.cli import options as o
from evalsql.cli.command import Answer, Scoring, Shown, command
from evalsql.cli.tables import Table, same


@command("Studies", writes=("the rows", "ties"), without=("ties",))
def ties(
    runs: list[str],
    qrels: str,
    measure: list[str] | None = None,
    per_query: bool = False,
    *,
    scoring: Scoring,
) -> Shown:
    """Show how much the order of documents with equal scores could move each score."""
    from evalsql.comparing.ties import ties

    answer = ties.answer(runs, qrels, measure or o.DEFAULT_MEASURES, per_query=per_query, **scoring)
    return Shown(answer=answer, tables=tables(answer.headed(), per_query), part="ties", what="means")


def tables(answer: Answer, per_query: bool) -> Iterator[Table]:
    """One row per measure and run, or query too."""
    rows = answer.tables["ties"].to_pylist()
    unknown = dict.fromkeys(row["measure"] for row in rows if row["expected"] is None and row["trec_eval"] is not None)
    ids = same("measure run query_id" if per_query else "measure run")
    last = (
        {"ties matter": lambda row: "yes" if row["matters"] else "no"}
        if per_query
        else {"queries": lambda row: f"{row['queries']} of {row['num_queries']}"}
    )
    note = (
        f"\n{'Scores' if per_query else 'Means'} {answer.about}. worst, best: the most relevant of tied documents last,"
        f" first; expected: the mean over all orders{'' if per_query else '; queries: on how many ties matter'}."
        + (f" -: of {', '.join(unknown)} that mean has no closed form here." if unknown else "")
    )
    columns = {**ids, **same("trec_eval worst expected best difference"), **last}
    yield Table(rows, columns, note=note, texts=len(ids), label="ties")
