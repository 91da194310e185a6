"""SQL that is kept once it was rendered, and what is made in a thread beside what else takes time."""

import sys
from collections.abc import Iterator
from pathlib import Path
from threading import active_count

import duckdb
import pytest

from evalsql.connections import Connection
from evalsql.database import macro_cache as kept
from evalsql.database.build_marker import mark
from evalsql.database.macro_cache import made_ahead, prepared
from evalsql.database.writing import BUILD, stored_macros

RENDERED = ["select 'ä'", "select 2"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where Python keeps what it compiled."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    return tmp_path


def never() -> list[str]:
    raise AssertionError("it is rendered once more")


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_what_was_rendered_is_kept_and_made_anew_where_its_file_is_damaged(folder: Path) -> None:
    assert prepared("one", lambda: RENDERED) == RENDERED
    (path,) = files(folder)
    for damaged in (None, b"", b'{"made_of": "', b"[]", b"{}", b"\xff", b"null"):
        if damaged is not None:
            path.write_bytes(damaged)
            assert prepared("one", lambda: RENDERED) == RENDERED
        assert prepared("one", never) == RENDERED
    assert prepared("two", list) == []
    assert [path.suffix for path in files(folder)] == [".json", ".json"]
    assert {path.stat().st_mode for path in files(folder)} == {Path(kept.__file__).stat().st_mode}


def test_it_is_rendered_anew_where_a_file_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sql, file = folder / "sql", folder / "sql" / "one.sql"
    sql.mkdir()
    monkeypatch.setattr(kept, "sql_folder", lambda: sql)
    seen = []
    for change in (lambda: file.write_text("1"), lambda: file.write_text("12"), lambda: file.rename(sql / "two.sql")):
        change()
        kept.made_of.cache_clear()
        assert prepared("one", lambda: [*seen, "new"]) == [*seen, "new"]
        assert prepared("one", never) == [*seen, "new"]
        seen.append("old")
    kept.made_of.cache_clear()


def test_nothing_is_kept_where_python_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "no-folder").write_text("a file")
    for of, name, value in (
        (sys, "dont_write_bytecode", True),
        (sys, "pycache_prefix", str(folder / "no-folder")),
        (sys.implementation, "cache_tag", None),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(of, name, value)
            assert prepared("one", lambda: RENDERED) == RENDERED
    assert [path.name for path in files(folder)] == ["no-folder"]


def test_what_stands_for_a_build_is_in_its_mark_alone() -> None:
    statements = stored_macros(by_subtopic=False, retrieved="runs")
    assert statements
    for statement in statements:
        marked = statement.startswith("create")
        assert statement.count(BUILD) == statement.count(mark(BUILD)) == marked


MACRO = "create macro one(k := 1) as table select k as k; comment on macro table one is 'the number one'"


@pytest.fixture
def own() -> Iterator[Connection]:
    """A connection with a database to copy into, after which no thread stays."""
    before = active_count()
    with duckdb.connect() as connection:
        connection.execute("attach ':memory:' as written; use written; create schema internal")
        yield connection
    assert active_count() == before


def test_what_is_made_ahead_is_copied_with_its_comments(own: Connection) -> None:
    databases = "select database_name from duckdb_databases() order by 1"
    before = own.execute(databases).fetchall()
    with made_ahead(own, lambda worker: worker.execute(MACRO)) as copy:
        own.execute("begin; create table internal.here as select 1")
        copy("written")
        own.execute("commit")
    assert own.execute("from one(k := 3)").fetchall() == [(3,)]
    query = "select comment from duckdb_functions() where database_name = 'written' and function_name = 'one'"
    assert own.execute(query).fetchall() == [("the number one",)]
    assert own.execute(databases).fetchall() == before


def test_an_error_of_the_thread_is_raised(own: Connection) -> None:
    missing = made_ahead(own, lambda worker: worker.execute("from no_such_table"))
    with pytest.raises(duckdb.CatalogException, match="no_such_table"), missing as copy:
        copy("written")


def test_the_thread_ends_where_something_else_fails(own: Connection) -> None:
    endless = "select sum(a * b) from range(1000000) x(a), range(1000000) y(b)"
    with pytest.raises(RuntimeError, match="something else"), made_ahead(own, lambda worker: worker.execute(endless)):
        raise RuntimeError("something else")
