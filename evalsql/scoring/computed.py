"""Measures and curves that are computed: each once, whatever comes between, and one thread at a time."""

from collections.abc import Callable, Sequence
from itertools import chain
from threading import RLock, Thread

import duckdb

from evalsql import udfs
from evalsql.catalog.measure import Measure, Measures, as_measures
from evalsql.connections import Connection, first_line, relation_of
from evalsql.errors import InputError, Problem
from evalsql.inputs.checks.subtopics import NO_SUBTOPICS
from evalsql.interrupts import alone
from evalsql.render import frames
from evalsql.scoring.doubts import best_over_subtopics, doubts

Key = tuple[str | None, str]  # of a measure: what it is a curve over, if it is one, and its text


class Computed:
    """The part of an Evaluation that computes."""

    connection: Connection
    convention: str | None
    _own: Connection | None
    _lock: RLock  # who has it may use the connection
    _home: Thread  # which made the evaluation
    _computed: dict[Key, list[Problem] | None]  # what is doubtful about each measure; None where it is only begun
    _doubtful: list[Problem]  # about the inputs
    _functions: bool | None
    _progress: Callable[[str, float], None]
    _keep: bool
    _whole: bool
    _by_subtopic: bool

    @property
    def warnings(self) -> list[Problem]:
        """What is doubtful about the inputs, and about the measures that are computed."""
        return [*self._doubtful, *chain.from_iterable(filter(None, list(self._computed.values())))]

    @alone
    def compute(self, measures: Measures) -> list[Measure]:
        """Puts the scores of measures into the table evalsql_scores of `connection`, those not yet there.

        Args:
            measures: such as "nDCG@10", "AP(rel=2)" or "ndcg_cut_10". All are read before the first is computed.

        Returns:
            The measures, each once, in the order given.

        Raises:
            InputError: there is no such measure.
        """
        wanted = as_measures(measures, convention=self.convention)
        if not wanted:
            raise InputError("no measure was given; name one, such as nDCG@10")
        return self._compute(wanted)

    def _compute(self, measures: Sequence[Measure]) -> list[Measure]:
        """Puts the scores of measures, or the points of curves, into their table, those not yet there."""
        for measure in measures:
            key = (measure.metric.over, str(measure))
            if self._computed.get(key) is not None:
                continue
            if not self._keep:
                raise InputError(f"{measure} was not named when the evaluation was made, which keeps no documents")
            self._progress(str(measure), 1.0)
            if key in self._computed:  # an interrupt or an error came between, and rows may be there
                table = "evalsql_scores" if measure.metric.over is None else "evalsql_points"
                self.connection.execute(f"delete from {table} where metric = ?", [str(measure)])
            self._computed[key] = None
            self._insert(measure)
            self._computed[key] = self._doubts(measure)
        return list(measures)

    def _insert(self, measure: Measure) -> None:
        """Puts the scores of a measure, or the points of a curve, on the runs that are ranked, into their table."""
        text = str(measure)
        self._refuse_unkept(measure)
        try:
            udf = measure.metric.greedy and self._has_functions()
            self.connection.execute(frames.scores(measure.metric, udf), {"metric": text, **measure.bound})
        except (duckdb.InvalidInputException, duckdb.ConversionException, duckdb.OutOfRangeException) as error:
            # a value is infinite, a gain too large to be added up, or the body refuses the data
            raise InputError(f"{text}: {first_line(error).removeprefix('evalsql: ')}") from None

    def _doubts(self, measure: Measure) -> list[Problem]:
        """What is doubtful about a measure; that judgments are by subtopic is said of the first that has none."""
        found = list(doubts(self.connection, measure))
        over_subtopics = best_over_subtopics(measure)
        said = any(problem.kind == over_subtopics.kind for problem in self.warnings)
        if self._by_subtopic and not measure.metric.by_subtopic and not said:
            found.append(over_subtopics)
        return found

    def _has_functions(self) -> bool:
        """Whether the connection has the functions of evalsql.udfs: one of our own always, the user's as it is."""
        if self._functions is None:
            if self._own is None:
                udfs.put_on(self.connection, "ideals")
            self._functions = self._own is None or udfs.registered(self.connection, "ideals")
        return self._functions

    def _refuse_unkept(self, measure: Measure) -> None:
        """Refuses a measure that reads what was not kept: every document, or judgments by subtopic."""
        if measure.metric.by_subtopic and not self._by_subtopic:
            raise InputError(f"{measure} needs judgments by subtopic, and {NO_SUBTOPICS}")
        if "retrieved" in measure.metric.reads and not self._whole:
            raise InputError(
                f"{measure} looks at every document, and only the judged ones were kept; "
                f"name it when the evaluation is made: Evaluation(..., measures=[{str(measure)!r}])"
            )

    def _relation(self, select: str) -> duckdb.DuckDBPyRelation:
        """The rows of a query as a relation that does not need this evaluation any more."""
        return relation_of(self.connection.sql(select).to_arrow_table(), self._own, self._home)
