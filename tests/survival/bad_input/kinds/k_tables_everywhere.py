"""Rows that are given to every entry as it takes tables: Parquet, frames, tables of macros, DataFrames of Spark."""

import pyarrow as pa

from bad_input.clean import DIVIDED, JUDGED, OTHERS, RANKINGS, SAMPLED, qrels_table, run_table, table
from bad_input.kind import Kind
from bad_input.make import graded, ranked, rows, texts

TITLE = "Rows, as each entry takes tables"
INFINITE, NAN = float("inf"), float("nan")
LISTED = {"macro": "warned"}  # where there is no row, its macro `problems` says so
NONE = {(q, m): 0.0 for q in ("q1", "q2", "q3") for m in ("AP", "nDCG@10")}


def divided(rows: list[tuple], name: str = "subtopic") -> pa.Table:
    return table(("query_id", "doc_id", name, "relevance"), rows)


def runs(name: str, place: int, column: int, value: object, *says: str, **more: object) -> Kind:
    """Another value in the run: 0 query_id, 1 doc_id, 2 score."""
    return rows(name, *says, runs=run_table(ranked(place, column, value)), **more)


def qrels(name: str, value: object, *says: str, **more: object) -> Kind:
    return rows(name, *says, qrels=qrels_table(graded(1, 2, value), relevance=pa.float64()), **more)


def beside(name: str, column: str, values: list, *says: str, measures: tuple[str, ...] = (), **more: object) -> Kind:
    return rows(name, *says, qrels=qrels_table().append_column(column, pa.array(values)), measures=measures, **more)


def words(name: str, column: str, value: str, *says: str, **more: object) -> Kind:
    given = texts(run_table())
    values = given[column].to_pylist()
    values[1] = value
    return rows(name, *says, runs=given.set_column(given.column_names.index(column), column, pa.array(values)), **more)


KINDS = [
    rows("as it should be", expected="right", runs=run_table(), qrels=qrels_table()),
    runs("a score that is null", 1, 2, None, "score"),
    runs("a score that is nan", 1, 2, NAN, "score", "a finite number was expected"),
    runs("a score that is infinite", 1, 2, INFINITE, "score", "a finite number was expected"),
    words("a score that is a word, among texts", "score", "two", "score", "two"),
    words("a score with an underscore, among texts", "score", "1_000", "score", "1_000"),
    words("a score that is empty, among texts", "score", "", "score"),
    words("a score between line ends, among texts", "score", "\n2\n", expected="right"),
    runs("a query that is null", 1, 0, None, "query_id"),
    runs("a query that is empty", 1, 0, "", "query_id"),
    runs("a document that is null", 1, 1, None, "doc_id"),
    runs("a document that is empty", 1, 1, "", "doc_id"),
    words("a run that is empty", "run", "", "run"),
    runs("a document twice", 1, 1, "d1", "document d1 appears twice for query q1 in run x"),
    rows(
        "an unjudged document twice",
        "document d9 appears twice for query q1 in run x",
        runs=run_table([*RANKINGS, ("q1", "d9", 0.5), ("q1", "d9", 0.4)]),
    ),
    rows(
        "a document twice of a query of nobody's judgments",
        "document d9 appears twice",
        runs=run_table([*RANKINGS, ("q9", "d9", 0.5), ("q9", "d9", 0.4)]),
    ),
    rows(
        "no row of the runs",
        "runs",
        "no rows",
        runs=run_table([], query_id=pa.string(), doc_id=pa.string(), score=pa.float64(), run=pa.string()),
        unlike=LISTED,
    ),
    rows(
        "no row of the judgments",
        "qrels|judgments",
        "no rows",
        qrels=qrels_table([], query_id=pa.string(), doc_id=pa.string(), relevance=pa.float64()),
        unlike=LISTED,
    ),
    rows("no query in common", "no query in common", runs=run_table([(f"t{q}", d, s) for q, d, s in RANKINGS])),
    rows(
        "a query of nobody's judgments",
        "without judgments",
        "q9",
        expected="warned",
        runs=run_table([*RANKINGS, ("q9", "d1", 1.0)]),
    ),
    rows(
        "a judged query without a row",
        "q3|pair",
        expected="warned",
        runs=run_table(RANKINGS[:-1]),
        values={("q3", "AP"): 0.0, ("q3", "nDCG@10"): 0.0},
    ),
    rows(
        "documents of nobody's judgments",
        "without a single judged document",
        expected="warned",
        runs=run_table([(q, f"x{d}", s) for q, d, s in RANKINGS]),
        values=NONE,
    ),
    rows(
        "a second run that answers no judged query",
        "no query in common",
        runs=table(("run", "query_id", "doc_id", "score"), [*[("x", *r) for r in RANKINGS], ("y", "q9", "d1", 1.0)]),
        entries=("evaluate", "python", "report", "macro", "spark"),
    ),
    rows(
        "a rank column that disagrees with the scores",
        "rank column disagrees",
        expected="warned",
        runs=run_table().append_column("rank", pa.array([3, 2, 1, 1, 2, 1])),
    ),
    qrels("a relevance that is null", None, "relevance"),
    qrels("a relevance that is nan", NAN, "relevance"),
    qrels("a relevance that is infinite", INFINITE, "relevance"),
    qrels("a relevance beyond all bounds", 1e200, "relevance", "1e-9 to 1e15"),
    qrels("a relevance too small to be added", 1e-20, "relevance", "1e-9 to 1e15"),
    qrels("a relevance below all bounds", -1e300, "relevance", "-1e15"),
    qrels("a relevance below 0", -3.0, expected="right"),
    rows("a judged document that is null", "doc_id", qrels=qrels_table(graded(1, 1, None))),
    rows("a judged document that is empty", "doc_id", qrels=qrels_table(graded(1, 1, ""))),
    rows("a judged query that is null", "query_id", qrels=qrels_table(graded(1, 0, None))),
    rows(
        "a document judged twice, differently",
        "document d1 is judged twice for query q1",
        qrels=qrels_table([*JUDGED, ("q1", "d1", 0)]),
    ),
    rows(
        "a document judged twice, alike",
        "document d1 is judged twice for query q1",
        qrels=qrels_table([*JUDGED, JUDGED[0]]),
    ),
    rows(
        "relevances that are all 0",
        "relevant",
        expected="warned",
        qrels=qrels_table([(q, d, 0) for q, d, _ in JUDGED]),
        values=NONE,
    ),
    rows(
        "relevances that are all below 0",
        "relevant",
        expected="warned",
        qrels=qrels_table([(q, d, -1) for q, d, _ in JUDGED]),
        values=NONE,
    ),
    beside("a gain below 0", "gain", [1.0, 0.0, -5.0, 1.0, 0.0, 1.0], "gain", "-5", "1e-9 to 1e15"),
    beside("a gain that is infinite", "gain", [1.0, 0.0, INFINITE, 1.0, 0.0, 1.0], "gain", "1e-9 to 1e15"),
    beside("a gain of a document that is not relevant", "gain", [1.0, 2.0, 5.0, 1.0, 0.0, 1.0], "gain", "relevance"),
    beside("two gains of one level", "gain", [1.0, 0.0, 5.0, 7.0, 0.0, 2.0], expected="right", measures=("AP",)),
    rows(
        "a document judged twice for one subtopic",
        "document d1 is judged twice for",
        qrels=divided([*DIVIDED, DIVIDED[0]]),
        measures=("alpha_nDCG@10",),
    ),
    rows(
        "a subtopic that is null",
        "subtopic",
        qrels=divided([(*DIVIDED[0][:2], None, 1), *DIVIDED[1:]]),
        measures=("alpha_nDCG@10",),
    ),
    rows(
        "a subtopic that is blank",
        "subtopic",
        qrels=divided([(*DIVIDED[0][:2], " ", 1), *DIVIDED[1:]]),
        measures=("alpha_nDCG@10",),
    ),
    rows(
        "no subtopics, where a measure needs them",
        "alpha_nDCG@10 needs|subtopic",
        measures=("alpha_nDCG@10",),
        runs=run_table(),
    ),
    rows("no strata, where a measure needs them", "stratum|strata", measures=("infNDCG",), runs=run_table()),
    rows(
        "a stratum that is null",
        "stratum",
        measures=("infNDCG",),
        qrels=table(("query_id", "doc_id", "relevance", "stratum"), [*SAMPLED[:1], (*JUDGED[1], None), *SAMPLED[2:]]),
    ),
    rows(
        "a stratum that is blank",
        "stratum",
        measures=("infNDCG",),
        qrels=table(("query_id", "doc_id", "relevance", "stratum"), [*SAMPLED[:1], (*JUDGED[1], " "), *SAMPLED[2:]]),
    ),
    rows(
        "documents that are lists", "doc_id", "list or a struct", runs=run_table([(q, [d], s) for q, d, s in RANKINGS])
    ),
    rows(
        "judged queries that are structs",
        "query_id",
        "list or a struct",
        qrels=qrels_table([({"id": q}, d, r) for q, d, r in JUDGED]),
    ),
    rows(
        "documents that are numbers, against texts",
        "judged",
        expected="warned",
        runs=run_table([(q, int(d[1]), s) for q, d, s in RANKINGS]),
        values=NONE,
    ),
    rows(
        "queries that are numbers on both sides",
        expected="right",
        measures=("P@1",),
        runs=run_table([(int(q[1]), d, s) for q, d, s in RANKINGS]),
        qrels=qrels_table([(int(q[1]), d, r) for q, d, r in JUDGED]),
        values={("1", "P@1"): 1.0, ("2", "P@1"): 0.0, ("3", "P@1"): 1.0},
        entries=("evaluate", "python", "spark"),
    ),
    rows("no column score", "no column score", runs=run_table().drop_columns(["score"])),
    rows("no column relevance", "no column relevance", qrels=qrels_table().drop_columns(["relevance"])),
    rows("no column query_id", "no column query_id", runs=run_table().drop_columns(["query_id"])),
    rows("the runs in the place of the judgments", "run|relevance", qrels=run_table(OTHERS)),
    rows("the judgments in the place of the runs", "no column score|judgments", runs=qrels_table()),
]
