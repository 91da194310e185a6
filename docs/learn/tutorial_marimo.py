import marimo

app = marimo.App(app_title="evalsql")


@app.cell
def _():
    import marimo as mo

    return (mo,)


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    # evalsql: from two runs to a decision

    ## Means

    The data is in the folder `fixtures` of the clone. Take four of the twelve runs. `Evaluation` reads runs and
    judgments once, and `leaderboard` has one row per run and one column per measure, the best run first:
    """)
    return


@app.cell
def _():
    from pathlib import Path

    import evalsql

    clone = next(folder for folder in [Path.cwd(), *Path.cwd().parents] if (folder / "fixtures").is_dir())
    track = clone / "fixtures" / "track"
    four = "run in ('bm25', 'ql', 'dense+bm25', 'splade')"
    evaluation = evalsql.Evaluation(track / "runs.parquet", track / "qrels.parquet", where=four)
    evaluation.leaderboard("nDCG@10 AP RR P@10 R@100").df().round(4)
    return Path, clone, evalsql, evaluation, four, track


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    Results are DuckDB relations, which a notebook shows as tables (with DuckDB 1, as text). `.df()` turns one into a
    pandas frame and `.pl()` into a polars frame; with `.filter`, `.project` and `duckdb.sql` you can go on in SQL.
    Python also warns about the inputs, for example about a query without judgments; this page does not show warnings.

    ## What nDCG is

    `explain` returns several relations, each with a name. `ranking` shows how the value comes about, rank by rank:
    """)
    return


@app.cell
def _(clone, evalsql):
    tiny = clone / "fixtures" / "tiny"
    steps = evalsql.explain(tiny / "good.run", tiny / "qrels.txt", "nDCG@5", "q6")
    steps["ranking"].project("rank, doc_id, gain, discount, term, sum, ideal, value").df().round(4)
    return steps, tiny


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    `term` is `gain` divided by `discount`, `sum` adds the terms up, and `ideal` is the sum of the best possible
    ranking. At rank 5, `sum` divided by `ideal` is the nDCG@5 of this ranking:
    """)
    return


@app.cell
def _(steps):
    steps["whole"].df().round(4)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Is the difference real?

    `evaluate` returns the score of every query. `compare` takes such scores, or runs and judgments, and tests every
    run against the baseline:
    """)
    return


@app.cell
def _(evalsql, four, track):
    scores = evalsql.evaluate(track / "runs.parquet", track / "qrels.parquet", "nDCG@10", where=four)
    against_bm25 = evalsql.compare(scores, baseline="bm25")
    against_bm25.project("run, difference, lower, upper, wins, losses, p_corrected").df().round(3)
    return against_bm25, scores


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    `lower` and `upper` are the 95% confidence interval of the mean difference, and `p_corrected` is the p-value after
    Holm's correction for three comparisons. `dense+bm25` and `splade` are better than BM25; for `ql`, we cannot tell.
    With more runs and measures, a chart is easier to read. An interval that crosses the line at 0 means that the
    difference may be chance:
    """)
    return


@app.cell
def _(evalsql, track):
    all_twelve = evalsql.compare(track / "runs.parquet", track / "qrels.parquet", "nDCG@10 AP", baseline="bm25")
    evalsql.charts.forest(all_twelve)
    return (all_twelve,)


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    ## Slices: who loses?

    Suppose you want to replace BM25 with query likelihood, `ql`. With `slices`, runs are also compared for each
    language. The first row, whose slice is null, is about all queries:
    """)
    return


@app.cell
def _(evalsql, scores, track):
    two = scores.filter("run in ('bm25', 'ql')")
    by_language = evalsql.compare(two, baseline="bm25", slices=track / "queries.jsonl", by="language")
    by_language.project("coalesce(slice, 'all') as slice, queries, difference, p_corrected").df().round(3)
    return by_language, two


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    On the 16 German queries `ql` loses 0.091, and this is significant after correction. `(null)` stands for queries
    whose language is unknown.

    ## A gate

    `gate` decides whether a new run may replace a baseline. Here it may lose at most 0.02, in any language:
    """)
    return


@app.cell
def _(evalsql, scores, track):
    verdicts = evalsql.gate(
        scores,
        scores,
        run="ql",
        baseline_run="bm25",
        margin="nDCG@10=0.02",
        slices=track / "queries.jsonl",
        by="language",
    )
    verdicts.project("coalesce(slice, 'all') as slice, verdict, queries, difference, lower, upper").df().round(4)
    return (verdicts,)


@app.cell(hide_code=True)
def _(mo):
    mo.md(r"""
    It may not, because of the German queries. The command `evalsql gate` does the same and sets its exit status, which
    is all that a CI system needs.
    """)
    return


if __name__ == "__main__":
    app.run()
