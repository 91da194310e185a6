"""What a macro takes as `runs :=`, `qrels :=` or `scores :=` names a table or a file, and nothing in it is run."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import hostile
import pytest
from hostile import NAMES, PLAIN, SECRET, assert_nothing_was_run, rankings, renamed

from evalsql import register
from evalsql.sqltext import identifier

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
    *NAMES,
    "read_text('secret.txt')",
    "runs, read_text('secret.txt')",
    "runs); copy (select 1) to 'copied.txt'; --",
    'runs"); select 1; --',
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
def registered(folder: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A client with the macros."""
    with duckdb.connect() as connection:
        register(connection)
        yield connection


@pytest.fixture
def client(registered: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The client, with tables runs, qrels and scores under plain names."""
    put_tables(registered, list(PLAIN.values()))
    return registered


def put_tables(connection: duckdb.DuckDBPyConnection, names: list[str]) -> None:
    """Makes the tables runs and qrels, in which all is called so, and scores."""
    runs, qrels = rankings(names)
    for name, rows in (("runs", runs), ("qrels", qrels)):
        connection.register("given", rows)
        connection.execute(f"create or replace table {name} as from given")
    connection.execute("create or replace table scores as from evalsql.ap() union all from evalsql.rbp()")


@pytest.mark.quick(4)
@pytest.mark.parametrize("call", CALLS)
def test_what_is_no_name_is_refused_and_not_run(call: str, client: duckdb.DuckDBPyConnection, folder: Path) -> None:
    for text in EXECUTABLE if call == CALLS[0] else EXECUTABLE[-7:]:
        with pytest.raises(duckdb.Error) as refused:
            client.execute(f"from evalsql.{call}", [text] * call.count("?")).fetchall()
        assert_nothing_was_run(folder, str(refused.value).replace(text, ""))
        assert client.execute("select count(*) from duckdb_tables() where not internal").fetchall()[0][0] >= 3


@pytest.mark.quick(9)
@pytest.mark.parametrize("name", NAMES)
def test_a_table_may_have_any_name_that_is_quoted(name: str, client: duckdb.DuckDBPyConnection) -> None:
    expected = client.execute("from evalsql.ndcg() order by all").fetchall()
    for table in ("runs", "qrels"):
        client.execute(f"alter table {table} rename to {identifier(f'{name} {table}')}")
    quoted = [identifier(f"{name} {table}") for table in ("runs", "qrels")]
    assert client.execute("from evalsql.ndcg(?, ?) order by all", quoted).fetchall() == expected
    for each in quoted:
        client.execute(f"drop table {each}")


def test_ids_may_be_called_anything(client: duckdb.DuckDBPyConnection, folder: Path) -> None:
    calls = {
        "evalsql.ndcg()": [],
        "evalsql.ndcg_curve(k := 2)": [],
        "evalsql.paired_t(baseline := ?)": [NAMES[0]],
        "evalsql.kendall()": [],
    }
    plain = {
        call: client.execute(f"from {call} order by all", renamed(values)).fetchall() for call, values in calls.items()
    }
    put_tables(client, NAMES)
    found = {call: client.execute(f"from {call} order by all", values).fetchall() for call, values in calls.items()}
    assert renamed(found) == renamed(plain)
    assert all(len(rows) > 1 or call.endswith("kendall()") for call, rows in plain.items())
    assert_nothing_was_run(folder, str(found))
