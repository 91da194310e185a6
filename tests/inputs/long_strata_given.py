"""Judgments of a sample of a pool: where strata stand, what five fields of TREC text are, and what is refused."""

import duckdb
import in_process
import pytest
from test_strata_given import FIVE, RUN, columns, run  # noqa: F401
from written import put

from evalsql import evaluate
from evalsql.database.build import build_database

MEASURES = ["xinfAP", "infNDCG", "infP@2", "infNumRel", "AP"]


@pytest.mark.filterwarnings("ignore:.*judged relevant")
def test_every_door_gives_the_same_values(tmp_path, run):
    expected = evaluate(run, put(tmp_path / "q.txt", FIVE), MEASURES).fetchall()
    assert {metric: value for _, query, metric, value in expected if query == "q1"} == {
        "xinfAP": pytest.approx(2 / 3),
        "infNDCG": pytest.approx(2 / 2.1309297535714573),  # of 1 + 1 / log2(3) + 1 / 2
        "infP@2": pytest.approx(1.00001 / 1.00003),
        "infNumRel": 3,
        "AP": 0.5,
    }
    assert evaluate(run, columns(), MEASURES).fetchall() == expected
    stratum = columns().rename_columns(["query_id", "doc_id", "pool", "relevance"])
    found = evaluate(run, stratum, MEASURES, columns={"qrels.stratum": "pool"}).fetchall()
    assert found == expected
    in_process.output("convert", tmp_path / "q.txt", tmp_path / "q.parquet")
    assert evaluate(run, tmp_path / "q.parquet", MEASURES).fetchall() == expected
    assert in_process.invoke("convert", tmp_path / "q.parquet", tmp_path / "again.txt").exit_code == 0
    assert (tmp_path / "again.txt").read_text() == "".join(f"{line}\n" for line in FIVE)
    build_database(tmp_path / "d.duckdb", run, tmp_path / "q.parquet", MEASURES)
    with duckdb.connect(tmp_path / "d.duckdb", read_only=True) as connection:
        assert connection.execute("select doc_id, stratum from qrels order by all limit 1").fetchall() == [("d1", "1")]
        for name, measure in (("xinfap()", "xinfAP"), ("infp(k := 2)", "infP@2"), ("infndcg()", "infNDCG")):
            rows = connection.execute(f"select * replace (run::varchar as run) from {name} order by all").fetchall()
            assert rows == [row for row in expected if row[2] == measure], measure


def test_runs_that_are_added_have_the_values_of_all_at_once(tmp_path, run):
    other = put(tmp_path / "b.run", [line.replace("d1", "d3") for line in RUN])
    for name, files in (("both", [run, other]), ("one", [run])):
        build_database(tmp_path / f"{name}.duckdb", files, columns(), MEASURES)
    in_process.output("build", tmp_path / "one.duckdb", other, "--add")
    found = []
    for name in ("both", "one"):
        with duckdb.connect(tmp_path / f"{name}.duckdb", read_only=True) as connection:
            found.append(connection.execute("from xinfap() union all from scores order by all").fetchall())
    assert found[0] == found[1]
