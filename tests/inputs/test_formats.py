"""Runs and judgments of odd ids and numbers have the same rows in every format, however it is written and packed.

A case is a function that writes a collection into a folder, and says what evaluate() gets; a new case is a line.
"""

import csv
import errno
import io
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import odd_collections
import pages
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from odd_collections import FORMATS, OF_ONE_KEY, Collection, in_files, spoiled
from places import ROOT
from tiny import GOOD, POOR, QRELS, read, rows_of, unread
from written import ALL_FORMATS, TEXTS, as_csv, as_gzip, as_jsonl, as_parquet, as_trec, as_zstd, pipe, put

import evalsql
from evalsql import InputError

MEASURES = ["AP", "nDCG", "nDCG@2", "RR", "RBP", "Bpref", "NumRet", "ERR", "infAP", "Judged@3"]
Case = Callable[[Path, pa.Table], Any]  # from a table of runs or judgments to an input
Change = Callable[[bytes], bytes]


def in_file(name: str, write: Callable[[pa.Table], bytes], folder: Path, table: pa.Table) -> Path:
    return put(folder / name, write(table))


def written(name: str, write: Callable[[pa.Table], bytes], change: Change) -> Case:
    return partial(in_file, name, lambda table: change(write(table)))


def replaced(*pair: bytes) -> Change:
    return lambda text: text.replace(*pair)


def of_runs(change: Change) -> Change:
    """What may be done to lines of six fields alone."""
    return lambda text: change(text) if len(text.split(b"\n")[0].split()) == 6 else text


PACKED = {"": lambda content: content, ".gz": as_gzip, ".zst": as_zstd}
BOM = b"\xef\xbb\xbf"

ENDS: dict[str, Change] = {
    "CRLF": replaced(b"\n", b"\r\n"),
    "BOM": lambda text: BOM + text,
    "no final newline": lambda text: text.rstrip(b"\n"),
}

OF_TREC: dict[str, Change] = {
    **ENDS,
    # blanks around words, tabs and other ends of lines: test_trec.py
    "trailing fields": of_runs(replaced(b"\n", b" more fields\n")),
    "CRLF, then LF": lambda text: text.replace(b"\n", b"\r\n", 7),
    "LF, then CRLF": lambda text: text[:200] + text[200:].replace(b"\n", b"\r\n"),
    "blank lines": lambda text: b"\n\n" + text.replace(b"\n", b"\n\n  \n"),
    "comments": lambda text: b"# a comment\n" + text.replace(b"\n", b"\n#q1 Q0 d9 1 99 x\n"),
    "BOM before a comment": lambda text: BOM + b"# a comment\n" + text,
}

OF_CSV: dict[str, Change] = {
    **ENDS,
    "CR": replaced(b"\n", b"\r"),
    "blank lines": replaced(b"\n", b"\n\n"),
    "first column without a name": lambda text: b"," + text.rstrip(b"\n").replace(b"\n", b"\n5,"),
    "last column without a name": replaced(b"\n", b",\n"),
    "two columns of one name": replaced(b"\n", b",note,note\n"),
    "two names but for case": replaced(b"\n", b",Note,note\n"),
}

OF_JSONL: dict[str, Change] = {
    **ENDS,
    "blank lines": replaced(b"\n", b"\n\n"),
    "nested values besides": replaced(b"}\n", b', "meta": {"a": [1, null]}}\n'),
}

HARD_NAMES = ["a b", "it's", 'a"b', "a[1]", "a*", "a?", "a{1,2}", "a::b", "a;b", "a$b", "a%20b", "été", "-a", "a\\b"]
HARD_NAMES += ["#a", "a=1"]
HARD_DATABASES = ["the evaluation.duckdb", "it's.duckdb", 'a"b.db', "no-suffix", "a::b.duckdb", "[1].db"]
HARD_TABLE = """the 'best' "runs"; --"""


def in_members(pack: Callable[[bytes], bytes], table: pa.Table) -> bytes:
    text = as_trec(table)
    return pack(text[:500]) + pack(text[500:700]) + pack(text[700:])


def halves(table: pa.Table) -> tuple[pa.Table, pa.Table]:
    """The rows of each run; of judgments, the first ones and the others."""
    one = table["run"] if "run" in table.column_names else pa.array(["one", *["two"] * (len(table) - 1)])
    return table.filter(pc.equal(one, "one")), table.filter(pc.not_equal(one, "one"))


def in_several(name: str, write: Callable[[pa.Table], bytes], folder: Path, table: pa.Table) -> list[Path]:
    return [put(folder / f"{place}-{name}", write(half)) for place, half in enumerate(halves(table))]


def of_other_types(folder: Path, table: pa.Table) -> list[Path]:
    """Parquet files whose columns differ in order and type."""
    one, other = halves(table)
    other = other.select(other.column_names[::-1])
    other = other.set_column(other.column_names.index("doc_id"), "doc_id", other["doc_id"].cast(pa.large_string()))
    return [put(folder / "1.parquet", one), put(folder / "2.parquet", other)]


def in_hard_database(name: str, said: str, folder: Path, table: pa.Table) -> str:
    """A file with a table, one in a schema and one under a hard name, and a view with a column more."""
    folder.mkdir(parents=True, exist_ok=True)
    with duckdb.connect(folder / name) as connection:
        connection.register("given", table)
        quoted = HARD_TABLE.replace('"', '""')
        connection.execute(f"""
            create table runs as from given; create schema other; create table other.runs as from given;
            create view ranked as select *, 'more' as note from runs; create table "{quoted}" as from given
        """)
    return f"{folder / name}::{said}"


CASES: dict[str, Case] = {
    **{
        f"{name}{packed}": written(f"{name}{packed}", TEXTS[name], pack)
        for name in ("trec.txt", "quoted.csv", "lines.jsonl", "array.json")
        for packed, pack in PACKED.items()
    },
    **{f"p{suffix}": partial(in_file, f"p{suffix}", as_parquet) for suffix in (".parquet", ".pq", ".PARQUET", "")},
    "p.parquet.gz": written("p.parquet.gz", as_parquet, as_gzip),
    "p.gz": written("p.gz", as_parquet, as_gzip),
    "p.parquet.zst": written("p.parquet.zst", as_parquet, as_zstd),
    "several Parquet files": partial(in_several, "a.parquet", as_parquet),
    "Parquet files of other types": of_other_types,
    "members of gzip": partial(in_file, "m.txt.gz", partial(in_members, as_gzip)),
    "members of zstd": partial(in_file, "m.txt.zst", partial(in_members, as_zstd)),
    **{f"no suffix, {name}": partial(in_file, "none", write) for name, write in ALL_FORMATS.items()},
    **{f"trec, {way}": written("w.txt", as_trec, change) for way, change in OF_TREC.items()},
    **{f"csv, {way}": written("w.csv", as_csv, change) for way, change in OF_CSV.items()},
    **{f"jsonl, {way}": written("w.jsonl", as_jsonl, change) for way, change in OF_JSONL.items()},
    **{f"{name}::runs": partial(in_hard_database, name, "runs") for name in HARD_DATABASES},
    **{
        f"t.duckdb::{said}": partial(in_hard_database, "t.duckdb", said)
        for said in ("RUNS", "main.runs", "other.runs", "ranked", HARD_TABLE)
    },
}


@cache
def odd() -> Collection:
    return odd_collections.collection()


@pytest.mark.parametrize("case", [*CASES, *(name for name in FORMATS if name not in CASES)])
def long_a_format_has_the_rows_of_a_table(tmp_path: Path, case: str) -> None:
    if case in CASES:
        runs, qrels = (CASES[case](tmp_path / name, table) for name, table in vars(odd()).items())
    else:
        runs, qrels = FORMATS[case](tmp_path, odd())
    assert read(runs) == rows_of(odd().runs)
    assert read(qrels, "qrels") == rows_of(odd().qrels)


@pytest.mark.parametrize("name", ALL_FORMATS)
def long_files_and_folders_may_have_any_name_which_is_no_pattern_where_they_exist(tmp_path: Path, name: str) -> None:
    one = halves(odd().runs)[0]
    rows = {file: [(file, *row) for _, *row in rows_of(one)] for file in ("a1", "ab", "ac", *HARD_NAMES)}
    content = ALL_FORMATS[name](one if name == "trec" else one.drop(["run"]))
    files = [put(tmp_path / "files" / f"{file}.{name}", content) for file in rows]
    assert read(files) == sorted(row for each in rows.values() for row in each)
    for file, path in zip(rows, files, strict=True):
        put(tmp_path / "folders" / file / f"in {file}.{name}", path.read_bytes())
    found = read([tmp_path / "folders" / file for file in rows])
    assert found == sorted((f"in {run}", *row) for each in rows.values() for run, *row in each)
    by_pattern = read(f"{tmp_path}/files/a*.{name[0]}*")
    assert by_pattern == sorted(row for file, each in rows.items() for row in each if file.startswith("a"))


STREAMS: dict[str, Callable[[pa.Table], bytes]] = {
    "TREC": as_trec,
    "CSV": as_csv,
    "JSONL": as_jsonl,
    "JSON array": TEXTS["array.json"],
    "Parquet": as_parquet,
    "gzip": lambda table: as_gzip(as_trec(table)),
    "zstd": lambda table: as_zstd(as_csv(table)),
    "Parquet in gzip": lambda table: as_gzip(as_parquet(table)),
}


def long_standard_input_may_hold_any_format_and_stand_beside_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, write in STREAMS.items():
        for kind, held in vars(odd()).items():
            pipe(monkeypatch, write(held))
            assert read("-", kind) == rows_of(held), name
    one, two = halves(odd().runs)
    pipe(monkeypatch, as_parquet(one))
    assert read(["-", put(tmp_path / "two.parquet", two)]) == rows_of(odd().runs)

    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Broken()))
    with pytest.raises(InputError, match=r"standard input: cannot be copied to .*: Input/output error$"):
        read("-")


def test_tables_of_duckdb_files_of_one_name_and_without_a_column_of_runs(tmp_path: Path) -> None:
    one, two = halves(odd().runs)
    first, second = (tmp_path / name / "eval.duckdb" for name in ("first", "second"))
    for path, table in ((first, one.drop(["run"])), (second, two)):
        in_hard_database(path.name, "runs", path.parent, table)
    expected = sorted([*(("runs", *row) for _, *row in rows_of(one)), *rows_of(two)])
    assert read([f"{first}::runs", f"{second}::runs"]) == expected


# what a format can hold that others cannot, and how numbers are ids

IDS = ["7.0", "100000", "2020-01-01", "None", "1_000", "D5", "d5", '"quoted"', "--", "'or'1'='1", "{{ruins}}", "%s"]
IDS += ["');drop/**/table/**/evalsql_runs;--", "select", "a/b?c=d&e#f", "\u202eleft", "A", "B", "\uffee", "\U0001f986"]
BLANK_IDS = ["a b", "'); drop table evalsql_runs; --", " a", "a,b", "a\tb", "a\nb", "a\r\nb", "\n", "a;b", "# a"]


def long_ids_and_names_of_runs_stay_the_texts_that_they_are(tmp_path: Path) -> None:
    for name, write in ALL_FORMATS.items():
        ids = IDS if name == "trec" else [*IDS, *BLANK_IDS]
        runs = [(run, query, doc, 1.0) for run in ids[::3] for query in ids for doc in ids[::2]]
        given = odd_collections.table("run query_id doc_id score", runs)
        assert read(put(tmp_path / f"r.{name}", write(given))) == rows_of(given)
        judged = odd_collections.table("query_id doc_id relevance", [(query, query, 1.0) for query in ids])
        assert read(put(tmp_path / f"q.{name}", write(judged)), "qrels") == rows_of(judged)


def test_numbers_and_dates_are_ids_as_json_and_sql_write_them(tmp_path: Path) -> None:
    lines = ['{"qid": 7, "docid": 12, "score": 1}', '{"qid": 8, "docid": 123456789012345678901, "score": 1}']
    found = read(put(tmp_path / "r.jsonl", lines))
    assert [row[:3] for row in found] == [("r", "7", "12"), ("r", "8", "123456789012345678901")]
    days = pa.array([18262, 18263], pa.date32())
    found = read(pa.table({"qid": days, "docid": [1, 2**53 + 1], "score": [1, 1]}))
    assert [row[1:3] for row in found] == [("2020-01-01", "1"), ("2020-01-02", "9007199254740993")]


def test_equal_scores_are_ordered_by_the_bytes_of_the_document() -> None:
    docs = ["A", "B", "a", "b", "\u00e9", "\uffee", "\U0001f986"]
    given = pa.table({"qid": docs * 7, "docid": [doc for doc in docs for _ in docs], "score": [1] * 49})
    rows = evalsql.evaluate(given, {doc: {doc: 1} for doc in docs}, "RR").fetchall()
    ranks = {query: 1 / value for _, query, _, value in rows}
    assert sorted(docs, key=lambda doc: ranks[doc]) == sorted(docs, key=str.encode, reverse=True)


# what an id may hold: docs/reference/formats.md has the table, each cell of which is tried here

HELD = {
    "letters of any alphabet, emoji": "\u00e9\u6f22\u0416\U0001f600",
    "a blank within": "a b",
    "a tab within": "a\tb",
    "a line break": "a\nb",
    "a carriage return": "a\rb",
    "a no-break space, an ideographic space": "a\u00a0b\u3000c",
    "a form feed, a vertical tab": "a\x0cb\x0bc",
    "other control characters": "a\x1b[31mb\x07\x85",
    "NUL": "a\0b",
    "quotes": '"a\'b"c',
    "commas, semicolons, bars": "a,b;c|d",
    "brackets and braces": '[1]{"a":[2]},}',
    "a word such as null or NA": "null",
    "digits": "007",
    "a million characters": "x" * 1_000_000,
    "nothing": "",
}

SPACES = {"a blank within", "a tab within", "a line break", "a carriage return"}
REFUSED = {"TREC text": SPACES | {"NUL", "nothing"}, "CSV, TSV": {"NUL", "nothing"}}
WRITERS_OF_IDS = {
    **FORMATS,
    "quoted.csv": partial(in_files, "quoted.csv", partial(as_csv, quoting=csv.QUOTE_ALL)),
    "quoted.tsv": partial(in_files, "quoted.tsv", partial(as_csv, delimiter="\t", quoting=csv.QUOTE_ALL)),
}

GROUPS = {
    "TREC text": ("trec.txt", "trec.run.gz"),
    "CSV, TSV": ("quoted.csv", "quoted.tsv"),
    "JSON": ("lines.jsonl", "nested.json"),
    "Parquet": ("rows.parquet",),
    "tables, frames, dictionaries": ("database", "arrow", "pandas", "polars", "mappings"),
}


def test_the_table_says_what_an_id_may_hold() -> None:
    rows = [pages.row("an id that holds", *GROUPS), pages.row("---", *[":-:" for _ in GROUPS])]
    for name in HELD:
        rows.append(pages.row(name, *("no" if name in REFUSED.get(of, {"nothing"}) else "yes" for of in GROUPS)))
    pages.fill("docs/reference/formats.md", "ids", "\n".join(rows))


@pytest.mark.parametrize("format_", [format_ for formats in GROUPS.values() for format_ in formats])
def long_ids_are_kept_or_refused(tmp_path: Path, format_: str) -> None:
    (group,) = [group for group, formats in GROUPS.items() if format_ in formats]

    def given(*texts: str) -> tuple[Collection, Any, Any]:
        runs = [("one", f"q{n}", doc, 2.0) for n, text in enumerate(texts) for doc in (text, "b")]
        qrels = [(f"q{n}", doc, 1.0) for n, text in enumerate(texts) for doc in (text, "missed")]
        tables = Collection(
            odd_collections.table("run query_id doc_id score", runs),
            odd_collections.table("query_id doc_id relevance", qrels),
        )
        return tables, *WRITERS_OF_IDS[format_](tmp_path, tables)

    refused = REFUSED.get(group, {"nothing"})
    tables, runs, qrels = given(*(text for name, text in HELD.items() if name not in refused))
    assert sorted(row[1:] for row in read(runs)) == sorted(row[1:] for row in rows_of(tables.runs))
    assert read(qrels, "qrels") == rows_of(tables.qrels)
    for name in refused:
        assert unread(given(HELD[name])[1])


def test_blanks_and_carriage_returns_in_ids_are_named_or_part_of_them(tmp_path: Path) -> None:
    path = put(tmp_path / "r.csv", "query_id,doc_id,score\nq1,a,2\nq1,b\rc,1\n")
    assert "line 3: holds a carriage return; put the field that has it in quotes" in unread(path)
    for blank in ("\u00a0", "\u3000", "\x0c", "\x1c"):
        found = read(put(tmp_path / "q.txt", f"q1 0 a{blank}b 1\n"), "qrels")
        assert [row[2] for row in found] == [f"a{blank}b"]


def long_one_evaluation_of_every_format_has_the_bits_of_a_table(tmp_path: Path) -> None:
    given, expected, odd = [], [], odd_collections.collection()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = evalsql.evaluate(odd.runs, odd.qrels, MEASURES).fetchall()
        for place, case in enumerate(sorted(set(FORMATS) - OF_ONE_KEY)):
            names = pc.binary_join_element_wise(case, odd.runs["run"], "_")
            folder = tmp_path / str(place)
            folder.mkdir()
            given.append(FORMATS[case](folder, Collection(odd.runs.set_column(0, "run", names), odd.qrels))[0])
            expected += [(f"{case}_{run}", *row) for run, *row in alone]
        found = evalsql.evaluate(given, FORMATS["trec.txt"](tmp_path, odd)[1], MEASURES).fetchall()
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


@pytest.mark.parametrize("name", FORMATS)
def long_what_is_refused_in_one_format_is_refused_in_each(tmp_path: Path, name: str) -> None:
    for what, (kind, given) in [*spoiled().items()][:4]:  # one of each kind
        if name in OF_ONE_KEY and kind.endswith("twice"):
            continue  # a key of a mapping is there once
        runs, qrels = FORMATS[name](tmp_path, given)
        of_runs = kind in ("bad runs", "retrieved twice")
        with pytest.raises(InputError) as caught:
            raise AssertionError(f"{what} is read: {read(runs) if of_runs else read(qrels, 'qrels')}")
        assert caught.value.kind == kind, what


def long_a_format_is_a_file(tmp_path: Path) -> None:
    package = tmp_path / "package"
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("evalsql", "sql"):
        shutil.copytree(ROOT / folder, package / folder, ignore=ignored)
    formats = package / "evalsql" / "inputs" / "formats"
    text = (formats / "delimited.py").read_text()
    assert text.count('SUFFIXES = (".csv", ".tsv")\n') == 1
    (formats / "psv.py").write_text(text.replace('SUFFIXES = (".csv", ".tsv")\n', 'SUFFIXES = (".psv",)\n'))
    # a header that is known by the file's name alone
    header = {"query_id": "Query ID", "doc_id": "Doc No", "score": "Score"}
    bars = as_csv(GOOD.select(list(header)).rename_columns(list(header.values())), "|")
    good, packed = put(tmp_path / "good.psv", bars), put(tmp_path / "packed.psv.gz", as_gzip(bars))
    poor = put(tmp_path / "poor.csv", as_csv(POOR.drop(["run"])))
    qrels = put(tmp_path / "qrels.psv", as_csv(QRELS, "|"))

    def evalsql(*command: object) -> str:
        """What a command of the copied package prints."""
        done = subprocess.run(
            [sys.executable, "-m", "evalsql", *map(str, command)], cwd=package, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    asked = ("--qrels", qrels, "-m", "NumRelRet", "--format", "csv")
    lines = evalsql("evaluate", good, packed, poor, *asked).splitlines()
    assert lines[1:] == ["good,16.0", "packed,16.0", "poor,14.0"]
    built = tmp_path / "built.duckdb"
    evalsql("build", built, good, poor, "--qrels", qrels, "--link", "-m", "NumRelRet")
    with duckdb.connect(str(built), read_only=True) as database:
        found = database.execute("select run::varchar, count(*) from runs group by all order by all").fetchall()
    assert found == [("good", GOOD.num_rows), ("poor", POOR.num_rows)]
