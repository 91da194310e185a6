"""Costs of documents: a table beside the runs, what is refused of it, and what it does in every frame."""

from pathlib import Path

import duckdb
import pytest
from written import put

from evalsql import InputError, build_database
from evalsql.database.add import add_to_database
from evalsql.database.add import costs_of as costs_given

RUN = {"q1": {"d1": 3.0, "d2": 2.0, "d3": 1.0}, "q2": {"d1": 1.0}}
QRELS = {"q1": {"d1": 0, "d3": 1}, "q2": {"d1": 1}}
P = "P_cost@3"  # of q1 the mean of three costs, of q2 of one and two times 1


def table(tmp_path: Path, *rows: str, header: str = "query_id,doc_id,cost") -> Path:
    return put(tmp_path / "costs.csv", [header, *rows])


def values(path: Path, call: str) -> list[tuple]:
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(f"select run, query_id, value from {call} order by all").fetchall()


def test_a_database_keeps_costs_for_its_macros_and_for_runs_that_are_added(tmp_path):
    path = tmp_path / "eval.duckdb"
    costs = table(tmp_path, "q1,d1,4", "q1,d2,8", "q2,d1,2", "q9,d1,5")
    assert build_database(path, {"one": RUN}, QRELS, ["AP", P], curves=(), costs=costs) == []
    scored = [("one", "q1", 13 / 3), ("one", "q2", 4 / 3)]
    assert values(path, "p_cost(k := 3)") == scored
    assert values(path, f"scores where metric = '{P}'") == scored
    other = {"q1": {"d3": 2.0, "d1": 1.0}}
    add_to_database(path, {"other": other})
    both = [*scored, ("other", "q1", 2), ("other", "q2", 1)]
    assert values(path, "p_cost(k := 3)") == values(path, f"scores where metric = '{P}'") == both
    assert costs_given(path) == f"{path}::internal.document_costs"  # which an upgrade reads too


def test_spark_says_that_it_reads_no_costs():
    pytest.importorskip("pyspark")
    from evalsql.spark import evaluate as on_spark

    with pytest.raises(InputError, match="Spark reads no costs of documents; leave out --costs"):
        on_spark(None, None, "RBP_cost", costs={"q1": {"d1": 1}})
