"""The macros of an analysis database give the bits of the batch, over what it keeps."""

import re
from pathlib import Path

import duckdb
import pytest
from built import bits, called, macros_of, open_to_read
from macro_calls import METRICS, fitting
from quick import representative

from evalsql import Evaluation, Metric, add_to_database, build_database, curves, metrics
from evalsql.catalog.measure import make_measure
from evalsql.database.library import OF_METRICS, list_macros
from evalsql.render.frames import stored as stored_macro

CURVES = [pytest.param(curve, id=name) for name, curve in curves().items()]
EVERY = [*metrics().values(), *curves().values()]


@pytest.fixture(scope="module")
def stored(built: Path) -> duckdb.DuckDBPyConnection:
    return open_to_read(built)


@pytest.fixture(scope="module")
def of_files(linked: Path) -> duckdb.DuckDBPyConnection:
    return open_to_read(linked)


def in_batch(batch: Evaluation, metric: Metric) -> list[tuple]:
    """What the batch gives: run, query_id, metric, the point of a curve, value, the ideal of a curve."""
    measure = make_measure(metric.name, metric, fitting(metric))
    columns, table = "value", "scores"
    if metric.over:
        batch.compute_curves([measure])
        columns, table = "point, value, ideal", "points"
    else:
        batch.compute([measure])
    found = batch.connection.execute(
        f"select run::varchar, query_id::varchar, metric, {columns} from evalsql_{table} where metric = ?",
        [str(measure)],
    ).fetchall()
    assert found
    return sorted(map(bits, found))


def in_database(connection: duckdb.DuckDBPyConnection, metric: Metric) -> list[tuple]:
    """What its macro gives."""
    columns = f"{metric.over}::double, value, ideal" if metric.over else "value"
    source = called(metric, fitting(metric))
    return sorted(map(bits, connection.execute(f"select run, query_id, metric, {columns} from {source}").fetchall()))


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", [*METRICS, *CURVES])
def test_every_macro_gives_the_bits_of_the_batch(
    metric: Metric, stored: duckdb.DuckDBPyConnection, batch: Evaluation
) -> None:
    assert in_database(stored, metric) == in_batch(batch, metric)


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", [*METRICS, *CURVES])
def test_macros_give_the_same_where_runs_stay_in_their_files(
    metric: Metric, of_files: duckdb.DuckDBPyConnection, batch: Evaluation
) -> None:
    assert in_database(of_files, metric) == in_batch(batch, metric)


def test_the_library_in_schema_live_gives_the_same_over_the_tables_of_the_database(
    stored: duckdb.DuckDBPyConnection,
) -> None:
    for name, arguments in (
        ("ndcg", "k := 10"),
        ("adm", "top := 3"),
        ("alpha_ndcg", "k := 10"),
        ("dcg_curve", "k := 5"),
    ):
        kept = stored.execute(f"from {name}({arguments}) order by all").fetchall()
        given = f"runs := 'runs', qrels := 'qrels', {arguments}"
        live = stored.execute(f"from live.{name}({given}) order by all").fetchall()
        assert list(map(bits, live)) == list(map(bits, kept))


def functions(path: Path, schema: str) -> set[str]:
    """The macros of a schema of a database."""
    with open_to_read(path) as connection:
        query = "select function_name from duckdb_functions() where not internal and schema_name = ?"
        return {name for (name,) in connection.execute(query, [schema]).fetchall()}


def test_the_schema_live_has_macros_of_metrics_and_curves_where_asked_for(built: Path, linked: Path) -> None:
    listed: dict[bool, set[str]] = {False: set(), True: set()}
    for macro in list_macros():
        listed[macro.kind in OF_METRICS] |= {macro.name, *filter(None, macro.aliases.split(", "))}
    assert functions(built, "live") == listed[1]
    assert functions(linked, "live") == set()
    for path in (built, linked):
        assert functions(path, "main") == listed[0] | listed[1]


@pytest.mark.slow
@pytest.mark.parametrize("live", [True, False])
def test_runs_are_added_to_a_database_that_keeps_its_schema_live(
    live: bool, files: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "week.duckdb"
    with macros_of("AP"):
        build_database(path, files["outer"], files["qrels"], "AP", live=live)
        add_to_database(path, files["inner"])
    assert functions(path, "live") == ({"ap", "average_precision"} if live else set())


@pytest.mark.quick(4)
@pytest.mark.parametrize("metric", EVERY, ids=lambda metric: metric.name + ("_curve" if metric.over else ""))
def test_a_macro_refuses_a_parameter_out_of_its_range(metric: Metric, stored: duckdb.DuckDBPyConnection) -> None:
    numbers = [p for p in metric.parameters.values() if p.within is not None and not p.takes(-1)]
    for parameter in numbers:
        arguments = fitting(metric) | {parameter.name: -1}
        with pytest.raises(duckdb.Error, match=rf"evalsql: {metric.name}: {parameter.name} must be .*, not -1"):
            stored.execute(f"from {called(metric, arguments)}").fetchall()


def test_ids_are_texts_for_clients(stored: duckdb.DuckDBPyConnection) -> None:
    found = stored.execute("describe from ndcg(k := 10)").fetchall()
    assert [(name, kind) for name, kind, *_ in found] == [
        ("run", "VARCHAR"),
        ("query_id", "VARCHAR"),
        ("metric", "VARCHAR"),
        ("value", "DOUBLE"),
    ]


@pytest.mark.parametrize("name", ["judged", "topics", "runs", "recall_base", "_es_topics"])
def test_a_clients_own_query_of_the_name_of_a_table_does_not_matter(
    name: str, stored: duckdb.DuckDBPyConnection
) -> None:
    expected = stored.execute("from numrelret() order by all").fetchall()
    before = f"with {name} as (select 'x' as run, 'x' as query_id, 1 as rank, 9 as relevance)"
    assert stored.execute(f"{before} from numrelret() order by all").fetchall() == expected


@pytest.mark.parametrize("setting", ["default_order = 'desc'", "threads = 1", "default_collation = 'nocase'"])
def test_a_clients_settings_change_no_bit(setting: str, built: Path) -> None:
    calls = [called(each, fitting(each)) for each in EVERY if each.name in ("nDCG", "Q", "ADM", "alpha_nDCG", "IPrec")]
    with open_to_read(built) as connection:
        expected = [sorted(map(bits, connection.execute(f"from {call}").fetchall()), key=str) for call in calls]
        connection.execute(f"set {setting}")
        assert [sorted(map(bits, connection.execute(f"from {call}").fetchall()), key=str) for call in calls] == expected


def test_through_attach_the_macros_work_once_the_database_is_used(built: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{built}' as e (read_only)")
        through = connection.execute(
            "from e.live.ndcg(runs := 'e.runs', qrels := 'e.qrels', k := 10) order by all"
        ).fetchall()
        connection.execute("use e")
        assert connection.execute("from ndcg(k := 10) order by all").fetchall() == through


def test_without_subtopics_a_macro_that_needs_them_says_so(files: dict[str, Path], tmp_path: Path) -> None:
    needing = [metric for metric in EVERY if metric.by_subtopic]
    with macros_of("AP", "overlap", *(metric.name for metric in needing)):
        build_database(tmp_path / "plain.duckdb", files["outer"], files["plain"], "AP")
    with open_to_read(tmp_path / "plain.duckdb") as connection:
        for metric in needing:
            with pytest.raises(duckdb.Error, match=f"evalsql: {metric.name} needs subtopic judgments"):
                connection.execute(f"from {called(metric, fitting(metric))}").fetchall()
        assert len(connection.execute("from ap()").fetchall()) == 2 * 20


def test_without_strata_a_macro_that_needs_them_says_so(files: dict[str, Path], tmp_path: Path) -> None:
    with macros_of("AP", "xinfAP", "overlap"):
        build_database(tmp_path / "plain.duckdb", files["outer"], files["plain"], "AP")
    said = "evalsql: xinfAP needs judgments with strata, but this database has none"
    with open_to_read(tmp_path / "plain.duckdb") as connection, pytest.raises(duckdb.Error, match=said):
        connection.execute("from xinfap()").fetchall()


def test_every_table_is_read_after_the_guards_so_that_they_speak_before_the_body_does() -> None:
    for metric in (each for each in EVERY if each.parameters):
        text = stored_macro(metric, "mark")
        name = next(iter(metric.parameters))
        guarded = text.partition("_es_own as (")[2].partition("    ),\n")[0]
        assert f"error('evalsql: {metric.name}: {name} must be " in guarded, metric.name
        assert text.count("exists (from _es_own)") == len(re.findall(r"[|]{2} '[.](?:main|internal)[.]", text)) > 0, (
            metric.name
        )
