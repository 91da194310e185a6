"""Inputs through every door that takes them, where that takes its time: questions, databases, commands, real ones."""

import tempfile
from pathlib import Path

import duckdb
import in_process
import pyarrow as pa
import pytest
from command import TINY, process
from in_process import output, refusal
from places import FIXTURES, ROOT
from tiny import SPARK, values
from written import put

import evalsql
from evalsql import (
    Evaluation,
    InputError,
    check,
    compare,
    connections,
    describe,
    evaluate,
    pool,
)
from evalsql.database.add import add_to_database
from evalsql.database.add import costs_of as costs_given
from evalsql.database.build import build_database
from evalsql.inputs import views
from evalsql.inputs.formats import trec

RUNS = pa.table({"rnk": ["x", "x", "y"], "query_id": ["1"] * 3, "doc_id": ["a", "b", "a"], "score": [2, 1, 1]})


def long_every_question_takes_it(tmp_path):
    # it takes seconds, since each question is asked
    chosen, path = {"runs.run": "rnk"}, put(tmp_path / "r.parquet", RUNS)
    qrels = pa.table({"query_id": ["1"], "doc_id": ["a"], "stars": [1]})
    for_all = chosen | {"qrels.relevance": "stars"}
    assert not [each for each in check(path, qrels, columns=for_all) if each.level == "error"]
    assert len(evalsql.Evaluation(path, qrels, columns=for_all).score("RR").fetchall()) == 2
    assert len(evalsql.curve(path, qrels, "CG@1", columns=for_all).fetchall()) == 2
    assert compare(path, qrels, ["RR"], columns=for_all).fetchall()
    assert describe(qrels, columns={"qrels.relevance": "stars"})["sets"].fetchall()
    assert pool(path, qrels, ["RR"], depth=1, columns=for_all)
    assert evalsql.overlap(path, columns=chosen).fetchall()
    scores = pa.table({"who": ["x", "y"], "query_id": ["1", "1"], "metric": ["RR", "RR"], "value": [0.5, 1.0]})
    assert compare(scores, None, columns={"scores.run": "who"}).fetchall()


COSTLY = {"q1": {"d1": 3.0, "d2": 2.0, "d3": 1.0}, "q2": {"d1": 1.0}}
JUDGED = {"q1": {"d1": 0, "d3": 1}, "q2": {"d1": 1}}
P = "P_cost@3"  # of q1 the mean of three costs, of q2 of one and two times 1


def table(tmp_path: Path, *rows: str, header: str = "query_id,doc_id,cost") -> Path:
    return put(tmp_path / "costs.csv", [header, *rows])


def stored(path: Path, call: str) -> list[tuple]:
    with duckdb.connect(str(path), read_only=True) as connection:
        return connection.execute(f"select run, query_id, value from {call} order by all").fetchall()


def long_a_database_keeps_costs_for_its_macros_and_for_runs_that_are_added(tmp_path):
    path = tmp_path / "eval.duckdb"
    costs = table(tmp_path, "q1,d1,4", "q1,d2,8", "q2,d1,2", "q9,d1,5")
    assert build_database(path, {"one": COSTLY}, JUDGED, ["AP", P], curves=(), costs=costs) == []
    scored = [("one", "q1", 13 / 3), ("one", "q2", 4 / 3)]
    assert stored(path, "p_cost(k := 3)") == scored
    assert stored(path, f"scores where metric = '{P}'") == scored
    other = {"q1": {"d3": 2.0, "d1": 1.0}}
    add_to_database(path, {"other": other})
    both = [*scored, ("other", "q1", 2), ("other", "q2", 1)]
    assert stored(path, "p_cost(k := 3)") == stored(path, f"scores where metric = '{P}'") == both
    assert costs_given(path) == f"{path}::internal.document_costs"  # which an upgrade reads too


def long_spark_says_that_it_reads_no_costs():
    pytest.importorskip("pyspark")
    from evalsql.spark import evaluate as on_spark

    with pytest.raises(InputError, match="Spark reads no costs of documents; leave out --costs"):
        on_spark(None, None, "RBP_cost", costs={"q1": {"d1": 1}})


TRACK_RUNS, TRACK_QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"


def long_linked_runs_keep_their_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalsql.database.writing.put_macros", lambda *given, **options: None)
    for name in ("one.parquet", "one.csv"):
        duckdb.execute(f"copy (from '{TRACK_RUNS}' where run = 'bm25') to '{tmp_path / name}'")
    path = tmp_path / "e.duckdb"
    evalsql.build_database(path, {"x": str(tmp_path / "one.parquet")}, TRACK_QRELS, "AP", curves=(), link=True)
    evalsql.add_to_database(path, {"y": str(tmp_path / "one.csv")})
    with duckdb.connect(path, read_only=True) as connection:
        assert connection.execute("select distinct run from runs order by 1").fetchall() == [("x",), ("y",)]


MEASURES = ["xinfAP", "infNDCG", "infP@2", "infNumRel", "AP"]


@pytest.mark.filterwarnings("ignore:.*judged relevant")
def long_every_door_gives_the_same_values(tmp_path, run):
    expected = evaluate(run, put(tmp_path / "q.txt", FIVE), MEASURES).fetchall()
    assert {metric: value for _, query, metric, value in expected if query == "q1"} == {
        "xinfAP": pytest.approx(2 / 3),
        "infNDCG": pytest.approx(2 / 2.1309297535714573),  # of 1 + 1 / log2(3) + 1 / 2
        "infP@2": pytest.approx(1.00001 / 1.00003),
        "infNumRel": 3,
        "AP": 0.5,
    }
    assert evaluate(run, columns(), MEASURES).fetchall() == expected
    stratum = columns().rename_columns(["query_id", "doc_id", "pool", "relevance"])
    found = evaluate(run, stratum, MEASURES, columns={"qrels.stratum": "pool"}).fetchall()
    assert found == expected
    in_process.output("convert", tmp_path / "q.txt", tmp_path / "q.parquet")
    assert evaluate(run, tmp_path / "q.parquet", MEASURES).fetchall() == expected
    assert in_process.invoke("convert", tmp_path / "q.parquet", tmp_path / "again.txt").exit_code == 0
    assert (tmp_path / "again.txt").read_text() == "".join(f"{line}\n" for line in FIVE)
    build_database(tmp_path / "d.duckdb", run, tmp_path / "q.parquet", MEASURES)
    with duckdb.connect(tmp_path / "d.duckdb", read_only=True) as connection:
        assert connection.execute("select doc_id, stratum from qrels order by all limit 1").fetchall() == [("d1", "1")]
        for name, measure in (("xinfap()", "xinfAP"), ("infp(k := 2)", "infP@2"), ("infndcg()", "infNDCG")):
            rows = connection.execute(f"select * replace (run::varchar as run) from {name} order by all").fetchall()
            assert rows == [row for row in expected if row[2] == measure], measure


def long_runs_that_are_added_have_the_values_of_all_at_once(tmp_path, run):
    other = put(tmp_path / "b.run", [line.replace("d1", "d3") for line in RUN])
    for name, files in (("both", [run, other]), ("one", [run])):
        build_database(tmp_path / f"{name}.duckdb", files, columns(), MEASURES)
    in_process.output("build", tmp_path / "one.duckdb", other, "--add")
    found = []
    for name in ("both", "one"):
        with duckdb.connect(tmp_path / f"{name}.duckdb", read_only=True) as connection:
            found.append(connection.execute("from xinfap() union all from scores order by all").fetchall())
    assert found[0] == found[1]


DATA = ROOT.parent / "shared" / "data"


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no real collections in {DATA}")
def long_real_judgments_are_known_for_what_they_are():
    web = DATA / "web2012_div"
    lines = [line.split() for line in (web / "qrels.diversity.txt").read_text().splitlines()]
    subtopics: dict[tuple[str, str], set[str]] = {}
    for query, subtopic, doc, _ in lines:
        subtopics.setdefault((query, doc), set()).add(subtopic)
    several = sum(len(each) > 1 for each in subtopics.values())
    assert several > 0
    run = next((web / "runs").glob("*.run"))
    assert f"since {several:,} documents are judged under several" in announcements(run, web / "qrels.diversity.txt")[0]
    assert sorted(judged(web / "qrels.diversity.txt")) == sorted((line[1],) for line in lines)
    for folder in ("web2012_div", "covid_r1", "dl19_passage", "trec_eval_test"):  # covid_r1 has several iterations
        assert {subtopic for (subtopic,) in judged(DATA / folder / "qrels.txt")} == {None}


def long_scores_may_be_a_frame_of_spark() -> None:
    expected = values()
    for question in (compare, evalsql.correlate, evalsql.standardise):
        rows = question(expected).fetchall()
        assert [question(frame(expected)).fetchall() for frame in SPARK] == [rows, rows]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("-m", "nonsense"), 2),
        (("--threads", 1), 0),
    ],
)
def long_nothing_is_left_by_the_command_line_too(system: Path, arguments: tuple, status: int) -> None:
    assert process("evaluate", *TINY, *arguments).returncode == status
    assert list(system.iterdir()) == []


@pytest.mark.parametrize("words", [False, True])
def long_rows_of_a_file_are_numbered_in_its_order(tmp_path, monkeypatch, words):
    if words:
        monkeypatch.setattr(trec, "look", lambda file: None)
    connection = duckdb.connect()
    lines = [f"q{place // 1000} Q0 d{place} {place} {-place} x" for place in range(200_000)]
    paths = [put(tmp_path / name, lines) for name in ("a.run", "b.run")]
    (source,) = views.read(connection, paths, "runs", tmp_path)
    rows = connection.execute(f"select n, run, rank from ({source.numbered}) order by n asc").fetchall()
    first = [(n, "a", float(n)) for n in range(200_000)]
    assert rows == [*first, *(((1 << 40) + n, "b", float(n % 200_000)) for n in range(200_000, 400_000))]


RUN = ["q1 Q0 d1 1 3 x", "q1 Q0 d2 2 2 x", "q2 Q0 d1 1 1 x"]
FIVE = ["q1 0 d1 1 1", "q1 0 d2 1 -1", "q1 0 d3 2 1", "q1 0 d4 2 0", "q2 0 d1 1 0"]
ROWS = [("q1", "d1", "1", 1), ("q1", "d2", "1", -1), ("q1", "d3", "2", 1), ("q1", "d4", "2", 0), ("q2", "d1", "1", 0)]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return put(tmp_path / "a.run", RUN)


def columns(rows: list[tuple] = ROWS) -> pa.Table:
    return pa.table(dict(zip(("query_id", "doc_id", "stratum", "relevance"), zip(*rows, strict=True), strict=True)))


def judged(qrels, subtopics: str = "auto", names_of: tuple[str, ...] = ("subtopic",)) -> list[tuple]:
    """What stands in names_of of judgments once they are read."""
    connection = duckdb.connect()
    with views.reading(connection) as folder:
        views.read(connection, qrels, "qrels", folder, subtopics=subtopics)
        return connection.execute(f"select {', '.join(names_of)} from evalsql_qrels order by file, row").fetchall()


def csv(path: Path, header: str, *rows: str) -> Path:
    return put(path, [f"query_id,doc_id,relevance{header}", *rows])


def announcements(run: Path, qrels, **options) -> list[str]:
    kept = Evaluation(run, qrels, **options).warnings
    return [problem.text for problem in kept if problem.kind == "iteration taken for subtopics"]


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's folder for temporary files, and no connection that a command before opened ahead elsewhere."""
    folder = tmp_path / "system"
    folder.mkdir()
    monkeypatch.setattr(connections, "ahead", [])
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


MEASURES_CHOSEN = ["nDCG@10", "AP", "NumRet", "Judged@10"]
CHOSEN = "dt = '2' and kept"


@pytest.fixture(scope="module")
def nights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of two nights, the second with every third document left out, in every format; and what is left of them."""
    nights = tmp_path_factory.mktemp("nights")
    with duckdb.connect(nights / "lake.duckdb") as connection:
        connection.execute(f"""
            create table runs as
                select rows.*, night::varchar as dt, night = 1 or hash(doc_id) % 3 <> 0 as kept
                from '{TRACK_RUNS}' as rows, range(1, 3) as nights(night)
                where run in ('bm25', 'dense');
            create table chosen as select run, query_id, doc_id, score from runs where {CHOSEN};
            copy chosen to '{nights}/chosen.parquet';
            copy runs to '{nights}/runs.parquet' (row_group_size 2048);
            copy runs to '{nights}/runs.csv';
            copy runs to '{nights}/runs.jsonl';
            copy runs to '{nights}/lake' (format parquet, partition_by (dt, run));
        """)
        for run in ("bm25", "dense"):
            connection.execute(
                f"copy (select query_id, 'Q0', doc_id, rank, score, run from runs where run = '{run}' and dt = '1')"
                f" to '{nights}/{run}.run' (format csv, header false, delimiter ' ')"
            )
    return nights


@pytest.fixture(scope="module")
def expected(nights: Path) -> list[tuple]:
    return scores(nights / "chosen.parquet")


def scores(runs: object, where: str | None = None, **options: object) -> list[tuple]:
    return evalsql.evaluate(runs, TRACK_QRELS, MEASURES_CHOSEN, where=where, **options).fetchall()


def long_commands_about_judgments_alone_and_checks_read_some_rows_too(nights: Path) -> None:
    high, some = nights / "high.parquet", ["--where", "relevance >= 2"]
    duckdb.execute(f"copy (from '{TRACK_QRELS}' where relevance >= 2) to '{high}'")
    assert output("describe", TRACK_QRELS, *some, "--part", "levels", "--format", "csv") == output(
        "describe", high, "--part", "levels", "--format", "csv"
    ).replace(str(high), str(TRACK_QRELS))
    output("convert", TRACK_QRELS, nights / "high.txt", *some)
    output("convert", high, nights / "alone.txt")
    assert (nights / "high.txt").read_bytes() == (nights / "alone.txt").read_bytes()
    output("convert", nights / "runs.csv", nights / "some.run", "--where", CHOSEN)
    output("convert", nights / "chosen.parquet", nights / "alone.run")
    assert (nights / "some.run").read_bytes() == (nights / "alone.run").read_bytes()
    subtopics = FIXTURES / "track" / "subtopics.parquet"
    assert "3 of 3 queries" in output("ideal", subtopics, "--where", "query_id < '104'", "--depth", "2")
    # both nights together have each document twice
    assert "appears twice" in refusal("evaluate", nights / "runs.csv", "--qrels", TRACK_QRELS)
    assert output("check", nights / "runs.csv", "--qrels", TRACK_QRELS, "--where", CHOSEN) == "no problems\n"


def long_stored_scores_are_chosen_by_their_label(tmp_path: Path) -> None:
    path = tmp_path / "history.duckdb"
    for label in ("monday", "tuesday"):
        output("evaluate", TRACK_RUNS, "--qrels", TRACK_QRELS, "-m", "AP", "-o", path, "--append", "--label", label)
    assert "AP has two values for query 101 of run bm25" in refusal("compare", f"{path}::scores")
    one = output("compare", f"{path}::scores", "--where", "label = 'monday'", "--format", "csv")
    assert one == output("compare", TRACK_RUNS, "--qrels", TRACK_QRELS, "-m", "AP", "--format", "csv")
