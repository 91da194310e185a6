"""A measure gives the same bits in every frame: the batch, a query to paste, and a macro; so does a curve.

Metrics by default are in test_every_macro.py.
"""

from functools import cache
from pathlib import Path

import duckdb
import pytest
import tables
from macro_calls import argument, attach
from variants import all_variants, representative
from worlds import CURVES, METRICS, NUMBER, base, key, put, shown, table

import evalsql
from evalsql import Measure, udfs
from evalsql.render import frames

CHANGED = [m for m in METRICS if any(v != m.metric.parameters[name].default for name, v in m.values.items())]
KEYS = ("run", "query_id", "point")


EVERY = [*CHANGED, *CURVES]
SOME = EVERY[::2]  # in a landing
ASKED = SOME[::3]  # by a query, which plans all that a measure reads anew


@cache
def changed_alone() -> list[Measure]:
    """Metrics that stand for others, each parameter changed alone; the settings of laws are for all."""
    single = [m for m in all_variants() if m not in METRICS and representative(m.metric)]
    return [m for m in single if not {"gains", "top"} <= m.values.keys()]


def macro_of(measure: Measure) -> str:
    """A call of the macro for a measure, as a person writes it: the arguments that are not the default."""
    metric, library = measure.metric, "" if measure.metric.over else "e."
    given = {name: value for name, value in measure.values.items() if value != metric.parameters[name].default}
    costs = {"costs": "costs"} if metric.priced else {}
    written = [f"{name} := {argument(value)}" for name, value in (costs | given).items()]
    return f"{library}{metric.name.lower()}{'_curve' if metric.over else ''}({', '.join(written)})"


def insert(connection: duckdb.DuckDBPyConnection, frame: str, measure: Measure, source: str) -> None:
    """Adds what a frame gives to `found`, the measure called as the frame calls it."""
    over = measure.metric.over
    values = (
        {"metric": "value"} if not over else {"'curve ' || metric": "value", "'ideal of curve ' || metric": "ideal"}
    )
    for name, value in values.items():
        connection.execute(
            f"insert into found select '{frame}', run, query_id, {name}, {over or 0}, {value} from {source}"
        )


@pytest.fixture(scope="module")
def weekly(request: pytest.FixtureRequest) -> bool:
    """Whether more is asked for than in a landing."""
    return any(item.name.startswith("weekly") and item.path == Path(__file__) for item in request.session.items)


@pytest.fixture(scope="module")
def found(library: Path, weekly: bool) -> duckdb.DuckDBPyConnection:
    """A table `found` of the scores through every frame, the batch with its functions of Python, the others in SQL."""
    called = [*EVERY, *changed_alone()] if weekly else SOME
    connection = attach(base(f"{NUMBER} % 3 = 0"), library)
    connection.execute("alter table qrels drop weight")
    for curve in evalsql.curves().values():
        connection.execute(frames.macro(curve))
    udfs.register(connection)
    of_metrics = [measure for measure in called if not measure.metric.over]
    put(connection, evalsql.Evaluation(connection=connection, measures=of_metrics, costs="costs"), called)
    for measure in EVERY if weekly else ASKED:
        insert(connection, "query", measure, f"({frames.query(measure, costs='costs')})")
    for measure in called:
        insert(connection, "macro", measure, macro_of(measure))
    return connection


def long_a_query_gives_the_bits_of_the_batch(found: duckdb.DuckDBPyConnection) -> None:
    assert_alike("query", ASKED, found)


def long_a_macro_gives_the_bits_of_the_batch(found: duckdb.DuckDBPyConnection) -> None:
    assert_alike("macro", SOME, found)


def weekly_every_query_gives_the_bits_of_the_batch(found: duckdb.DuckDBPyConnection) -> None:
    assert_alike("query", EVERY, found)


def weekly_every_macro_gives_the_bits_of_the_batch(found: duckdb.DuckDBPyConnection) -> None:
    assert_alike("macro", EVERY, found)


def weekly_a_parameter_that_is_changed_alone_gives_the_bits_of_the_batch(found: duckdb.DuckDBPyConnection) -> None:
    assert_alike("macro", changed_alone(), found)


def assert_alike(frame: str, measures: list[Measure], found: duckdb.DuckDBPyConnection) -> None:
    asked = [key(m) for m in measures]
    found.register("asked", table(("metric",), [(text,) for key in asked for text in (key, f"ideal of {key}")]))
    tables.assert_same(
        found,
        "from found semi join asked using (metric) where law = 'alone'",
        f"from found semi join asked using (metric) where law = '{frame}'",
        keys=KEYS,
        by="metric",
        note=shown,
    )


def long_every_parameter_of_every_metric_and_curve_is_changed() -> None:
    both = [*evalsql.metrics().values(), *evalsql.curves().values()]
    changed = {
        (m.metric.over, m.metric.name, name)
        for m in EVERY
        for name, value in m.values.items()
        if value != m.metric.parameters[name].default
    }
    assert changed == {(metric.over, metric.name, name) for metric in both for name in metric.parameters}
