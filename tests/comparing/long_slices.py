"""Slices have the bits of their queries alone, and queries their attributes."""

import csv
import io
from collections import defaultdict
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from in_process import output
from places import FIXTURES
from written import put

import evalsql
from evalsql.scoring.slices import read_slices

RUNS, QRELS = str(FIXTURES / "track" / "runs.parquet"), str(FIXTURES / "track" / "qrels.parquet")


IDS = [str(each) for each in range(101, 151)]


def queries(**columns: list) -> pa.Table:
    return pa.table({"query_id": IDS[: len(next(iter(columns.values())))], **columns})


LANGUAGES = [("de", "en", None)[place % 3] for place in range(50)]


TRACK = queries(
    language=LANGUAGES,
    hops=[place * place % 7 for place in range(50)],
    tags=[["a", "b"][: place % 3] for place in range(50)],
)


@pytest.fixture
def track(tmp_path: Path) -> str:
    pq.write_table(TRACK, tmp_path / "queries.parquet")
    return str(tmp_path / "queries.parquet")


def slices(table: object, by: object = (), ids: list[str] | None = None) -> dict[tuple[str, str], list[str]]:
    """The queries of each attribute and slice, in their order, where these queries are scored."""
    connection = duckdb.connect()
    scored = pa.table({"query_id": ids or IDS})
    connection.execute("create temp table evalsql_scores as select query_id from scored")
    assert scored.num_rows
    sliced = read_slices(table, by)
    assert sliced is not None
    sliced.put(connection)
    found = defaultdict(list)
    for attribute, slice, count, query in connection.execute(
        "select attribute, slice, queries, query_id from evalsql_slices"
        " order by attribute_place asc, place asc, query_id asc"
    ).fetchall():
        found[attribute, slice].append((query, count))
    assert all(count == len(of) for of in found.values() for _, count in of)
    return {key: [query for query, _ in of] for key, of in found.items()}


@pytest.mark.filterwarnings("ignore")
def test_a_slice_has_the_bits_of_its_queries_alone(track: str, tmp_path: Path) -> None:
    asked = ("--qrels", QRELS, "-m", "nDCG@10", "-m", "GMAP", "-m", "NumRelRet", "--format", "csv")
    printed = output("evaluate", RUNS, *asked, "--slices", track, "--by", "language")
    rows = list(csv.reader(io.StringIO(printed)))
    held = slices(TRACK, "language")
    assert {(row[0], row[1]) for row in rows[1:]} == {("", ""), *held}
    for (attribute, slice), ids in [(("", ""), IDS), *held.items()]:
        alone = output("evaluate", RUNS, *asked, "--queries", put(tmp_path / "ids.txt", "\n".join(ids)))
        part = [row for row in rows if row[:2] == [attribute, slice]]
        assert [row[4:] for row in part] == list(csv.reader(io.StringIO(alone)))[1:]
        assert {tuple(row[2:4]) for row in part} == {(str(len(ids)), "false") if slice else ("", "")}


def test_queries_have_their_texts_and_attributes(scores: Path) -> None:
    table = TRACK.append_column("text", pa.array([f"what is {each}" for each in IDS]))
    found = evalsql.analyse_queries(scores, None, "AP", slices=table, by="language,tags")
    plain = evalsql.analyse_queries(scores, None, "AP")
    columns = plain["queries"].columns
    assert found["queries"].columns == [*columns, "language", "tags", "text"]
    assert found["queries"].select(*columns).fetchall() == plain["queries"].fetchall()
    held = slices(TRACK, "language,tags")
    for query, language, tags, text in found["queries"].select("query_id, language, tags, text").fetchall():
        assert query in held["language", language]
        assert {slice for slice in ("a", "b", "(null)") if query in held["tags", slice]} == set(tags.split(", "))
        assert text == f"what is {query}"
    means = dict(plain["queries"].select("query_id, mean").fetchall())
    for attribute, slice, count, mean, lowest, best in (
        found["slices"].select("attribute, slice, queries, mean, lowest, best_run").fetchall()
    ):
        ids = held[attribute, slice]
        assert (count, lowest) == (len(ids), min(means[each] for each in ids))
        assert mean == pytest.approx(np.mean([means[each] for each in ids]), abs=1e-12)
        board = evalsql.compare(scores, None, "AP", queries=ids, best=True).select("run").limit(1).fetchall()
        assert board == [(best,)]
