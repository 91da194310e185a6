"""The worked examples of each metric and curve notice every small break of its body by themselves."""

from collections.abc import Iterator
from dataclasses import replace

import duckdb
import pytest
from conftest import judgments
from mutants import mutants
from unnoticed import UNNOTICED

import evalsql
from evalsql import render
from evalsql.catalog import metrics
from evalsql.measure import Measure, make_measure
from evalsql.metric import BY_SUBTOPIC, Example, Metric, tolerance
from evalsql.templates import expand

ALL = [
    pytest.param(metric, id=f"{folder}-{name}")
    for folder in ("metrics", "curves")
    for name, metric in metrics(folder).items()
]
Group = tuple[duckdb.DuckDBPyConnection, Measure, dict[str, Example]]


def groups(metric: Metric) -> Iterator[Group]:
    """The examples of each setting of a metric as queries of one run, in the tables that the batch keeps."""
    alike: dict[str, tuple[Measure, dict[str, Example]]] = {}
    for number, example in enumerate(metric.examples, start=1):
        measure = make_measure(metric.name, metric, example.arguments)
        alike.setdefault(str(measure), (measure, {}))[1][f"q{number}"] = example
    for measure, examples in alike.values():
        yield tables(metric, examples), measure, examples


def tables(metric: Metric, examples: dict[str, Example]) -> duckdb.DuckDBPyConnection:
    """The relations of some examples, each as they stand in a query, and tables of scores and points."""
    connection = duckdb.connect(config={"threads": 1})
    # a query of no example, so that there is a run even where the rankings are empty
    runs, qrels = [("other", "d", 1.0)], [("other", "d", 1.0, "1")]
    for query, example in examples.items():
        docs = [f"d{place}" for place in range(len(example.ranking))]
        scores = example.scores or [1000.0 - place for place in range(len(docs))]
        runs += [(query, doc, float(score)) for doc, score in zip(docs, scores, strict=True)]
        lost = [f"missed{place}" for place in range(len(example.missed))]
        for doc, value in zip(docs + lost, (*example.ranking, *example.missed), strict=True):
            qrels += [(query, *row) for row in judgments(doc, value)]
    connection.execute(
        """
        create table runs as
        select 'run' as run, unnest($1::varchar[]) as query_id, unnest($2::varchar[]) as doc_id, unnest($3::double[]) as score
        """,
        [list(column) for column in zip(*runs, strict=True)],
    )
    connection.execute(
        """
        create table subtopics as
        select *, greatest(relevance, 0) as gain, 1::double as weight, null::double as probability
        from (
            select unnest($1::varchar[]) as query_id, unnest($2::varchar[]) as doc_id, unnest($3::double[]) as relevance,
                unnest($4::varchar[]) as subtopic
        )
        """,
        [list(column) for column in zip(*qrels, strict=True)],
    )
    connection.execute("""
        create table qrels as
        select query_id, doc_id, max(relevance) as relevance, max(gain) as gain from subtopics group by all;
        create table evalsql_scores (run varchar, query_id varchar, metric varchar, value double);
        create table evalsql_points
            (run varchar, query_id varchar, metric varchar, point double, value double, ideal double);
    """)
    for name in render.STORED:
        if name not in BY_SUBTOPIC or metric.by_subtopic:
            body = render.relation(name, runs="runs", qrels="qrels", subtopics="subtopics")
            connection.execute(
                f"create table evalsql_{name} as with retrieved as not materialized ({retrieved()}) {tail(body)}"
            )
    return connection
