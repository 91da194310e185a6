"""`evalsql pool`: judgments from another pool, and how scores and system rankings move."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.cli.outputs import output_option
from evalsql.cli.plots import Plot
from evalsql.cli.show.pools import tables
from evalsql.errors import InputError, Problem
from evalsql.words import plural

if TYPE_CHECKING:
    from evalsql.charts.save import Picture
    from evalsql.judgments.pool import Pool


@command(32, pictures=("pool",), without=("queries", "costs"))
def pool(
    runs: o.Runs,
    qrels: o.Qrels,
    measure: o.Measures = None,
    depth: Annotated[
        str | None,
        o.option(
            "How many ranks of each run the pool has, or several numbers with commas between, for a pool each."
            "  [default: all ranks]",
            *("D", "--depth", "--depths"),
        ),
    ] = None,
    from_runs: Annotated[
        list[str] | None, o.option("A run of the pool; repeatable.  [default: all]", "RUN", "--from")
    ] = None,
    output: Annotated[Path | None, output_option("the judgments of the pool", "TREC text", trec=True)] = None,
    *,
    scoring: Scoring,
    plot: Plot | None,
) -> Shown:
    """Re-score runs as if the pool had been shallower or had fewer runs.

    Takes the judgments that a shallower pool, or one of fewer runs, would have had, and prints the score and
    position of each run by all judgments and by those, and Kendall's tau-b between the two system rankings. Of measures
    with a residual, such as RBP, +x is the residual: the increase if every unjudged document were relevant.

    \b
    Examples:
      evalsql pool 'runs/*.run' --qrels qrels.txt --depths 5,10,20 -m 'RBP(p=0.8)'
      evalsql pool 'runs/*.run' --qrels qrels.txt --depth 10 --from bm25 --from dense -o shallow.txt
      evalsql pool 'runs/*.run' --qrels qrels.txt --depths 5,10,20,50 -m AP --plot pool.svg
    """
    from evalsql.judgments.pool import pool

    depths = whole_numbers(depth)
    if output is not None and depths is not None and len(depths) > 1:
        raise InputError("-o writes the judgments of one pool; give one --depth")
    whole = pool.answer(runs, qrels, measure or o.DEFAULT_MEASURES, depth=depths, from_runs=from_runs, **scoring)
    answer = replace(whole, tables={name: rows for name, rows in whole.tables.items() if name != "judgments"})
    if output is not None:
        answer = replace(answer, problems=[*answer.problems, *left_out(whole, output)])

    def write() -> Sequence[Problem]:
        from evalsql.connections import open_own
        from evalsql.files import convert

        with open_own(scoring.get("settings") or {}) as connection:
            connection.register("evalsql_qrels", whole.tables["judgments"])
            return convert.save(connection, "qrels", output) if output is not None else ()

    def picture(plot: Plot) -> "Picture":
        from evalsql import charts

        if len(set(answer.tables["summary"]["depth"].to_pylist())) > 1:
            return charts.pool(answer.tables, named=plot.named, **plot.look)
        return charts.moved(answer.tables, other="the pool", named=plot.named, **plot.look)

    notes = [] if output is None else [f"wrote {output}"]
    shown = tables(answer.headed())
    return Shown(answer=answer, tables=shown, what="means", write=write, picture=picture, notes=notes)


def left_out(answer: "Pool", output: Path) -> list[Problem]:
    """The warning about queries that the file of judgments lacks; refuses a file without any."""
    if not answer.tables["judgments"]:
        raise InputError(f"{output}: the pool holds no judged document, so there is nothing to write")
    text = f"{output}: {plural(answer.lost, 'judged query')} without a judgment in the pool, not in the file"
    return [Problem("warning", "queries left out", text, answer.lost)] if answer.lost else []


def whole_numbers(text: str | None) -> list[int] | None:
    """Whole numbers with commas between."""
    try:
        return None if text is None else [int(word) for word in text.split(",")]
    except ValueError:
        raise InputError(f"--depth must be a whole number, or several with commas between, not {text!r}") from None
