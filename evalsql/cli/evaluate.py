"""`evalsql evaluate`: runs and judgments in, scores out."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from evalsql.cli.arguments import DEFAULT_MEASURES, Measures, Qrels, Runs
from evalsql.cli.options import say_written, warn, with_evaluation_options


class Format(StrEnum):
    """How results are printed."""

    table = "table"
    csv = "csv"
    json = "json"
    trec = "trec"


@with_evaluation_options
def evaluate(
    runs: Runs,
    qrels: Qrels,
    measure: Measures = None,
    per_query: Annotated[bool, typer.Option("--per-query", help="Print the score of every query too.")] = False,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Look at the first N documents of each ranking only.")
    ] = None,
    *,
    options: dict[str, Any],
    strict: Annotated[
        bool, typer.Option("--strict", help="Look for documents retrieved twice among all rows, however many.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write run, query_id, metric, value: .parquet, .csv, .tsv, .json, .jsonl or .duckdb (table scores).",
        ),
    ] = None,
    profile: Annotated[
        bool, typer.Option("--profile", help="Say on standard error what took how long, and how many rows there were.")
    ] = False,
    format: Annotated[Format, typer.Option(help="How to print; trec is the format of trec_eval.")] = Format.table,
) -> None:
    """Score runs against judgments.

    Prints a row a run and a column a measure, best first, with the population the means are over.

    \b
    Examples:
      evalsql evaluate bm25.run dense.run --qrels qrels.txt
      evalsql evaluate 'runs/*.parquet' --qrels qrels.parquet -m nDCG@10 -m 'AP(rel=2)'
      evalsql evaluate eval.duckdb::runs --qrels eval.duckdb::qrels -o scores.parquet
      zcat bm25.run.gz | evalsql evaluate - --qrels qrels.txt -m ndcg_cut_10 --per-query --format trec
    """
    from evalsql.catalog.measure import as_measures
    from evalsql.cli.profile import Profile
    from evalsql.cli.progress import progress
    from evalsql.cli.show import scores
    from evalsql.outputs import writers
    from evalsql.render import statements
    from evalsql.scoring.evaluation import Evaluation

    measures = as_measures(measure or DEFAULT_MEASURES, convention=options["convention"])
    wanted = scores.with_residuals(measures) if format is Format.table else measures
    if output is not None:
        writers.check_output(output)
    with progress() as bar:
        tell = Profile(bar)
        evaluation = Evaluation(
            runs,
            qrels,
            **options,
            depth=depth,
            strict=strict,
            measures=wanted,
            keep=False,
            progress=tell,
        )
        if format is Format.trec:
            scores.refuse_trec(evaluation, per_query)
        if output is not None:
            tell("writing", 1.0)
            writers.write(evaluation.connection, statements.report("scores/per_query", measures), output)
    warn(evaluation.warnings)
    tell("printing", 1.0)
    scores.PRINTERS[format.value](evaluation, measures, per_query)
    say_written(output)
    if profile:
        tell.print(evaluation.connection)
