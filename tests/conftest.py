"""What tests share: where the fixtures and the real collections are, and small rankings made on the spot."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
COLLECTIONS = ROOT.parent / "shared" / "data"


@pytest.fixture
def ranking(tmp_path: Path) -> Callable[..., duckdb.DuckDBPyConnection]:
    """Makes a connection with tables runs and qrels that hold one ranking, as an example in a head says it."""

    def make(relevance: Sequence, missed: Sequence = (), scores: Sequence[float] = ()) -> duckdb.DuckDBPyConnection:
        connection = duckdb.connect()
        connection.execute("create table runs (run varchar, query_id varchar, doc_id varchar, score double)")
        subtopics = any(isinstance(value, list | dict) for value in (*relevance, *missed))
        connection.execute(
            "create table qrels (query_id varchar, doc_id varchar, relevance double"
            + (", subtopic varchar)" if subtopics else ")")
        )
        for place, value in enumerate(relevance):
            score = scores[place] if scores else 1000 - place
            connection.execute("insert into runs values ('run', 'q', ?, ?)", [f"d{place}", float(score)])
            judge(connection, f"d{place}", value)
        for place, value in enumerate(missed):
            judge(connection, f"missed{place}", value)
        return connection

    def judge(connection: duckdb.DuckDBPyConnection, doc: str, value: Any) -> None:
        if isinstance(value, list):
            value = dict.fromkeys(value, 1)
        if isinstance(value, dict):
            # one that is relevant to nothing is judged all the same
            for subtopic, relevance in (value or {"0": 0}).items():
                connection.execute("insert into qrels values ('q', ?, ?, ?)", [doc, float(relevance), subtopic])
        elif value != "?":
            connection.execute(
                "insert into qrels (query_id, doc_id, relevance) values ('q', ?, ?)", [doc, float(value)]
            )

    return make
