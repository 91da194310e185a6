"""Macros of a client's that are called like functions of DuckDB, and texts in the place of names: neither is run."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import hostile
import pytest
from built import ask, macros_of
from hostile import NAMES, PLAIN, SECRET, assert_nothing_was_run, rankings, renamed
from macro_calls import complaint, in_bits
from places import FIXTURES
from versions import since

from evalsql import parse_measure, register
from evalsql.connections import Connection
from evalsql.database.library import list_macros
from evalsql.database.library_files import script
from evalsql.render.builtins import ANEW, DIVIDED, HIDDEN, LOSSES, OPERATORS, qualified
from evalsql.render.frames import query
from evalsql.sqltext import identifier

TRACK = FIXTURES / "track"
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
BARE |= {"struct_pack": "(a) as 1", "struct_extract": "(a, b) as 1"}
# what macros of DuckDB's own call
INNER = {"list_aggr": "(a, b) as 1", "string_split": "(a, b) as ['x', 'y']", "if": "(a, b, c) as 'x'"}
INNER |= {"len": "(a) as 0", "md5_number": "(a) as 5::uhugeint"}


@cache
def statements() -> dict[str, str]:
    """What creates each macro."""
    return {macro.name: macro.statement for macro in list_macros()}


@pytest.fixture(scope="module")
def client() -> Connection:
    """A client with a few macros of evalsql in another database."""
    connection = duckdb.connect()
    connection.execute("attach ':memory:' as es; use es")
    for name in ("ndcg", "ap", "rbp", "effects"):
        connection.execute(statements()[name])
    connection.execute(f"""
        use memory;
        create table runs as from '{TRACK}/runs.parquet' where run = 'bm25' and query_id in ('101', '102');
        create table qrels as from '{TRACK}/qrels.parquet' where query_id in ('101', '102');
        create table scores as select 'AP' as metric, * from {SCORES} as t(run, query_id, value)
    """)
    return connection


@pytest.fixture
def other(client: Connection) -> Iterator[Connection]:
    """A cursor of it, with a database called other of its own."""
    ((threads,),) = ask(client, "select current_setting('threads')")
    with client.cursor() as own:
        own.execute("attach ':memory:' as other")
        yield own
        own.execute(f"set threads = {threads}; detach other")


def long_macros_called_like_functions_change_nothing(client: Connection) -> None:
    def values() -> list[tuple]:
        found = [row for name in ("ndcg", "ap", "rbp") for row in ask(client, f"from es.{name}()")]
        return [*in_bits(found), *ask(client, "from es.effects()")]

    undisturbed = values()
    for macro in MACROS:
        client.execute(f"create temp macro {macro}")
    found = values()
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


def long_what_cannot_be_called_by_its_full_name_is_tried(client: Connection) -> None:
    assert set().union(*map(called_bare, statements().values())) == BARE.keys()
    client.execute(f"create temp macro guarded() as {qualified(OPERATORS)}")
    for name, lying in (BARE | INNER).items():
        client.execute(f'create temp macro "{name}"{lying}')
        try:
            for call in ("select guarded()", "from es.ndcg()") if name == "+" else ("select guarded()",):
                assert re.search(f"{re.escape(HIDDEN)}|Binder Error", complaint(client, call))
        finally:
            client.execute(f'drop macro "{name}"')


@since("duckdb", "1.5", "functions of windows are not listed")
def test_what_is_called_by_its_full_name_is_a_function_of_duckdb_or_a_macro_that_is_known(client: Connection) -> None:
    """Other macros would call functions by their bare names too, which are to be tried."""
    called = set(re.findall(r"system\.main\.(\w+)\(", "".join(statements().values())))
    functions = ask(client, "select function_name from duckdb_functions() where internal and schema_name = 'main'")
    assert called <= {name for (name,) in functions}
    assert {"least", "greatest", "log2", "pow", "isnan", "any_value", "sum", "count", "max", "min", "avg"} <= called
    there = ask(client, "select function_name from duckdb_functions() where internal and function_type = 'macro'")
    tried = {"list_sum", "list_min", "list_max", "list_count", "list_avg", "list_var_samp", "list_product"}  # list_aggr
    tried |= {"split_part", "md5_number_lower", "array_to_string", "list_reverse", "nullif"}
    assert called & {name for (name,) in there} == tried


def long_a_macro_that_keeps_an_integer_division_is_refused(other: Connection) -> None:
    other.execute("set integer_division = true; use other")
    for name in ("ap", "effects", "kendall"):
        other.execute(statements()[name])
    other.execute("use memory")
    for name in ("ap", "effects", "kendall"):
        assert ANEW in complaint(other, f"from other.{name}()")


def test_a_query_that_is_printed_is_refused_by_integer_division(client: Connection) -> None:
    text = query(parse_measure("AP"))
    with client.cursor() as own:
        assert len(ask(own, text)) == 2
        own.execute("set integer_division = true")
        assert DIVIDED in complaint(own, text)


def test_macros_and_queries_refuse_a_duckdb_that_loses_rows(other: Connection) -> None:
    ((version,),) = ask(other, "select version()")
    lost = [text.replace("'v1.5.0'", f"'{version}'") for text in (statements()["ap"], query(parse_measure("AP")))]
    other.execute(f"use other; {lost[0]}; use memory; set threads = 2")
    for text in ("from other.ap()", lost[1]):
        assert LOSSES in complaint(other, text)
    other.execute("set threads = 1")
    assert ask(other, "from other.ap()") == ask(other, "from es.ap()")
    assert len(ask(other, lost[1])) == 2


def test_what_is_registered_keeps_no_integer_division() -> None:
    with duckdb.connect() as connection:
        connection.execute("set global integer_division = true")
        with macros_of("AP", "paired_t"):
            register(connection)
        connection.execute("""
            create table runs as select 'q' as query_id, unnest([1, 2]) as doc_id, doc_id as score;
            create table qrels as select 'q' as query_id, 1 as doc_id, 1 as relevance
        """)
        assert ask(connection, "select value from evalsql.ap()") == [(0.5,)]
        assert ask(connection, "select 7 / 2") == [(3,)]


def test_full_names_make_the_text_longer_by_less_than_a_twelfth() -> None:
    text = script()
    assert len(text) < 13 / 12 * len(text.replace("system.main.", ""))


def test_calls_are_told_from_other_words() -> None:
    full = {
        "select least(a, 1), 'least(a)' -- least(a)": "select system.main.least(a, 1), 'least(a)' -- least(a)",
        "select max(a) as most from t as u(a)": "select system.main.max(a) as most from t as u(a)",
        "sum(a) filter (a > 1) over (order by a)": "system.main.sum(a) filter (a > 1) over (order by a)",
    }
    for text in (
        "create macro sum(a) as a",
        "with sums(a) as (select 1) from sums",
        "with sums(a) as materialized (select 1) from sums",
        "coalesce(a, b) in (1) and t.f(a)",
    ):
        full[text] = text
    assert {text: qualified(text) for text in full} == full


CALLS = (
    "ndcg(runs := ?, qrels := 'qrels')",
    "ndcg(runs := 'runs', qrels := ?)",
    "rbp(runs := ?, qrels := ?)",
    "ndcg_curve(runs := ?, qrels := 'qrels', k := 2)",
    "paired_t(scores := ?)",
    "problems(runs := ?, qrels := 'qrels')",
    "kendall(scores := ?)",
)
EXECUTABLE = (
    "runs); copy (select 1) to 'copied.txt'; --",
    'runs"); select 1; --',
    "runs, read_text('secret.txt')",
    "read_text('secret.txt')",
    "query('select 1')",
    "range(3)",
    "duckdb_settings()",
    "pragma_version()",
    "values (1)",
    "system.main.read_text",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A working directory with a secret, and one in the environment."""
    made = tmp_path_factory.mktemp("hostile")
    hostile.set_traps(made)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALSQL_SECRET", SECRET)
        patch.chdir(made)
        yield made


@pytest.fixture(scope="module")
def of_all(folder: Path) -> Iterator[Connection]:
    with duckdb.connect() as connection, macros_of("nDCG", "RBP", "AP", "paired_t", "kendall", "problems"):
        register(connection)
        yield connection


@pytest.fixture
def registered(of_all: Connection) -> Connection:
    """A client with the macros, and tables runs, qrels and scores under plain names."""
    put_tables(of_all, list(PLAIN.values()))
    return of_all


def put_tables(connection: Connection, names: list[str]) -> None:
    """Makes the tables runs and qrels, in which all is called so, and scores."""
    for name, rows in zip(("runs", "qrels"), rankings(names), strict=True):
        connection.register("given", rows)
        connection.execute(f"create or replace table {name} as from given")
    connection.execute("create or replace table scores as from evalsql.ap() union all from evalsql.rbp()")


def test_what_is_no_name_is_refused_and_not_run(registered: Connection, folder: Path) -> None:
    tried = [(call, text) for call in CALLS for text in EXECUTABLE[-7:]]
    for call, text in (*tried, *((CALLS[0], text) for text in (*NAMES, *EXECUTABLE[:-7]))):
        with pytest.raises(duckdb.Error) as refused:
            registered.execute(f"from evalsql.{call}", [text] * call.count("?")).fetchall()
        assert_nothing_was_run(folder, str(refused.value).replace(text, ""))
    assert ask(registered, "select count(*) from duckdb_tables() where not internal")[0][0] >= 3


def long_a_table_may_have_any_name_that_is_quoted(registered: Connection) -> None:
    expected = ask(registered, "from evalsql.ndcg() order by all")
    before = ["runs", "qrels"]
    for name in NAMES:
        quoted = [identifier(f"{name} {table}") for table in ("runs", "qrels")]
        for old, new in zip(before, quoted, strict=True):
            registered.execute(f"alter table {old} rename to {new}")
        assert registered.execute("from evalsql.ndcg(?, ?) order by all", quoted).fetchall() == expected, name
        before = quoted
    for table in before:
        registered.execute(f"drop table {table}")


def long_ids_may_be_called_anything(registered: Connection, folder: Path) -> None:
    calls = {"ndcg()": [], "ndcg_curve(k := 2)": [], "paired_t(baseline := ?)": [NAMES[0]], "kendall()": []}

    def found(change: Any) -> dict[str, list[tuple]]:
        return {
            call: registered.execute(f"from evalsql.{call} order by all", change(values)).fetchall()
            for call, values in calls.items()
        }

    plain = found(renamed)
    put_tables(registered, NAMES)
    hostile_rows = found(list)
    assert renamed(hostile_rows) == renamed(plain)
    assert all(len(rows) > 1 or call == "kendall()" for call, rows in plain.items())
    assert_nothing_was_run(folder, str(hostile_rows))
