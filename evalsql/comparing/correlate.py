"""How alike the orderings of runs are, by different measures or under different conditions."""

import warnings
from collections.abc import Sequence
from typing import Any

import duckdb

from evalsql.catalog.measure import Measures
from evalsql.comparing import compare as comparison
from evalsql.comparing.scores import Scored, count, scored
from evalsql.comparing.standardise import standardised
from evalsql.connections import relation_of
from evalsql.errors import InputError
from evalsql.inputs.views import listed
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.words import plural, said

COEFFICIENTS = ("kendall", "tau_ap", "spearman", "pearson", "rbo")  # the files of sql/correlations
PERSISTENCE = 0.9


@stoppable
def correlate(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    coefficients: Sequence[str] | str = COEFFICIENTS,
    against: Any = None,
    against_queries: Sequence[str] | None = None,
    p: float = PERSISTENCE,
    standardise: bool = False,
    reference: Sequence[str] = (),
    connection: duckdb.DuckDBPyConnection | None = None,
    **options: Any,
) -> duckdb.DuckDBPyRelation:
    """How alike the orderings of runs by their means are, under every two measures or under two conditions.

    Args:
        runs: runs as Evaluation takes them; where there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all where there are none.
        coefficients: "kendall", "tau_ap", "spearman", "pearson" and "rbo", or one of them.
        against: other judgments; of tables of scores, other ones. Then each measure is compared with each under these.
        against_queries: the queries of the other condition, where they are others.
        p: how much the top weighs in rank-biased overlap, above 0 and below 1: less, the nearer to 1.
        standardise: compare the means of scores that are standardised, see evalsql.standardise.
        reference: the runs whose scores they are standardised by, which says standardise too; all where there are none.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        A relation with columns coefficient, measure, other (the measure under the other condition where there is one),
        runs (how many), value, p_value (two-sided; null for tau_ap and rbo) and, of kendall, smallest_05 and
        smallest_01, from which on a value is significant at .05 and .01. A coefficient without direction has one row
        for two measures; tau_ap has two, and the measure is the truth. Where a measure ties all runs, value is null.

    Raises:
        InputError: an input, a measure or a coefficient cannot be used, or there is nothing to compare.

    Warns:
        UserWarning: something about the inputs is doubtful, and does not stop the comparison.
    """
    one, two = conditions(
        runs, qrels, measures, against, against_queries, standardise, reference, connection=connection, **options
    )
    put_correlations(one, two, coefficients, p)
    for problem in dict.fromkeys((*one.warnings, *(two.warnings if two else ()))):
        warnings.warn(problem.text, stacklevel=3)
    return relation_of(one.connection.sql("from evalsql_correlations").to_arrow_table(), connection)


def conditions(
    runs: Any,
    qrels: Any,
    measures: Measures,
    against: Any = None,
    against_queries: Sequence[str] | None = None,
    standardise: bool = False,
    reference: Sequence[str] = (),
    **options: Any,
) -> tuple[Scored, Scored | None]:
    """The scores under one condition, and under the other where there is one; see correlate for the arguments.

    Raises:
        InputError: an input cannot be used, or is standard input, which cannot be read for both.
    """
    again = runs if qrels is not None or against is None else against
    judged = None if qrels is None else qrels if against is None else against
    other = against is not None or against_queries is not None
    if other and any(isinstance(each, str) and each == "-" for given in (again, judged) for _, each in listed(given)):
        raise InputError("standard input can be read only once, and each condition reads it; write it to a file first")
    one, two = scored(runs, qrels, measures, **options), None
    if other:
        queries = options.get("queries") if against_queries is None else against_queries
        two = scored(again, judged, measures, **{**options, "queries": queries})
    if standardise or reference:
        one = standardised(one, reference)
        two = two and standardised(two, reference)
    return one, two


def put_correlations(
    one: Scored, two: Scored | None, coefficients: Sequence[str] | str, p: float = PERSISTENCE
) -> None:
    """Makes the table evalsql_correlations on the connection of the first condition; see correlate for its columns.

    Raises:
        InputError: there is no such coefficient, p is out of its range, or there is nothing to compare.
    """
    chosen = [coefficients] if isinstance(coefficients, str) else list(dict.fromkeys(coefficients))
    if not chosen:
        raise InputError(f"no coefficient was given; there are {', '.join(COEFFICIENTS)}")
    for name in chosen:
        if name not in COEFFICIENTS:
            raise InputError(f"there is no coefficient {said(str(name))}; there are {', '.join(COEFFICIENTS)}")
    refuse_persistence(p)
    put_orderings(one, two)
    bodies = [statements.comparison("correlations", name, one.udf) for name in chosen]
    parts = [
        f"select {place} as place, '{name}' as coefficient, * from ({body})"
        for place, (name, body) in enumerate(zip(chosen, bodies, strict=True))
    ]
    empty = "null::double as smallest_05, null::double as smallest_01"
    one.connection.execute(
        f"""
        create or replace temp table evalsql_correlations as
        select coefficient, metric as measure, other, runs, value, p_value, smallest_05, smallest_01
        from ({" union all by name ".join(parts)} union all by name select {empty} where false) as found
        join (select metric, min(place) as first from evalsql_means group by all) using (metric)
        join (select metric as other, min(place) as second from evalsql_other_means group by all) using (other)
        order by found.place asc, first asc, second asc
        """,
        {"p": p} if "rbo" in chosen else {},
    )


def put_orderings(one: Scored, two: Scored | None) -> None:
    """Makes the relation orderings, of every two measures, or of each measure under one condition and the other.

    Raises:
        InputError: there are not two measures, or not two runs in common.
    """
    if two is None and len(one.measures) < 2:
        raise InputError(
            f"there is only one measure, {one.measures[0]}; two or more were expected, or judgments, scores or queries"
            " to compare its ordering under (--against, --against-queries)"
        )
    for each in (one, two) if two else (one,):
        comparison.make(each, "compared", "standings", "means")
    own = one.connection
    if two is None:
        comparison.make(one, "other_means")
    else:
        own.register("evalsql_there", two.connection.sql("from evalsql_means").to_arrow_table())
        comparison.make(one, "other_means", there="evalsql_there")
        own.unregister("evalsql_there")
    comparison.make(one, "orderings", against=two is not None)
    if own.execute("select count(*) from evalsql_orderings").fetchall() == [(0,)]:
        have = f"{plural(count(one.connection, 'run'), 'run')}" + (
            f", and the other condition {plural(count(two.connection, 'run'), 'run')}" if two else ""
        )
        raise InputError(f"there are no two runs to put in order under both; there are {have}")


def refuse_persistence(p: float) -> None:
    """Refuses a p that rank-biased overlap does not take.

    Raises:
        InputError: it is not above 0 and below 1.
    """
    if not (isinstance(p, int | float) and 0 < p < 1):
        raise InputError(f"p of rank-biased overlap must be a number above 0 and below 1, not {p!r}")
