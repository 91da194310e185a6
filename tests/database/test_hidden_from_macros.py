"""Macros of a client's that are called like functions of DuckDB: evalsql's macros call DuckDB's."""

import json
import re
from typing import Any

import duckdb
import pytest
from built import macros_of
from macro_calls import in_bits
from places import FIXTURES
from versions import since

from evalsql import parse_measure, register
from evalsql.database.library import list_macros
from evalsql.database.library_files import script
from evalsql.render.builtins import ANEW, DIVIDED, HIDDEN, LOSSES, OPERATORS, qualified
from evalsql.render.frames import query

TRACK = FIXTURES / "track"
STATEMENTS = {macro.name: macro.statement for macro in list_macros()}
SCORES = "(values ('a', 'q1', .5), ('a', 'q2', .2), ('a', 'q3', .7), ('b', 'q1', .1), ('b', 'q2', .4), ('b', 'q3', .2))"
MACROS = (
    *("least(a, b) as -a", "greatest(a, b) as b", "log2(a) as 1", "sum(a) as max(a)", "any_value(a) as -min(a)"),
    *("row_number() as max(1)", "rank() as count(*)", "exp(a) as a", "list_transform(a, b) as a", "lgamma(a) as a"),
    *("typeof(a) as 'x'", "contains(a, b) as false", "replace(a, b, c) as a", "isfinite(a) as false", "error(a) as 1"),
    *("count(a) as 3", "max(a) as min(a)", "isnan(a) as true", "pow(a, b) as a", "sqrt(a) as a", "avg(a) as max(a)"),
)
# what macros of evalsql call as operators, lists and structs, and macros of these names that give something else
BARE = dict.fromkeys(("+", "-", "*", "/", "//", "%", "||", "&", "|", "<<", ">>", "row"), "(a, b) as a")
BARE |= {"list_apply": "(a, b) as a", "list_filter": "(a, b) as a", "regexp_matches": "(a, b) as false"}
BARE |= {"list_value": "(a, b) as system.main.list_value(b, b)"}
# what macros of DuckDB's own call
INNER = {
    "list_aggr": "(a, b) as 1",
    "string_split": "(a, b) as ['x', 'y']",
    "if": "(a, b, c) as 'x'",
    "len": "(a) as 0",
    "md5_number": "(a) as 5::uhugeint",
}
BARE |= {"struct_pack": "(a) as 1", "struct_extract": "(a, b) as 1"}


@pytest.fixture(scope="module")
def client() -> duckdb.DuckDBPyConnection:
    """A client with a few macros of evalsql in another database."""
    connection = duckdb.connect()
    connection.execute("attach ':memory:' as es; use es")
    for name in ("ndcg", "ap", "rbp", "effects"):
        connection.execute(STATEMENTS[name])
    connection.execute("use memory")
    connection.execute(f"""
        create table runs as from '{TRACK}/runs.parquet' where run = 'bm25' and query_id in ('101', '102');
        create table qrels as from '{TRACK}/qrels.parquet' where query_id in ('101', '102');
        create table scores as select 'AP' as metric, * from {SCORES} as t(run, query_id, value)
    """)
    return connection


def values(client: duckdb.DuckDBPyConnection) -> list[tuple]:
    """What three metrics give, and the effect sizes of two runs."""
    found = [row for name in ("ndcg", "ap", "rbp") for row in client.execute(f"from es.{name}()").fetchall()]
    return [*in_bits(found), *client.execute("from es.effects()").fetchall()]


def long_macros_called_like_functions_change_nothing(client):
    undisturbed = values(client)
    for macro in MACROS:
        client.execute(f"create temp macro {macro}")
    found = values(client)
    for macro in MACROS:
        client.execute(f"drop macro {macro.partition('(')[0]}")
    assert found == undisturbed
    assert len(found) == 7


def called_bare(statement: str) -> set[str]:
    """The functions that a macro calls otherwise than by their full names, as DuckDB reads it."""
    found = set()

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if "function_name" in node and not node["catalog"]:
                found.add(node["function_name"])
            node = list(node.values())
        for each in node if isinstance(node, list) else ():
            walk(each)

    body = statement.partition(" as table")[2].strip().rstrip(";")
    ((read,),) = duckdb.execute("select json_serialize_sql(?::varchar)", [body]).fetchall()
    walk(json.loads(read))
    return found


def long_what_cannot_be_called_by_its_full_name_is_tried(client):
    assert set().union(*map(called_bare, STATEMENTS.values())) == BARE.keys()
    client.execute(f"create temp macro guarded() as {qualified(OPERATORS)}")
    for name, lying in (BARE | INNER).items():
        client.execute(f'create temp macro "{name}"{lying}')
        try:
            for call in ("select guarded()", "from es.ndcg()") if name == "+" else ("select guarded()",):
                with pytest.raises(duckdb.Error, match=f"{re.escape(HIDDEN)}|Binder Error"):
                    client.execute(call).fetchall()
        finally:
            client.execute(f'drop macro "{name}"')


@since("duckdb", "1.5", "functions of windows are not listed")
def test_the_macros_of_duckdb_that_are_called_are_known(client):
    """Others would call functions by their bare names too, which are to be tried."""
    called = set(re.findall(r"system\.main\.(\w+)\(", "".join(STATEMENTS.values())))
    there = client.execute("select function_name from duckdb_functions() where internal and function_type = 'macro'")
    tried = {"list_sum", "list_min", "list_max", "list_count", "list_avg", "list_var_samp", "list_product"}  # list_aggr
    tried |= {"split_part", "md5_number_lower", "array_to_string", "list_reverse", "nullif"}
    assert called & {name for (name,) in there.fetchall()} == tried


def long_a_macro_that_keeps_an_integer_division_is_refused(client):
    with client.cursor() as own:
        own.execute("set integer_division = true; attach ':memory:' as other; use other")
        for name in ("ap", "effects", "kendall"):
            own.execute(STATEMENTS[name])
        own.execute("use memory")
        try:
            for name in ("ap", "effects", "kendall"):
                with pytest.raises(duckdb.Error, match=re.escape(ANEW)):
                    own.execute(f"from other.{name}()").fetchall()
        finally:
            own.execute("detach other")


def test_a_query_that_is_printed_is_refused_by_integer_division(client):
    text = query(parse_measure("AP"))
    with client.cursor() as own:
        assert len(own.execute(text).fetchall()) == 2
        own.execute("set integer_division = true")
        with pytest.raises(duckdb.Error, match=re.escape(DIVIDED)):
            own.execute(text).fetchall()


def test_macros_and_queries_refuse_a_duckdb_that_loses_rows(client):
    ((version, threads),) = client.execute("select version(), current_setting('threads')").fetchall()
    lost = [text.replace("'v1.5.0'", f"'{version}'") for text in (STATEMENTS["ap"], query(parse_measure("AP")))]
    with client.cursor() as own:
        own.execute("attach ':memory:' as like_it; use like_it")
        own.execute(lost[0])
        own.execute("use memory")
        try:
            own.execute("set threads = 2")
            for text in ("from like_it.ap()", lost[1]):
                with pytest.raises(duckdb.Error, match=re.escape(LOSSES)):
                    own.execute(text).fetchall()
            own.execute("set threads = 1")
            assert own.execute("from like_it.ap()").fetchall() == own.execute("from es.ap()").fetchall()
            assert len(own.execute(lost[1]).fetchall()) == 2
        finally:
            own.execute(f"set threads = {threads}; detach like_it")


def test_what_is_registered_keeps_no_integer_division():
    with duckdb.connect() as connection:
        connection.execute("set global integer_division = true")
        with macros_of("AP", "paired_t"):
            register(connection)
        connection.execute("create table runs as select 'q' as query_id, unnest([1, 2]) as doc_id, doc_id as score")
        connection.execute("create table qrels as select 'q' as query_id, 1 as doc_id, 1 as relevance")
        assert connection.execute("select value from evalsql.ap()").fetchall() == [(0.5,)]
        assert connection.execute("select 7 / 2").fetchall() == [(3,)]


@since("duckdb", "1.5", "functions of windows are not listed")
def test_what_is_called_by_its_full_name_is_a_function_of_duckdb():
    called = set(re.findall(r"system\.main\.(\w+)\(", "".join(STATEMENTS.values())))
    there = duckdb.sql(
        "select function_name from duckdb_functions() where internal and schema_name = 'main'"
    ).fetchall()
    assert called <= {name for (name,) in there}
    assert {"least", "greatest", "log2", "pow", "isnan", "any_value", "sum", "count", "max", "min", "avg"} <= called


def test_full_names_make_the_text_longer_by_less_than_a_twelfth():
    text = script()
    assert len(text) < 13 / 12 * len(text.replace("system.main.", ""))


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("select least(a, 1), 'least(a)' -- least(a)", "select system.main.least(a, 1), 'least(a)' -- least(a)"),
        ("create macro sum(a) as a", "create macro sum(a) as a"),
        ("with sums(a) as (select 1) from sums", "with sums(a) as (select 1) from sums"),
        ("with sums(a) as materialized (select 1) from sums", "with sums(a) as materialized (select 1) from sums"),
        ("select max(a) as most from t as u(a)", "select system.main.max(a) as most from t as u(a)"),
        ("coalesce(a, b) in (1) and t.f(a)", "coalesce(a, b) in (1) and t.f(a)"),
        ("sum(a) filter (a > 1) over (order by a)", "system.main.sum(a) filter (a > 1) over (order by a)"),
    ],
)
def test_calls_are_told_from_other_words(text, full):
    assert qualified(text) == full
