"""Is the difference between runs real: the relations of sql/comparisons, in temporary tables, and the tests on them."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

import duckdb

from evalsql import interrupts
from evalsql.catalog.measure import Measures
from evalsql.comparing.scores import Scored, scored
from evalsql.comparing.significance import (
    CORRECTIONS,
    familywise,
    find_one,
    find_test,
    heads,
    known_tests,
    refuse_other_numbers,
)
from evalsql.connections import fetch_all, relation_of
from evalsql.errors import InputError, Problem
from evalsql.interrupts import stoppable
from evalsql.render import statements
from evalsql.words import first_few, plural, said

LARGEST = 1e100  # the squares of what is larger may have no double
LEAST_ALPHA = 1e-12  # 1 - alpha is not told from 1 below 1e-16
Against = Literal["all", "best", "baseline"]


@dataclass(frozen=True)
class Decided:
    """How runs are compared.

    Attributes:
        tests: the tests, by name.
        correction: what p-values are corrected by, for how many there are of a measure and test.
        interval: what intervals of a difference are made by.
        alpha: below which p-value a difference is significant, once corrected; intervals cover 1 - alpha.
        power: the chance to find a difference that `queries_needed` and `detectable` are for.
        resamples: how often is drawn where a test draws.
        seed: where the draws begin: the same seed gives the same p-values everywhere.
    """

    tests: tuple[str, ...] = ("paired_t",)
    correction: str = "holm"
    interval: str = "student"
    alpha: float = 0.05
    power: float = 0.8
    resamples: int = 10_000
    seed: int = 0

    @property
    def values(self) -> dict[str, float]:
        """The values that SQL asks for by name."""
        return {
            "alpha": self.alpha,
            "power": self.power,
            "resamples": self.resamples,
            "seed": self.seed,
            "confidence": 1 - self.alpha,
        }


def decide(
    test: str | Sequence[str] = "paired_t",
    correction: str = "holm",
    interval: str = "student",
    alpha: float = 0.05,
    power: float = 0.8,
    resamples: int = 10_000,
    seed: int = 0,
) -> Decided:
    """How runs are compared, checked.

    Raises:
        InputError: there is no such test, correction or interval, or a number is out of its range.
    """
    named = [find_test(each) for each in ([test] if isinstance(test, str) else test)]
    for what, value in (("alpha", alpha), ("power", power)):
        if not 0 < value < 1:
            raise InputError(f"{what} must be between 0 and 1, not {value}")
    refuse_other_numbers("resamples", resamples, 1)
    refuse_other_numbers("seed", seed, -(2**63), 2**63 - 1)
    if alpha < LEAST_ALPHA:
        raise InputError(f"alpha must be at least {LEAST_ALPHA:g}, not {alpha}")
    return Decided(
        tuple(dict.fromkeys(named)) or ("paired_t",),
        find_one(correction, CORRECTIONS, "correction"),
        find_one(interval, list(heads("intervals")), "interval"),
        alpha,
        power,
        resamples,
        seed,
    )


@stoppable
def compare(
    runs: Any,
    qrels: Any = None,
    measures: Measures = (),
    *,
    baseline: str | None = None,
    best: bool = False,
    test: str | Sequence[str] = "paired_t",
    correction: str = "holm",
    interval: str = "student",
    alpha: float = 0.05,
    power: float = 0.8,
    resamples: int = 10_000,
    seed: int = 0,
    connection: duckdb.DuckDBPyConnection | None = None,
    **options: Any,
) -> duckdb.DuckDBPyRelation:
    """Whether runs differ: every run and every other, or a baseline, by significance tests.

    Args:
        runs: runs, as Evaluation takes them, or, without judgments, tables of scores with columns run, query_id, metric
            and value, as `evaluate` gives them.
        qrels: judgments, or None.
        measures: such as "nDCG@10"; of tables of scores those to look at, all where none is named.
        baseline: the run that all others are compared with.
        best: compare the best run of each measure with the others.
        test: one or several of the tests in sql/significance, such as "paired_t" or "bootstrap".
        correction: "none", "bonferroni", "holm", "hochberg", "benjamini_hochberg" or "benjamini_yekutieli", over the
            pairs of a measure and test.
        interval: of a difference: one of those in sql/intervals, such as "student" or "bca".
        alpha: which p-values are significant: those below. Intervals cover 1 - alpha.
        power: the chance to find a difference that queries_needed and detectable are for.
        resamples: how often is drawn where a test draws.
        seed: where the draws begin; the same seed gives the same p-values on every machine.
        connection: the user's own DuckDB connection.
        options: population, queries, gains, subtopics, weights, convention; see Evaluation.

    Returns:
        A relation with a row a measure, two runs and test, whose columns sql/reports/scores/comparisons.sql lists.

    Raises:
        InputError: an input, a measure, a test or a run cannot be used.

    Warns:
        UserWarning: something about the inputs is doubtful, and does not stop the comparison.
    """
    decided = decide(test, correction, interval, alpha, power, resamples, seed)
    found = scored(runs, qrels, measures, connection=connection, **options)
    carry_out(found, decided, baseline=baseline, best=best)
    for problem in (*found.warnings, *doubts(found)):
        warnings.warn(problem.text, stacklevel=3)
    return relation_of(found.connection.sql("from evalsql_comparisons").to_arrow_table(), connection)


def carry_out(scored: Scored, decided: Decided, *, baseline: str | None = None, best: bool = False) -> None:
    """Makes evalsql_comparisons, a row a measure, two runs and test; see sql/reports/scores/comparisons.sql.

    Args:
        scored: the scores.
        decided: by what tests, and so on.
        baseline: the run that all others are compared with; every run with every other where None.
        best: whether the best run of each measure is compared with the others instead.

    Raises:
        InputError: there are not two runs, or no run of the baseline's name.
    """
    oppose(scored, baseline, best)
    values = decided.values
    make(scored, "contrasts", "effects", values=values)
    interval = statements.comparison("intervals", decided.interval, scored.udf)
    make(scored, "limits", values=values, interval=interval)
    put_tested(scored, decided)
    make(scored, "comparisons", folder="reports/scores", values=values, tests=list(decided.tests))


def put_tested(scored: Scored, decided: Decided) -> None:
    """Makes evalsql_corrected, the p-values of the runs that are opposed by each test, as they are and corrected."""
    values = decided.values
    make(scored, "tested")
    for test in decided.tests:
        found = statements.comparison("significance", test, scored.udf)
        execute(
            scored,
            f"""
            insert into evalsql_tested
            select metric, run, other, $test, $familywise, statistic, p_value from ({found})
            """,
            values | {"test": test, "familywise": familywise(test)},
        )
    make(scored, "corrected", correction=decided.correction)


def over_all(scored: Scored, decided: Decided) -> list[dict[str, Any]]:
    """What the tests of all runs together say of each measure: test, statistic, df, error_df, p_value."""
    columns = ("metric", "statistic", "df", "error_df", "p_value")
    found = [
        {"test": test} | dict(zip(columns, row, strict=True))
        for test in known_tests("runs")
        for row in rows(scored, "significance", test, decided.values)
    ]
    for row in found:
        if row["statistic"] == inf:  # nothing is left to chance
            row["statistic"] = None
    return sorted(found, key=lambda row: (scored.measures.index(row["metric"]), row["test"]))


def margins(scored: Scored, decided: Decided) -> dict[str, float | None]:
    """How far the interval of a run's mean reaches to either side, by measure: by the analysis of variance."""
    return dict(rows(scored, "reports/scores", "margins", decided.values))


def rows(scored: Scored, folder: str, name: str, values: Mapping[str, Any] | None = None) -> list[tuple]:
    """What a file of SQL says of the relations."""
    return execute(scored, statements.comparison(folder, name, scored.udf), values or {}).fetchall()


def oppose(scored: Scored, baseline: str | None = None, best: bool = False) -> None:
    """Makes the relations that tests read: which runs are compared, and their differences.

    Args:
        scored: the scores.
        baseline: the run that all others are compared with; every run with every other where None.
        best: whether the best run of each measure is compared with the others instead.

    Raises:
        InputError: there are not two runs, or no run of that name.
    """
    if baseline is not None and best:
        raise InputError("runs are compared with a baseline or with the best run, not with both")
    runs = line_up(scored)
    if baseline is not None and baseline not in runs:
        raise InputError(f"there is no run {said(baseline)} to be the baseline; there are {first_few(runs)}")
    against: Against = "best" if best else ("all" if baseline is None else "baseline")
    make(scored, "opposed", against=against, values={"baseline": baseline})
    make(scored, "differences", "pairs", "blocks", "variances", "rank_sums")


def doubts(scored: Scored) -> list[Problem]:
    """Pairs of runs that were to be compared, and have no query in common."""
    apart = fetch_all(
        scored.connection,
        "select run, other, count(*) over () from evalsql_opposed anti join evalsql_pairs using (metric, run, other)"
        " order by run asc, other asc limit 1",
    )
    return [
        Problem(
            "warning",
            "pairs without a common query",
            f"{plural(count, 'pair')} without a query that both runs have a value for, left out (the first: {said(run)}"
            f" and {said(other)})",
            count,
        )
        for run, other, count in apart
    ]


def line_up(scored: Scored) -> list[str]:
    """Makes the relations compared and standings, and gives the runs.

    Raises:
        InputError: there are not two runs, or values that cannot be compared.
    """
    runs = [run for (run,) in fetch_all(scored.connection, "select distinct run from evalsql_scores order by run asc")]
    if len(runs) < 2:
        there = f"only one run, {said(runs[0])}," if runs else "no run"
        raise InputError(f"there is {there} where two or more were expected")
    make(scored, "compared", "standings")
    if not fetch_all(scored.connection, "select 1 from evalsql_standings limit 1"):
        raise InputError(f"no run has a value of {' or '.join(scored.measures)}")
    beyond = "select metric, run, query_id, value from evalsql_compared where abs(value) > ? order by all asc limit 1"
    for metric, run, query, value in fetch_all(scored.connection, beyond, [LARGEST]):
        text = f"{metric} of run {said(run)} is {value:g} for query {said(query)}; at most {LARGEST:g} can be compared"
        raise InputError(text)
    return runs


def make(
    scored: Scored,
    *names: str,
    folder: str = "scores",
    values: Mapping[str, Any] | None = None,
    **parts: Any,
) -> None:
    """Makes relations of a folder of sql/, in this order."""
    for name in names:
        select = statements.comparison(folder, name, scored.udf, **parts)
        execute(scored, f"create or replace temp table evalsql_{name} as {select}", values or {})


def execute(scored: Scored, statement: str, values: Mapping[str, Any]) -> duckdb.DuckDBPyConnection:
    """Runs a statement with those of the values that it asks for."""
    asked = {name: value for name, value in values.items() if f"${name}" in statement}
    interrupts.look()
    return scored.connection.execute(statement, asked)
