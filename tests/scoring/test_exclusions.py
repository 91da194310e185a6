"""Documents that do not count: every value is that of rankings that never had them."""

import random

import duckdb
import pyarrow as pa
import pytest
from command import output, refusal
from written import as_parquet, put, put_lines

import evalsql
from evalsql.render import frames

MEASURES = ["nDCG@10", "AP", "P@5", "NumRet", "ADM(top=9)"]
KEPT = {
    "without_own": "doc_id <> query_id",
    "exclusions": "(query_id, doc_id) not in (select (query_id, doc_id) from excluded)",
    "candidates": "(query_id, doc_id) in (select (query_id, doc_id) from listed)",
    "common": "doc_id in (select doc_id from common)",
}
GIVEN = {
    "without_own": {"without_own": True},
    "exclusions": {"exclusions": "excluded"},
    "candidates": {"candidates": "listed"},
    "common": {"candidates": "common"},
}
COLUMNS = {
    "runs": ("run", "query_id", "doc_id", "score"),
    "qrels": ("query_id", "doc_id", "relevance"),
    "excluded": ("query_id", "doc_id"),
    "listed": ("query_id", "doc_id"),
}
ALL = {"without_own": True, "exclusions": "excluded", "candidates": "listed"}
IGNORED = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")


@pytest.fixture(scope="module")
def own() -> duckdb.DuckDBPyConnection:
    """Runs with many ties, some queries of which are documents too, and lists of documents."""
    dice = random.Random(7)
    made = duckdb.connect()
    made.execute("create table common as select 'd' || n as doc_id from range(25) as numbers(n)")
    docs = [f"d{number}" for number in range(40)]
    rows: dict[str, list[tuple]] = {"runs": [], "qrels": [], "excluded": [], "listed": []}
    for query in ("d1", "d2", "q3", "q4", "unjudged"):
        for run in ("one", "two", "three"):
            rows["runs"] += [(run, query, doc, float(dice.randint(1, 9))) for doc in dice.sample(docs, 30)]
        judged = [(query, doc, float(dice.choice((-1, 0, 0, 1, 2)))) for doc in dice.sample(docs, 20)]
        rows["qrels"] += judged if query != "unjudged" else []
        rows["excluded"] += [(query, doc) for doc in dice.sample(docs, 9)]
        rows["listed"] += [(query, doc) for doc in dice.sample(docs, 15)]
    for name, columns in COLUMNS.items():
        made.register("given", pa.table(dict(zip(columns, zip(*rows[name], strict=True), strict=True))))
        made.execute(f"create table {name} as from given")
    for name, kept in (KEPT | {"all": " and ".join(KEPT[name] for name in ALL)}).items():
        made.execute(f"create table without_{name} as from runs where {kept} order by rowid")
        made.execute(f"create view view_{name} as from runs where {kept}")
    made.execute("create table ordered as from runs order by run asc, query_id asc, score desc, doc_id desc")
    return made


def scores(own: duckdb.DuckDBPyConnection, runs: str = "runs", **options) -> list[tuple]:
    """The scores of a table of runs, to the bit, in one order."""
    found = evalsql.Evaluation(runs, "qrels", connection=own, measures=MEASURES, **options)
    return sorted((*ids, value.hex()) for *ids, value in found.score(MEASURES).fetchall())


@IGNORED
def long_in_passes_of_files_in_their_order_and_over_ties(own, tmp_path, in_passes_of) -> None:
    in_passes_of(60)
    for run in ("one", "two", "three"):
        for name in ("runs", "without_all"):
            rows = own.sql(f"select query_id, doc_id, score from {name} where run = '{run}'").to_arrow_table()
            put(tmp_path / name / f"{run}.parquet", as_parquet(rows))
    for further in ({"ties": "input"}, {"ties": "average", "convention": "trec_eval-9"}):
        measures = ["nDCG@10", "AP"]
        found = []
        for name, given in (("runs", ALL), ("without_all", {})):
            made = evalsql.Evaluation(
                str(tmp_path / name), "qrels", connection=own, measures=measures, keep=False, **given, **further
            )
            found.append(sorted(made.score(measures).fetchall()))
        assert found[0] == found[1], further


def test_the_query_that_stands_alone_reads_a_view(own) -> None:
    whole = scores(own, **ALL)
    for text in MEASURES[:3]:
        rows = own.execute(frames.query(evalsql.parse_measure(text), runs="view_all")).fetchall()
        assert sorted((*ids, value.hex()) for *ids, value in rows) == [row for row in whole if row[2] == text]


@IGNORED
def long_other_questions_take_them(own) -> None:
    given: dict = {"connection": own, **ALL}
    found = []
    for name, others in (("runs", given), ("without_all", {"connection": own})):
        compared = evalsql.compare(name, "qrels", "AP", **others).fetchall()
        one = own.sql(f"from {name} where run = 'one'")
        explained = evalsql.explain(one, "qrels", "AP", "q3", **others)
        found.append((compared, explained["ranking"].fetchall(), explained["whole"].fetchall()))
    assert found[0] == found[1]


def test_how_many_were_dropped_is_said(own) -> None:
    said = [each.text for each in evalsql.Evaluation("runs", "qrels", connection=own, exclusions="excluded").warnings]
    assert any("documents of the exclusions judged relevant, and never found (first: " in text for text in said)
    (dropped,) = own.execute(f"select count(*) from runs where not ({KEPT['exclusions']})").fetchone() or (0,)
    made = evalsql.Evaluation("runs", "qrels", connection=own, exclusions="excluded")
    assert made.coverage.dropped == dropped
    assert f"; {dropped} documents that do not count dropped" in str(made.coverage)
    assert evalsql.Evaluation("runs", "qrels", connection=own).coverage.dropped == 0
    idle = evalsql.Evaluation("runs", "qrels", connection=own, exclusions={"q3": {"elsewhere": 1}})
    assert idle.warnings[-1].text == "no run has a document of the exclusions, which dropped nothing"


def long_files_on_the_command_line(tmp_path) -> None:
    run = put_lines(tmp_path / "a.run", "q Q0 q 1 3 a", "q Q0 x 2 2 a", "q Q0 d 3 1 a")
    qrels = put_lines(tmp_path / "q.txt", "q 0 d 1")
    excluded = put_lines(tmp_path / "e.tsv", "query-id\tcorpus-id", "q\tx")
    listed = put_lines(tmp_path / "c.csv", "doc_id", "d", "q")
    asked = ("evaluate", run, "--qrels", qrels, "-m", "RR")
    for given, value, dropped in (
        (("--exclusions", excluded), "0.5000", 1),
        (("--candidates", listed), "0.5000", 1),
        (("--without-own",), "0.5000", 1),
        (("--without-own", "--exclusions", excluded), "1.0000", 2),
    ):
        said = output(*asked, *given)
        assert value in said
        assert f"{dropped} document{'s that do' if dropped > 1 else ' that does'} not count dropped" in said


def test_what_cannot_be_used_is_refused(tmp_path) -> None:
    run = put_lines(tmp_path / "a.run", "q Q0 d 1 3 a")
    qrels = put_lines(tmp_path / "q.txt", "q 0 d 1")
    asked = ("evaluate", run, "--qrels", qrels, "-m", "RR")
    for name, lines, expected in (
        ("a.csv", ("doc_id", "x"), "run a has no document left that counts; are the ids"),
        ("b.csv", ("doc_id",), "b.csv: holds no rows, where a table of candidates was expected"),
        ("c.csv", ("query_id,doc_id", "q,"), "row 1 after the header: doc_id is null; every row must have one"),
        ("d.csv", ("title", "d"), "d.csv: no column doc_id"),
        ("e.txt", ("d",), "e.txt: no header; candidates are a table of query_id, doc_id"),
    ):
        assert expected in refusal(*asked, "--candidates", put_lines(tmp_path / name, *lines))
    lone = put_lines(tmp_path / "lone.csv", "doc_id", "d")
    assert "no column query_id" in refusal(*asked, "--exclusions", lone)
    both = [str(lone), str(put_lines(tmp_path / "both.csv", "query_id,doc_id", "q,d"))]
    with pytest.raises(evalsql.InputError, match="some tables of candidates have a column query_id, and others none"):
        evalsql.Evaluation(str(run), str(qrels), candidates=both)
    with pytest.raises(evalsql.InputError, match="exclusions does not apply to databases"):
        evalsql.build_database(tmp_path / "x.duckdb", str(run), str(qrels), "RR", exclusions=str(lone))
