"""Tables of DuckDB files: what is not there, what cannot be opened, what holds something else."""

from collections.abc import Callable
from pathlib import Path

import duckdb

from bad_input.clean import RANKINGS
from bad_input.kind import Kind

TITLE = "Tables of DuckDB files"
VALUES = ", ".join(f"('x', '{query}', '{doc}', {score})" for query, doc, score in RANKINGS)
RUNS = f"create table runs as from (values {VALUES}) t(run, query_id, doc_id, score);"


def database(*statements: str) -> Callable[[Path], object]:
    """A database that these statements made."""

    def make(path: Path) -> None:
        with duckdb.connect(path) as connection:
            for statement in statements:
                connection.execute(statement)

    return make


def given(name: str, content: object, *says: str, table: str = "runs", file: str = "bad.duckdb", **more) -> Kind:
    files = {} if content is None else {file: content}
    return Kind(name, more.pop("expected", "refused"), says, files=files, inputs={"runs": f"{file}::{table}"}, **more)


def changed(name: str, statement: str, *says: str, **more) -> Kind:
    return given(name, database(RUNS, *statement.split(";")), *says, **more)


def newer(path: Path) -> None:
    database(RUNS)(path)
    content = bytearray(path.read_bytes())
    content[12:20] = (9999).to_bytes(8, "little")
    path.write_bytes(content)


def cut(path: Path) -> None:
    database(RUNS, "create table t as select range as i, hash(range) as h from range(300000)")(path)
    path.write_bytes(path.read_bytes()[:300_000])


def turned(path: Path) -> None:
    database(RUNS)(path)
    content = bytearray(path.read_bytes())
    for place in range(12_300, len(content), 97):
        content[place] ^= 0xFF
    path.write_bytes(content)


def with_log(path: Path) -> None:
    database(RUNS)(path)
    Path(f"{path}.wal").write_bytes(b"no log at all" * 40)


KINDS = [
    given("a table as it should be", database(RUNS), expected="right"),
    given("no such file", None, "bad.duckdb", "there is no file|no such file"),
    given("no such table", database("create table t as select 1 as a"), "bad.duckdb::runs"),
    given("no name behind the colons", database(RUNS), "bad.duckdb", table=""),
    given("a schema that there is not", database(RUNS), "bad.duckdb::other.runs", table="other.runs"),
    given("a query in place of a name", database(RUNS), "bad.duckdb::runs where", table="runs where 1 = 1"),
    given(
        "a second statement in place of a name", database(RUNS), "bad.duckdb::runs; drop", table="runs; drop table runs"
    ),
    given("a name in quotes", database(RUNS), 'bad.duckdb::"runs"', table='"runs"'),
    given(
        "a macro in place of a table", database(RUNS, "create macro m() as table from runs"), "bad.duckdb::m", table="m"
    ),
    given("a file without a byte", b"", "bad.duckdb"),
    given("text", b"q1 Q0 d1 1 3 x\n" * 300, "bad.duckdb"),
    given("zeros", bytes(20_000), "bad.duckdb"),
    given("a database of SQLite", b"SQLite format 3\0" + bytes(5000), "bad.duckdb"),
    given("a database of a format of the future", newer, "bad.duckdb"),
    given("a database that is cut off", cut, "bad.duckdb"),
    given("a database with bytes turned over", turned, "bad.duckdb"),
    given("a database with a log beside it that is none", with_log, expected="right"),
    given("a folder called as a database", lambda path: path.mkdir(), "bad.duckdb"),
    changed("a table without rows", "delete from runs", "bad.duckdb::runs", "no rows|empty"),
    changed("a table without a column", "alter table runs drop score", "no column score"),
    changed("a column of another name", "alter table runs rename score to points", "no column score"),
    changed(
        "a score that is null", "update runs set score = null where doc_id = 'd2' and query_id = 'q1'", "score is null"
    ),
    changed(
        "a score that is nan",
        "alter table runs alter score type double; update runs set score = 'nan' where doc_id = 'd2'",
        "score is not a number",
    ),
    changed("a document that is null", "update runs set doc_id = null where doc_id = 'd3'", "doc_id is null"),
    changed("a document twice", "insert into runs from runs limit 1", "appears twice"),
    changed(
        "documents that are lists",
        "alter table runs alter doc_id type varchar[] using [doc_id]",
        "doc_id is a list or a struct",
    ),
    changed(
        "scores that are intervals", "alter table runs alter score type interval using to_days(score::int)", "score"
    ),
    changed(
        "scores that are an enum of words",
        "alter table runs alter score type varchar; update runs set score = 'high'",
        "score is 'high'",
    ),
    changed(
        "a view that fails when it is read",
        "create view v as select * replace (('x' || doc_id)::int as score) from runs",
        "bad.duckdb::v",
        table="v",
    ),
    changed(
        "a view over a table that is gone", "create view v as from runs; drop table runs", "bad.duckdb::v", table="v"
    ),
    changed("a view over a file that is gone", "create view v as from runs", "v2", table="v2"),
    changed(
        "a column that is computed",
        "create table g (run text, query_id text, doc_id text, s double, score double as (s)); insert into g from runs",
        expected="right",
        table="g",
    ),
    changed(
        "two columns that could be the query",
        "alter table runs add column qid varchar; update runs set qid = 'x'",
        "query_id",
        "qid",
    ),
    changed(
        "a collation that knows no case", "alter table runs alter doc_id type varchar collate nocase", expected="right"
    ),
]
