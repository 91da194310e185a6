"""`evalsql ties`: how much the order of documents of equal scores could move each score."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.options import DEFAULT_MEASURES, Measures, Qrels, Runs, with_evaluation_options
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.show.tables import print_columns

if TYPE_CHECKING:
    from evalsql.answers import Answer
    from evalsql.scoring.options import Options

PLACE = 26  # in the help
SHOWN = ("trec_eval", "worst", "expected", "best", "difference")


@partial(with_evaluation_options, without=("ties",))
@with_output("the rows", "ties")
def ties(
    runs: Runs,
    qrels: Qrels,
    measure: Measures = None,
    per_query: Annotated[bool, typer.Option("--per-query", help="A row for each query too.")] = False,
    *,
    options: "Options",
    output: Output | None = None,
    format: Annotated[
        Literal["table", "csv", "json", "markdown"],
        typer.Option(help="How to print. markdown is a table for a paper."),
    ] = "table",
) -> None:
    """Show how much the order of documents of equal scores could move each score.

    Prints one row per measure and run: the mean where ties are in trec_eval's order (doc_id, highest bytes first),
    where the most relevant of tied documents are last (worst) and first (best), the expected value over all orders, and
    on how many queries ties matter. 'evalsql evaluate --ties' scores by any of these. Where a relevant document that
    moves up may lower a measure, and for measures by subtopic, worst and best are two orders among many.

    \b
    Examples:
      evalsql ties 'runs/*.run' --qrels qrels.txt
      evalsql ties bm25.run dense.run --qrels qrels.txt -m nDCG@10 -m RR
      evalsql ties bm25.run --qrels qrels.txt -m RR@10 --per-query --format csv
      evalsql ties 'runs/*.run' --qrels qrels.txt -m AP --format markdown
    """
    from evalsql.cli.progress import progress
    from evalsql.comparing.ties import ties

    with progress() as tell:
        found = ties.answer(runs, qrels, measure or DEFAULT_MEASURES, per_query=per_query, **options, progress=tell)
    printers = {"table": lambda: print_ties(found.headed()), "markdown": lambda: print_markdown_ties(found.headed())}
    deliver(found, output, format, printers, part="ties", what="means")


def cells(found: "Answer") -> tuple[list[str], list[list[str]], int]:
    """The header and the rows of a table, and how many of its columns are texts."""
    rows = found.tables["ties"].to_pylist()
    ids = [name for name in ("measure", "run", "query_id") if name in found.tables["ties"].column_names]
    last = ["ties matter"] if "query_id" in ids else ["queries"]
    lines = []
    for row in rows:
        values = ["-" if row[name] is None else f"{row[name]:z.4f}" for name in SHOWN]
        end = ("yes" if row["matters"] else "no") if "query_id" in ids else f"{row['queries']} of {row['num_queries']}"
        lines.append([*(row[name] for name in ids), *values, end])
    return [*ids, *SHOWN, *last], lines, len(ids)


def caption(found: "Answer") -> str:
    """What is said below the rows."""
    by_query = "query_id" in found.tables["ties"].column_names
    rows = found.tables["ties"].to_pylist()
    unknown = dict.fromkeys(row["measure"] for row in rows if row["expected"] is None and row["trec_eval"] is not None)
    return (
        f"{'Scores' if by_query else 'Means'} {found.about}. worst, best: the most relevant of tied documents last,"
        f" first; expected: the mean over all orders{'' if by_query else '; queries: on how many ties matter'}."
        + (f" -: of {', '.join(unknown)} that mean has no closed form here." if unknown else "")
    )


def print_ties(found: "Answer") -> None:
    """One row per measure and run, or query too."""
    header, lines, texts = cells(found)
    print_columns(header, lines, texts=texts)
    say(f"\n{caption(found)}")


def print_markdown_ties(found: "Answer") -> None:
    """The same in Markdown."""
    from evalsql.cli.show.paper import Paper, print_markdown

    header, lines, texts = cells(found)
    print_markdown(Paper(header, lines, texts, caption(found), "ties"))
