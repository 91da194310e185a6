"""Parquet: damaged files, types of columns, folders and patterns of files."""

import datetime
import decimal

import numpy as np
import pyarrow as pa
from written import as_parquet, put

from bad_input.clean import JUDGED, RANKINGS, qrels_table, run_lines, run_table
from bad_input.kind import Kind
from bad_input.make import qrels, run

TITLE = "Parquet: damage, types, folders"
WHOLE = as_parquet(run_table())
COUNT = len(RANKINGS)


def damaged(name: str, content: bytes | pa.Table, *says: str, **more: object) -> Kind:
    return run(name, content, "bad.parquet", *says, file="bad.parquet", **more)


def typed(name: str, column: str, cells: list, type_: pa.DataType | None, *says: str, **more: object) -> Kind:
    table = run_table()
    place = table.column_names.index(column)
    return run(name, table.set_column(place, column, pa.array(cells, type_)), *says, file="bad.parquet", **more)


def renamed(run: str) -> pa.Table:
    table = run_table()
    return table.set_column(table.column_names.index("run"), "run", pa.array([run] * COUNT))


def folder(name: str, files: dict, *says: str, given: str = "folder", **more: object) -> Kind:
    if not files:
        files = {"empty": lambda path: (path.parent / "folder").mkdir()}
    else:
        files = {f"folder/{each}": content for each, content in files.items()}
    return Kind(name, more.pop("expected", "refused"), says, files=files, inputs={"runs": given}, **more)


def spoiled(place: int, size: int) -> bytes:
    rows = 3000
    table = pa.table({"query_id": ["q1"] * rows, "doc_id": [f"d{i}" for i in range(rows)], "score": range(rows)})
    content = bytearray(as_parquet(table))
    content[place : place + size] = bytes(size)
    return bytes(content)


SCORES = [score for _, _, score in RANKINGS]
DAY = datetime.date(2024, 1, 2)
KINDS = [
    damaged("the last byte missing", WHOLE[:-1], "not readable as Parquet"),
    damaged("the footer missing", WHOLE[:-30], "not readable as Parquet"),
    damaged("cut off in the middle", WHOLE[: len(WHOLE) // 2], "not readable as Parquet"),
    damaged("the first four bytes alone", WHOLE[:4], "not readable as Parquet"),
    damaged("without a byte", b"", "empty|not readable as Parquet"),
    damaged("zeros in a page", spoiled(200, 8000)),
    damaged("zeros in the footer", WHOLE[:200] + bytes(len(WHOLE) - 208) + WHOLE[-8:], "not readable as Parquet"),
    damaged(
        "a footer that says a length beyond the file", WHOLE[:-8] + b"\xff\xff\xff\x7fPAR1", "not readable as Parquet"
    ),
    damaged(
        "random bytes between the marks", b"PAR1" + bytes(range(256)) * 4 + b"\x10\0\0\0PAR1", "not readable as Parquet"
    ),
    damaged("text called .parquet", b"q1 Q0 d1 1 3 x\n", "not readable as Parquet"),
    damaged("an encrypted footer", WHOLE[:-4] + b"PARE", "not readable as Parquet|encrypted"),
    damaged("a table without a row", run_table([]), "no rows|empty"),
    damaged("a table without a column", pa.table({}), "column|not readable"),
    damaged("a hundred other columns", pa.table({f"c{n}": ["x"] for n in range(100)}), "no column query_id"),
    run("Parquet called .run", WHOLE, expected="right", file="bad.run"),
    typed("scores that are texts of numbers", "score", [str(each) for each in SCORES], None, expected="right"),
    typed("a score that is a word", "score", ["3", "two", *"1211"], None, "row 2: score is 'two'"),
    typed(
        "scores that are true or false",
        "score",
        [each > 1 for each in SCORES],
        None,
        expected="right",
        measures=["P@1"],
        values={("q1", "P@1"): 0.0, ("q2", "P@1"): 0.0, ("q3", "P@1"): 1.0},
    ),
    typed("scores that are dates", "score", [DAY] * COUNT, None, "score is"),
    typed("scores that are times", "score", [datetime.datetime(2024, 1, 2)] * COUNT, None, "score is"),
    typed("scores that are lists", "score", [[each] for each in SCORES], None, "score"),
    typed("scores that are structs", "score", [{"bm25": each} for each in SCORES], None, "score"),
    typed("scores that are bytes", "score", [b"\x01"] * COUNT, None, "score is"),
    typed("scores that are null all over", "score", [None] * COUNT, None, "row 1: score is null"),
    typed("a score that is null", "score", [3.0, None, *SCORES[2:]], None, "row 2: score is null"),
    typed("a score that is nan", "score", [3.0, float("nan"), *SCORES[2:]], None, "row 2: score is not a number"),
    typed("a score that is infinite", "score", [float("inf"), *SCORES[1:]], None, "row 1: score is inf"),
    typed("scores that are decimals", "score", [decimal.Decimal(str(each)) for each in SCORES], None, expected="right"),
    typed("scores that are whole numbers", "score", [int(each) for each in SCORES], pa.int8(), expected="right"),
    typed("scores of half precision", "score", [*map(np.float16, SCORES)], pa.float16(), expected="right"),
    typed("documents that are lists", "doc_id", [["d"]] * COUNT, None, "doc_id is a list or a struct"),
    typed("documents that are structs", "doc_id", [{"id": "d"}] * COUNT, None, "doc_id is a list or a struct"),
    typed("documents that are null all over", "doc_id", [None] * COUNT, None, "row 1: doc_id is null"),
    typed("a document that is null", "doc_id", ["d1", None, "d3", "d1", "d2", "d3"], None, "row 2: doc_id is null"),
    typed("a document that is empty", "doc_id", ["d1", "", "d3", "d1", "d2", "d3"], None, "row 2: doc_id is empty"),
    typed("a query that is null", "query_id", ["q1", None, "q1", "q2", "q2", "q3"], None, "row 2: query_id is null"),
    typed("a run that is null", "run", ["x", None, *"xxxx"], None, "row 2: run is null"),
    typed("runs that are lists", "run", [["x"]] * COUNT, None, "run is a list or a struct"),
    typed(
        "documents as a dictionary",
        "doc_id",
        pa.array([d for _, d, _ in RANKINGS]).dictionary_encode(),
        None,
        expected="right",
    ),
    typed("documents as bytes", "doc_id", [d.encode() for _, d, _ in RANKINGS], pa.binary(), expected="right"),
    typed("documents as bytes that are no text", "doc_id", [b"\xff\xfe"] * COUNT, pa.binary(), "doc_id|judged|twice"),
    typed(
        "documents that are maps",
        "doc_id",
        [[("a", 1)]] * COUNT,
        pa.map_(pa.string(), pa.int64()),
        "doc_id is a list or a struct",
    ),
    qrels(
        "relevances that are true or false",
        qrels_table([(q, d, r > 0) for q, d, r in JUDGED]),
        file="bad.parquet",
        expected="right",
        measures=["AP"],
    ),
    qrels("relevances that are dates", qrels_table([("q1", "d1", DAY)]), "relevance is", file="bad.parquet"),
    folder("a folder without a file", {}, "folder"),
    folder("a folder of hidden files alone", {".a.parquet": WHOLE, ".b.crc": b"1"}, "folder"),
    folder(
        "a folder whose files have other columns",
        {"a.parquet": run_table(), "b.parquet": pa.table({"qid": ["q1"], "text": ["a"]})},
        "b.parquet: no column",
    ),
    folder(
        "a folder one of whose files is damaged",
        {"a.parquet": WHOLE, "b.parquet": WHOLE[:-9]},
        "b.parquet: not readable as Parquet",
    ),
    folder("a folder with notes beside its Parquet", {"x.parquet": WHOLE, "README": "notes"}, expected="right"),
    folder(
        "a folder of two files of one run, each with the same document",
        {"a.parquet": run_table(), "b.parquet": run_table(RANKINGS[:1])},
        "document d1 appears twice for query q1",
    ),
    folder(
        "folders that name runs, and a column that names them otherwise",
        {"run=y/a.parquet": run_table()},
        expected="right",
        measures=["AP"],
    ),
    folder(
        "folders that name runs, and a column that names several",
        {"run=y/a.parquet": pa.concat_tables([run_table(), renamed("z")])},
        "a.parquet: its folder says run is y, and its own column run has several values",
    ),
    folder(
        "folders that hold scores, and a column of others",
        {"score=3/a.parquet": run_table()},
        "a.parquet: its folder says score is 3, and its own column score has several values",
    ),
    folder("a pattern that no file matches", {"a.parquet": WHOLE}, "*.pq: no file matches it", given="folder/*.pq"),
    folder(
        "a pattern of Parquet and text",
        {"a.parquet": WHOLE, "b.run": run_lines(RANKINGS, "b")},
        expected="right",
        given="folder/*",
        entries=("python",),
    ),
    folder(
        "a folder of links that lead nowhere",
        {"a.parquet": lambda path: put(path.parent / "x", "") and path.symlink_to("nowhere")},
        "folder",
    ),
]
