"""What tests of all folders share: which cases are slow, and small rankings made on the spot."""

from collections.abc import Callable, Sequence
from pathlib import Path

import duckdb
import pytest
from quick import fits
from worked import judgments


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks cases slow that are not among those of a mark `quick`."""
    for item in items:
        for mark in item.iter_markers("quick"):
            if not all(fits(item.callspec.params[name], said) for name, said in mark.kwargs.items()):
                item.add_marker("slow")


@pytest.fixture
def ranking(tmp_path: Path) -> Callable[..., duckdb.DuckDBPyConnection]:
    """Makes a connection with tables runs and qrels that hold one ranking, as an example in a head says it."""

    def make(
        relevance: Sequence,
        missed: Sequence = (),
        scores: Sequence[float] = (),
        connection: duckdb.DuckDBPyConnection | None = None,
    ) -> duckdb.DuckDBPyConnection:
        connection = connection or duckdb.connect()
        connection.execute("create or replace table runs (run varchar, query_id varchar, doc_id varchar, score double)")
        subtopics = any(isinstance(value, list | dict) for value in (*relevance, *missed))
        connection.execute(
            "create or replace table qrels (query_id varchar, doc_id varchar, relevance double"
            + (", subtopic varchar)" if subtopics else ")")
        )
        docs = [f"d{place}" for place in range(len(relevance))]
        given = [float(score) for score in scores] or [1000.0 - place for place in range(len(relevance))]
        connection.execute(
            "insert into runs select 'run', 'q', unnest(?::varchar[]), unnest(?::double[])", [docs, given]
        )
        lost = [f"missed{place}" for place in range(len(missed))]
        rows = [row for pair in zip(docs + lost, (*relevance, *missed), strict=True) for row in judgments(*pair)]
        columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], []]
        connection.execute(
            "insert into qrels select 'q', unnest(?::varchar[]), unnest(?::double[])"
            + (", unnest(?::varchar[])" if subtopics else ""),
            columns if subtopics else columns[:2],
        )
        return connection

    return make
