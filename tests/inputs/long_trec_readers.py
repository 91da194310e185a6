"""Runs of TREC text are the same, or refused alike, read by DuckDB's own reader or split into words.

A reader is only fast where a file is regular, and every file that is not must be found out.
"""

import duckdb
import pytest
from written import put

from evalsql.inputs import views
from evalsql.inputs.formats import trec


@pytest.mark.parametrize("words", [False, True])
def test_rows_of_a_file_are_numbered_in_its_order(tmp_path, monkeypatch, words):
    if words:
        monkeypatch.setattr(trec, "look", lambda file: None)
    connection = duckdb.connect()
    lines = [f"q{place // 1000} Q0 d{place} {place} {-place} x" for place in range(200_000)]
    paths = [put(tmp_path / name, lines) for name in ("a.run", "b.run")]
    (source,) = views.read(connection, paths, "runs", tmp_path)
    rows = connection.execute(f"select n, run, rank from ({source.numbered}) order by n asc").fetchall()
    first = [(n, "a", float(n)) for n in range(200_000)]
    assert rows == [*first, *(((1 << 40) + n, "b", float(n % 200_000)) for n in range(200_000, 400_000))]
