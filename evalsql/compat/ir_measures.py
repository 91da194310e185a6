"""A provider of ir_measures that computes measures by evalsql.

`register()` puts it before the providers that ir_measures asks by itself:

    import ir_measures
    import evalsql.compat.ir_measures

    evalsql.compat.ir_measures.register()
    ir_measures.calc_aggregate([ir_measures.nDCG @ 10], qrels, run)
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import ir_measures
from ir_measures.providers import Evaluator, Provider
from ir_measures.util import Metric, Qrel, QrelsConverter, RunConverter

from evalsql.catalog.measure import Measure, parse_measure
from evalsql.errors import InputError
from evalsql.scoring.evaluation import Evaluation

__all__ = ["EvalsqlEvaluator", "EvalsqlProvider", "register", "unregister"]

CONVENTION = "ir_measures"


class EvalsqlProvider(Provider):
    """Provides every measure of ir_measures that evalsql reads by its text.

    Queries that a run does not answer are left to ir_measures, which has a default for each measure.
    """

    NAME = "evalsql"

    def supports(self, measure: "ir_measures.Measure") -> bool:
        """Whether evalsql has a measure.

        Args:
            measure: of ir_measures.
        """
        measure.validate_params()
        return ours(measure) is not None

    def _evaluator(self, measures: Iterable["ir_measures.Measure"], qrels: object) -> "EvalsqlEvaluator":
        return EvalsqlEvaluator(list(measures), list(QrelsConverter(qrels).as_namedtuple_iter()))


class EvalsqlEvaluator(Evaluator):
    """Scores runs by measures against judgments.

    Args:
        measures: of ir_measures.
        qrels: the judgments.

    Raises:
        ValueError: evalsql does not have one of them.
    """

    def __init__(self, measures: Sequence["ir_measures.Measure"], qrels: Sequence[Qrel]) -> None:
        super().__init__(measures, {qrel.query_id for qrel in qrels})
        self._qrels = qrels
        self._asked: dict[str, list[ir_measures.Measure]] = {}
        self._ours: list[Measure] = []
        for each in measures:
            measure = ours(each)
            if measure is None:
                raise ValueError(f"evalsql has no measure {each}")
            self._asked.setdefault(str(measure), []).append(each)
            self._ours.append(measure)

    def iter_calc(self, run: object) -> Iterator[Metric]:
        """The values of a run by query, with ir_measures' default where a query has none, but of Accuracy.

        That leaves out queries none of whose relevant documents is retrieved, as its provider in ir_measures does.

        Args:
            run: in any form that ir_measures takes.
        """
        pairs = zip(self.measures, self._ours, strict=True)
        filled = {each for each, measure in pairs if measure.metric.when_empty is not None}
        found = set()
        for metric in self._iter_calc(run):
            found.add((metric.measure, metric.query_id))
            yield metric
        for measure, query in product(sorted(filled, key=str), sorted(self.qrel_qids)):
            if (measure, query) not in found:
                yield Metric(query, measure, measure.DEFAULT)

    def _iter_calc(self, run: object) -> Iterator[Metric]:
        docs = [doc for doc in RunConverter(run).as_namedtuple_iter() if doc.query_id in self.qrel_qids]
        if not docs:
            return
        divided = any(measure.metric.by_subtopic for measure in self._ours)
        evaluation = Evaluation(
            docs,
            self._qrels,
            population="intersection",
            measures=self._ours,
            convention=CONVENTION,
            subtopics="yes" if divided else "auto",
            keep=False,
        )
        rows = evaluation.connection.execute("select query_id, metric, value from evalsql_scores order by all")
        for query, text, value in rows.fetchall():
            if value is not None:
                yield from (Metric(query, measure, value) for measure in self._asked[text])


def ours(measure: "ir_measures.Measure") -> Measure | None:
    """The measure that one of ir_measures is here, or None."""
    try:
        return parse_measure(str(measure), convention=CONVENTION)
    except InputError:
        return None


def register() -> EvalsqlProvider:
    """Makes ir_measures ask evalsql first, and know it as `ir_measures.providers.registry["evalsql"]`."""
    found = ir_measures.providers.registry.get(EvalsqlProvider.NAME)
    if not isinstance(found, EvalsqlProvider):
        found = EvalsqlProvider()
        ir_measures.providers.register(found)
    asked = ir_measures.DefaultPipeline.providers
    if found not in asked:
        asked.insert(0, found)
    return found


def unregister() -> None:
    """Makes ir_measures ask its own providers again."""
    found = ir_measures.providers.registry.pop(EvalsqlProvider.NAME, None)
    if found in ir_measures.DefaultPipeline.providers:
        ir_measures.DefaultPipeline.providers.remove(found)
