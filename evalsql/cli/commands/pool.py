"""`evalsql pool`: judgments from another pool, or a sample of them, and how scores and orderings move."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from evalsql.cli.delivery import deliver, say_written
from evalsql.cli.old import DEFAULT_MEASURES, FormatOption, Measures, Qrels, Runs, with_order_options
from evalsql.cli.outputs import output_option
from evalsql.cli.plots import Plot, with_plot

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.charts.save import Picture
    from evalsql.scoring.options import OrderOptions

PLACE = 32  # in the help
Without = Literal["run", "team"]  # whose own judgments are left out when it is scored again


@with_order_options
@with_plot("pool")
def pool(
    runs: Runs,
    qrels: Qrels,
    measure: Measures = None,
    depth: Annotated[
        str | None,
        typer.Option(
            "--depth",
            "--depths",
            metavar="D",
            help="How many ranks of each run the pool has, or several numbers with commas between, for a pool each."
            "  [default: all ranks]",
        ),
    ] = None,
    from_runs: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="RUN", help="A run of the pool; repeatable.  [default: all]"),
    ] = None,
    leave_out: Annotated[
        Without | None,
        typer.Option(
            help="Score each run without the judgments that only it, or its team, contributed to the pool of --depth."
        ),
    ] = None,
    teams: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The team of each run: CSV with columns run, team.")
    ] = None,
    sample_queries: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Order the runs by samples of so many queries instead.")
    ] = None,
    sample_documents: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="Order them by samples of this share of each query's judged documents."),
    ] = None,
    times: Annotated[int, typer.Option(min=1, metavar="T", help="How many samples.")] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 0,
    *,
    options: "OrderOptions",
    output: Annotated[Path | None, output_option("the judgments of the pool", "TREC text", trec=True)] = None,
    plot: Plot | None = None,
    format: FormatOption = "table",
) -> None:
    """Re-score runs as if the pool had been shallower or had fewer runs.

    Takes the judgments that a shallower pool, or one of fewer runs, would have had, and prints the score and
    position of each run by all judgments and by those, and Kendall's tau-b between the two system rankings. Of measures
    with a residual, such as RBP, +x is the residual: the increase if every unjudged document were relevant.

    \b
    Examples:
      evalsql pool 'runs/*.run' --qrels qrels.txt --depths 5,10,20 -m 'RBP(p=0.8)'
      evalsql pool 'runs/*.run' --qrels qrels.txt --depth 10 --from bm25 --from dense -o shallow.txt
      evalsql pool 'runs/*.run' --qrels qrels.txt --depth 10 --leave-out team --teams teams.csv -m AP
      evalsql pool 'runs/*.run' --qrels qrels.txt --sample-queries 25 --times 100 -m AP -m nDCG@10
      evalsql pool 'runs/*.run' --qrels qrels.txt --depths 5,10,20,50 -m AP --plot pool.svg
    """
    from evalsql.answers import Answer
    from evalsql.cli.progress import progress
    from evalsql.cli.show.pools import print_pools
    from evalsql.connections import open_own
    from evalsql.errors import InputError, Problem
    from evalsql.files import convert as conversion
    from evalsql.judgments.pool import Pool
    from evalsql.words import plural

    depths = numbers(depth)
    sampled = sample_queries is not None or sample_documents is not None
    refuse_together(depths, from_runs, leave_out, teams, sampled, output, drawn=(times, seed) != (10, 0))
    with progress() as tell:
        found = ask(
            (runs, qrels, list(measure or DEFAULT_MEASURES)),
            {**options, "progress": tell},
            depths=depths,
            from_runs=from_runs,
            leave_out=leave_out,
            teams=teams,
            samples={"queries": sample_queries, "documents": sample_documents, "times": times, "seed": seed},
        )
        problems = list(found.problems)
        tables = dict(found.tables)
        judgments = tables.pop("judgments", None)
        if output is not None:
            if not judgments:
                raise InputError(f"{output}: the pool holds no judged document, so there is nothing to write")
            with open_own(options.get("settings") or {}) as connection:
                connection.register("evalsql_qrels", judgments)
                problems += conversion.save(connection, "qrels", output)
            if isinstance(found, Pool) and found.lost:
                text = f"{output}: {plural(found.lost, 'judged query')} without a judgment in the pool, not in the file"
                problems.append(Problem("warning", "queries left out", text, found.lost))
    longest = "samples" if "samples" in tables else "runs"
    picture = picture_of(plot, tables, leave_out) if plot is not None else None
    answer = Answer(tables, problems, found.about, found.measures, found.headings)
    deliver(
        answer,
        None,
        format,
        {"table": lambda: print_pools(answer.headed().tables, leave_out, found.about)},
        part=longest if format == "csv" else None,
        what="means",
    )
    say_written(output)
    if plot is not None and picture is not None:
        plot.draw(picture)


def ask(
    given: tuple[Any, Any, Any],
    options: dict[str, Any],
    *,
    depths: list[int] | None,
    from_runs: list[str] | None,
    leave_out: Without | None,
    teams: Path | None,
    samples: dict,
) -> "Answer":
    """The tables that were asked for."""
    from evalsql.judgments import pool as pooling

    if samples["queries"] is not None or samples["documents"] is not None:
        return pooling.subsample.answer(*given, **samples, **options)
    if leave_out is not None and depths:
        return pooling.leave_out.answer(*given, depth=depths[0], teams=teams, **options)
    return pooling.pool.answer(*given, depth=depths, from_runs=from_runs, **options)


def picture_of(plot: Plot, tables: dict[str, Any], leave_out: Without | None) -> "Picture":
    """What was found, drawn: scores by depth, how far they moved, or the orderings of samples."""
    from evalsql import charts

    if "samples" in tables:
        plot.refuse_highlight("of samples")
        return charts.samples(tables, **plot.look)
    if leave_out is None and len(set(tables["summary"]["depth"].to_pylist())) > 1:
        return charts.pool(tables, named=plot.named, **plot.look)
    without = {"run": "the pool without the run", "team": "the pool without its team", None: "the pool"}
    return charts.moved(tables, other=without[leave_out], named=plot.named, **plot.look)


def numbers(text: str | None) -> list[int] | None:
    """Whole numbers with commas between."""
    from evalsql.errors import InputError

    if text is None:
        return None
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise InputError(f"--depth must be a whole number, or several with commas between, not {text!r}") from None


def refuse_together(
    depths: list[int] | None,
    from_runs: list[str] | None,
    leave_out: Without | None,
    teams: Path | None,
    sampled: bool,
    output: Path | None,
    drawn: bool,
) -> None:
    """Refuses options that do not go together."""
    from evalsql.errors import InputError

    several = depths is not None and len(depths) > 1
    for wrong, sentence in (
        (drawn and not sampled, "--times and --seed are for samples; add --sample-queries or --sample-documents"),
        (sampled and leave_out is not None, "samples are of all judgments; leave out --leave-out"),
        (sampled and depths is not None, "samples are of all judgments; leave out --depth"),
        (from_runs and (sampled or leave_out), "--from names the runs of a pool; leave it out beside the others"),
        (leave_out == "team" and teams is None, "--leave-out team needs --teams, a table of run and team"),
        (teams is not None and leave_out != "team", "--teams is for --leave-out team"),
        (leave_out is not None and not depths, "to leave out runs, the depth of the pool must be said"),
        (leave_out is not None and several, "runs are left out of one pool; give one --depth"),
        (
            output is not None and (sampled or leave_out is not None or several),
            "-o writes the judgments of one pool; give one --depth, and neither samples nor --leave-out",
        ),
    ):
        if wrong:
            raise InputError(sentence)
