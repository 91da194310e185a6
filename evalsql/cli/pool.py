"""`evalsql pool`: judgments from another pool, or a sample of them, and how scores and orderings move."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evalsql.cli.arguments import DEFAULT_MEASURES, Measures, Qrels, Runs, Subtopics, SubtopicsOption
from evalsql.cli.columns import RowsFormat, dump, print_columns

if TYPE_CHECKING:
    import pyarrow as pa

    from evalsql.judgments.pooling import Found


class Without(StrEnum):
    """Whose own judgments are left out when it is scored again."""

    run = "run"
    team = "team"


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
        typer.Option("--from", metavar="RUN", help="A run of the pool, once for each.  [default: all]"),
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
    seed: Annotated[int, typer.Option(metavar="N", help="Another one draws other samples.")] = 0,
    subtopics: SubtopicsOption = Subtopics.auto,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the judgments of the pool: .parquet, .csv, .tsv, .json, .jsonl, or TREC text.",
        ),
    ] = None,
    format: Annotated[RowsFormat, typer.Option(help="How to print.")] = RowsFormat.table,
) -> None:
    """Ask what judgments from another pool would say.

    Takes the judgments that a shallower pool, or one of fewer runs, would have had, and prints the score and place of
    each run by all judgments and by those, and Kendall's tau-b between the two orderings. Of measures with a residual,
    such as RBP, the + says how much more a score could be if all that is unjudged were relevant.

    \b
    Examples:
      evalsql pool 'runs/*.run' --qrels qrels.txt --depths 5,10,20 -m 'RBP(p=0.8)'
      evalsql pool 'runs/*.run' --qrels qrels.txt --depth 10 --from bm25 --from dense -o shallow.txt
      evalsql pool 'runs/*.run' --qrels qrels.txt --depth 10 --leave-out team --teams teams.csv -m AP
      evalsql pool 'runs/*.run' --qrels qrels.txt --sample-queries 25 --times 100 -m AP -m nDCG@10
    """
    import duckdb

    from evalsql import conversion, outputs
    from evalsql.cli.progress import progress
    from evalsql.inputs.files import TREC_SUFFIXES

    depths = numbers(depth)
    sampled = sample_queries is not None or sample_documents is not None
    refuse_together(depths, from_runs, leave_out, teams, sampled, output)
    if output is not None:
        outputs.check_output(output, (*outputs.COPY_OPTIONS, *TREC_SUFFIXES))
    with progress() as tell:
        found = ask(
            (runs, qrels, list(measure or DEFAULT_MEASURES)),
            {"subtopics": subtopics.value, "tell": tell},
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
            with duckdb.connect() as connection:
                connection.register("evalsql_qrels", judgments)
                problems += conversion.save(connection, "qrels", output)
    for problem in problems:
        typer.echo(f"evalsql: warning: {problem.text}", err=True)
    show(tables, format, leave_out)
    if format is RowsFormat.table:
        typer.echo(f"\nMeans {found.about}.")
    else:
        typer.echo(f"evalsql: means {found.about}", err=True)
    if output is not None:
        typer.echo(f"evalsql: wrote {output}", err=True)


def ask(
    given: tuple,
    options: dict,
    *,
    depths: list[int] | None,
    from_runs: list[str] | None,
    leave_out: Without | None,
    teams: Path | None,
    samples: dict,
) -> "Found":
    """The tables that were asked for."""
    from evalsql.judgments import pooling

    if samples["queries"] is not None or samples["documents"] is not None:
        return pooling.subsampled(*given, **samples, **options)
    if leave_out is not None:
        return pooling.left_out(*given, depths[0] if depths else None, teams, **options)
    return pooling.pooled(*given, depths, from_runs, **options)


def numbers(text: str | None) -> list[int] | None:
    """Whole numbers with commas between.

    Raises:
        InputError: they are not.
    """
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
) -> None:
    """Refuses options that do not go together.

    Raises:
        InputError: they do not.
    """
    from evalsql.errors import InputError

    several = depths is not None and len(depths) > 1
    for wrong, sentence in (
        (sampled and leave_out is not None, "samples are of all judgments; leave out --leave-out"),
        (sampled and depths is not None, "samples are of all judgments; leave out --depth"),
        (from_runs and (sampled or leave_out), "--from names the runs of a pool; leave it out beside the others"),
        (leave_out is Without.team and teams is None, "--leave-out team needs --teams, a table of run and team"),
        (teams is not None and leave_out is not Without.team, "--teams is for --leave-out team"),
        (leave_out is not None and several, "runs are left out of one pool; give one --depth"),
        (
            output is not None and (sampled or leave_out is not None or several),
            "-o writes the judgments of one pool; give one --depth, and neither samples nor --leave-out",
        ),
    ):
        if wrong:
            raise InputError(sentence)


def show(found: "dict[str, pa.Table]", format: RowsFormat, leave_out: Without | None) -> None:
    """Prints what was found: as CSV the longest part, as JSON one object of all."""
    import duckdb

    if format is RowsFormat.csv:
        dump(duckdb.from_arrow(found.get("samples", found["runs"])), format)
    elif format is RowsFormat.json:
        import json

        typer.echo(json.dumps({name: rows.to_pylist() for name, rows in found.items()}, indent=1, ensure_ascii=False))
    elif "samples" in found:
        show_samples(found["summary"].to_pylist())
    else:
        summary = found["summary"].to_pylist()
        for number, metric in enumerate(dict.fromkeys(row["metric"] for row in summary)):
            if number:
                typer.echo()
            rows = [row for row in found["runs"].to_pylist() if row["metric"] == metric]
            totals = [row for row in summary if row["metric"] == metric]
            if len(totals) > 1:
                show_depths(metric, rows, totals)
            else:
                show_runs(metric, rows, totals[0], leave_out)


def show_runs(metric: str, rows: list[dict], total: dict, leave_out: Without | None) -> None:
    """A row a run, by all judgments and by those of the pool, and what can be said of all."""
    typer.echo(metric)
    named = ["run", "team"] if leave_out is Without.team else ["run"]
    lines = [
        [
            *(row[name] for name in named),
            score(row, "score", "residual"),
            score(row, "pooled", "pooled_residual"),
            f"{row['difference']:+.4f}" if row["difference"] is not None else "-",
            *("-" if row[name] is None else str(row[name]) for name in ("place", "pooled_place")),
        ]
        for row in rows
    ]
    then = "left out" if leave_out else "pool"
    print_columns([*named, "all judgments", then, "difference", "place", "then"], lines, texts=len(named))
    if leave_out:
        typer.echo(
            "Left out: without the judgments that only it contributed; then: its place among the others as they were."
        )
    else:
        typer.echo(f"In the pool: {total['judged']} judged documents, {total['relevant']} of them relevant.")
    places = "-" if total["max_places"] is None else str(total["max_places"])
    typer.echo(
        f"tau {number(total['tau'])}; change of a score: mean {number(total['mean_change'])},"
        f" largest {number(total['max_change'])}; of a place: largest {places}."
    )


def show_depths(metric: str, rows: list[dict], totals: list[dict]) -> None:
    """A row a depth, for all runs together, and a row a run with a column a depth."""
    typer.echo(metric)
    header = ["depth", "judged", "relevant", "tau", "mean change", "largest", "mean score"]
    lines = [
        [
            str(row["depth"]),
            str(row["judged"]),
            str(row["relevant"]),
            *(number(row[name]) for name in ("tau", "mean_change", "max_change")),
            score(row, "pooled", "pooled_residual"),
        ]
        for row in totals
    ]
    lines.append(["all", "", "", "", "", "", score(totals[0], "score", "residual")])
    print_columns(header, lines, texts=0)
    typer.echo()
    depths = [row["depth"] for row in totals]
    cells = {(row["run"], row["depth"]): score(row, "pooled", "pooled_residual") for row in rows}
    everything = {row["run"]: score(row, "score", "residual") for row in rows}
    lines = [[run, *(cells[run, depth] for depth in depths), text] for run, text in everything.items()]
    print_columns(["run", *map(str, depths), "all judgments"], lines, texts=1)


def show_samples(rows: list[dict]) -> None:
    """A row a measure: how alike the orderings by samples are to that by all."""
    lines = [
        [row["metric"], str(row["samples"]), *(number(row[name]) for name in ("mean_tau", "min_tau", "max_tau"))]
        for row in rows
    ]
    print_columns(["measure", "samples", "mean tau", "least", "largest"], lines, texts=1)
    typer.echo("tau: Kendall's tau-b between the ordering of the runs by a sample and that by all.")


def score(row: dict, value: str, residual: str) -> str:
    """A score, and its residual if it has one."""
    return number(row[value]) + (f" +{row[residual]:.4f}" if row[residual] is not None else "")


def number(value: float | None) -> str:
    """Four decimals, or a dash."""
    return "-" if value is None else f"{value:.4f}"
