"""What is told of curves: the queries for averages, for the ranks at which these reach a value, and for nuggets."""

from collections.abc import Sequence
from math import inf

from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.connections import Connection, fetch_all
from evalsql.errors import InputError
from evalsql.render import statements
from evalsql.sqltext import quote
from evalsql.words import said


def as_curves(curves: Measures, convention: str | None) -> list[Measure]:
    """One curve or several, all over the same, as a list with each once."""
    wanted = as_measures(curves, "curves", convention)
    if not wanted:
        raise InputError("no curve was given; name one, such as DCG")
    first, *others = wanted
    for other in others:
        if other.metric.over != first.metric.over:
            raise InputError(
                f"{first} is a curve over {first.metric.over} and {other} over {other.metric.over};"
                " ask for one after the other"
            )
    return wanted


def average_query(connection: Connection, curves: Sequence[Measure], baseline: str | None) -> str:
    """The query for the averages of curves, compared with a run where one is named."""
    return statements.report("curves/average_curve", curves, **compared_with(connection, baseline))


def slices_query(connection: Connection, curves: Sequence[Measure], baseline: str | None) -> str:
    """The query for the averages of curves over the queries of each slice."""
    return statements.report("slices/curves", curves, **compared_with(connection, baseline))


def compared_with(connection: Connection, baseline: str | None) -> dict[str, str]:
    """What a report is told of the run that others are compared with, which must be there."""
    if baseline is None:
        return {}
    runs = [run for (run,) in fetch_all(connection, "select distinct run from evalsql_topics order by 1")]
    if baseline not in runs:
        raise InputError(f"unknown baseline run {said(baseline)}; runs: {', '.join(runs)}")
    return {"baseline": quote(baseline)}


def reach_query(connection: Connection, curves: Sequence[Measure], target: float, baseline: str | None) -> str:
    """The query for the ranks at which the averages of curves reach a value; see Evaluation.reach."""
    if not (isinstance(target, int | float) and 0 < target < inf):
        raise InputError(f"the value to reach must be a number above 0, not {target!r}")
    for each in curves:
        if each.metric.over != "rank" or each.metric.better == "lower":
            raise InputError(f"{each} does not reach a value: only a curve over ranks, higher for better, does")
    return statements.report("curves/reach", curves, target=repr(float(target)), **compared_with(connection, baseline))


def stopping_rank_query(curves: Sequence[Measure]) -> str:
    """The query for the ranks after which the ideals of curves are flat; see Evaluation.stopping_rank."""
    if curves[0].metric.over != "rank":
        raise InputError(f"{curves[0]} is a curve over {curves[0].metric.over}, which has no ideal")
    return statements.report("curves/stopping_rank", curves)


def refuse_without_nuggets(curve: Measure) -> None:
    """Refuses a curve that is not made of nuggets."""
    of_nuggets = {"alpha", "k"} <= curve.values.keys() and "nuggets" in curve.metric.reads
    if not of_nuggets or "gamma" in curve.values:
        raise InputError(f"{curve} has no nuggets to show; ask for a curve of alpha gain, such as alpha_G")
