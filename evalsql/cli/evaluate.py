"""`evalsql evaluate`: runs and judgments in, scores out."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.cli.delivery import refuse_warned, say_written, warn
from evalsql.cli.options import (
    ADVANCED,
    DEFAULT_MEASURES,
    Measures,
    Qrels,
    Runs,
    with_evaluation_options,
)
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.plots import Plot, table_of, with_plot
from evalsql.cli.show.asked import DECIMALS, ChartOption, DecimalsOption, TopOption, refuse_of_tables
from evalsql.cli.slices import ByOption, SlicesOption, refuse_by
from evalsql.cli.spark import Engine, Master, Partitions, Salt, Written, evaluate_on_spark, refuse_unfit
from evalsql.cli.suites import ByDataset, Split, SuiteOption, evaluate_suite
from evalsql.errors import InputError

if TYPE_CHECKING:
    from evalsql.catalog.measure import Measure
    from evalsql.catalog.trec_measures import Line
    from evalsql.cli.show.rows import Scored
    from evalsql.errors import Problem
    from evalsql.scoring.options import Options

PLACE = 11  # in the help
Format = Literal["table", "csv", "json", "trec", "markdown", "latex"]


@with_evaluation_options
@with_output("run, query_id, metric, value", "scores")
@with_plot("leaderboard", "distributions")
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
      zcat bm25.run.gz | evalsql evaluate - --qrels qrels.txt -m ndcg_cut_10 --per-query --format trec
    """
    if suite is not None or by_dataset:
        others = {
            "--rel": rel,
            "--sort": sort,
            "--ranges": ranges,
            "--profile": profile,
            "--engine": engine != "duckdb",
            "--slices": slices,
            "--by": by,
            "--plot": plot,
            "--chart": chart,
        }
        evaluate_suite(
            suite,
            runs,
            qrels,
            measure or (),
            split=split,
            options={**options, "depth": depth, "judged_only": judged_only},
            strict=strict,
            output=output,
            format=format,
            per_query=per_query,
            top=top,
            decimals=decimals,
            others=others,
        )
        return
    if split is not None:
        raise InputError("--split is for suites; give --suite, or leave it out")
    from evalsql.catalog.conventions import decisions
    from evalsql.catalog.measure import as_measures, with_residuals
    from evalsql.catalog.trec_measures import at_level, lines_of, version_of, with_level
    from evalsql.cli.progress import Profile, progress
    from evalsql.cli.show import scores, trec
    from evalsql.cli.show.rows import Look, sorted_by
    from evalsql.scoring.evaluation import Evaluation
    from evalsql.scoring.slices import read_slices

    refuse_unfit(engine, master=master, partitions=partitions, salt=salt, profile=profile)
    refuse_by(slices, by)
    refuse_sliced(slices, engine, format, per_query)
    convention = options.get("convention")
    lines: list[Line] = []
    if format == "trec" and version_of(convention):
        lines = lines_of(measure or DEFAULT_MEASURES, str(convention), partial(as_measures, convention=convention))
    measures = as_measures(measure or DEFAULT_MEASURES, convention=convention) if not lines else []
    if rel is not None:
        if not rel > 0:
            raise InputError(f"--rel takes a number above 0, not {rel:g}")
        lines = [with_level(line, rel, options.get("population") == "qrels") for line in lines]
        measures = [at_level(each, rel) for each in measures]
    measures = trec.measures_of(lines) if lines else measures
    tables = ("table", "markdown", "latex")
    refuse_of_tables(format, tables, decimals=decimals, ranges=ranges or None)
    refuse_of_tables(format, ("table",), chart=chart or None)
    refuse_of_tables(format, (*tables, "csv", "json"), sort=sort, top=top)
    decimals = DECIMALS if decimals is None else decimals
    look = Look(decimals, sorted_by(sort, measures, convention), top, ranges, slices=slices is not None)
    complete = bool(lines) and trec.stops(str(convention), options.get("population"))
    style = trec.Style(per_query=per_query, complete=complete, condensed=judged_only, level=rel or 1)
    if complete:  # what is printed ends at a query that is not answered
        options = {**options, "population": decisions(convention).population}
    wanted = with_residuals(measures) if format in tables else measures

    def check(found: "Scored") -> None:
        """Refuses, before anything is written, what cannot be printed, and warnings where they refuse."""
        if format == "trec":
            scores.refuse_trec(found, per_query)
        refuse_warned(found.warnings)

    with progress() as bar:
        tell = Profile(bar)
        sliced = read_slices(slices, by or (), settings=options.get("settings"), columns=options.get("columns"))
        doubts: list[Problem] = []
        given: Any = {**options, "depth": depth, "judged_only": judged_only, "strict": strict}
        if engine == "spark":
            given |= {"partitions": partitions, "salt": salt}
            place = output and output.place
            evaluation = evaluate_on_spark(
                runs,
                qrels,
                wanted,
                master=master,
                written=Written(list(map(str, measures)), place, output.mode) if output and place else None,
                look=check,
                tell=tell,
                options=given,
            )
        else:
            keep = trec.reads_documents(lines)
            with trec.refusing(bool(lines)):
                evaluation = Evaluation(runs, qrels, **given, measures=wanted, keep=keep, progress=tell)
            if keep:
                evaluation.compute(wanted)
            check(evaluation)
            if sliced is not None:
                doubts = sliced.put(evaluation.connection)
                refuse_warned(doubts)
        if output is not None and output.place is None:
            from evalsql.outputs import writers
            from evalsql.outputs.tables import with_convention
            from evalsql.render import statements

            tell("writing", 1.0)
            select = with_convention(statements.report("scores/per_query", measures), evaluation.convention)
            mode = output.mode
            if mode.labelled:
                from evalsql.outputs.noted import note_of

                mode = replace(mode, note=note_of(runs, qrels, evaluation.convention, given))
            writers.write(evaluation.connection, select, output.path, mode=mode)
    warn([*evaluation.warnings, *doubts])
    tell("printing", 1.0)
    status = 0
    if lines:
        status = trec.print_lines(evaluation, lines, replace(style, tags=trec.tags_of(runs)))
    else:
        scores.PRINTERS[format](evaluation, measures, per_query, look)
    say_written(output and (output.place or output.path))
    if chart or plot is not None:
        draw(evaluation, measures, plot, chart, top)
    if profile:
        tell.print(evaluation.connection)
    if status:
        raise typer.Exit(status)


def draw(evaluation: "Scored", measures: "list[Measure]", plot: Plot | None, chart: bool, top: int | None) -> None:
    """Draws scores: a small chart on standard output, and a picture in a file."""
    from evalsql import charts
    from evalsql.charts import data
    from evalsql.cli.show.tables import how_many
    from evalsql.cli.show.text_charts import print_bars
    from evalsql.render import statements

    rows = table_of(evaluation.connection, statements.report("scores/per_query", measures))
    if chart:
        print_bars(data.of_scores(data.scores_of(rows, measures), "leaderboard", {"confidence": 0.95}), how_many(top))
    if plot is not None:
        picture = charts.distributions if plot.picture == "distributions" else charts.leaderboard
        plot.draw(picture(rows, measures, named=plot.named, **plot.look))


def refuse_sliced(slices: str | None, engine: str, format: str, per_query: bool) -> None:
    """Refuses slices where nothing can show them.

    Raises:
        InputError: they are asked for, and the engine or the format has no place for them.
    """
    if slices is None:
        return
    if engine != "duckdb":
        raise InputError(f"--slices goes with --engine duckdb, not {engine}; score with it first, and slice the scores")
    if format == "trec":
        raise InputError("--slices is not for --format trec, which has no place for slices")
    if per_query and format == "csv":
        raise InputError("--format csv prints the scores of --per-query or the means of --slices; leave one out")
