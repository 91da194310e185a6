"""Every query of docs/diversity.md gives the result that stands below it, and what the measures say."""

from collections.abc import Iterator

import duckdb
import pages
import pytest
from conftest import COLLECTIONS, FIXTURES

import evalsql
from evalsql import render

NDEVAL = COLLECTIONS / "golden" / "ndeval"
(_, _), (NUGGETS, _), (RISK, _) = pages.blocks("diversity.md")


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the macro that the page asks for."""
    with duckdb.connect() as connection:
        connection.execute(render.macro(evalsql.metrics()["alpha_nDCG"]))
        yield connection


def test_every_query_gives_the_result_shown(connection: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(connection, "diversity.md") == 2


def test_the_query_for_nuggets_shows_what_by_document_does(connection: duckdb.DuckDBPyConnection) -> None:
    runs, qrels = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "subtopics.parquet"
    connection.execute(f"create table runs as from '{runs}'; create table qrels as from '{qrels}'")
    evaluation = evalsql.Evaluation(str(runs), str(qrels), queries=["101"])
    rows = evaluation.sightings("alpha_G@10", "document").filter("run = 'dense'").fetchall()
    expected = [
        (rank, doc, nuggets.replace(",", ""), new.replace(",", ""), gain) for *_, rank, doc, nuggets, new, gain in rows
    ]
    assert connection.sql(NUGGETS).fetchall() == expected
    assert len(expected) == 4


@pytest.mark.skipif(not NDEVAL.is_dir(), reason=f"what ndeval said is not at {NDEVAL}")
def test_the_query_for_losses_is_what_ndeval_says(connection: duckdb.DuckDBPyConnection) -> None:
    qrels = str(NDEVAL / "qrels.web.201-250.ndeval.txt.gz")
    runs = [str(NDEVAL / f"synth{number}.run.gz") for number in (1, 2)]
    scores = evalsql.Evaluation(runs, qrels, convention="ndeval").score("alpha_nDCG@20").to_arrow_table()
    connection.register("given", scores)
    said = duckdb.read_csv(str(NDEVAL / "out.synth1.risk2.csv"), all_varchar=True)
    expected = float(said.filter("topic = 'amean'").select('"alpha-nDCG@20"').fetchall()[0][0])
    sql = RISK.replace("from alpha_ndcg(k := 20)", "from given").replace("'bm25'", "'synth2'")
    sql = sql.replace("run in ('dense', 'dense+ce', 'splade')", "run = 'synth1'")
    ((run, mean, losses),) = connection.sql(sql).fetchall()
    assert (run, losses > 0) == ("synth1", True)
    assert mean == pytest.approx(expected, abs=1e-4)
