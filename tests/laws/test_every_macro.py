"""A metric's macro, alone in its database, in a world where all that must not matter is odd at once.

Where a metric differs from the batch, each oddity is tried on it alone, and the failure says which does it. Here of
each set of relations read the metric with the longest body, and others in a plain call; all in the weekly tests.
"""

from pathlib import Path

import duckdb
import pytest
import tables
from macro_calls import QRELS, RUNS, argument, fitting
from variants import longest

import evalsql
from evalsql import Metric, metrics, udfs
from evalsql.catalog.measure import make_measure
from evalsql.render.frames import macro

METRICS = metrics()
MEASURES = {name: make_measure(name, metric, fitting(metric)) for name, metric in METRICS.items()}
OWN_NAMES = ("judged", "topics", "found", "ranked", "judgments", "run", "value", "t")
TAKEN = (*OWN_NAMES, "_es_runs", "_es_qrels", "_es_values", "_es_judged", "_es_topics")
SETTINGS = {
    "default_order": "'desc'",
    "default_null_order": "'nulls_first'",
    "preserve_insertion_order": "false",
    "integer_division": "true",
    "ieee_floating_point_ops": "false",  # by which 0 / 0 is an error
}
# how runs and judgments are named in a call; each metric has one form for each, by turns
FORMS = (
    "memory.odd.{name}",
    "memory.odd.{name}_view",
    "{folder}/{name}.parquet",
    '"{folder}/{name}.parquet"',  # as DuckDB 1 needs where a path has several dots
    "{name}_cte",
    "{name}_temp",
)
CTES = ", ".join(
    [
        *(f"{name} as (select 'x' as run, 'x' as query_id, 9 as rank, 9 as relevance)" for name in TAKEN),
        *(f"{name}_cte as (from memory.odd.{name})" for name in ("runs", "qrels")),
    ]
)
WORLD = f"""
create schema plain; create schema numbered; create schema shuffled; create schema widened; create schema odd;
create table plain.runs as from {RUNS};
create table plain.qrels as from {QRELS};
create table docs as select doc_id, 10000 + row_number() over (order by doc_id asc) as number
from (select doc_id from plain.runs union select doc_id from plain.qrels);
create table names as
select run, dense_rank() over (order by run asc) as number from (select distinct run from plain.runs);
create table numbered.runs as
select names.number as run, query_id::integer as query_id, docs.number::bigint as doc_id,
    (dense_rank() over (partition by run, query_id order by score asc))::smallint as score
from plain.runs join docs using (doc_id) join names using (run);
create table numbered.qrels as
select query_id::usmallint as query_id, number as doc_id, subtopic::utinyint as subtopic,
    relevance::tinyint as relevance, stratum::utinyint as stratum
from plain.qrels join docs using (doc_id);
create table found (oddity varchar, metric varchar, measure varchar, run varchar, query_id varchar, value double);
"""


@pytest.fixture(scope="module")
def odd(request: pytest.FixtureRequest) -> set[str]:
    """The metrics whose macros are called in the odd world."""
    weekly = any(item.name == "weekly_a_macro_gives_the_bits_of_the_batch" for item in request.session.items)
    return set(METRICS) if weekly else longest("metrics")


@pytest.fixture(scope="module")
def asked(odd: set[str]) -> list[Metric]:
    """The metrics whose macros are called."""
    return [metric for place, metric in enumerate(METRICS.values()) if metric.name in odd or place % 3 == 0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the odd runs and judgments lie as files."""
    return tmp_path_factory.mktemp("odd")


@pytest.fixture(scope="module")
def world(folder: Path, asked: list[Metric]) -> duckdb.DuckDBPyConnection:
    """Schemas plain, numbered, shuffled, widened, and odd, which is all of these, of the same runs and judgments."""
    connection = duckdb.connect()
    connection.execute("set threads = 1; " + WORLD)
    further = {"runs", "qrels", "relevance_", "value", "metric", "tied_from", "ideal_rank", "num_ret", "seen", "nugget"}
    further |= {"choice"} | {name for metric in METRICS.values() for name in metric.parameters}
    # a weight is an input to metrics of subtopics, to which 1 is none
    columns = [f'{1 if name == "weight" else 7} as "{name}"' for name in sorted(further - {"score", "rank", "run"})]
    for name, extra in {"runs": "7 as relevance", "qrels": "7 as rank, 7 as score, 'x' as run"}.items():
        more = ", ".join([*columns, extra])
        connection.execute(f"""
            create table shuffled.{name} as select * from plain.{name} as g order by md5(g::varchar) asc;
            create table widened.{name} as select *, {more} from plain.{name};
            create table odd.{name} as select *, {more} from numbered.{name} as g order by md5(g::varchar) asc;
            create view odd.{name}_view as from odd.{name};
            create temp table {name}_temp as from odd.{name};
            copy odd.{name} to '{folder}/{name}.parquet';
        """)
    udfs.register(connection)
    measures = [MEASURES[metric.name] for metric in asked]
    batch = evalsql.Evaluation("plain.runs", "plain.qrels", connection=connection, measures=measures)
    batch.compute(measures)
    names = tables.pa.table(
        {"metric": [metric.name for metric in asked], "measure": [str(measure) for measure in measures]}
    )
    batch.connection.register("measures", names)
    batch.connection.execute(
        "insert into memory.main.found select 'batch', m.metric, measure, run, query_id, value"
        " from evalsql_scores as s join measures as m on m.measure = s.metric"
    )
    return connection


def call(metric: Metric, schema: str = "plain", **given: str) -> str:
    """A call of a metric's macro, which is alone in the database one."""
    named = {name: f"memory.{schema}.{name}" for name in ("runs", "qrels")} | given
    written = [f"{name} := {argument(value)}" for name, value in (named | fitting(metric)).items()]
    return f"one.{metric.name.lower()}({', '.join(written)})"


def oddities(metric: Metric, folder: Path) -> dict[str, tuple[str, str, dict[str, str]]]:
    """Of each oddity a call, what stands before it, and settings; all of them at once is the first."""
    place = list(METRICS).index(metric.name)
    chosen = {"runs": FORMS[place % len(FORMS)], "qrels": FORMS[(place // len(FORMS) + place) % len(FORMS)]}
    given = {name: form.format(name=name, folder=folder) for name, form in chosen.items()}
    return {
        "all at once": (call(metric, **given), f"with {CTES}", SETTINGS),
        "numbers as ids": (call(metric, "numbered"), "", {}),
        "shuffled rows": (call(metric, "shuffled"), "", {}),
        "further columns": (call(metric, "widened"), "", {}),
        "other tables of the same names": (call(metric), f"with {CTES}", {}),
        **{f"the setting {name}": (call(metric), "", {name: value}) for name, value in SETTINGS.items()},
        f"the names {' and '.join(given.values())}": (call(metric, **given), f"with {CTES}", {}),
    }


def put(connection: duckdb.DuckDBPyConnection, oddity: str, metric: Metric, source: str, before: str = "") -> None:
    """Adds the rows of a call to `found`, the runs by their names, or what DuckDB says instead."""
    try:
        connection.execute(
            f"insert into found {before} select '{oddity}', '{metric.name}', metric,"
            " coalesce(names.run, r.run::varchar), query_id::varchar, value"
            f" from {source} as r left join names on names.number::varchar = r.run::varchar"
        )
    except duckdb.Error as error:
        row = [oddity, metric.name, str(error).splitlines()[0]]
        connection.execute("insert into found values (?, ?, ?, '', '', null)", row)


def ask(connection: duckdb.DuckDBPyConnection, metric: Metric, folder: Path, *oddity: str) -> list[str]:
    """Adds what a macro gives in a plain call and under some oddities, or each; the names of those."""
    connection.execute("attach ':memory:' as one; use one")
    connection.execute(macro(metric))
    connection.execute("use memory")
    put(connection, "plain", metric, call(metric))
    tried = {name: odd for name, odd in oddities(metric, folder).items() if name in oddity or not oddity}
    for name, (source, before, settings) in tried.items():
        connection.execute("".join(f"set {setting} = {value};" for setting, value in settings.items()) or "select 1")
        put(connection, name, metric, source, before)
        connection.execute("".join(f"reset {setting};" for setting in settings) or "select 1")
    connection.execute("detach one")
    return list(tried)


def rows(oddity: str, metric: str = "") -> str:
    """A query of the values under an oddity."""
    of = f" and metric = '{metric}'" if metric else ""
    return f"select metric, measure, run, query_id, value from found where oddity = '{oddity}'{of}"


def test_a_macro_gives_the_bits_of_the_batch(
    world: duckdb.DuckDBPyConnection, folder: Path, asked: list[Metric], odd: set[str]
) -> None:
    for metric in asked:
        ask(world, metric, folder, "all at once" if metric.name in odd else "none")
    world.register("of_odd", tables.pa.table({"metric": sorted(odd)}))
    failures = []
    for oddity, wanted in (
        ("plain", rows("batch")),
        ("all at once", f"from ({rows('batch')}) semi join of_odd using (metric)"),
    ):
        try:
            tables.assert_same(world, wanted, rows(oddity), keys=("measure", "run", "query_id"), by="metric")
        except pytest.fail.Exception as failure:
            failures.append(f"{oddity}: {failure}")
    for name in [name for name in METRICS if any(f"\n  {name}: " in failure for failure in failures)][:5]:
        held = f"(from ({rows('batch', name)}) except all (from ({{}})))"
        alone = [
            each
            for each in ask(world, METRICS[name], folder)
            if world.execute(f"select count(*) from {held.format(rows(each, name))}").fetchall() != [(0,)]
        ]
        failures.append(f"{name} differs with {', '.join(alone)}")
    assert not failures, "\n".join(failures)


weekly_a_macro_gives_the_bits_of_the_batch = test_a_macro_gives_the_bits_of_the_batch
