"""Every macro of the library in a client of other settings."""

from pathlib import Path

import duckdb

import evalsql

CATALOGUES = (evalsql.metrics(), evalsql.curves())


def call_of(metric: evalsql.Metric) -> str:
    """A call with what a metric needs, over as few ranks as show what becomes of nothing."""
    given = {name: metric.examples[0].arguments[name] for name, each in metric.parameters.items() if each.required}
    given |= {metric.cutoff: 2} if metric.cutoff else {}
    name = metric.name.lower() + ("_curve" if metric.over else "")
    return f"{name}({', '.join(f'{name} := {value}' for name, value in given.items())})"


def test_0_by_0_is_what_the_head_says_whatever_the_client_has_set(whole_library: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{whole_library}' as e (read_only)")
        connection.execute("""
            create table runs as select 'run' as run, query_id, doc_id, 1 / (1 + place) as score
            from (values ('none', 'd1', 0), ('late', 'd1', 0), ('late', 'd2', 1), ('top', 'd1', 0))
                t (query_id, doc_id, place);
            create table qrels as select *, 's' as subtopic, '1' as stratum
            from (values ('none', 'd1', 0), ('late', 'd1', 0), ('late', 'd2', 1), ('top', 'd1', 2))
                t (query_id, doc_id, relevance)
        """)
        calls = [f"from e.{call_of(metric)}" for folder in CATALOGUES for metric in folder.values()]
        calls.append("from e.frustration(top := 2, threshold := 3)")
        expected = [connection.execute(f"{each} order by all").fetchall() for each in calls]
        connection.execute("set ieee_floating_point_ops = false")
        for each, rows in zip(calls, expected, strict=True):
            assert connection.execute(f"{each} order by all").fetchall() == rows, each
