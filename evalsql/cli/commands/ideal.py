"""`evalsql ideal`: how far the greedy ideal of alpha-nDCG falls short of the best ranking that there is."""

from evalsql.cli import options as o
from evalsql.cli.command import Scoring, Shown, command
from evalsql.cli.tables import Table, same

WITHOUT = tuple(name for name in o.OF_SCORING if name != "queries")


@command("Studies", writes=("query_id, rank, greedy, exact, bound", "ideal"), without=WITHOUT, inputs="QRELS")
def ideal(
    qrels: str,
    alpha: float = 0.5,
    depth: int = 20,
    per_query: bool = False,
    *,
    scoring: Scoring,
) -> Shown:
    """Compare the greedy ideal of alpha-nDCG with the exact one."""
    from evalsql.answers import Answer
    from evalsql.connections import fetch_one, open_bare
    from evalsql.judgments.ideal import ideal
    from evalsql.render import statements
    from evalsql.words import plural

    scoring.pop("progress")("searching")
    ideals = ideal.answer(qrels, alpha=alpha, k=depth, **scoring)
    with open_bare() as connection:
        connection.register("ideal", ideals.tables["ideal"])
        select = "from ideal" if per_query else statements.report("judgments/shortfall", [])
        rows = connection.sql(select).to_arrow_table()
        queries, known, good = fetch_one(connection, statements.report("judgments/settled", []))
    note = (
        f"\nThe exact ideal (alpha {alpha:g}) is known at every rank for {known} of {plural(queries, 'query')};"
        f" for {good} of these greedy is as good at every rank."
    )
    shown = Table(rows.to_pylist(), same(" ".join(rows.column_names)), note=note, texts=0, label="ideal")
    return Shown(answer=Answer({"ideal": rows}, ideals.problems), tables=[shown], part="ideal", file_rows=ideals.tables)
