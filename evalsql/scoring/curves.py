"""What an evaluation tells of curves: values at every rank, averages, comparisons, and the nuggets behind them."""

from math import inf
from typing import Literal

import duckdb

from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.errors import InputError
from evalsql.interrupts import alone
from evalsql.render import statements
from evalsql.scoring.computed import Computed
from evalsql.sqltext import quote
from evalsql.words import said


class Curves(Computed):
    """The part of an Evaluation that is about curves."""

    @alone
    def compute_curves(self, curves: Measures) -> list[Measure]:
        """Puts the points of curves into the table evalsql_points of `connection`, those not yet there.

        Args:
            curves: such as "DCG" or "nDCG(discount='jk')@50", whose cutoff is the last rank. All are over the same:
                rank, recall or p.

        Returns:
            The curves, each once, in the order given.

        Raises:
            InputError: there is no such curve, or two are over different things.
        """
        wanted = as_measures(curves, "curves", self.convention)
        if not wanted:
            raise InputError("no curve was given; name one, such as DCG")
        first, *others = wanted
        for other in others:
            if other.metric.over != first.metric.over:
                raise InputError(
                    f"{first} is a curve over {first.metric.over} and {other} over {other.metric.over};"
                    " ask for one after the other"
                )
        return self._compute(wanted)

    @alone
    def sightings(self, curves: Measures, by: Literal["subtopic", "document"]) -> duckdb.DuckDBPyRelation:
        """Where each nugget was met, and whether it was new there.

        Args:
            curves: such as "alpha_G" or "alpha_DCG(alpha=0.8)@20": which alpha, and down to which rank.
            by: a row for each subtopic that a document is relevant to, or one for each document that is to any.

        Returns:
            A relation with columns run, query_id, metric, rank, doc_id, then subtopic, seen (how often it was met
            above; 0 where it is new) and gain, or subtopics, new (those that are, as text) and gain: what it adds to
            the alpha gain (Clarke et al., equation 7).

        Raises:
            InputError: there is no such curve, it has no alpha, or the judgments are not by subtopic.
        """
        wanted = as_measures(curves, "curves", self.convention)
        if by not in ("subtopic", "document"):
            raise InputError(f"by must be subtopic or document, not {by!r}")
        for each in wanted:
            if not {"alpha", "k"} <= each.values.keys() or "nuggets" not in each.metric.reads or "gamma" in each.values:
                raise InputError(f"{each} has no nuggets to show; ask for a curve of alpha gain, such as alpha_G")
            self._refuse_unkept(each)
        return self._relation(statements.report(f"curves/by_{by}", wanted))

    @alone
    def curve(self, curves: Measures, *, average: bool = False, baseline: str | None = None) -> duckdb.DuckDBPyRelation:
        """The value of curves at every point.

        Args:
            curves: such as "DCG" or "nDCG(discount='jk')@50".
            average: over all queries, rather than of each.
            baseline: the run whose averages all others' are compared with.

        Returns:
            A relation with columns run, query_id, metric, rank (or recall, or p), value and ideal, which is null where
            a curve has none. Of averages there is no query_id, but normalised (value / ideal), distance
            (ideal - value) and, with a baseline, difference.

        Raises:
            InputError: there is no such curve or run.
        """
        wanted = self.compute_curves(curves)
        if average or baseline is not None:
            return self._relation(statements.report("curves/average_curve", wanted, **self._compared(baseline)))
        return self._relation(statements.report("curves/curve", wanted))

    @alone
    def reach(self, curves: Measures, target: float, *, baseline: str | None = None) -> duckdb.DuckDBPyRelation:
        """How many documents must be examined until the average curve of each run reaches a value.

        Args:
            curves: such as "CG" or "DCG(discount='jk')@1000", over ranks.
            target: the value to reach.
            baseline: the run whose costs all others' are compared with.

        Returns:
            A relation with columns metric, run, rank (null where the value is not reached at any rank of the curve)
            and, with a baseline, percent: how many more documents than the baseline asks for (Järvelin and
            Kekäläinen, section 4).

        Raises:
            InputError: there is no such curve or run, or a curve is not over ranks.
        """
        wanted = self.compute_curves(curves)
        if not (isinstance(target, int | float) and 0 < target < inf):
            raise InputError(f"the value to reach must be a number above 0, not {target!r}")
        for each in wanted:
            if each.metric.over != "rank" or each.metric.better == "lower":
                raise InputError(f"{each} does not reach a value: only a curve over ranks, higher for better, does")
        select = statements.report("curves/reach", wanted, target=repr(float(target)), **self._compared(baseline))
        return self._relation(select)

    @alone
    def stopping_rank(self, curves: Measures) -> duckdb.DuckDBPyRelation:
        """The rank after which the average ideal of each curve is flat, and looking further shows nothing.

        Args:
            curves: such as "CG" or "DCG@1000", which have an ideal.

        Returns:
            A relation with columns metric and rank, which is null where the ideal still rises at the last rank
            (Järvelin and Kekäläinen, section 5).

        Raises:
            InputError: there is no such curve.
        """
        wanted = self.compute_curves(curves)
        if wanted[0].metric.over != "rank":
            raise InputError(f"{wanted[0]} is a curve over {wanted[0].metric.over}, which has no ideal")
        return self._relation(statements.report("curves/stopping_rank", wanted))

    def _compared(self, baseline: str | None) -> dict[str, str]:
        """What a report is told of the run that others are compared with, which must be there."""
        if baseline is None:
            return {}
        runs = [
            run for (run,) in self.connection.execute("select distinct run from evalsql_topics order by 1").fetchall()
        ]
        if baseline not in runs:
            raise InputError(f"there is no run {said(baseline)} to compare with; there are {', '.join(runs)}")
        return {"baseline": quote(baseline)}
