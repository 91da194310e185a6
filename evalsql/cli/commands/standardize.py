"""`evalsql standardize`: scores as how far they are from the mean of the runs on each query."""

from collections.abc import Iterator

from evalsql.cli import options as o
from evalsql.cli.command import Answer, Scoring, Shown, command
from evalsql.cli.tables import Table, by

COLUMNS = {
    **{"run": "run", "standardised": "standardised_mean", "position": "place"},
    **{"mean": "mean", "position before": "place_before"},
}


@command("Studies", writes=("run, query_id, metric, value", "scores"))
def standardize(
    runs: list[str],
    qrels: str | None = None,
    measure: list[str] | None = None,
    reference: list[str] | None = None,
    *,
    scoring: Scoring,
) -> Shown:
    """Standardize scores, so that queries on which runs differ widely do not dominate."""
    from evalsql.comparing.standardize import standardize

    answer = standardize.answer(runs, qrels, o.asked_of(measure, qrels), reference=reference or (), **scoring)
    rows = answer.tables["scores"].select(["run", "query_id", "metric", "value"])
    return Shown(
        answer=answer, tables=tables(answer.headed()), part="scores", what="scores", file_rows={"scores": rows}
    )


def tables(answer: Answer) -> Iterator[Table | str]:
    """For each measure the means of standardized scores and of scores, each with the run's position."""
    for measure, rows in by(answer.tables["means"].to_pylist(), "metric"):
        yield Table(rows, COLUMNS, title=measure)
        yield ""
    yield f"Means {answer.about}."
