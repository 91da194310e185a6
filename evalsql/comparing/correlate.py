"""How alike system rankings are, by different measures or under different conditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from evalsql.answers import Answer, as_relation
from evalsql.arguments import real_number
from evalsql.catalog.measure import Measures
from evalsql.comparing import methods
from evalsql.comparing.score_source import ScoreOptions, WhichScores, read_scores
from evalsql.comparing.scores import Scores, count
from evalsql.connections import Connection, fetch_one
from evalsql.errors import InputError
from evalsql.inputs.views import listed
from evalsql.render import statements
from evalsql.words import plural

COEFFICIENTS = methods.names("correlations")
PERSISTENCE = 0.9


@dataclass(frozen=True, kw_only=True)
class Correlations(Answer):
    """Correlations under one condition, or under two."""

    scores: Scores  # what the means are of
    other_scores: Scores | None = None  # what they are of under the other condition, if there is one

    other_measures: Sequence[str] = ()  # the measures under the other condition; none if there is one alone
    other_about: str = ""  # what means are over there


@as_relation("correlations")
def correlate(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    coefficients: Sequence[str] | str = COEFFICIENTS,
    against: Any = None,
    against_queries: Sequence[str] | None = None,
    p: float = PERSISTENCE,
    standardize: bool = False,
    reference: Sequence[str] = (),
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> Correlations:
    """Correlate system rankings by mean score, under every two measures or under two conditions.

    Args:
        runs: runs as Evaluation takes them; if there are no judgments, tables of scores, with columns run, query_id,
            metric and value, as `evalsql evaluate -o` writes them.
        qrels: judgments, or None.
        measures: such as "nDCG@10". Of tables of scores, those of them to look at; all by default.
        coefficients: those in sql/correlations, such as "kendall", "tau_ap" and "rbo", or one of them.
        against: other judgments; of tables of scores, other ones. Then each measure is compared with each under these.
        against_queries: the queries of the other condition, if they are others.
        p: how much the top weighs in rank-biased overlap, above 0 and below 1: less, the nearer to 1.
        standardize: compare the means of scores that are standardized, see evalsql.standardize.
        reference: the runs whose scores they are standardized by, which implies standardize; all by default.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights and convention, see Evaluation.

    Returns:
        A relation with columns coefficient, measure, other (the measure under the other condition if there is one),
        runs (how many), value, p_value (two-sided; null for tau_ap and rbo) and, of kendall, smallest_05 and
        smallest_01, from which on a value is significant at .05 and .01. A coefficient without direction has one row
        for two measures; tau_ap has two, and the measure is the truth. If a measure ties all runs, value is null.

    Raises:
        InputError: an input, a measure or a coefficient cannot be used, or there is nothing to compare.

    Warns:
        InputWarning: the inputs can be used, but look wrong.
    """
    one, two = conditions(
        runs, qrels, measures, against, against_queries, standardize, reference, connection=connection, **options
    )
    put_correlations(one, two, coefficients, p)
    problems = list(dict.fromkeys((*one.warnings, *(two.warnings if two else ()))))
    return Correlations(
        {"correlations": one.fetch("correlations")},
        problems,
        one.about,
        one.measures,
        one.headings,
        other_measures=two.measures if two else (),
        other_about=two.about if two else "",
        scores=one,
        other_scores=two,
    )


def conditions(
    runs: Any,
    qrels: Any,
    measures: Measures,
    against: Any = None,
    against_queries: Sequence[str] | None = None,
    standardize: bool = False,
    reference: Sequence[str] = (),
    *,
    connection: Connection | None = None,
    **options: Unpack[ScoreOptions],
) -> tuple[Scores, Scores | None]:
    """The scores under one condition, and under the other if there is one; see correlate for the arguments."""
    again = runs if qrels is not None or against is None else against
    judged = None if qrels is None else qrels if against is None else against
    other = against is not None or against_queries is not None
    if other and any(isinstance(each, str) and each == "-" for given in (again, judged) for _, each in listed(given)):
        raise InputError("standard input can be read only once, and each condition reads it; write it to a file first")
    which: WhichScores = {**options, "standardize": standardize, "reference": reference}
    one, two = read_scores(runs, qrels, measures, connection=connection, **which), None
    if other:
        if against_queries is not None:
            which["queries"] = against_queries
        two = read_scores(again, judged, measures, connection=connection, **which)
    return one, two


def put_correlations(
    one: Scores, two: Scores | None, coefficients: Sequence[str] | str, p: float = PERSISTENCE
) -> None:
    """Makes the table evalsql_correlations on the connection of the first condition; see correlate for its columns."""
    chosen = [coefficients] if isinstance(coefficients, str) else list(coefficients)
    if not chosen:
        raise InputError(f"no coefficient was given; there are {', '.join(COEFFICIENTS)}")
    chosen = list(dict.fromkeys(methods.find("correlations", name) for name in chosen))
    real_number(p, "p of rank-biased overlap", above=0, below=1)
    put_orderings(one, two)
    bodies = {name: statements.comparison("correlations", name, one.udf) for name in chosen}
    one.make("correlations", coefficients=bodies, values={"p": p})


def put_orderings(one: Scores, two: Scores | None) -> None:
    """Makes the relation orderings, of every two measures, or of each measure under one condition and the other."""
    if two is None and len(one.measures) == 1:
        raise InputError(
            f"there is only one measure, {one.measures[0]}; two or more were expected, or judgments, scores or queries"
            " to compare its ordering under (--against, --against-queries)"
        )
    for each in (one, two) if two else (one,):
        each.make("compared", "standings", "means")
    if two is not None:
        one.connection.register("evalsql_means_there", two.fetch("means"))
    one.make("other_means", there="evalsql_means_there" if two else "means")
    if two is not None:
        one.connection.unregister("evalsql_means_there")
    one.make("orderings", against="other" if two else "each")
    if fetch_one(one.connection, "select count(*) from evalsql_orderings") == (0,):
        have = f"{plural(count(one.connection, 'run'), 'run')}" + (
            f", and the other condition {plural(count(two.connection, 'run'), 'run')}" if two else ""
        )
        raise InputError(f"there are no two runs to put in order under both; there are {have}")
