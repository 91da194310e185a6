"""What tests share: where the fixtures and the real collections are, and small rankings made on the spot."""

from collections.abc import Callable, Sequence
from pathlib import Path

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
        connection.execute("create table qrels (query_id varchar, doc_id varchar, relevance double)")
        for place, value in enumerate(relevance):
            score = scores[place] if scores else 1000 - place
            connection.execute("insert into runs values ('run', 'q', ?, ?)", [f"d{place}", float(score)])
            if value != "?":
                connection.execute("insert into qrels values ('q', ?, ?)", [f"d{place}", float(value)])
        for place, value in enumerate(missed):
            connection.execute("insert into qrels values ('q', ?, ?)", [f"missed{place}", float(value)])
        return connection

    return make
