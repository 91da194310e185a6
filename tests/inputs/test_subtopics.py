"""When judgments are by subtopic or of a sample of a pool: columns, the iteration field, a fifth field; refusals."""

import warnings
from pathlib import Path

import command
import duckdb
import in_process
import pyarrow as pa
import pytest
import refused
from built import macros_of
from databases import instance
from places import COLLECTIONS, FIXTURES
from refused import refusal
from tiny import unread, unsaid
from written import put

import evalsql
from evalsql import Evaluation, InputError, check, evaluate
from evalsql.database.build import build_database
from evalsql.inputs import views

TRACK = FIXTURES / "track"
SEVERAL = ["q1 1 d1 1", "q1 2 d1 0", "q1 2 d2 1", "q2 1 d1 1"]  # d1 is judged for two subtopics of q1
APART = ["q1 1 d1 1", "q1 2 d2 1", "q2 2 d1 1"]  # no document of a query has two iterations
FIELDS = ("subtopic", "iteration")
OF_SAMPLES = ["xinfAP", "infNDCG", "infP@2", "infNumRel", "AP"]
FIVE = ["q1 0 d1 1 1", "q1 0 d2 1 -1", "q1 0 d3 2 1", "q1 0 d4 2 0", "q2 0 d1 1 0"]
ROWS = [("q1", "d1", "1", 1), ("q1", "d2", "1", -1), ("q1", "d3", "2", 1), ("q1", "d4", "2", 0), ("q2", "d1", "1", 0)]


def judged(qrels, subtopics: str = "auto", columns: tuple[str, ...] = ("subtopic",)) -> list[tuple]:
    """What stands in columns of judgments once they are read."""
    connection = instance().cursor()
    with views.reading(connection) as folder:
        views.read(connection, qrels, "qrels", folder, subtopics=subtopics)
        return connection.execute(f"select {', '.join(columns)} from evalsql_qrels order by file, row").fetchall()


def csv(path: Path, header: str, *rows: str) -> Path:
    return put(path, [f"query_id,doc_id,relevance{header}", *rows])


def announced(run: Path, qrels, **options) -> list[str]:
    found = check(run, qrels, **options)
    return [problem.text for problem in found if problem.kind == "iteration taken for subtopics"]


def test_a_column_names_subtopics_weights_or_probabilities_by_many_names(tmp_path):
    path, columns = tmp_path / "q.csv", (*FIELDS, "weight", "probability")
    for name in ("subtopic", "intent", "aspect", "nugget", "judge", "SubTopic"):
        assert judged(csv(path, f",{name}", "q1,d1,1,x"), columns=columns) == [("x", None, None, None)], name
    for name in ("weight", "subtopic_weight", "nugget_weight", "intent_probability", "probability", "prob"):
        values = (None, 0.25) if name.startswith("prob") else (0.25, None)
        given = csv(path, f",subtopic,{name}", "q1,d1,1,x,.25")
        assert judged(given, columns=columns) == [("x", None, *values)], name


def test_an_iteration_names_subtopics_where_a_document_is_judged_under_two(tmp_path):
    for name in ("iteration", "iter"):
        once = csv(tmp_path / "q.csv", f",{name}", "q1,d1,1,x", "q1,d2,1,y", "q2,d1,1,y")
        assert judged(once, columns=FIELDS) == [(None, "x"), (None, "y"), (None, "y")]
    several, apart = put(tmp_path / "q.txt", SEVERAL), put(tmp_path / "apart.txt", APART)
    assert judged(several, columns=FIELDS) == [("1", None), ("2", None), ("2", None), ("1", None)]
    assert judged(apart, columns=FIELDS) == [(None, "1"), (None, "2"), (None, "2")]
    one, two = put(tmp_path / "1.txt", SEVERAL[:1]), csv(tmp_path / "2.csv", ",iteration", "q1,d1,0,2")
    assert judged([one, two]) == [("1",), ("2",)]
    assert judged(one) == [(None,)]


def test_a_column_goes_before_an_iteration_field_unless_it_is_null_in_every_row(tmp_path):
    both = csv(tmp_path / "q.csv", ",subtopic,iteration", "q1,d1,1,x,1", "q1,d1,1,y,2")
    assert judged(both, columns=FIELDS) == [("x", "1"), ("y", "2")]
    assert judged(csv(tmp_path / "e.csv", ",subtopic,iteration", "q1,d1,1,,1", "q1,d1,1,,2")) == [("1",), ("2",)]
    assert judged(csv(tmp_path / "n.csv", ",subtopic", "q1,d1,1,", "q1,d2,1,")) == [(None,), (None,)]


def test_subtopics_are_read_in_every_format_and_each_row_must_have_one(tmp_path):
    for suffix, (write, place) in refused.WRITERS.items():
        for name in FIELDS:
            rows = [("q1", "d1", "1", "07"), ("q1", "d1", "0", "7")]
            given = write(tmp_path / f"{name}_{suffix}", (*refused.QRELS_HEADER, name), rows)
            assert judged(given) == [("07",), ("7",)], (suffix, name)
        rows = [("q1", "d1", "1", "x"), ("q1", "d2", "1", None), ("q2", "d1", "1", None)]
        said = unread(write(tmp_path / suffix, (*refused.QRELS_HEADER, "intent"), rows), "qrels")
        assert f", {place}: subtopic is " in said
        assert said.endswith("; every row of judgments by subtopic must have one; 1 more such row")
    numbers = pa.table({"query_id": ["q1"] * 2, "doc_id": ["d1"] * 2, "relevance": [1, 0], "iteration": [7, 8]})
    assert judged(numbers) == [("7",), ("8",)]
    for blank in ("", "  "):
        lines = [f'{{"qid": "q1", "docid": "d1", "rel": 1, "intent": "{each}"}}' for each in ("x y", blank)]
        path = put(tmp_path / "q.jsonl", lines)
        assert judged(path) == [("x y",), (None,)]
        said = f"{path}, record 2: subtopic is blank; every row of judgments by subtopic must have one"
        assert unread(path, "qrels") == said


def long_yes_takes_the_iteration_field_and_no_takes_nothing(tmp_path, run):
    apart, column = put(tmp_path / "q.txt", APART), csv(tmp_path / "q.csv", ",subtopic", "q1,d1,1,x", "q1,d2,1,y")
    several = put(tmp_path / "several.txt", SEVERAL)
    assert judged(apart, "yes") == [("1",), ("2",), ("2",)]
    assert judged(column, "yes") == [("x",), ("y",)]
    assert judged(column, "no") == [(None,), (None,)]
    assert judged(several, "no", FIELDS)[:2] == [(None, "1"), (None, "2")]
    for path in (csv(tmp_path / "p.csv", "", "q1,d1,1"), csv(tmp_path / "n.csv", ",subtopic", "q1,d1,1,")):
        said = unread(path, "qrels", subtopics="yes")
        assert said.startswith(
            f"{path}: no row has a subtopic, in a column subtopic, intent, aspect, nugget, subtopic_id, judge,"
            " judgment_group or iteration"
        )
        assert [problem.text for problem in check(run, path, subtopics="yes")] == [said]
    twice = (
        f"document d1 is judged twice for query q1 ({several}, line 1 and {several}, line 2), with relevance 1 and 0"
    )
    said = f"{twice}; 'evalsql evaluate --duplicates best' keeps the one of the highest relevance"
    assert refusal(run, several, subtopics="no") == said
    assert check(run, several, subtopics="no")[0].text == said
    for value in ("maybe", None, True):
        assert refusal(run, apart, subtopics=value) == f"subtopics must be auto, yes or no, not {value!r}"
        with pytest.raises(InputError, match="subtopics must be auto, yes or no"):
            check(run, apart, subtopics=value)


def long_an_iteration_field_that_was_taken_is_announced(tmp_path, run):
    path = put(tmp_path / "q.txt", [*SEVERAL, "q2 2 d1 1", "q2 3 d1 0"])
    text = (
        f"{path}: treating iterations (field 2) as subtopic ids, since 2 documents are judged under several;"
        " if those are not subtopics, keep one judgment for each document of a query"
    )
    assert announced(run, path) == [text]
    with pytest.warns(UserWarning, match="2 documents are judged under several"):
        evaluate(run, path, "AP_IA")
    other, column = put(tmp_path / "other.txt", ["q3 0 d1 1"]), csv(tmp_path / "a.csv", ",subtopic", "q4,d1,1,x")
    assert announced(run, [path, other])[0].startswith(f"{path} and 1 other: treating iterations (field 2) as subtop")
    assert announced(run, [column, path]) == [text]
    named = csv(tmp_path / "c.csv", ",subtopic", "q1,d1,1,x", "q1,d1,1,y")
    assert announced(run, path, subtopics="yes") == announced(run, named) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evaluate(run, put(tmp_path / "apart.txt", APART), "AP")


def long_a_row_without_an_id_is_refused_for_its_id(tmp_path, run):
    bad = [
        csv(tmp_path / f"{place}.csv", ",subtopic", "q1,d1,1,x", row) for place, row in enumerate(("q1,,1,", ",d2,1,"))
    ]
    bad += [columns([ROWS[0], (None, "d2", None, 1)]), columns([ROWS[0], ("q1", None, None, 1)])]
    for qrels in bad:
        assert [each.kind for each in check(run, qrels) if each.level == "error"] == ["bad qrels"]


def test_judgments_with_subtopics_beside_judgments_without_are_refused(tmp_path):
    named = csv(tmp_path / "1.csv", ",subtopic", "q1,d1,1,x")
    plain, field = csv(tmp_path / "2.csv", "", "q2,d1,1"), put(tmp_path / "3.txt", ["q2 0 d1 1"])
    said = f"{plain}, row 1 after the header: no subtopic, where other judgments have one"
    assert unread([named, plain], "qrels") == said
    assert unread([named, field], "qrels") == (
        f"{field}, line 1: no subtopic, where other judgments have one;"
        ' --subtopics yes, or subtopics="yes", takes the iteration field for it'
    )
    assert judged([named, field], "yes") == [("x",), ("0",)]


def test_subtopics_are_compared_by_their_bytes(tmp_path, run):
    connection = duckdb.connect(config={"default_collation": "nocase"})
    path = put(tmp_path / "q.txt", ["q1 a d1 1", "q1 A d1 0", "q2 a d1 1"])
    found = evaluate(run, path, "AP_IA", connection=connection, subtopics="yes").fetchall()
    assert [row[-1] for row in found] == [1, 1]
    assert "1 document is judged" in Evaluation(run, path, connection=connection).warnings[-1].text


def long_the_best_judgment_of_a_document_counts_however_subtopics_are_said(tmp_path):
    chosen = "query_id in ('101', '102', '103')"
    duckdb.execute(f"copy (from '{TRACK}/subtopics.parquet' where {chosen}) to '{tmp_path}/some.parquet'")
    runs = duckdb.sql(f"from '{TRACK}/runs.parquet' where run in ('bm25', 'dense') and {chosen}").to_arrow_table()
    scores = Evaluation(runs, tmp_path / "some.parquet").score("nDCG@10").fetchall()
    in_process.output("convert", tmp_path / "some.parquet", tmp_path / "q.txt")
    assert Evaluation(runs, tmp_path / "q.txt").score("nDCG@10").fetchall() == scores


def long_every_command_takes_the_choice(tmp_path, run):
    path = put(tmp_path / "q.txt", SEVERAL)
    for name in ("evaluate", "curve"):
        done = in_process.invoke(name, run, "--qrels", path)
        assert f"evalsql: warning: {path}: treating iterations (field 2) as subtopic ids" in done.stderr
        assert "iteration" not in in_process.invoke(name, run, "--qrels", path, "--subtopics", "yes").stderr
        assert "document d1 is judged twice" in in_process.refusal(name, run, "--qrels", path, "--subtopics", "no")
    assert "treating iterations (field 2) as subtopic ids" in in_process.output("check", run, "--qrels", path)
    done = command.evalsql("check", run, "--qrels", path, "--subtopics", "no")
    assert (done.returncode, b"document d1 is judged twice" in done.stdout) == (2, True)
    assert command.evalsql("check", run, "--qrels", path, "--subtopics", "maybe").returncode == 2


def test_weights_and_probabilities_of_plain_judgments_are_about_something_else(tmp_path, run):
    path = put(tmp_path / "q.csv", ["query_id,doc_id,relevance,weight,prob", "q1,d1,1,-5,7", "q2,d1,1,heavy,"])
    assert len(evaluate(run, path, "AP").fetchall()) == 2
    assert check(run, path) == []


# Judgments of a sample


def columns(rows: list[tuple] = ROWS) -> pa.Table:
    return pa.table(dict(zip(("query_id", "doc_id", "stratum", "relevance"), zip(*rows, strict=True), strict=True)))


def sampled(qrels) -> list[tuple]:
    return judged(qrels, columns=("query_id", "doc_id", "stratum", "relevance"))


def test_five_fields_are_a_sample_where_a_document_of_the_pool_is_unjudged_and_else_refused(tmp_path):
    for lines in (FIVE, [line.replace(" ", "\t") for line in FIVE], ["# pool", "", *FIVE]):
        assert sampled(put(tmp_path / "q.txt", lines)) == ROWS
    lines = [f"q1 0 d{number} 1 {number % 2}" for number in range(2000)]
    found = sampled(put(tmp_path / "q.txt", [*lines, "q1 0 last 2 -1"]))  # which may come late
    assert {stratum for _, _, stratum, _ in found} == {"1", "2"}
    assert sum(relevance for *_, relevance in found) == 999
    expected = "where 4 were expected: query_id iteration doc_id relevance"
    for lines, said in {
        ("q1 0 d1 1 more", "q1 0 d2 0 more"): f"line 1: 5 fields, 'q1 0 d1 1 more', {expected}; 1 more such row",
        ("q1 0 d1 1 7", "q1 0 d2 0 7"): f"line 1: 5 fields, 'q1 0 d1 1 7', {expected}; 1 more such row",
        ("q1 0 d1 high -1",): f"line 1: 5 fields, 'q1 0 d1 high -1', {expected}",
        ("q1 0 d1 high 1", "q1 0 d2 1 1"): f"line 1: 5 fields, 'q1 0 d1 high 1', {expected}",
        (*(f"q1 0 d{number} 1 {number % 3 - 1}" for number in range(1000)), "q2 0 d1 1"): (
            "line 1001: relevance is null; a number was expected"
        ),
    }.items():
        path = put(tmp_path / "q.txt", [*lines])
        assert unread(path, "qrels").startswith(f"{path}, {said}")


def test_strata_that_are_missing_or_several_are_refused(tmp_path):
    one, other = put(tmp_path / "one.txt", FIVE), put(tmp_path / "other.txt", ["q3 0 d1 1"])
    some = columns([ROWS[0], (*ROWS[1][:2], None, -1), (*ROWS[2][:2], " ", 1)])
    two = pa.table({"query_id": ["q1"] * 2, "doc_id": ["d1"] * 2, "relevance": [1, 0], "stratum": ["a", "b"]})
    ids = [("q2", "d1"), ("q1", "d2"), ("q1", "d1"), ("q1", "d3")]
    several = columns([(*each, stratum, 1) for each in ids for stratum in ("b", "a" if each != ids[3] else "b")])
    lacks, both = "a row of the judgments has no stratum, where others have one", "is in strata a and b; one was expect"
    cases = [
        ([one, other], f"{lacks} ({other}, line 1)"),
        (some, f"{lacks} (frame 1 of the judgments, row 2); 1 more such row"),
        (two.append_column("subtopic", [["1", "2"]]), f"document d1 of query q1 {both}ed"),
        (several.append_column("subtopic", [["1", "2"] * 4]), f"document d1 of query q1 {both}ed; 2 more such docu"),
    ]
    assert unsaid(cases, "qrels") == []


def long_a_measure_that_needs_strata_says_so(tmp_path, run):
    qrels = put(tmp_path / "q.txt", ["q1 0 d1 1", "q2 0 d1 0"])
    said = refusal(run, qrels, measures="xinfAP")
    assert said.startswith(f"xinfAP needs judgments with strata, but {qrels} has none: it has no column stratum, and")
    empty = columns().set_column(2, "stratum", pa.nulls(len(ROWS), pa.string()))
    assert "its column stratum is empty" in refusal(run, empty, measures="infP@5")
    assert "needs judgments with strata" in in_process.refusal("evaluate", run, "--qrels", qrels, "-m", "infNDCG")
    with pytest.raises(InputError, match="xinfAP is of a sample of one pool"):
        evalsql.pool(run, columns(), "xinfAP", depth=1)
    in_process.output("convert", put(tmp_path / "q.txt", FIVE), tmp_path / "q.csv")
    drawn = put(tmp_path / "drawn.csv", (tmp_path / "q.csv").read_text().replace("-1", "0").splitlines())
    assert "TREC text cannot hold stratum" in in_process.invoke("convert", drawn, tmp_path / "drawn.txt").stderr
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        evaluation = Evaluation(run, columns().drop(["stratum"]))
    tables = evaluation.connection.execute("select table_name from duckdb_tables()").fetchall()
    assert ("evalsql_sampled",) not in tables


@macros_of("xinfAP", "infP", "infNDCG")
@pytest.mark.filterwarnings("ignore:.*judged relevant")
def long_every_door_gives_the_same_values(tmp_path, run):
    expected = evaluate(run, put(tmp_path / "q.txt", FIVE), OF_SAMPLES).fetchall()
    assert {metric: value for _, query, metric, value in expected if query == "q1"} == {
        "xinfAP": pytest.approx(2 / 3),
        "infNDCG": pytest.approx(2 / 2.1309297535714573),  # of 1 + 1 / log2(3) + 1 / 2
        "infP@2": pytest.approx(1.00001 / 1.00003),
        "infNumRel": 3,
        "AP": 0.5,
    }
    assert evaluate(run, columns(), OF_SAMPLES).fetchall() == expected
    stratum = columns().rename_columns(["query_id", "doc_id", "pool", "relevance"])
    found = evaluate(run, stratum, OF_SAMPLES, columns={"qrels.stratum": "pool"}).fetchall()
    assert found == expected
    in_process.output("convert", tmp_path / "q.txt", tmp_path / "q.parquet")
    assert evaluate(run, tmp_path / "q.parquet", OF_SAMPLES).fetchall() == expected
    assert in_process.invoke("convert", tmp_path / "q.parquet", tmp_path / "again.txt").exit_code == 0
    assert (tmp_path / "again.txt").read_text() == "".join(f"{line}\n" for line in FIVE)
    build_database(tmp_path / "d.duckdb", run, tmp_path / "q.parquet", OF_SAMPLES)
    with duckdb.connect(tmp_path / "d.duckdb", read_only=True) as connection:
        assert connection.execute("select doc_id, stratum from qrels order by all limit 1").fetchall() == [("d1", "1")]
        for name, measure in (("xinfap()", "xinfAP"), ("infp(k := 2)", "infP@2"), ("infndcg()", "infNDCG")):
            rows = connection.execute(f"select * replace (run::varchar as run) from {name} order by all").fetchall()
            assert rows == [row for row in expected if row[2] == measure], measure


@macros_of("xinfAP")
def long_runs_that_are_added_have_the_values_of_all_at_once(tmp_path, run):
    other = put(tmp_path / "b.run", run.read_text().replace("d1", "d3"))
    for name, files in (("both", [run, other]), ("one", [run])):
        build_database(tmp_path / f"{name}.duckdb", files, columns(), OF_SAMPLES)
    in_process.output("build", tmp_path / "one.duckdb", other, "--add")
    found = []
    for name in ("both", "one"):
        with duckdb.connect(tmp_path / f"{name}.duckdb", read_only=True) as connection:
            found.append(connection.execute("from xinfap() union all from scores order by all").fetchall())
    assert found[0] == found[1]


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"no real collections in {COLLECTIONS}")
def long_real_judgments_are_known_for_what_they_are():
    web = COLLECTIONS / "web2012_div"
    lines = [line.split() for line in (web / "qrels.diversity.txt").read_text().splitlines()]
    subtopics: dict[tuple[str, str], set[str]] = {}
    for query, subtopic, doc, _ in lines:
        subtopics.setdefault((query, doc), set()).add(subtopic)
    several = sum(len(each) > 1 for each in subtopics.values())
    assert several > 0
    run = next((web / "runs").glob("*.run"))
    assert f"since {several:,} documents are judged under several" in announced(run, web / "qrels.diversity.txt")[0]
    assert sorted(judged(web / "qrels.diversity.txt")) == sorted((line[1],) for line in lines)
    for folder in ("web2012_div", "covid_r1", "dl19_passage", "trec_eval_test"):  # covid_r1 has several iterations
        assert {subtopic for (subtopic,) in judged(COLLECTIONS / folder / "qrels.txt")} == {None}
