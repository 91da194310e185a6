"""Databases that evalsql built, or did not: added to, read, reported."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import duckdb
from built import macros_of

from bad_input.clean import put_clean
from bad_input.kind import Kind
from bad_input.make import line

TITLE = "Databases that evalsql built, or did not"


@cache
def whole() -> Path:
    import evalsql

    folder = Path(mkdtemp())
    put_clean(folder)
    with macros_of("AP", "nDCG"):
        evalsql.build_database(folder / "a.duckdb", [folder / "other.run"], folder / "qrels.txt", ["AP", "nDCG@10"])
    return folder / "a.duckdb"


def built(*statements: str) -> Callable[[Path], object]:
    """The same after statements of somebody's."""

    def make(path: Path) -> None:
        shutil.copy(whole(), path)
        with duckdb.connect(path) as connection:
            for statement in statements:
                connection.execute(statement)

    return make


def foreign(path: Path) -> None:
    with duckdb.connect(path) as connection:
        connection.execute("create table runs as select 'x' as run, 'q1' as query_id, 'd1' as doc_id, 1 as score")


def cut(path: Path) -> None:
    content = whole().read_bytes()
    path.write_bytes(content[: len(content) // 2])


def turned(path: Path) -> None:
    content = bytearray(whole().read_bytes())
    for place in range(4096 * 3, len(content), 61):
        content[place] ^= 0xFF
    path.write_bytes(content)


def newer(path: Path) -> None:
    content = bytearray(whole().read_bytes())
    content[12:20] = (9999).to_bytes(8, "little")
    path.write_bytes(content)


def each(name: str, content: object, *says: str) -> list[Kind]:
    """A database that is added to, reported, and whose history is shown."""
    lines = {
        "added to": "build a.duckdb clean.run --add",
        "reported": "report a.duckdb -o page.html",
        "its history shown": "log a.duckdb",
    }
    return [
        line(f"{name}: {done}", text, "a.duckdb", *says, files={"a.duckdb": content}) for done, text in lines.items()
    ]


def added(name: str, content: object, *says: str, more: str = "clean.run --add", **other) -> Kind:
    return line(name, f"build a.duckdb {more}", *says, files={"a.duckdb": content}, **other)


KINDS = [
    added("as it should be", built(), expected="right"),
    *each("a database that there is not", lambda path: None),
    *each("a database that evalsql did not build", foreign),
    *each("a file without a byte", b""),
    *each("text", b"no database " * 400),
    *each("a database that is cut off", cut),
    *each("a database whose pages are turned over", turned),
    *each("a database of a format of the future", newer),
    *each("a database without its marks", built("drop table internal.evalsql_meta cascade")),
    *each(
        "a database of another version",
        built("update internal.evalsql_meta set value = '0.0.9' where key = 'evalsql'"),
        "rebuild it",
    ),
    *each("a folder", lambda path: path.mkdir()),
    added("a run that is there already", built(), "other", more="other.run --add"),
    added("a run that does not fit", built(), "bad.run", more="bad.run --add"),
    added("a database without its runs", built("drop table if exists runs"), "a.duckdb"),
    added("judgments beside runs to add", built(), "--qrels", more="clean.run --add -q qrels.txt"),
    added("measures beside runs to add", built(), "-m|--measure|measures", more="clean.run --add -m RR"),
    added("nothing to add", built(), "RUNS|runs", more="--add"),
    added(
        "a database that is built over, without a word",
        built(),
        "a.duckdb",
        "--force",
        more="clean.run -q qrels.txt -m AP",
    ),
    line(
        "a run of a built database that there is not",
        "report a.duckdb --baseline nobody -o page.html",
        "nobody",
        files={"a.duckdb": built()},
    ),
    line(
        "a measure that a built database has not",
        "report a.duckdb -m RR -o page.html",
        "RR",
        files={"a.duckdb": built()},
    ),
    line(
        "a curve of a report over a database",
        "report a.duckdb --curve zzz -o page.html",
        "curves",
        files={"a.duckdb": built()},
    ),
]
