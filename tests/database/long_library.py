"""Every macro of the library in a client of other settings."""

from pathlib import Path

import duckdb
import pytest
import tables

import evalsql
from evalsql.catalog.measure import make_measure

pytestmark = pytest.mark.slow

METRICS = (*evalsql.metrics().values(), *evalsql.curves().values())


def test_0_by_0_is_what_the_head_says_whatever_the_client_has_set(whole_library: Path) -> None:
    connection = duckdb.connect()
    connection.execute(f"attach '{whole_library}' as e (read_only)")
    connection.execute("""
        create table runs as select 'run' as run, query_id, doc_id, 1 / (1 + place) as score
        from (values ('none', 'd1', 0), ('late', 'd1', 0), ('late', 'd2', 1), ('top', 'd1', 0))
            t (query_id, doc_id, place);
        create table qrels as select *, 's' as subtopic, '1' as stratum
        from (values ('none', 'd1', 0), ('late', 'd1', 0), ('late', 'd2', 1), ('top', 'd1', 2))
            t (query_id, doc_id, relevance);
        create table found (metric varchar, query_id varchar, point double, value double)
    """)
    measures = []
    for metric in METRICS:  # with what it needs, over as few ranks as show what becomes of nothing
        given = {name: metric.examples[0].arguments[name] for name, each in metric.parameters.items() if each.required}
        given |= {metric.cutoff: 2} if metric.cutoff else {}
        measures.append(make_measure(metric.name, metric, given))
    measures.append(make_measure("Frustration", evalsql.metrics()["Frustration"], {"top": 2, "threshold": 3}))
    evaluation = evalsql.Evaluation("runs", "qrels", connection=connection, whole=True)
    evaluation.compute([each for each in measures if not each.metric.over])
    for curve in (each for each in measures if each.metric.over):
        evaluation.compute_curves([curve])
    connection.execute("set ieee_floating_point_ops = false")
    for measure in measures:
        over = measure.metric.over
        name = measure.metric.name.lower() + ("_curve" if over else "")
        given = ", ".join(f"{key} := {value}" for key, value in measure.given.items())
        point = f"{over}::double" if over else "0"
        connection.execute(
            f"insert into found select {quoted(measure)}, query_id, {point}, value from e.{name}({given})"
        )
    tables.assert_same(
        evaluation.connection,
        "select metric, query_id, 0::double as point, value from evalsql_scores"
        " union all select 'curve ' || metric, query_id, point, value from evalsql_points",
        "from memory.main.found",
        keys=("query_id", "point"),
        by="metric",
    )


def quoted(measure: evalsql.Measure) -> str:
    return f"'{'curve ' * bool(measure.metric.over)}{str(measure).replace(chr(39), chr(39) * 2)}'"
