"""Databases that a stranger has changed, and what evalsql says of them."""

import shutil
from pathlib import Path

import duckdb
from places import FIXTURES

import evalsql
from evalsql.sqltext import identifier

TINY = FIXTURES / "tiny"
RUN, QRELS = TINY / "good.run", TINY / "qrels.txt"
SECRET = "SECRET-token"


def changed(built: Path, folder: Path, *statements: str) -> Path:
    """A copy of a database that statements have changed."""
    path = Path(shutil.copy(built, folder / "eval.duckdb"))
    with duckdb.connect(str(path)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def without_views(built: Path) -> list[str]:
    """Statements that drop the views of a database, which hold its tables."""
    with duckdb.connect(str(built), read_only=True) as connection:
        views = "select schema_name, view_name from duckdb_views() where not internal"
        return [
            f"drop view if exists {identifier(schema)}.{identifier(view)}"
            for schema, view in connection.execute(views).fetchall()
        ]


def asked(path: Path, page: Path) -> str:
    """What every reader of a database says of it, where one refuses it; and what the page holds."""
    said = ""
    for read in (lambda: evalsql.report(page, path), lambda: evalsql.log(path)):
        try:
            said += str(read())
        except evalsql.InputError as error:
            said += f"refused: {error}"
    return said + (page.read_text() if page.exists() else "")
