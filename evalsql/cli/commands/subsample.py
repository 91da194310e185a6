"""`evalsql subsample`: how alike the system ranking stays on samples of queries, or of judged documents."""

from collections.abc import Iterator

from evalsql.cli import options as o
from evalsql.cli.command import Answer, Scoring, Shown, command
from evalsql.cli.tables import Table

COLUMNS = {
    **{"measure": "metric", "samples": "samples"},
    **{"mean tau": "mean_tau", "least": "min_tau", "largest": "max_tau"},
}
TAU = "tau: Kendall's tau-b between the system ranking by a sample and that by all."


@command("Studies", pictures=("sample_agreement",), highlights=False, without=("queries", "costs"))
def subsample(
    runs: list[str],
    qrels: str,
    measure: list[str] | None = None,
    queries: int | None = None,
    documents: float | None = None,
    times: int = 10,
    seed: int = 0,
    *,
    scoring: Scoring,
) -> Shown:
    """Compare the system ranking with rankings by samples of queries or judged documents."""
    from evalsql.judgments.pool import subsample

    sampled = {"queries": queries, "documents": documents, "times": times, "seed": seed}
    answer = subsample.answer(runs, qrels, measure or o.DEFAULT_MEASURES, **sampled, **scoring)

    return Shown(answer=answer, tables=tables(answer.headed()), what="means", picture="sample_agreement")


def tables(answer: Answer) -> Iterator[Table]:
    """One row per measure: how alike the system rankings by samples are to that by all."""
    yield Table(answer.tables["summary"].to_pylist(), COLUMNS, note=f"{TAU}\n\nMeans {answer.about}.", label="samples")
