"""Slices have the bits of their queries alone, and queries their attributes."""

import csv
import io
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from in_process import output
from places import FIXTURES
from test_slices import IDS, TRACK, queries, slices, track  # noqa: F401
from written import put

import evalsql

RUNS, QRELS = str(FIXTURES / "track" / "runs.parquet"), str(FIXTURES / "track" / "qrels.parquet")


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
