"""Kinds that a table of TOML cannot hold: texts without end or not of UTF-8, files that are made, other values."""

import io
import json
import os
import pickle
import zipfile
from math import log2
from pathlib import Path

import duckdb

import evalsql
from bad_input.clean import OTHERS, RANKINGS, run_lines, run_table
from bad_input.kind import Content, Expected, Kind
from bad_input.make import call, line, measure, option, qrels, run

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


def record(name: str, text: str, *says: str, **more: object) -> Kind:
    return lines(name, [RECORDS[0], text, *RECORDS[2:]], *says, **more)


def lines(name: str, content: Content, *says: str, file: str = "bad.jsonl", **more: object) -> Kind:
    return run(name, content, *says, file=file, **more)


def closed() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    connection.close()
    return connection


FIT = ("clean.run", "qrels.txt")
RUN = run_lines()
HELD = [{"query_id": query, "doc_id": doc, "score": score} for query, doc, score in RANKINGS]
RECORDS = [json.dumps(each) for each in HELD]
NOT_MET = {(query, name): 0.0 for query in ("q1", "q2", "q3") for name in ("AP", "nDCG@10")}
KINDS = {
    "a_trec_runs": [
        run("a word behind the fields of every line", [f"{line} more" for line in RUN], expected="right"),
        run(
            "scores so small that doubles have few digits for them",
            [line.replace(" 1 x", " 4.9e-324 x").replace(" 2 x", " 9.9e-324 x") for line in RUN],
            expected="right",
        ),
        run(
            "scores near the largest double",
            [line.replace(" 3 x", " 1.7e308 x").replace(" 1 x", " -1.7e308 x") for line in RUN],
            expected="right",
        ),
        run(
            "a document twice in a ranking",
            [*RUN, "q1 Q0 d2 4 0.5 x"],
            "document d2 appears twice for query q1",
            "bad.run, line 2",
            "line 7",
        ),
        run("an unjudged document twice", [*RUN, "q1 Q0 d3 4 0.5 x"], "document d3 appears twice for query q1"),
        run(
            "documents of another collection",
            [line.replace(" d", " doc-") for line in RUN],
            "judged",
            expected="warned",
            values=NOT_MET,
        ),
        run(
            "lines of two runs in one file, where a gate wants one",
            [*RUN, *run_lines(OTHERS, "z")],
            "there are 2 runs (x, z) where one was expected; --run names it",
            entries=("gate",),
        ),
        run(
            "a header above the lines", ["query_id Q0 doc_id rank score run", *RUN], "bad.run, line 1: score is 'score'"
        ),
        run("cut off in the name of the run", "\n".join(line + "name" for line in RUN)[:-4], "bad.run|xname"),
        run("lines between comments", ["# made by hand", *RUN, "# q9 Q0 d1 1 1 x"], expected="right"),
        run("blanks before and behind lines", [f" \t{line} " for line in RUN], expected="right"),
        run("several blanks and tabs between fields", [line.replace(" ", " \t  ") for line in RUN], expected="right"),
        run("an odd word in field 2", [line.replace(" Q0 ", " iteration-7 ") for line in RUN], expected="right"),
        run("the end of a log behind the lines", [*RUN, "done in 3.2 seconds"], "bad.run, line 7: 4 fields"),
        run(
            "line numbers before the lines", [f"{n}: {line}" for n, line in enumerate(RUN)], "bad.run, line 1: 7 fields"
        ),
    ],
    "c_delimited": [
        run(
            "more columns than are read",
            ["query_id,doc_id,score,text", *(f'{query},{doc},{score:g},"a, b"' for query, doc, score in RANKINGS)],
            file="bad.csv",
            expected="right",
        ),
    ],
    "d_json_lines": [
        record(
            "a document that is true",
            '{"query_id": "q1", "doc_id": true, "score": 0.5}',
            expected="right",
            values={("q1", "AP"): 1 / 2, ("q1", "nDCG@10"): None},
            measures=["AP"],
        ),
        record(
            "an object deeper than any has",
            '{"query_id": ' + '{"a": ' * 5000 + "1" + "}" * 5000 + ', "doc_id": "d2"}',
            "bad.jsonl",
        ),
        record(
            "a text of a megabyte in a column that is not read",
            RECORDS[1][:-1] + ', "text": "' + "x" * 1_000_000 + '"}',
            expected="right",
        ),
        lines(
            "numbers as ids",
            [json.dumps({**each, "doc_id": int(each["doc_id"][1])}) for each in HELD],
            "judged|d",
            expected="warned",
            values=NOT_MET,
        ),
        lines("a list of records", json.dumps(HELD, indent=1), expected="right"),
        lines("a list of records that is cut off", json.dumps(HELD)[:-1], "bad.jsonl"),
        lines("a list of records with a comma at its end", f"{json.dumps(HELD)[:-1]},]", "bad.jsonl"),
        lines("a list of lists", json.dumps([list(each) for each in RANKINGS]), "bad.jsonl"),
        lines("records below a key", json.dumps({"data": HELD}), "bad.jsonl"),
        lines("empty lines between records", [*RECORDS[:2], "", *RECORDS[2:]], expected="right"),
        lines("the last line not ended", "\n".join(RECORDS), expected="right"),
        lines("the last line cut off", "\n".join(RECORDS)[:-4], "bad.jsonl, line 6: not JSON"),
        lines("records in a file called .csv", RECORDS, "bad.csv", file="bad.csv"),
    ],
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
    "e_json_by_query": [
        run("a score beyond all doubles", f'{{"q1": {{"d1": {10**400}}}}}', "bad.json", "finite", file="bad.json"),
        run("text behind the object", json.dumps({"q1": {"d1": 3.0}}) + "\ndone", "bad.json", file="bad.json"),
        run("objects without end", '{"q1": ' * 20000, "bad.json", file="bad.json"),
        qrels(
            "a list of relevant documents",
            '{"q1": ["d1", "d2", "d4"], "q2": ["d2", "d1"], "q3": ["d3"]}',
            file="bad.json",
            expected="right",
            values={
                ("q1", "AP"): 2 / 3,
                ("q1", "nDCG@10"): (1 + 1 / log2(3)) / (1 + 1 / log2(3) + 1 / 2),
                ("q2", "AP"): 1.0,
                ("q2", "nDCG@10"): 1.0,
            },
        ),
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
    "x_calls": [
        call("measures that are None", lambda _: evalsql.evaluate(*FIT, None), "None|measure"),
        call("a measure that is None", lambda _: evalsql.evaluate(*FIT, ["AP", None]), "None"),
        call("measures that are bytes", lambda _: evalsql.evaluate(*FIT, b"AP"), "AP|65|bytes"),
        call("a measure that is a class", lambda _: evalsql.evaluate(*FIT, [object]), "object"),
        call("a connection that is closed", lambda _: evalsql.evaluate(*FIT, "AP", connection=closed()), "clos"),
        call("a setting whose name is a number", lambda _: evalsql.Evaluation(*FIT, settings={7: 1}).score("AP"), "7"),
        call(
            "a setting that is an object",
            lambda _: evalsql.Evaluation(*FIT, settings={"threads": object()}).score("AP"),
            "threads",
        ),
        call(
            "a margin that is None, and no other rule",
            lambda _: evalsql.gate("clean.run", "other.run", "qrels.txt", "AP", margin=None),
            "rule|margin",
        ),
        call("a curve that is None", lambda _: evalsql.curve(*FIT, None), "None|curve"),
        call("a measure to be read that is None", lambda _: evalsql.parse_measure(None), "None"),
        call("a library without a name", lambda _: evalsql.write_library(None), "None|path"),
        call("no connection to register with", lambda _: evalsql.register(None), "None|connection"),
        call("a database without a name", lambda _: evalsql.build_database(None, *FIT, "AP"), "None|path"),
        call("a page without a name", lambda _: evalsql.report(None, *FIT, "AP"), "path|None"),
        call("checks of nothing", lambda _: evalsql.check(None, None), expected="right"),
        call("a pool of depths that are words", lambda _: evalsql.pool(*FIT, "AP", depth=["ten"]), "depth", "ten"),
        call("a history of None", lambda _: evalsql.log(None), "None|database"),
        call("an overlap of a cutoff of 0", lambda _: evalsql.overlap(["clean.run", "other.run"], depth=0), "depth|0"),
    ],
}
