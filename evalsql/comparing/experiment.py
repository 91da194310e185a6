"""Runs side by side: their means, and how each compares with a baseline, one row per run."""

from typing import Any, Unpack

from evalsql.answers import Answer, as_relation
from evalsql.catalog.measure import Measures
from evalsql.comparing.compare import decide, draw_doubts, idle, put_comparisons
from evalsql.comparing.score_source import ScoreOptions, read_scores
from evalsql.connections import Connection
from evalsql.errors import InputError
from evalsql.sqltext import identifier, quote

# what columns are called after their measure, as PyTerrier's Experiment calls them
COLUMNS = {
    "column": "",
    "p_corrected": " p-value corrected",
    "p_value": " p-value",
    "better_on": " +",
    "worse_on": " -",
}


@as_relation("experiment")
def experiment(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    baseline: str | None = None,
    test: str = "paired_t",
    correction: str = "holm",
    resamples: int = 10_000,
    seed: int = 0,
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Answer:
    """Show runs side by side, one row per run, as PyTerrier's Experiment does; `compare` has one row per pair.

    Args:
        runs: runs, or tables of scores; see compare, as for qrels and measures.
        qrels: judgments, or None.
        measures: such as "nDCG@10".
        baseline: the run that all others are compared with; None for means alone.
        test: one of the tests in sql/significance.
        correction: one of those in sql/corrections, over the runs that are compared by a measure.
        resamples: how often is drawn where the test draws.
        seed: the random seed.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        A relation with a column run and, for each measure, one of its name for the mean. With a baseline, four more,
        null for the baseline itself: "nDCG@10 p-value corrected" and "nDCG@10 p-value", and "nDCG@10 +" and
        "nDCG@10 -", on how many queries the run is better and worse than the baseline. The best run of the first
        measure comes first.

    Raises:
        InputError: an input, a measure, the test or the baseline cannot be used.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    for what, given in (("baseline", baseline), ("test", test)):
        if given is not None and not isinstance(given, str):
            raise InputError(f"experiment takes one {what}, a name, not {given!r}; compare takes several")
    decided = decide(test, correction, resamples=resamples, seed=seed)
    scores = read_scores(runs, qrels, measures, connection=connection, **options)
    if baseline is None:
        scores.make("compared", "standings")
    else:
        put_comparisons(scores, decided, baseline, progress=options.get("progress"))
    columns = [
        {"text": quote(each), **{name: identifier(each + end) for name, end in COLUMNS.items()}}
        for each in scores.measures
    ]
    tables = {"experiment": scores.report("reports/scores", "experiment", measures=columns, baseline=baseline)}
    usual = {"test": ("paired_t",), "correction": "holm", "resamples": 10_000, "seed": 0}
    uncompared = idle(decided, usual, "no baseline is named, so nothing is compared")
    doubts = uncompared if baseline is None else [*scores.doubts(), *draw_doubts(scores, decided)]
    problems = (*scores.warnings, *doubts)
    return Answer(tables, problems, scores.about, scores.measures, scores.headings)
