"""What a macro takes as `runs :=`, `qrels :=` or `scores :=` names a table or a file, and nothing in it is run."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import hostile
import pytest
from built import macros_of
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
    with duckdb.connect() as connection, macros_of("nDCG", "RBP", "AP", "paired_t", "kendall", "problems"):
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


def test_what_is_no_name_is_refused_and_not_run(client: duckdb.DuckDBPyConnection, folder: Path) -> None:
    tried = [(call, text) for call in CALLS for text in EXECUTABLE[-7:]]
    for call, text in (*tried, *((CALLS[0], text) for text in EXECUTABLE[:-7])):
        with pytest.raises(duckdb.Error) as refused:
            client.execute(f"from evalsql.{call}", [text] * call.count("?")).fetchall()
        assert_nothing_was_run(folder, str(refused.value).replace(text, ""))
        assert client.execute("select count(*) from duckdb_tables() where not internal").fetchall()[0][0] >= 3


def long_a_table_may_have_any_name_that_is_quoted(client: duckdb.DuckDBPyConnection) -> None:
    expected = client.execute("from evalsql.ndcg() order by all").fetchall()
    before = ["runs", "qrels"]
    for name in NAMES:
        quoted = [identifier(f"{name} {table}") for table in ("runs", "qrels")]
        for old, new in zip(before, quoted, strict=True):
            client.execute(f"alter table {old} rename to {new}")
        assert client.execute("from evalsql.ndcg(?, ?) order by all", quoted).fetchall() == expected, name
        before = quoted
    for table in before:
        client.execute(f"drop table {table}")


def long_ids_may_be_called_anything(client: duckdb.DuckDBPyConnection, folder: Path) -> None:
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
