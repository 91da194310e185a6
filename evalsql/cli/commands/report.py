"""`evalsql report`: one page of HTML with an evaluation, to send to anyone."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.cli import notices
from evalsql.cli.delivery import warn
from evalsql.cli.old import (
    DEFAULT_MEASURES,
    ByOption,
    OptionalQrels,
    SlicesOption,
    curve_option,
    measure_option,
    name_runs,
    refuse_by,
    with_built_options,
)
from evalsql.cli.suites import Outside, Split, SuiteForRuns, refuse_of_suites

if TYPE_CHECKING:
    from evalsql.scoring.options import Options

PLACE = 14  # in the help


def checked(context: typer.Context, output: Path) -> Path:
    """Refuses, before any work is done, a file that cannot be written."""
    if not context.resilient_parsing:  # which is to complete a line for the shell
        from evalsql.outputs.writers import check_file
        from evalsql.reporting.report import FORMATS

        check_file(output, tuple(FORMATS))
    return output


@with_built_options
def report(
    runs: Annotated[
        list[str],
        typer.Argument(
            metavar="RUNS",
            callback=name_runs,
            help="Runs, as 'evalsql evaluate' takes them; or a database of 'evalsql build'; or tables of scores.",
        ),
    ],
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", callback=checked, help="The file to write: .html, .md or .tex."),
    ],
    qrels: OptionalQrels = None,
    measure: Annotated[
        list[str] | None,
        measure_option(", ".join(DEFAULT_MEASURES) + "; of a database, and of tables of scores, all"),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option("--baseline", "-b", metavar="NAME", help="Compare runs with this one.  [default: the best]"),
    ] = None,
    queries_text: Annotated[
        str | None,
        typer.Option(
            "--queries-text",
            metavar="QUERIES",
            help="The texts of queries: a file or table with query_id and text, or lines of an id, a tab and a text.",
        ),
    ] = None,
    slices: SlicesOption = None,
    by: ByOption = None,
    curve: Annotated[list[str] | None, curve_option("show")] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Look at the first N documents of each ranking only.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The heading of the page.")] = None,
    format: Annotated[
        Literal["html", "md", "tex"] | None,
        typer.Option(help="The page, or tables in short for a repository or a paper.  [default: by the file's name]"),
    ] = None,
    *,
    options: "Options",
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Look for documents retrieved twice among all rows, however many; of a suite, refuse a run that lacks "
            "a collection.",
        ),
    ] = False,
    suite: SuiteForRuns = None,
    split: Split = None,
    outside: Outside = False,
) -> None:
    """Write one page of HTML with an evaluation: leaderboard, slices, curves, judgments, comparisons, queries.

    It is one file that fetches nothing, and opens in any browser. Each table says which SQL it is made by; that runs as
    it stands on the database that 'evalsql build' makes of the same inputs. Without --qrels, RUNS is such a database,
    or tables of scores. With --suite, the page is about how runs stand over many collections.

    \b
    Examples:
      evalsql report 'runs/*.run' --qrels qrels.txt -o report.html
      evalsql report 'runs/*.run' --qrels qrels.txt --baseline bm25 --queries-text topics.tsv -o report.html
      evalsql report 'runs/*.run' --qrels qrels.txt --slices queries.jsonl --by language -m nDCG@10 -o report.html
      evalsql report eval.duckdb -o report.html
      evalsql report eval.duckdb -o report.md
      evalsql report eval.duckdb --baseline bm25 -o tables.tex
      evalsql report --suite suite.toml -m nDCG@10 -o report.html
    """
    from evalsql.cli.progress import progress
    from evalsql.database.build import CURVES
    from evalsql.reporting.report import report as write

    refuse_by(slices, by)
    if suite is None:
        refuse_of_suites(split, outside)
    with progress() as tell:
        warnings = write(
            output,
            runs or None,
            qrels,
            measure or (() if qrels is None else DEFAULT_MEASURES),
            suite=suite,
            split=split,
            outside=outside,
            baseline=baseline,
            queries_text=queries_text,
            slices=slices,
            by=by or (),
            curves=curve or CURVES,
            depth=depth,
            strict=strict,
            title=title,
            format=format,
            progress=tell,
            **options,
        )
    warn(warnings)
    size = output.stat().st_size
    notices.note(f"wrote {output}, " + (f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"))
