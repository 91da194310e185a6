"""Judgments of a sample of a pool: where strata stand, what five fields of TREC text are, and what is refused."""

import warnings
from pathlib import Path

import duckdb
import in_process
import pyarrow as pa
import pytest
from refused import refusal
from written import put

import evalsql
from evalsql.inputs import views

RUN = ["q1 Q0 d1 1 3 x", "q1 Q0 d2 2 2 x", "q2 Q0 d1 1 1 x"]
FIVE = ["q1 0 d1 1 1", "q1 0 d2 1 -1", "q1 0 d3 2 1", "q1 0 d4 2 0", "q2 0 d1 1 0"]
ROWS = [("q1", "d1", "1", 1), ("q1", "d2", "1", -1), ("q1", "d3", "2", 1), ("q1", "d4", "2", 0), ("q2", "d1", "1", 0)]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return put(tmp_path / "a.run", RUN)


def columns(rows: list[tuple] = ROWS) -> pa.Table:
    return pa.table(dict(zip(("query_id", "doc_id", "stratum", "relevance"), zip(*rows, strict=True), strict=True)))


def judged(qrels) -> list[tuple]:
    """The judgments once they are read."""
    connection = duckdb.connect()
    with views.reading(connection) as folder:
        views.read(connection, qrels, "qrels", folder)
        rows = "select query_id, doc_id, stratum, relevance from evalsql_qrels order by all"
        return connection.execute(rows).fetchall()


@pytest.mark.parametrize("lines", [FIVE, [line.replace(" ", "\t") for line in FIVE], ["# pool", "", *FIVE]])
def test_five_fields_are_a_sample_where_a_document_of_the_pool_is_unjudged(tmp_path, lines):
    assert judged(put(tmp_path / "q.txt", lines)) == ROWS


def test_the_document_that_is_unjudged_may_come_late(tmp_path):
    lines = [f"q1 0 d{number} 1 {number % 2}" for number in range(2000)]
    found = judged(put(tmp_path / "q.txt", [*lines, "q1 0 last 2 -1"]))
    assert {stratum for _, _, stratum, _ in found} == {"1", "2"}
    assert sum(relevance for *_, relevance in found) == 999


@pytest.mark.parametrize("fifth", ["more", "7"])
def test_five_fields_that_are_of_no_sample_are_refused(tmp_path, run, fifth):
    qrels = put(tmp_path / "q.txt", [f"{line} {fifth}" for line in ("q1 0 d1 1", "q1 0 d2 0")])
    said = f"5 fields, 'q1 0 d1 1 {fifth}', where 4 were expected: query_id iteration doc_id relevance; 1 more such row"
    assert refusal(run, qrels) == f"{qrels}, line 1: {said}"


@pytest.mark.parametrize("lines", [["q1 0 d1 high -1"], ["q1 0 d1 high 1", "q1 0 d2 1 1"]], ids=["below 0", "a word"])
def test_five_fields_that_are_something_else_are_refused(tmp_path, run, lines):
    said = f"line 1: 5 fields, {lines[0]!r}, where 4 were expected"
    assert said in refusal(run, put(tmp_path / "q.txt", lines))


def test_strata_and_plain_judgments_may_not_be_together(tmp_path, run):
    one, other = put(tmp_path / "one.txt", FIVE), put(tmp_path / "other.txt", ["q3 0 d1 1"])
    said = f"a row of the judgments has no stratum, where others have one ({other}, line 1)"
    assert refusal(run, [one, other]) == said
    said = "a row of the judgments has no stratum, where others have one (frame 1 of the judgments, row 2)"
    assert refusal(run, columns([ROWS[0], (*ROWS[1][:2], None, -1), (*ROWS[2][:2], " ", 1)])) == (
        f"{said}; 1 more such row"
    )


def test_a_line_of_four_fields_among_five_is_refused(tmp_path, run):
    lines = [f"q1 0 d{number} 1 {number % 3 - 1}" for number in range(1000)]
    said = refusal(run, put(tmp_path / "q.txt", [*lines, "q2 0 d1 1"]))
    assert said == f"{tmp_path}/q.txt, line 1001: relevance is null; a number was expected"


def test_a_document_in_two_strata_is_refused(run):
    rows = pa.table({"query_id": ["q1"] * 2, "doc_id": ["d1"] * 2, "relevance": [1, 0], "stratum": ["a", "b"]})
    rows = rows.append_column("subtopic", [["1", "2"]])
    assert refusal(run, rows) == "document d1 of query q1 is in strata a and b; one was expected"


def test_the_first_document_in_two_strata_is_named_and_the_others_counted(run):
    ids = [("q2", "d1"), ("q1", "d2"), ("q1", "d1"), ("q1", "d3")]
    rows = [(*each, stratum, 1) for each in ids for stratum in ("b", "a" if each != ("q1", "d3") else "b")]
    rows = columns(rows).append_column("subtopic", [["1", "2"] * 4])
    assert refusal(run, rows) == "document d1 of query q1 is in strata a and b; one was expected; 2 more such documents"


def test_a_row_without_an_id_and_a_stratum_is_refused_for_its_id(run):
    for place in (0, 1):
        bad = [None if each == place else value for each, value in enumerate(("q1", "d2", None, 1))]
        problems = evalsql.check(run, columns([ROWS[0], tuple(bad)]))
        assert [problem.kind for problem in problems if problem.level == "error"] == ["bad qrels"]


def test_a_measure_that_needs_strata_says_so(tmp_path, run):
    qrels = put(tmp_path / "q.txt", ["q1 0 d1 1", "q2 0 d1 0"])
    said = refusal(run, qrels, measures="xinfAP")
    assert said.startswith(f"xinfAP needs judgments with strata, but {qrels} has none: it has no column stratum, and")
    empty = columns().set_column(2, "stratum", pa.nulls(len(ROWS), pa.string()))
    assert "its column stratum is empty" in refusal(run, empty, measures="infP@5")
    assert "needs judgments with strata" in in_process.refusal("evaluate", run, "--qrels", qrels, "-m", "infNDCG")


def test_strata_that_text_would_lose_are_named(tmp_path):
    in_process.output("convert", put(tmp_path / "q.txt", FIVE), tmp_path / "q.csv")
    drawn = put(tmp_path / "drawn.csv", (tmp_path / "q.csv").read_text().replace("-1", "0").splitlines())
    assert "TREC text cannot hold stratum" in in_process.invoke("convert", drawn, tmp_path / "drawn.txt").stderr


def test_other_pools_have_no_strata(run):
    with pytest.raises(evalsql.InputError, match="xinfAP is of a sample of one pool"):
        evalsql.pool(run, columns(), "xinfAP", depth=1)


def test_without_strata_nothing_is_kept_of_them(run):
    plain = columns().drop(["stratum"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        evaluation = evalsql.Evaluation(run, plain)
    tables = evaluation.connection.execute("select table_name from duckdb_tables()").fetchall()
    assert ("evalsql_sampled",) not in tables
