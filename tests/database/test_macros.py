"""A metric's macro works in a file of its own, over any client's tables and under any client's settings."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest
from macro_calls import METRICS, QRELS, RUNS, attach, call, fitting, rows, with_track
from quick import representative

from evalsql import Metric, metrics
from evalsql.render.frames import macro

Expected = Callable[[Metric], list[tuple]]
OWN_NAMES = ("judged", "topics", "found", "ranked", "judgments", "run", "value", "t")


def test_a_library_is_in_the_format_of_duckdb_1_2(library: Path) -> None:
    with duckdb.connect(library, read_only=True) as connection:
        (tags,) = connection.execute("select tags from duckdb_databases() where database_name = 'evalsql'").fetchone()
    assert tags["storage_version"].startswith("v1.2.0")


def test_a_library_has_one_table_macro_a_metric_and_nothing_else(shared: duckdb.DuckDBPyConnection) -> None:
    found = shared.execute(
        "select function_name, function_type from duckdb_functions() where database_name = 'e' and not internal"
    ).fetchall()
    assert sorted(found) == sorted((name.lower(), "table_macro") for name in metrics())
    assert shared.execute("from duckdb_tables() where database_name = 'e'").fetchall() == []


@pytest.fixture(scope="module")
def opened(library: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The library opened itself, with the track."""
    with duckdb.connect(library, read_only=True) as connection:
        yield with_track(connection)


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_a_library_opened_itself_gives_the_same_bits(
    metric: Metric, opened: duckdb.DuckDBPyConnection, expected: Expected
) -> None:
    assert rows(opened, call(metric, **fitting(metric)).removeprefix("e.")) == expected(metric)


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_a_macro_alone_in_a_database_works_so_it_needs_no_other(metric: Metric, expected: Expected) -> None:
    with duckdb.connect() as connection:
        connection.execute(macro(metric))
        alone = rows(with_track(connection), call(metric, **fitting(metric)).removeprefix("e."))
    assert alone == expected(metric)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Paths of Parquet files of the same runs and qrels."""
    folder = tmp_path_factory.mktemp("files")
    for name, source in {"runs": RUNS, "qrels": QRELS}.items():
        duckdb.execute(f"copy {source} to '{folder}/{name}.parquet'")
    return {name: f"{folder}/{name}.parquet" for name in ("runs", "qrels")}


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_reads_parquet_files_by_their_paths(
    metric: Metric, files: dict[str, str], shared: duckdb.DuckDBPyConnection, expected: Expected
) -> None:
    arguments = fitting(metric)
    assert rows(shared, call(metric, **files, **arguments)) == expected(metric)
    quoted = {name: f'"{path}"' for name, path in files.items()}  # as DuckDB 1 needs where a path has several dots
    assert rows(shared, call(metric, **quoted, **arguments)) == expected(metric)


@pytest.mark.parametrize(
    ("made", "named"),
    [
        ("create table my_{name} as from {source}", "my_{name}"),
        ("create view my_{name} as from {source}", "my_{name}"),
        ("create temp view my_{name} as from {source}", "my_{name}"),
        ("create schema if not exists s; create table s.{name} as from {source}", "s.{name}"),
        ('create table "my {name}" as from {source}', '"my {name}"'),
        ("attach if not exists ':memory:' as other; create table other.{name} as from {source}", "other.{name}"),
        ("create table MY_{name} as from {source}", "my_{name}"),
    ],
)
def test_runs_and_qrels_may_be_any_tables_or_views(made: str, named: str, client: duckdb.DuckDBPyConnection) -> None:
    expected = rows(client, call("ndcg", k=10))
    for name, source in {"runs": RUNS, "qrels": QRELS}.items():
        client.execute(f"drop table temp.{name}; " + made.format(name=name, source=source))
    given = {name: named.format(name=name) for name in ("runs", "qrels")}
    assert rows(client, call("ndcg", **given, k=10)) == expected


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_runs_and_qrels_may_be_ctes_of_the_caller(
    metric: Metric, shared: duckdb.DuckDBPyConnection, expected: Expected
) -> None:
    mine = "with mine as (from runs where run > 'bm25'), theirs as (from qrels where query_id > '140')"
    some = [row for row in expected(metric) if row[0] > "bm25" and row[1] > "140"]
    assert len(some) == 3 * 10
    assert rows(shared, call(metric, runs="mine", qrels="theirs", **fitting(metric)), mine) == some


@pytest.fixture(scope="module")
def lasting(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library as e and the track, for tables that the tests of all metrics read."""
    return with_track(attach(duckdb.connect(), library))


@pytest.fixture(scope="module")
def numbers(lasting: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Makes the tables numbered_runs and numbered_qrels, whose ids are whole numbers; the names of the runs."""
    lasting.execute(
        "create table docs as select doc_id, 10000 + row_number() over (order by doc_id asc) as number"
        " from (select doc_id from runs union select doc_id from qrels)"
    )
    lasting.execute(
        "create table numbered_runs as select dense_rank() over (order by run asc) as run,"
        " query_id::integer as query_id, number::bigint as doc_id,"
        " (dense_rank() over (partition by run, query_id order by score asc))::smallint as score"
        " from runs join docs using (doc_id)"
    )
    lasting.execute(
        "create table numbered_qrels as"
        " select query_id::usmallint as query_id, number as doc_id, subtopic::utinyint as subtopic,"
        " relevance::tinyint as relevance, stratum::utinyint as stratum"
        " from qrels join docs using (doc_id)"
    )
    return dict(
        lasting.execute(
            "select dense_rank() over (order by run asc)::varchar, run from (select distinct run from runs)"
        ).fetchall()
    )


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_ids_may_be_whole_numbers_and_scores_and_relevance_of_any_type(
    metric: Metric, lasting: duckdb.DuckDBPyConnection, numbers: dict[str, str], expected: Expected
) -> None:
    found = rows(lasting, call(metric, runs="numbered_runs", qrels="numbered_qrels", **fitting(metric)))
    assert sorted((numbers[run], *rest) for run, *rest in found) == expected(metric)


@pytest.mark.parametrize(
    ("ids", "others"), [("unnest([7, 7, 7])", "unnest(['7', '007', '7'])"), ("unnest(['7', '007', '7'])", "7")]
)
def test_ids_are_compared_as_texts_so_007_is_not_7(ids: str, others: str, client: duckdb.DuckDBPyConnection) -> None:
    client.execute(
        f"create table r as select 'run' as run, unnest(['1', '2', '3']) as query_id, {ids} as doc_id, 1 as score"
    )
    client.execute(f"create table q as select unnest([1, 2, 3]) as query_id, {others} as doc_id, 1 as relevance")
    client.execute("update r set query_id = '03' where query_id = '3'")
    found = client.execute("select query_id, value from e.rr(runs := 'r', qrels := 'q')").fetchall()
    assert dict(found) == {"1": 1, "2": 0, "3": 0}


@pytest.mark.parametrize("form", ["create table bm25 as {}", "create view bm25 as {}", "with bm25 as ({})"])
def test_runs_without_a_run_column_are_named_for_their_table(form: str, client: duckdb.DuckDBPyConnection) -> None:
    expected = [row for row in rows(client, call("ap")) if row[0] == "bm25"]
    statement = form.format("select query_id, doc_id, score from temp.runs where run = 'bm25'")
    before = statement if form.startswith("with") else ""
    if not before:
        client.execute(statement)
    assert rows(client, call("ap", runs="bm25"), before) == expected


def test_a_parquet_file_without_a_run_column_is_named_for_its_path(
    client: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    path = str(tmp_path / "bm25.parquet")
    client.execute(f"copy (select query_id, doc_id, score from runs where run = 'bm25') to '{path}'")
    expected = [(path, *row[1:]) for row in rows(client, call("ap")) if row[0] == "bm25"]
    assert rows(client, call("ap", runs=path)) == expected


@pytest.mark.quick(metric="nDCG", form={"create table {} as from {}", "with {} as (from {})"})
@pytest.mark.parametrize("name", OWN_NAMES)
@pytest.mark.parametrize("form", ["create table {} as from {}", "create view {} as from {}", "with {} as (from {})"])
@pytest.mark.parametrize("metric", ["nDCG", "NumRet", "Bpref"])
def test_a_users_table_may_have_a_name_that_the_macro_uses(
    metric: str, form: str, name: str, client: duckdb.DuckDBPyConnection
) -> None:
    expected = rows(client, call(metric))
    for argument in ("runs", "qrels"):
        statement = form.format(name, f"temp.{argument}")
        before = statement if form.startswith("with") else ""
        if not before:
            client.execute(statement)
        assert rows(client, call(metric, **{argument: name}), before) == expected, argument
        if not before:
            client.execute(f"drop {form.split()[1]} {name}")


TAKEN = (*OWN_NAMES, "_es_runs", "_es_qrels", "_es_values", "_es_judged", "_es_topics")


@pytest.fixture(scope="module")
def taken(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library as e and the track, and other tables by all names that a macro uses."""
    connection = with_track(attach(duckdb.connect(), library))
    for name in TAKEN:
        connection.execute(f"create table {name} as select 'x' as run, 'x' as query_id, 9 as value, 9 as relevance")
    return connection


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_a_users_other_tables_and_ctes_do_not_matter(
    metric: Metric, taken: duckdb.DuckDBPyConnection, expected: Expected
) -> None:
    arguments = fitting(metric)
    assert rows(taken, call(metric, **arguments)) == expected(metric)
    ctes = ", ".join(f"{name} as (select 'x' as run, 'x' as query_id, 9 as rank)" for name in TAKEN)
    assert rows(taken, call(metric, **arguments), f"with {ctes}") == expected(metric)


@pytest.fixture(scope="module")
def widened(lasting: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, with tables that have columns by the names of all parameters too, by subtopic or not."""
    for by_subtopic in (False, True):
        names = {"runs", "qrels", "relevance_", "value", "metric", "tied_from", "ideal_rank", "num_ret"}
        names |= {"seen", "nugget", "choice"}
        names |= {name for each in metrics().values() if each.by_subtopic == by_subtopic for name in each.parameters}
        columns, end = ", ".join(f'7 as "{name}"' for name in sorted(names)), f"_{by_subtopic}"
        lasting.execute(f"create table runs{end} as select *, {columns}, 7 as relevance from runs")
        lasting.execute(f"create table qrels{end} as select *, {columns}, 7 as rank, 7 as score, 'x' as run from qrels")
    return lasting


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_further_columns_do_not_matter_whatever_their_names(
    metric: Metric, widened: duckdb.DuckDBPyConnection, expected: Expected
) -> None:
    given = {name: f"{name}_{metric.by_subtopic}" for name in ("runs", "qrels")}
    assert rows(widened, call(metric, **given, **fitting(metric))) == expected(metric)


@pytest.fixture(scope="module")
def unusual(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library as e and the track, whose client has set much."""
    connection = with_track(attach(duckdb.connect(), library))
    for setting in (
        "set default_order = 'desc'",
        "set default_null_order = 'nulls_first'",
        "set threads = 1",
        "set preserve_insertion_order = false",
        "set integer_division = true",
        "set ieee_floating_point_ops = false",  # by which 0 / 0 is an error
    ):
        connection.execute(setting)
    return connection


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_a_clients_settings_change_no_bit(
    metric: Metric, unusual: duckdb.DuckDBPyConnection, expected: Expected
) -> None:
    assert rows(unusual, call(metric, **fitting(metric))) == expected(metric)


def test_a_clients_collation_does_not_change_the_order_of_ties(library: Path) -> None:
    connection = attach(duckdb.connect(), library)
    connection.execute(
        "create table runs as select 'run' as run, 'q' as query_id, unnest(['D2', 'd1']) as doc_id, 1 as score"
    )
    connection.execute("create table qrels as select 'q' as query_id, 'd1' as doc_id, 1 as relevance")
    assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]
    connection.execute("set default_collation = 'nocase'")
    assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]


@pytest.fixture(scope="module")
def shuffled(lasting: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, with tables shuffled_runs and shuffled_qrels, whose rows are in another order."""
    lasting.execute("create table shuffled_runs as from runs order by md5(run || query_id || doc_id) asc")
    lasting.execute("create table shuffled_qrels as from qrels order by md5(query_id || doc_id) asc")
    return lasting


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_the_order_of_rows_changes_no_bit(
    metric: Metric, shuffled: duckdb.DuckDBPyConnection, expected: Expected
) -> None:
    found = rows(shuffled, call(metric, runs="shuffled_runs", qrels="shuffled_qrels", **fitting(metric)))
    assert found == expected(metric)


def code(metric: Metric) -> str:
    """The text of a metric's macro without comments and quoted texts."""
    return re.sub(r"'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/", "", macro(metric), flags=re.DOTALL).lower()


@pytest.mark.parametrize("metric", METRICS)
def test_a_macro_has_nothing_that_older_versions_cannot_read(metric: Metric) -> None:
    text = code(metric)
    assert text.count("create ") == 1
    assert "->" not in text
    assert "using key" not in text
    assert not re.search(r"\bif\s*\(", text)


def own_tables(metric: Metric) -> list[str]:
    """The names of a macro's outermost common table expressions."""
    text = code(metric).split(" as table", 1)[1]
    while (outside := re.sub(r"\([^()]*\)", " ", text)) != text:
        text = outside
    return re.findall(r"(\w+)\s+as\s+(?:materialized\s*)?(?=,|select\b|$)", text)


def test_the_names_of_a_macros_own_tables_have_a_prefix_that_no_users_table_has() -> None:
    names = {name for metric in metrics().values() for name in own_tables(metric)}
    assert {"_es_runs", "_es_qrels"} <= names
    assert [name for name in sorted(names) if not name.startswith("_es_")] == []
