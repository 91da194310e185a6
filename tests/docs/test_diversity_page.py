"""Every query of docs/diversity.md gives the result that stands below it, and what the measures say."""

from collections.abc import Iterator

import duckdb
import pages
import pytest
from places import COLLECTIONS, FIXTURES

import evalsql
from evalsql.render import frames
from evalsql.sqltext import quote

NDEVAL = COLLECTIONS / "golden" / "ndeval"
(_, _), (NUGGETS, _), (RISK, _) = pages.blocks("diversity.md")


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the macro that the page asks for."""
    with duckdb.connect() as connection:
        connection.execute(frames.macro(evalsql.metrics()["alpha_nDCG"]))
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
    assert connection.execute(NUGGETS).fetchall() == expected
    assert len(expected) == 4


@pytest.mark.skipif(not NDEVAL.is_dir(), reason=f"what ndeval said is not at {NDEVAL}")
def test_the_query_for_losses_is_what_ndeval_says(connection: duckdb.DuckDBPyConnection) -> None:
    qrels = str(NDEVAL / "qrels.web.201-250.ndeval.txt.gz")
    runs = [str(NDEVAL / f"synth{number}.run.gz") for number in (1, 2)]
    said = duckdb.read_csv(str(NDEVAL / "out.synth1.risk2.csv"), all_varchar=True).filter("topic = 'amean'")
    expected = dict(zip(said.columns[2:], map(float, said.fetchall()[0][2:]), strict=True))
    ours = {name: name.replace("-", "_").replace("strec", "StRecall") for name in expected}
    measures = {name: evalsql.parse_measure(text, convention="ndeval") for name, text in ours.items()}
    evaluation = evalsql.Evaluation(runs, qrels, convention="ndeval")
    connection.register("given", evaluation.score(list(measures.values())).to_arrow_table())
    sql = RISK.replace("'bm25'", "'synth2'").replace("run in ('dense', 'dense+ce', 'splade')", "run = 'synth1'")
    losses = []
    for name, measure in measures.items():
        only = f"from given where metric = {quote(str(measure))}"
        ((run, mean, lost),) = connection.execute(sql.replace("from alpha_ndcg(k := 20)", only)).fetchall()
        losses.append(lost)
        assert run == "synth1"
        assert mean == pytest.approx(expected[name], abs=0.6e-4), name
    assert len(losses) == 21
    assert sum(losses) > 40
