"""Kinds that a table of TOML cannot hold: texts without end, texts that are not UTF-8, values that it has not."""

import io
import os
import pickle
import zipfile
from pathlib import Path

import duckdb

from bad_input.clean import RANKINGS, run_lines, run_table
from bad_input.kind import Content, Expected, Kind
from bad_input.make import line, measure, option, run

E = "evaluate clean.run -q qrels.txt -m AP"
ODD = ["evaluate", os.fsdecode(b"caf\xe9.run"), "-q", "qrels.txt", "-m", "AP"]


def odd(path: Path) -> None:
    with open(os.fsencode(path.parent) + b"/caf\xe9.run", "w") as file:
        file.writelines(f"{each}\n" for each in run_lines())


def named(name: str, given: str, *says: str) -> Kind:
    return Kind(name, "refused", says, inputs={"runs": given})


def table(name: str, content: Content, expected: Expected = "refused") -> Kind:
    says = ("bad.duckdb",) if expected == "refused" else ()
    return Kind(name, expected, says, files={"bad.duckdb": content}, inputs={"runs": "bad.duckdb::runs"})


def database(path: Path, more: str = "") -> bytearray:
    """A database with the clean run, which is written, and what its file holds."""
    with duckdb.connect(path) as connection:
        connection.register("given", run_table())
        connection.execute(f"create table runs as from given; {more}")
    return bytearray(path.read_bytes())


def newer(path: Path) -> None:
    content = database(path)
    content[12:20] = (9999).to_bytes(8, "little")
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(
        database(path, "create table t as select range as i, hash(range) as h from range(300000)")[:300_000]
    )


def turned(path: Path) -> None:
    content = database(path)
    for place in range(12_300, len(content), 97):
        content[place] ^= 0xFF
    path.write_bytes(content)


def with_log(path: Path) -> None:
    database(path)
    Path(f"{path}.wal").write_bytes(b"no log at all" * 40)


def workbook() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(zipfile.ZipInfo("[Content_Types].xml"), "<Types/>")  # of 1980, whatever the time is
    return buffer.getvalue()


PNG = b"\x89PNG\r\n\x1a\n" + bytes(100)
RANDOM = bytes((n * 7919 + n * n) % 256 for n in range(5000))
KINDS = {
    "o_names": [
        named("a name longer than names may be", f"{'n' * 300}.run", "nnn", "no such file|too long"),
        named("a path longer than paths may be", "n/" * 3000 + "a.run", "n/n", "no such file|too long"),
        Kind("a name that is not UTF-8", "refused", ("is not UTF-8 text",), files={"odd": odd}, line=ODD),
        Kind("a name that is not UTF-8 and not there", "refused", ("is not UTF-8 text",), line=ODD),
    ],
    "p_measures": [
        measure("a cutoff of five thousand digits", "nDCG@" + "9" * 5000, "nDCG@999"),
        measure("a whole number too large for a double", f"AP(rel={10**400})", "rel must be a number in (0, inf)"),
        measure("a measure of five thousand letters", "A" * 5000, "AAAA"),
        measure("brackets within brackets within brackets", "(" * 500, "("),
        measure("minus signs without end", "-" * 5000 + "1", "---"),
        measure("half of a pair of surrogates", "\ud800", "is not a measure", entries=("python",)),
    ],
    "q_options": [
        option("a list of queries with None", "None|queries", queries=["q1", None], entries=("python",)),
        Kind(
            "a file of queries in Parquet",
            "refused",
            ("queries.txt",),
            files={"queries.txt": b"PAR1" + bytes(range(200)) + b"PAR1"},
            inputs={"queries": "queries.txt"},
        ),
        line("a label that is not UTF-8", f"{E} -o a.csv --append --label \udcff", "--label takes UTF-8 text, not"),
        line("a label that is not UTF-8, joined to its option", f"{E} --label=\udcff", "--label takes UTF-8 text, not"),
    ],
    "s_outputs": [
        line("a name longer than names may be", f"{E} -o {'n' * 300}.csv", "nnn"),
        line("a name of the longest that is allowed", f"{E} -o {'n' * 251}.csv", expected="right"),
        line("a database that is none", f"{E} -o here.duckdb", "here.duckdb", files={"here.duckdb": b"text" * 100}),
    ],
    "i_tables": [
        table("text", b"q1 Q0 d1 1 3 x\n" * 300),
        table("zeros", bytes(20_000)),
        table("a database of SQLite", b"SQLite format 3\0" + bytes(5000)),
        table("a database of a format of the future", newer),
        table("a database that is cut off", cut),
        table("a database with bytes turned over", turned),
        table("a database with a log beside it that is none", with_log, expected="right"),
    ],
    "n_other_files": [
        run("a picture", PNG, "bad.run"),
        run("a picture called .csv", PNG, "bad.csv", file="bad.csv"),
        run("a workbook", workbook(), "bad.xlsx: is a workbook; save its sheet as CSV", file="bad.xlsx"),
        run("a pickle", pickle.dumps(RANKINGS), "bad.pkl", file="bad.pkl"),
        *(run(f"random bytes called {file}", RANDOM, file, file=file) for file in ("bad.run", "bad.jsonl", "bad.csv")),
    ],
    "r_side_tables": [
        Kind(
            "a database as slices",
            "refused",
            ("bad.csv: a DuckDB file; name a table in it",),
            files={"bad.csv": b"x" * 8 + b"DUCK" + bytes(4096)},
            inputs={"slices": "bad.csv"},
            entries=("evaluate", "gate", "report"),
        ),
    ],
}
