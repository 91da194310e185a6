"""`evalsql ideal`: how far the greedy ideal of alpha-nDCG falls short of the best ranking that there is."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from evalsql.cli.delivery import deliver
from evalsql.cli.layout import say
from evalsql.cli.old import FormatOption, OnlyQueries, read_queries, with_weighted_options
from evalsql.cli.outputs import Output, with_output
from evalsql.cli.show.tables import print_columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

    from evalsql.connections import Connection
    from evalsql.scoring.options import WeightedOptions

PLACE = 13  # in the help


@partial(with_weighted_options, inputs="QRELS")
@with_output("query_id, rank, greedy, exact, bound", "ideal")
def ideal(
    qrels: Annotated[str, typer.Argument(metavar="QRELS", help="Judgments by subtopic, in any form that is read.")],
    alpha: Annotated[
        float, typer.Option(metavar="A", help="How much of a nugget's worth is lost each time it is met: 0 to 1.")
    ] = 0.5,
    depth: Annotated[int, typer.Option(min=1, metavar="N", help="The last rank.")] = 20,
    per_query: Annotated[bool, typer.Option("--per-query", help="Print each query and rank instead.")] = False,
    queries: OnlyQueries = None,
    *,
    options: "WeightedOptions",
    output: Output | None = None,
    format: FormatOption = "table",
) -> None:
    """Compare the greedy ideal of alpha-nDCG with the exact one.

    Alpha-nDCG divides by a ranking that is found greedily. The largest alpha-DCG of all rankings is found here by
    branch and bound, each rank for itself. Prints for each rank for how many queries it is known (settled), for how
    many of these greedy is as good, and what share of it greedy has: the mean, and the least with its query.

    \b
    Examples:
      evalsql ideal qrels.diversity.txt
      evalsql ideal qrels.diversity.txt --alpha 0.9 --depth 10 --per-query
      evalsql ideal eval.duckdb::qrels --weights weights.csv -o ideal.parquet
    """
    from evalsql.answers import Answer
    from evalsql.cli.progress import progress
    from evalsql.connections import open_bare
    from evalsql.judgments.ideal import ideal
    from evalsql.render import statements

    listed = read_queries(queries) if queries is not None else None
    with progress() as tell, open_bare() as connection:
        tell("searching")
        found = ideal.answer(
            qrels,
            alpha=alpha,
            k=depth,
            queries=listed,
            **options,
        )
        connection.register("ideal", found.tables["ideal"])
        rows = connection.sql("from ideal" if per_query else statements.report("judgments/shortfall", []))
        deliver(
            Answer({"ideal": rows.to_arrow_table()}, found.problems),
            output,
            format,
            {"table": lambda: print_ideals(rows, summary(connection, alpha))},
            part="ideal",
            written=found.tables,
        )


def print_ideals(rows: "DuckDBPyRelation", summary: str) -> None:
    """One row per rank, or a query and a rank; a dash where something is not known."""
    lines = [
        ["-" if cell is None else f"{cell:z.4f}" if isinstance(cell, float) else str(cell) for cell in row]
        for row in rows.fetchall()
    ]
    print_columns(rows.columns, lines, texts=0)
    say(f"\n{summary}")


def summary(connection: "Connection", alpha: float) -> str:
    """What all ranks say together."""
    from evalsql.words import plural

    ((queries, known, good),) = connection.sql("""
        select count(*), count(*) filter (known), count(*) filter (known and good)
        from (
            select bool_and(exact is not null) as known, bool_and(greedy = exact) as good from ideal group by query_id
        )
    """).fetchall()
    return (
        f"The exact ideal (alpha {alpha:g}) is known at every rank for {known} of {plural(queries, 'query')};"
        f" for {good} of these greedy is as good at every rank."
    )
