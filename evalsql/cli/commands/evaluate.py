"""`evalsql evaluate`: runs and judgments in, scores out."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.cli.delivery import refuse_warned, say_written, warn
from evalsql.cli.notices import say_idle
from evalsql.cli.old import (
    ADVANCED,
    DEFAULT_MEASURES,
    ByOption,
    ChartOption,
    DecimalsOption,
    Measures,
    Qrels,
    Runs,
    SlicesOption,
    TopOption,
    refuse_by,
    refuse_of_tables,
    with_evaluation_options,
)
from evalsql.cli.one_collection import (
    PICTURES,
    TABLES,
    draw,
    evaluate_here,
    look_of,
    read_measures,
    refuse_picture,
    refuse_sliced,
    trec_style,
    write_scores,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, with_plot
from evalsql.cli.spark import Engine, Master, Partitions, Salt, Written, evaluate_on_spark, refuse_unfit
from evalsql.cli.suites import OF_SUITES, ByDataset, Outside, Split, SuiteOption, evaluate_suite, refuse_of_suites
from evalsql.cli.verify import Verify, verify_scores

if TYPE_CHECKING:
    from evalsql.cli.show.rows import Scored
    from evalsql.errors import Problem
    from evalsql.scoring.options import Options

PLACE = 11  # in the help
Format = Literal["table", "csv", "json", "trec", "markdown", "latex"]


@with_evaluation_options
@with_output("run, query_id, metric, value", "scores")
@with_plot(*PICTURES, *OF_SUITES, usual="leaderboard; of a suite, suite")
def evaluate(
    runs: Runs,
    qrels: Qrels,
    measure: Measures = None,
    per_query: Annotated[bool, typer.Option("--per-query", help="Print the score of every query too.")] = False,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Look at the first N documents of each ranking only.")
    ] = None,
    judged_only: Annotated[
        bool,
        typer.Option(
            "--judged-only",
            help="Take unjudged documents out of each ranking first, after --depth. Of one measure alone: "
            "'nDCG(judged_only=True)@10'.",
        ),
    ] = False,
    rel: Annotated[
        float | None,
        typer.Option(
            "--rel",
            metavar="N",
            help="The lowest relevance that counts as relevant, in measures that do not say.  [default: 1]",
        ),
    ] = None,
    sort: Annotated[
        str | None,
        typer.Option(metavar="MEASURE", help="Order by this measure, best first, or by run.  [default: the first]"),
    ] = None,
    top: TopOption = None,
    decimals: DecimalsOption = None,
    ranges: Annotated[
        bool,
        typer.Option("--ranges", help="Show how much higher a mean would be if every unjudged document were relevant."),
    ] = False,
    slices: SlicesOption = None,
    by: ByOption = None,
    verify: Verify = None,
    *,
    options: "Options",
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Look for documents retrieved twice among all rows, however many; of a suite, refuse a run that lacks "
            "a collection.",
            rich_help_panel=ADVANCED,
        ),
    ] = False,
    output: Output | None = None,
    plot: Plot | None = None,
    chart: ChartOption = False,
    profile: Annotated[
        bool,
        typer.Option(
            "--profile",
            help="Say on standard error what took how long, and how many rows there were.",
            rich_help_panel=ADVANCED,
        ),
    ] = False,
    format: Annotated[
        Format,
        typer.Option(
            help="How to print. trec is the format of trec_eval, and with its convention what it prints, to the byte; "
            "markdown and latex are tables for a paper."
        ),
    ] = "table",
    suite: SuiteOption = None,
    by_dataset: ByDataset = False,
    split: Split = None,
    outside: Outside = False,
    engine: Engine = "duckdb",
    master: Master = None,
    partitions: Partitions = None,
    salt: Salt = None,
) -> None:
    """Score runs against judgments.

    Prints one row per run and one column per measure, best first, and the number of queries averaged.

    \b
    Examples:
      evalsql evaluate bm25.run dense.run --qrels qrels.txt
      evalsql evaluate 'runs/*.parquet' --qrels qrels.parquet -m nDCG@10 -m 'AP(rel=2)'
      evalsql evaluate 'runs/*.run' --qrels qrels.txt -m nDCG@10 -m AP --sort AP --top 10 --format latex
      evalsql evaluate eval.duckdb::runs --qrels eval.duckdb::qrels -o scores.parquet
      evalsql evaluate 'runs/*.run' --qrels qrels.txt --slices queries.parquet --by language,length:quartiles
      evalsql evaluate --suite suite.toml -m nDCG@10
      evalsql evaluate 'runs/*.run' --qrels qrels.txt --verify scores.parquet
      evalsql evaluate 'runs/*.run' --qrels qrels.txt -m nDCG@10 --chart --plot leaderboard.svg
      zcat bm25.run.gz | evalsql evaluate - --qrels qrels.txt -m ndcg_cut_10 --per-query --format trec
    """
    given: dict[str, Any] = {**options, "depth": depth, "judged_only": judged_only, "strict": strict}
    if suite is not None or by_dataset:
        alone = {"rel": rel, "sort": sort, "ranges": ranges, "profile": profile, "chart": chart}
        alone |= {"engine": engine != "duckdb", "slices": slices, "by": by, "verify": verify}
        look: Any = {"format": format, "per_query": per_query, "top": top, "decimals": decimals}
        look |= {"output": output, "plot": plot}
        evaluate_suite(
            suite, runs, qrels, measure or (), split=split, outside=outside, given=given, **look, alone=alone
        )
        return
    refuse_of_suites(split, outside)
    if verify is not None:
        shown = {"per_query": per_query, "sort": sort, "decimals": decimals, "ranges": ranges, "chart": chart}
        shown |= {"output": output, "plot": plot, "slices": slices, "by": by, "profile": profile, "rel": rel}
        alone = {name: value not in (None, False) for name, value in shown.items()} | {"engine": engine != "duckdb"}
        verify_scores(verify, runs, qrels, measure or (), given, format=format, top=top, alone=alone)
        return
    refuse_picture(plot, slices)
    from evalsql.catalog.conventions import decisions
    from evalsql.catalog.measure import with_residuals
    from evalsql.cli.progress import Profile, progress
    from evalsql.cli.show import scores, trec
    from evalsql.connections import fetch_all
    from evalsql.scoring.slices import read_slices

    refuse_unfit(engine, master=master, partitions=partitions, salt=salt, profile=profile)
    refuse_by(slices, by)
    refuse_sliced(slices, format, per_query)
    lines, measures = read_measures(measure or DEFAULT_MEASURES, options, format, rel)
    refuse_of_tables(format, ("table",), chart=chart or None)
    shown = look_of(format, measures, options, sort=sort, top=top, decimals=decimals, ranges=ranges, slices=slices)
    if engine == "spark":
        trec.refuse_documents(lines)
    style = trec_style(lines, options, per_query=per_query, condensed=judged_only)
    if style.complete:  # what is printed ends at a query that is not answered
        given["population"] = decisions(options.get("convention")).population
    wanted = with_residuals(measures) if format in TABLES else measures
    if wanted == measures:
        say_idle("no measure here has a residual, as RBP has", ranges=ranges)

    def check(found: "Scored") -> None:
        """Refuses, before anything is written, what cannot be printed, and warnings where they refuse."""
        if format == "trec":
            scores.refuse_trec(found, per_query)
        refuse_warned(found.warnings)
        if plot is not None and plot.named:
            names = "select distinct run from evalsql_scores order by run asc"
            plot.refuse_unknown([run for (run,) in fetch_all(found.connection, names)])
        if sliced is not None:
            doubts.extend(sliced.put(found.connection))
            refuse_warned(doubts)

    doubts: list[Problem] = []
    with progress() as bar:
        tell = Profile(bar)
        sliced = read_slices(slices, by or (), settings=options.get("settings"), columns=options.get("columns"))
        if engine == "spark":
            given |= {"partitions": partitions, "salt": salt}
            place = output and output.place
            written = Written(list(map(str, measures)), place, output.mode) if output and place else None
            on_spark: Any = {"master": master, "written": written, "look": check, "tell": tell, "options": given}
            evaluation = evaluate_on_spark(runs, qrels, wanted, **on_spark)
        else:
            one = trec.as_one(runs) if format == "trec" else runs
            evaluation = evaluate_here(one, qrels, wanted, lines, given, tell)
            check(evaluation)
        if output is not None and output.place is None:
            tell("writing", 1.0)
            write_scores(evaluation, measures, output, runs, qrels, given)
    warn([*evaluation.warnings, *doubts])
    tell("printing", 1.0)
    status = 0
    if lines:
        status = trec.print_lines(evaluation, lines, replace(style, tags=trec.tags_of(runs)))
    else:
        scores.PRINTERS[format](evaluation, measures, per_query, shown)
    say_written(output and (output.place or output.path))
    if chart or plot is not None:
        draw(evaluation, measures, plot, chart, top)
    if profile:
        tell.print(evaluation.connection)
    if status:
        raise typer.Exit(status)
