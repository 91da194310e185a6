"""Where results go: endings, folders, what is there already."""

from collections.abc import Callable
from pathlib import Path

import duckdb

from bad_input.kind import Kind
from bad_input.make import line

TITLE = "Outputs"
E = "evaluate clean.run -q qrels.txt -m AP"


def database(sql: str) -> Callable[[Path], object]:
    """A database that was there before."""

    def make(path: Path) -> None:
        with duckdb.connect(path) as connection:
            connection.execute(sql)

    return make


def folder(path: Path) -> None:
    path.mkdir()


def into(name: str, file: str, *says: str, files: dict | None = None, more: str = "", **other) -> Kind:
    return line(name, f"{E} -o {file}{more}", *says, files=files, **other)


KINDS = [
    into(
        "an ending that there is not", "here.docx", "here.docx: unsupported output format '.docx'; supported: .parquet"
    ),
    into("no ending", "here", "here", "supported"),
    into("an ending alone", ".parquet", ".parquet"),
    into("a folder that there is not", "none/here.csv", "none"),
    into("a folder in the place of the file", "here.csv", "here.csv", files={"here.csv": folder}),
    into("a folder below a file", "clean.run/here.csv", "clean.run"),
    into("a name longer than names may be", f"{'n' * 300}.csv", "nnn"),
    into("a name of the longest that is allowed", f"{'n' * 251}.csv", expected="right"),
    into("a name that holds NUL", "a\0.csv", "a|null byte"),
    into("a folder that nobody can write to", "/proc/here.csv", "/proc/here.csv"),
    line(
        "the run as its own result",
        "evaluate bad.csv -q qrels.txt -m AP -o bad.csv",
        "bad.csv",
        files={"bad.csv": "query_id,doc_id,score\nq1,d1,1\n"},
    ),
    line(
        "the judgments as the result",
        "evaluate clean.run -q bad.csv -m AP -o bad.csv",
        "bad.csv",
        files={"bad.csv": "query_id,doc_id,relevance\nq1,d1,1\n"},
    ),
    into(
        "a database that has such a table",
        "here.duckdb",
        "here.duckdb",
        "--force",
        files={"here.duckdb": database("create table scores as select 1 as a")},
    ),
    into("a database that is none", "here.duckdb", "here.duckdb", files={"here.duckdb": b"text" * 100}),
    into(
        "a database whose table has other columns, to be added to",
        "here.duckdb",
        "here.duckdb",
        files={"here.duckdb": database("create table scores as select 1 as a")},
        more=" --append",
    ),
    into(
        "a view in the place of the table",
        "here.duckdb",
        "here.duckdb",
        files={"here.duckdb": database("create view scores as select 1 as a")},
        more=" --force",
    ),
    into("rows added to what is no database", "here.csv", "--append", more=" --append"),
    into("a label without rows to add", "here.csv", "--label", more=" --label new"),
    line("rows added to nothing", f"{E} --append", "--append|-o"),
    line("a label and no file", f"{E} --label new", "--label|-o"),
    line("what is there replaced, and no file", f"{E} --force", "--force|-o"),
    line("a page without a name", "report clean.run -q qrels.txt -m AP", "--output|-o"),
    line("a page of an ending that there is not", "report clean.run -q qrels.txt -m AP -o a.pdf", "a.pdf", ".html"),
    line("a page in a folder that there is not", "report clean.run -q qrels.txt -m AP -o none/a.html", "none"),
    line("a page in LaTeX", "report clean.run -q qrels.txt -m AP -o a.tex", "a.tex", "--format markdown or latex"),
    line("a picture of an ending that there is not", f"{E} --plot a.bmp", "a.bmp"),
    line("a picture in a folder that there is not", f"{E} --plot none/a.svg", "none"),
    line("a database without its ending", "build here clean.run -q qrels.txt -m AP", "here", ".duckdb"),
    line("a database in a folder that there is not", "build none/a.duckdb clean.run -q qrels.txt -m AP", "none"),
    line(
        "a database over a file that is none of ours",
        "build a.duckdb clean.run -q qrels.txt -m AP",
        "a.duckdb",
        "--force",
        files={"a.duckdb": b"not ours"},
    ),
    line(
        "a database over one of somebody else's",
        "build a.duckdb clean.run -q qrels.txt -m AP",
        "a.duckdb",
        files={"a.duckdb": database("create table t as select 1 as a")},
    ),
    line(
        "a database over a folder",
        "build a.duckdb clean.run -q qrels.txt -m AP",
        "a.duckdb",
        files={"a.duckdb": folder},
    ),
    line(
        "a database of a storage version that there is not",
        "build a.duckdb clean.run -q qrels.txt -m AP --storage-version v99.0.0",
        "v99.0.0",
    ),
    line("a library of an ending that there is not", "lib a.txt", "a.txt"),
    line("a library in a folder that there is not", "lib none/a.sql", "none"),
    line(
        "a library over a file that is none of ours",
        "lib a.duckdb",
        "a.duckdb",
        files={"a.duckdb": database("create table t as select 1 as a")},
    ),
    line("a conversion to an ending that there is not", "convert clean.run a.docx", "a.docx"),
    line("a conversion into the file that is read", "convert clean.run clean.run", "clean.run"),
    line(
        "a conversion of what is neither runs nor judgments",
        "convert bad.txt a.parquet",
        "bad.txt",
        files={"bad.txt": "one two\n"},
    ),
]
