"""docs/database.md has every table and view of an analysis database, as the files of sql/database say them."""

import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import in_process
import pages
import pytest
from built import open_to_read
from places import ROOT

from evalsql.catalog.sqlfiles import split_file

PAGE = "docs/database.md"
ONLY_LINKED = {"retrieved"}  # where runs stay in their files
FOLDERS = {"tables": "table", "views": "view"}


def heads() -> list[tuple[str, dict]]:
    """What each file of sql/database says of its table or view."""
    return [
        (kind, split_file(file.name, file.read_text(encoding="utf-8"))[0])
        for folder, kind in FOLDERS.items()
        for file in sorted((ROOT / "sql" / "database" / folder).glob("*.sql"))
    ]


def written() -> str:
    """A section for each table and view that people read; those of the schema internal below."""
    lines = []
    of_people = [(kind, head) for kind, head in heads() if "schema" not in head]
    for kind, head in sorted(of_people, key=lambda each: each[1]["name"]):
        lines += [f"### {head['name']}", "", f"A {kind}. {head['about']}", "", "| column | |", "|---|---|"]
        lines += [pages.row(f"`{name}`", about) for name, about in head["columns"].items()]
        lines.append("")
    lines += ["### What the others are made of", "", "| | |", "|---|---|"]
    for _, head in heads():
        if "schema" in head:
            lines.append(pages.row(f"`{head['schema']}.{head['name']}`", head["about"]))
    return "\n".join(lines)


def test_the_page_has_every_table_and_view() -> None:
    pages.fill(PAGE, "schema", written())


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database that the page builds, open as a client opens it."""
    (built,) = re.findall(r"```sh\n(evalsql build .*)\n```", pages.read(PAGE))
    folder = pages.folder_for(tmp_path_factory.mktemp("database"))
    done = in_process.whole(built.split()[1:], folder)
    assert done.status == 0, done.said
    with open_to_read(folder / "eval.duckdb") as connection:
        yield connection


@pytest.mark.slow  # a database takes seconds to build
def test_every_query_gives_the_result_shown(database: duckdb.DuckDBPyConnection) -> None:
    assert pages.run(database, Path(PAGE).name) == 8


@pytest.mark.slow
def test_what_the_page_lists_is_there(database: duckdb.DuckDBPyConnection) -> None:
    rows = database.execute("select table_name, column_name from duckdb_columns() where not internal").fetchall()
    there = {table: {column for name, column in rows if name == table} for table, _ in rows}
    for _, head in heads():
        if head["name"] not in ONLY_LINKED and not head.get("slices"):  # the page gives none
            assert head["columns"].keys() <= there[head["name"]], head["name"]
