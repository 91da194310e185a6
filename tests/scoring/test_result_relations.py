"""What comes out is a relation of DuckDB, to fetch, query, join, keep and write, that outlives its evaluation."""

import gc

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dataframes import QRELS, RUNS, only
from tiny import MEASURES, QUERIES, TINY, expected

from evalsql import Evaluation, evaluate


@pytest.fixture(scope="module")
def result() -> duckdb.DuckDBPyRelation:
    return Evaluation(RUNS, QRELS).score(MEASURES)


def test_scores_are_a_relation_of_run_query_metric_and_value(result):
    assert isinstance(result, duckdb.DuckDBPyRelation)
    assert result.columns == ["run", "query_id", "metric", "value"]
    assert [str(each) for each in result.types] == ["VARCHAR", "VARCHAR", "VARCHAR", "DOUBLE"]


def test_scores_are_in_the_order_of_runs_measures_and_queries():
    found = Evaluation(RUNS, QRELS).score(["P@5", "AP"]).fetchall()
    assert [row[:3] for row in found] == [
        (run, query, metric) for run in ("good", "poor") for metric in ("P@5", "AP") for query in QUERIES
    ]


def test_scores_become_frames_and_can_be_fetched_more_than_once(result):
    assert list(result.df().itertuples(index=False, name=None)) == expected()
    assert result.pl().rows() == expected()
    assert [tuple(row.values()) for row in result.to_arrow_table().to_pylist()] == expected()
    assert isinstance(result.fetch_arrow_table(), pa.Table)
    assert result.fetchall() == result.fetchall() == expected()


def test_scores_can_be_queried_with_sql_and_the_methods_of_a_relation_and_written(tmp_path, result):
    scores = result
    assert len(scores.columns) == 4
    found = duckdb.sql("select run, round(avg(value), 4) from scores where metric = 'AP' group by run order by run")
    assert found.fetchall() == [("good", 0.6927), ("poor", 0.2582)]
    found = result.filter("metric = 'AP' and run = 'poor'").aggregate("round(avg(value), 4)")
    assert found.fetchall() == [(0.2582,)]
    result.write_parquet(str(tmp_path / "scores.parquet"))
    assert pq.read_table(tmp_path / "scores.parquet").num_rows == len(expected())


def test_scores_can_be_queried_in_the_sql_of_the_users_connection(connection):
    found = Evaluation("runs", "qrels", connection=connection).score("AP")
    assert len(found.columns) == 4
    joined = connection.sql("""
        select query_id, value, count(*) from found join qrels using (query_id)
        where run = 'good' and relevance > 0 group by all order by query_id
    """)
    relevant = {"q1": 3, "q2": 2, "q3": 2, "q5": 2, "q6": 5, "q7": 3}
    assert {query: count for query, _, count in joined.fetchall()} == relevant


def long_scores_can_be_kept_in_a_table_of_the_users_connection(connection):
    evaluation = Evaluation("runs", "qrels", connection=connection)
    evaluation.score(MEASURES).create("kept")
    del evaluation
    gc.collect()
    assert connection.execute("from kept order by run, metric, query_id").fetchall() == sorted(
        expected(), key=lambda row: (row[0], row[2], row[1])
    )


def long_scores_outlive_the_evaluation_and_its_inputs(tmp_path, connection):
    path = tmp_path / "good.run"
    path.write_bytes((TINY / "good.run").read_bytes())
    evaluation = Evaluation(path, "qrels", connection=connection)
    found = evaluation.score(MEASURES)
    path.unlink()
    connection.execute("drop table qrels")
    del evaluation
    gc.collect()
    assert found.fetchall() == only("good")


def long_scores_of_the_default_connection_outlive_the_evaluation():
    found = Evaluation(RUNS, QRELS).score(MEASURES)
    gc.collect()
    duckdb.execute("select 1").fetchall()
    assert found.fetchall() == expected()


def test_measures_can_be_scored_one_after_another_and_again():
    evaluation = Evaluation(RUNS, QRELS)
    found = [evaluation.score("AP"), evaluation.score(["P@5", "AP"]), evaluation.score("AP")]
    assert found[0].fetchall() == found[2].fetchall() == [row for row in expected() if row[2] == "AP"]
    assert {row[2] for row in found[1].fetchall()} == {"AP", "P@5"}
    assert len(found[1].fetchall()) == 2 * len(found[0].fetchall())


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_evaluate_gives_what_an_evaluation_gives():
    runs = RUNS[(RUNS["query_id"] != "q8") & (RUNS["run"] == "good")]
    assert evaluate(runs, QRELS, MEASURES).fetchall() == only("good")


def test_evaluate_takes_the_options_of_an_evaluation(connection):
    options = {"queries": ["q1", "q6"], "depth": 2, "population": "intersection", "strict": True}
    connection.execute("delete from runs where query_id = 'q8'")
    whole = Evaluation(RUNS, QRELS, **options).score("AP").fetchall()
    assert evaluate("runs", "qrels", "AP", connection=connection, **options).fetchall() == whole


def test_the_leaderboard_is_a_relation_with_the_best_run_first():
    board = Evaluation(RUNS, QRELS).leaderboard(["AP", "P@5"])
    assert board.columns == ["run", "AP", "P@5"]
    assert [(run, round(value, 4)) for run, value, _ in board.fetchall()] == [("good", 0.6927), ("poor", 0.2582)]
