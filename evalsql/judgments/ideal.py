"""How far the greedy ideal of alpha-nDCG falls short of the best ranking that there is."""

from collections.abc import Sequence
from typing import Any, get_args

from evalsql import udfs
from evalsql.answers import Answer, as_relation
from evalsql.arguments import one_of
from evalsql.catalog.measure import make_measure, parse_measure
from evalsql.connections import Connection, Settings, cursor_of, open_own
from evalsql.errors import InputError, refuse
from evalsql.inputs import views
from evalsql.inputs.checks.problems import problems_alone, problems_of_weights
from evalsql.inputs.checks.subtopics import Subtopics, by_subtopic, lacking
from evalsql.inputs.columns import not_read
from evalsql.render import statements
from evalsql.scoring.judgments import judge
from evalsql.scoring.population import choose_queries


@as_relation("ideal")
def ideal(
    qrels: Any,
    *,
    alpha: float = 0.5,
    k: int = 20,
    connection: Connection | None = None,
    queries: Sequence[str] | None = None,
    subtopics: Subtopics = "auto",
    weights: Any = None,
    where: str | None = None,
    columns: views.Columns = None,
    settings: Settings | None = None,
) -> Answer:
    """Compute the alpha-DCG of the greedy ideal at each rank, and the largest of any ranking there.

    The largest is found by branch and bound, each rank for itself (Clarke et al., section 5.1).

    Args:
        qrels: judgments by subtopic; see Evaluation, as for the other arguments.
        alpha: share of a nugget's worth that is lost each time it appears, from 0 to 1.
        k: the last rank.
        connection: the user's own DuckDB connection, whose tables may be named.
        queries: these queries only.
        subtopics: whether judgments are by subtopic: "auto", "yes" or "no".
        weights: a table of query_id, subtopic and weight.
        where: an expression of SQL over the columns of the judgments: only rows that it is true of are read.
        columns: which columns of the judgments are which of ours, such as {"qrels.relevance": "stars"}.
        settings: what DuckDB is told if no connection is given, such as threads; and init, a file of SQL to run.

    Returns:
        A relation with columns query_id, rank (down to k or the last document with a nugget), greedy, exact (null where
        the search was given up) and bound, which no ranking exceeds.

    Raises:
        InputError: the judgments cannot be used, or are not by subtopic.

    Warns:
        InputWarning: the judgments can be used, but look wrong.
    """
    measure = make_measure("alpha_DCG", parse_measure("alpha_DCG", "curves").metric, {"alpha": alpha, "k": k})
    one_of(subtopics, "subtopics", get_args(Subtopics))
    views.refuse_two_readers(qrels, weights)
    work = cursor_of(connection, settings)
    with views.reading(work) as folder:
        judgments = views.read(work, qrels, "qrels", folder, connection, subtopics, columns, where)
        table = None if weights is None else views.read(work, weights, "weights", folder, connection, columns=columns)
        choose_queries(work, queries)
        problems = refuse(not_read(columns, ("qrels", "weights")[: 1 + (weights is not None)]))
        problems += refuse(problems_alone(work, "qrels", judgments))
        if not by_subtopic(judgments):
            raise InputError(f"the ideal of alpha-nDCG needs subtopic judgments, but {lacking(judgments, subtopics)}")
        if table is not None:
            problems += refuse(problems_of_weights(work, table, judgments))
        stated = any("gain" in source.columns for source in judgments)
        judge(
            work,
            gains=False,
            stated=stated,
            weights=table is not None,
            by_subtopic=True,
            listed=queries is not None,
        )
        nuggets = work.sql("select * replace (query_id::varchar as query_id) from evalsql_nugget_base").to_arrow_table()
    # a connection of its own, as the user's is not given functions
    with open_own({}) as own:
        udfs.put_on(own, "ideals")
        own.register("nugget_base", nuggets)
        rows = own.sql(statements.ideal(), params=dict(measure.values)).to_arrow_table()
    return Answer({"ideal": rows}, problems)
