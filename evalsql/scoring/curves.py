"""Summaries of curves: averages, the ranks at which these reach a value, and nuggets."""

from threading import Thread
from typing import TYPE_CHECKING, Literal

from evalsql.arguments import known_run, one_of, real_number
from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.connections import Connection, fetch_all, relation_of
from evalsql.errors import InputError
from evalsql.interrupts import alone
from evalsql.render import statements
from evalsql.scoring.values import Values, refuse_unkept
from evalsql.sqltext import quote

if TYPE_CHECKING:
    import duckdb


class OfCurves:
    """The methods of an evaluation about curves.

    Attributes:
        connection: where the relations are.
        convention: the bundle of decisions that curves are read by, or None.
    """

    connection: Connection
    convention: str | None
    _values: Values
    _own: Connection | None
    _home: Thread

    @alone
    def compute_curves(self, curves: Measures) -> list[Measure]:
        """Put the points of curves into the table evalsql_points of `connection`, if they are not yet there.

        Args:
            curves: such as "DCG" or "nDCG(discount='jk')@50", whose cutoff is the last rank. All are over the same:
                rank, recall or p.

        Returns:
            The curves, each once, in the order given.
        """
        return self._values.compute(as_curves(curves, self.convention))

    @alone
    def curve(
        self, curves: Measures, *, average: bool = False, baseline: str | None = None
    ) -> "duckdb.DuckDBPyRelation":
        """The value of curves at every point.

        Args:
            curves: such as "DCG" or "nDCG(discount='jk')@50".
            average: over all queries, rather than of each.
            baseline: the run whose averages all others' are compared with.

        Returns:
            A relation with columns run, query_id, metric, rank (or recall, or p), value and ideal, which is null where
            a curve has none. Of averages there is no query_id, but normalized (value / ideal), distance
            (ideal - value) and, with a baseline, difference and which values are better (higher, lower).
        """
        wanted = self.compute_curves(curves)
        if average or baseline is not None:
            return self._relation(
                statements.report("curves/average_curve", wanted, **compared_with(self.connection, baseline))
            )
        return self._relation(statements.report("curves/curve", wanted))

    @alone
    def reach(self, curves: Measures, target: float, *, baseline: str | None = None) -> "duckdb.DuckDBPyRelation":
        """Return the rank at which the average curve of each run reaches a value.

        Args:
            curves: such as "CG" or "DCG(discount='jk')@1000", over ranks.
            target: the value to reach.
            baseline: the run whose costs all others' are compared with.

        Returns:
            A relation with columns metric, run, rank (null if the value is not reached at any rank of the curve)
            and, with a baseline, percent: how many more documents than the baseline asks for (Järvelin and
            Kekäläinen, section 4).
        """
        real_number(target, "target", above=0)
        wanted = self.compute_curves(curves)
        for each in wanted:
            if each.metric.over != "rank" or each.metric.better == "lower":
                raise InputError(f"{each} does not reach a value: only a curve over ranks, higher for better, does")
        told = {"target": repr(float(target)), **compared_with(self.connection, baseline)}
        return self._relation(statements.report("curves/reach", wanted, **told))

    @alone
    def stopping_rank(self, curves: Measures) -> "duckdb.DuckDBPyRelation":
        """Return the rank after which the average ideal of each curve is flat.

        Args:
            curves: such as "CG" or "DCG@1000", which have an ideal.

        Returns:
            A relation with columns metric and rank, which is null if the ideal still rises at the last rank
            (Järvelin and Kekäläinen, section 5).
        """
        wanted = self.compute_curves(curves)
        if wanted[0].metric.over != "rank":
            raise InputError(f"{wanted[0]} is a curve over {wanted[0].metric.over}, which has no ideal")
        return self._relation(statements.report("curves/stopping_rank", wanted))

    @alone
    def sightings(self, curves: Measures, by: Literal["subtopic", "document"]) -> "duckdb.DuckDBPyRelation":
        """Return the ranks at which each nugget was met, and whether it was new there.

        Args:
            curves: such as "alpha_G" or "alpha_DCG(alpha=0.8)@20": which alpha, and down to which rank.
            by: a row for each subtopic that a document is relevant to, or one for each document that is to any.

        Returns:
            A relation with columns run, query_id, metric, rank, doc_id, then subtopic, seen (how often it was met
            above; 0 if it is new) and gain, or subtopics, new (those that are, as text) and gain: what it adds to
            the alpha gain (Clarke et al., equation 7).
        """
        wanted = as_measures(curves, "curves", self.convention)
        one_of(by, "by", ("subtopic", "document"))
        for each in wanted:
            of_nuggets = {"alpha", "k"} <= each.values.keys() and "nuggets" in each.metric.reads
            if not of_nuggets or "gamma" in each.values:
                raise InputError(f"{each} has no nuggets to show; ask for a curve of alpha gain, such as alpha_G")
            refuse_unkept(each, self._values.wanted)
        return self._relation(statements.report(f"curves/by_{by}", wanted))

    def _relation(self, select: str) -> "duckdb.DuckDBPyRelation":
        """The rows of a query as a relation that does not need this evaluation any more."""
        return relation_of(self.connection.sql(select).to_arrow_table(), self._own, self._home)


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


def compared_with(connection: Connection, baseline: str | None) -> dict[str, str]:
    """The values for a report about the run that others are compared with, which must exist."""
    if baseline is None:
        return {}
    runs = [run for (run,) in fetch_all(connection, "select distinct run from evalsql_topics order by 1")]
    return {"baseline": quote(known_run(baseline, "baseline ", runs))}
