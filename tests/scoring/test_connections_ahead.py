"""The connection that a command works in may be opened ahead, and is the one that was asked for all the same."""

from collections.abc import Iterator

import duckdb
import pytest

from evalsql import InputError, connections
from evalsql.connections import cursor_of, open_ahead


@pytest.fixture(autouse=True)
def nothing_ahead() -> Iterator[None]:
    """No connection is left for another test."""
    yield
    connections.ahead.clear()


def threads(connection: duckdb.DuckDBPyConnection) -> int:
    """How many threads a connection may use."""
    return connection.execute("select current_setting('threads')").fetchone()[0]


def test_a_connection_that_was_opened_ahead_is_taken_once() -> None:
    open_ahead({"threads": 3})
    (opening,) = connections.ahead
    taken = cursor_of(None, {"threads": 3})
    assert taken is opening.opened
    assert threads(taken) == 3
    assert cursor_of(None, {"threads": 3}) is not taken


def test_one_with_other_settings_is_not_taken() -> None:
    open_ahead({"threads": 3})
    assert threads(cursor_of(None, {"threads": 2})) == 2
    assert threads(cursor_of(None, {"threads": 3})) == 3


def test_a_users_connection_goes_before_it() -> None:
    open_ahead({})
    with duckdb.connect() as own:
        own.execute("create table theirs as select 1 as one")
        assert cursor_of(own).execute("from memory.main.theirs").fetchall() == [(1,)]


def test_a_setting_that_cannot_be_is_refused_as_without() -> None:
    said = []
    for ahead in (True, False):
        if ahead:
            open_ahead({"memory_limit": "lots"})
        with pytest.raises(InputError, match=r"^invalid memory_limit 'lots': ") as refused:
            cursor_of(None, {"memory_limit": "lots"})
        said.append(str(refused.value))
    assert said[0] == said[1]
