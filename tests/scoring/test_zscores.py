"""Standard scores by means and standard deviations that others computed."""

import duckdb
from written import put

from evalsql.scoring.zscores import MISSING, standardize


def test_values_become_standard_scores(tmp_path):
    connection = duckdb.connect()
    connection.execute("""
        create table evalsql_scores as select * replace (value::double as value) from (
            values
                ('r', 'q1', 'AP', 0.5), ('r', 'q2', 'AP', 0.5), ('r', 'q3', 'AP', 0.5), ('r', 'q4', 'AP', 0.5),
                ('r', 'q1', 'P@5', 0.5), ('s', 'q1', 'AP', 0.25)
        ) as t (run, query_id, metric, value)
    """)
    path = put(tmp_path / "z", ["q1 map 0.25 0.125", "q2 map 0.5 0", "q3 map 0.25 0", "q1 P_5 0.25 0.125"])
    standardize(connection, {"map": "AP"}, str(path))
    assert connection.execute("from evalsql_scores order by all").fetchall() == [
        ("r", "q1", "AP", 2),
        ("r", "q1", "P@5", 0.5),
        ("r", "q2", "AP", 0),
        ("r", "q3", "AP", MISSING),
        ("r", "q4", "AP", MISSING),
        ("s", "q1", "AP", 0),
    ]
    standardize(connection, {"map": "AP"}, str(put(tmp_path / "none", [])))
    assert connection.execute("select distinct value from evalsql_scores where metric = 'AP'").fetchall() == [
        (MISSING,)
    ]
