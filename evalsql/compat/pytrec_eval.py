"""The interface of pytrec_eval, computed by evalsql: the same classes, functions, names of measures and errors.

Numbers are those of trec_eval 9, which pytrec_eval wraps: scores are compared as float32, and only queries count that
are both judged and in the run. Unlike there, an id must not be empty, and scores must be finite.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from evalsql.catalog.trec_measures import MEASURES, OF_FORMATS, SETS, SINCE_10, Line, lines_of, with_level
from evalsql.errors import InputError
from evalsql.scoring.evaluation import Evaluation

__all__ = ["RelevanceEvaluator", "compute_aggregated_measure", "parse_qrel", "parse_run", "supported_measures"]

CONVENTION = "trec_eval-9"
SMALLEST = 1e-5  # what a query counts at least in a geometric mean

supported_measures = frozenset(OF_FORMATS["qrels"]).difference(SINCE_10, ("yaap",))
supported_nicknames: Mapping[str, frozenset[str]] = {
    name: frozenset(measures) & supported_measures for name, measures in SETS.items() if {"num_ret"} & {*measures}
}

Scores = dict[str, dict[str, float]]
Number = TypeVar("Number", int, float)


class RelevanceEvaluator:
    """Scores runs against judgments.

    Args:
        query_relevance: relevance, whole numbers, by query and document.
        measures: as trec_eval names them, with cutoffs behind a dot or an underscore: map, P_5, ndcg_cut.10,20, or a
            set such as official.
        relevance_level: the lowest relevance that counts as relevant.
        judged_docs_only_flag: whether unjudged documents are taken out of rankings first.

    Raises:
        TypeError: the judgments or the level are of another type.
        ValueError: a measure is not known.
    """

    def __init__(
        self,
        query_relevance: Mapping[str, Mapping[str, int]],
        measures: Iterable[str],
        relevance_level: int = 1,
        judged_docs_only_flag: bool = False,
    ) -> None:
        if not isinstance(relevance_level, int) or relevance_level < 1:
            raise TypeError(f"relevance_level must be a whole number of at least 1, not {relevance_level!r}")
        refuse_other_types(query_relevance, "query_relevance", int)
        self._lines = [with_level(line, relevance_level, complete=False) for line in lines_asked(measures)]
        self._qrels = {query: dict(docs) for query, docs in query_relevance.items() if docs}
        self._judged_only = bool(judged_docs_only_flag)

    def evaluate(self, scores: Mapping[str, Mapping[str, float]]) -> Scores:
        """The values of a run: by query, of those that are judged too, and by measure.

        Args:
            scores: scores by query and document.

        Raises:
            TypeError: they are of another type.
            InputError: a score is not finite, or an id is empty.
        """
        if not scores:
            return {}
        refuse_other_types(scores, "scores", (int, float))
        answered = [query for query in scores if query in self._qrels]
        if not answered:
            return {}
        # one query more, answered even if no other is
        other = f"{max(answered)}+"
        evaluation = Evaluation(
            {**{query: scores[query] for query in answered}, other: {"d": 0.0}},
            {**{query: self._qrels[query] for query in answered}, other: {"d": 1}},
            population="qrels",
            measures=[line.measure for line in self._lines if line.measure is not None],
            convention=CONVENTION,
            judged_only=self._judged_only,
            keep=False,
        )
        rows = evaluation.connection.execute("select query_id, metric, value from evalsql_scores").fetchall()
        values = {(query, metric): value for query, metric, value in rows}
        texts = [(line.name, None if line.measure is None else str(line.measure)) for line in self._lines]
        return {
            query: {name: 0.0 if text is None else value_of(name, values[query, text]) for name, text in texts}
            for query in answered
        }


def value_of(name: str, value: float | None) -> float:
    """The value of a measure for a query: the logarithm for a geometric mean, and 0 if it is missing."""
    value = value or 0.0
    return math.log(max(value, SMALLEST)) if name.startswith("gm_") else value


def lines_asked(measures: Iterable[str]) -> Iterator[Line]:
    """The measures to compute, each with all requested cutoffs, under pytrec_eval's names."""
    asked: dict[str, dict[str, None]] = defaultdict(dict)
    for text in measures:
        for each in supported_nicknames.get(text, (text,)):
            name, parameters = split(each)
            asked[name] |= dict.fromkeys(parameters)
    texts = [f"{name}.{','.join(parameters)}" if parameters else name for name, parameters in asked.items()]
    try:
        for line in lines_of(texts, CONVENTION):
            # it has parameters in a name only if each has a line of its own
            own = MEASURES.get(line.name.rpartition("_")[0])
            name = line.name if line.name in MEASURES or own is None or "cutoffs" in own.kind else ""
            yield replace(line, name=name or line.name.rpartition("_")[0])
    except InputError as error:
        raise ValueError(f"unsupported measure: {error}") from None


def split(text: str) -> tuple[str, Sequence[str]]:
    """A measure's name and its parameters: ndcg_cut and 10 of ndcg_cut_10, ndcg_cut.10 and ndcg_cut.10,20."""
    if not isinstance(text, str):
        raise TypeError(f"a measure must be a text, not {text!r}")
    if text in supported_measures:
        return text, ()
    found = re.fullmatch(r"(?P<name>.+?)[._](?P<parameters>-?[0-9.]+(,-?[0-9.]+)*)", text)
    if not found or found["name"] not in supported_measures:
        raise ValueError(f"unsupported measure {text}")
    return found["name"], found["parameters"].split(",")


def refuse_other_types(given: object, name: str, number: type | tuple[type, ...]) -> None:
    """Refuses all but numbers by document and query."""
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dictionary of queries, not {type(given).__name__}")
    for query, docs in given.items():
        if not isinstance(query, str):
            raise TypeError(f"{name}: a query must be a text, not {query!r}")
        if not isinstance(docs, Mapping):
            raise TypeError(f"{name}: query {query} must have a dictionary of documents, not {type(docs).__name__}")
        for doc, value in docs.items():
            if not isinstance(doc, str):
                raise TypeError(f"{name}: query {query}: a document must be a text, not {doc!r}")
            if not isinstance(value, number):
                expected = "whole number" if number is int else "number"
                raise TypeError(f"{name}: query {query}, document {doc}: a {expected} was expected, not {value!r}")


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """The value of a measure over queries: a sum of counts, a geometric mean of gm_map and the like, else a mean.

    Args:
        measure: its name.
        values: its values, as evaluate gives them.
    """
    total = math.fsum(values)
    if measure.startswith("num_"):
        return total
    mean = total / len(values) if len(values) else math.nan  # which an array says too
    return math.exp(mean) if measure.startswith("gm_") else mean


def parse_run(f_run: Iterable[str]) -> Scores:
    """Scores by query and document of the lines of a run: query, Q0, document, rank, score, name.

    Args:
        f_run: the lines, such as an open file.

    Raises:
        AssertionError: a document appears twice for a query.
        ValueError: a line is not of this form.
    """
    return nested((query, doc, float(score)) for query, _, doc, _, score, _ in map(str.split, f_run))


def parse_qrel(f_qrel: Iterable[str]) -> dict[str, dict[str, int]]:
    """Relevance by query and document of the lines of judgments: query, iteration, document, relevance.

    Args:
        f_qrel: the lines, such as an open file.

    Raises:
        AssertionError: a document is judged twice for a query.
        ValueError: a line is not of this form.
    """
    return nested((query, doc, int(relevance)) for query, _, doc, relevance in map(str.split, f_qrel))


def nested(rows: Iterable[tuple[str, str, Number]]) -> dict[str, dict[str, Number]]:
    """Numbers by query and document."""
    found: dict[str, dict[str, Number]] = {}
    for query, doc, number in rows:
        docs = found.setdefault(query, {})
        if doc in docs:
            raise AssertionError(f"document {doc} appears twice for query {query}")
        docs[doc] = number
    return found
