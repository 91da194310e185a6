"""A metric's macro works in a file of its own, over any client's tables and under any client's settings."""

import re
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from macro_calls import METRICS, QRELS, RUNS, attach, call, rows, with_track

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


def test_a_library_opened_itself_gives_the_same_bits(library: Path, shared: duckdb.DuckDBPyConnection) -> None:
    with duckdb.connect(library, read_only=True) as connection:
        opened = rows(with_track(connection), call("alpha_ndcg", k=10).removeprefix("e."))
    assert opened == rows(shared, call("alpha_ndcg", k=10))


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


def test_a_clients_collation_does_not_change_the_order_of_ties(library: Path) -> None:
    connection = attach(duckdb.connect(), library)
    connection.execute(
        "create table runs as select 'run' as run, 'q' as query_id, unnest(['D2', 'd1']) as doc_id, 1 as score"
    )
    connection.execute("create table qrels as select 'q' as query_id, 'd1' as doc_id, 1 as relevance")
    assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]
    connection.execute("set default_collation = 'nocase'")
    assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]


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
