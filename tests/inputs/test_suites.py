"""Where the collections of a suite are: layouts, a sentence for each that is not one, and paths below its folder."""

from pathlib import Path

import duckdb
import pytest
import suites
from command import refusal
from in_process import whole
from suites import NAMES
from written import put, put_lines

import evalsql
from evalsql import InputError
from evalsql.inputs import datasets
from evalsql.inputs.suites import Suite, read_suite

RUN = ("q Q0 d 1 2 bm25", "q Q0 e 2 1 bm25")
QRELS = ("q 0 d 1",)


def put_collection(folder: Path, qrels: str = "qrels.txt", run: str = "bm25.run") -> Path:
    """A collection of one query, in the layout of a suite."""
    put_lines(folder / qrels, *QRELS)
    put_lines(folder / "runs" / run, *RUN)
    return folder


def held(suite: Suite, root: Path) -> list[tuple]:
    """The collections of a suite, with paths as from a folder."""
    return [
        (each.name, str(Path(each.runs).relative_to(root)), str(Path(each.qrels).relative_to(root)))
        for each in suite.collections
    ]


@pytest.mark.parametrize(
    ("there", "split", "found"),
    [
        (["qrels.txt"], None, "qrels.txt"),
        (["qrels.parquet"], None, "qrels.parquet"),
        (["qrels/test.tsv"], None, "qrels/test.tsv"),
        (["qrels/dev.tsv"], None, "qrels/dev.tsv"),
        (["qrels/dev.tsv", "qrels/test.tsv", "qrels/train.tsv"], None, "qrels/test.tsv"),
        (["qrels/dev.tsv", "qrels/test.tsv"], "dev", "qrels/dev.tsv"),
        (["qrels.dev.small.tsv", "qrels.train.tsv.gz"], "dev.small", "qrels.dev.small.tsv"),
        (["qrels.dev.small.tsv", "qrels.train.tsv.gz"], "train", "qrels.train.tsv.gz"),
        (["qrels/test.jsonl"], "test", "qrels/test.jsonl"),
        (
            ["qrels/dev-00000-of-00001.parquet", "qrels/test-00000-of-00001.parquet"],
            None,
            "qrels/test-00000-of-00001.parquet",
        ),
        (["qrels.txt"], "dev", "qrels.txt"),
    ],
)
def test_the_judgments_of_a_folder(there: list[str], split: str | None, found: str, tmp_path: Path) -> None:
    for each in there:
        put_collection(tmp_path / "b", each)
    put_lines(tmp_path / "b" / "corpus.jsonl", '{"_id": "d", "text": "a document"}')
    put_lines(tmp_path / "b" / "queries.jsonl", '{"_id": "q", "text": "a query"}')
    for mark in ("qrels/_SUCCESS", "runs/_SUCCESS"):
        put_lines(tmp_path / "b" / mark)
    (tmp_path / "notes").mkdir()
    put_collection(tmp_path / ".hidden")
    assert held(read_suite(tmp_path, split), tmp_path) == [("b", "b/runs", f"b/{found}")]


def test_a_file_of_toml(tmp_path: Path) -> None:
    put_collection(tmp_path / "a")
    put_collection(tmp_path / "elsewhere" / "x", "qrels/dev.tsv")
    put_lines(tmp_path / "topics.txt", "q")
    suite = put_lines(
        tmp_path / "suite.toml",
        'measures = ["nDCG@10", "AP"]',
        "depth = 100",
        "seed = 4",
        "[datasets.a]",
        "[datasets.b]",
        'folder = "elsewhere/x"',
        'measures = "RR"',
        "without_own = true",
        "depth = 5",
        '[datasets."the third"]',
        'qrels = "a/qrels.txt"',
        'runs = {bm25 = "a/runs/bm25.run"}',
        'queries = "topics.txt"',
        'exclusions = "x.tsv"',
    )
    found = read_suite(str(suite))
    assert found.said == {"measures": ["nDCG@10", "AP"], "seed": 4}
    one, two, three = found.collections
    assert held(Suite([one, two]), tmp_path) == [
        ("a", "a/runs", "a/qrels.txt"),
        ("b", "elsewhere/x/runs", "elsewhere/x/qrels/dev.tsv"),
    ]
    assert (one.measures, one.options) == ((), {"depth": 100})
    assert (two.measures, two.options) == (["RR"], {"depth": 5, "without_own": True})
    assert (three.name, three.runs) == ("the third", {"bm25": str(tmp_path / "a/runs/bm25.run")})
    assert three.options == {"depth": 100, "queries": ["q"], "exclusions": str(tmp_path / "x.tsv")}


def test_a_folder_that_is_no_suite(tmp_path: Path) -> None:
    with pytest.raises(evalsql.InputError, match="holds no collection; a suite is a folder of folders"):
        evalsql.suite(tmp_path)
    put_lines(tmp_path / "a" / "qrels.txt", *QRELS)
    with pytest.raises(evalsql.InputError, match="a: no runs, which were expected in "):
        evalsql.suite(tmp_path)
    (tmp_path / "a" / "runs").mkdir()
    with pytest.raises(evalsql.InputError, match=r"a: has no run; .*runs is empty"):
        evalsql.suite(tmp_path)
    put_lines(tmp_path / "a" / "runs" / "bm25.run", "q Q0 d 1 x bm25")
    with pytest.raises(evalsql.InputError, match=r"^a: .*bm25.run, line 1: score is 'x'; a number was expected"):
        evalsql.suite(tmp_path)
    (tmp_path / "a" / "qrels.txt").unlink()
    with pytest.raises(
        evalsql.InputError, match=r"a: no judgments in .*, where qrels.\* or qrels/test.tsv was expected"
    ):
        evalsql.suite(tmp_path)
    for given, said in (
        ({}, "names no collection"),
        ({"a": 1}, "is 1, where a table was expected"),
        (5, "a suite is a file of TOML, a folder, or a mapping of its collections, not 5"),
        (str(tmp_path / "x.toml"), "cannot be read as a suite: there is no such file or folder"),
        (None, "no suite was given"),
    ):
        with pytest.raises(evalsql.InputError, match=said):
            evalsql.suite(given)
    with pytest.raises(evalsql.InputError, match="a suite says where runs and judgments are; give it, or runs and"):
        evalsql.suite({}, runs={})


def test_collections_that_tests_share_are_laid_out_as_those_of_beir(tmp_path: Path) -> None:
    folder = suites.put_suite(tmp_path / "suite")
    held = {
        name: sorted(str(path.relative_to(folder / name)) for path in (folder / name).rglob("*.*")) for name in NAMES
    }
    beside = ["corpus.jsonl", "qrels/test.tsv", "queries.jsonl"]
    for name in NAMES:
        runs = [run for run in suites.RUNS if (name, run) != ("touche", "splade")]
        assert held[name] == [*beside, *sorted(f"runs/{run}.parquet" for run in runs)]
    assert [each.name for each in read_suite(folder).collections] == list(NAMES)


def test_the_column_dataset_of_files_and_of_tables_of_a_connection(tmp_path: Path) -> None:
    run = put_lines(tmp_path / "runs.csv", "dataset,query_id,doc_id,score", "a,q,d,1", "b,q,d,1")
    plain = put_lines(tmp_path / "plain.csv", "query_id,doc_id,relevance", "q,d,1")
    other = put_lines(tmp_path / "other.csv", "dataset,query_id,doc_id,relevance", "a,q,d,1", "c,q,d,1")
    blank = put_lines(tmp_path / "blank.csv", "dataset,query_id,doc_id,relevance", "a,q,d,1", ",q,d,1")
    for qrels, said in (
        (plain, "plain.csv: no column dataset, which names the collection of each row; it has query_id, doc_id, rel"),
        (other, "the runs have a dataset b, of which there are no judgments; those are of a, c"),
        (blank, "blank.csv: a row has no dataset; every row must have one"),
        (put_lines(tmp_path / "q.txt", *QRELS), "q.txt: text of TREC has no column dataset; give Parquet"),
        (tmp_path / "none.csv", "none.csv: there is no such file"),
        ("e.duckdb::judged", "e.duckdb::judged: a column dataset is read from local files and from frames"),
    ):
        assert said in refusal("suite", run, "--qrels", qrels)
    less = put_lines(tmp_path / "less.csv", "dataset,query_id,doc_id,score", "a,q,d,1")
    assert "the judgments have a dataset c, of which there is no run" in refusal("suite", less, "--qrels", other)
    own = duckdb.connect()
    own.execute(
        "create table retrieved as select unnest(['a', 'b']) as dataset, 'q' as query_id, 'd' as doc_id, 1 as score"
    )
    own.execute("create table judged as select dataset, query_id, doc_id, 1 as relevance from retrieved")
    collections = datasets.by_dataset(duckdb.connect(), "retrieved", "judged", user=own)
    assert [collection.name for collection in collections] == ["a", "b"]


def test_files_without_a_header_are_runs_and_judgments_of_ms_marco_without_columns_to_choose(tmp_path: Path) -> None:
    run = put(tmp_path / "bm25.tsv", "11\t7\t1\n11\t1\t2\n12\t16\t1\n")
    qrels = put(tmp_path / "qrels.dev.small.tsv", "11\t0\t1\t1\n12\t0\t16\t1\n")
    assert [row[3] for row in evalsql.evaluate(run, qrels, "RR").fetchall()] == [0.5, 1]
    assert evalsql.evaluate(run, qrels, "RR", convention="msmarco").fetchall()[0][3] == 0.5
    broken = put(tmp_path / "broken.tsv", "11\t7\t1\n11\t1\tx\n")
    with pytest.raises(evalsql.InputError, match=r"broken.tsv, row 2 after the header: score is 'x'; a number was"):
        evalsql.evaluate(broken, qrels, "RR")
    run, qrels = put(tmp_path / "run.tsv", "q\ta\t1\nq\tb\t2\n"), put(tmp_path / "q.txt", "q\t0\tb\t1\n")
    said = refusal("evaluate", run, "--qrels", qrels, "--columns", "runs.score=rank")
    assert "run.tsv: a run without a header has no column names" in said


def test_what_is_given_stands_above_what_a_suite_says_for_all_and_below_a_collection(tmp_path: Path) -> None:
    text = "depth = 50\njudged_only = true\n[datasets.one]\n[datasets.two]\ndepth = 9\n"
    for name in ("one", "two"):
        (tmp_path / name / "runs").mkdir(parents=True)
        put(tmp_path / name / "qrels.txt", "q 0 d 1\n")
        put(tmp_path / name / "runs" / "a.run", "q Q0 d 1 1 a\n")
    one, two = read_suite(str(put(tmp_path / "suite.toml", text))).collections
    given = {"depth": 3, "judged_only": False, "where": None}
    assert one.under(given) == {"depth": 3, "judged_only": True, "where": None}
    assert two.under(given) == {"depth": 9, "judged_only": True, "where": None}
    assert one.under({"depth": None})["depth"] == 50


def test_what_changes_nothing_of_a_suite_is_said_or_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        put_collection(tmp_path / name)
    of_each = ['measures = "AP"', "depth = 5"]
    suite = str(put_lines(tmp_path / "suite.toml", "[datasets.a]", *of_each, "[datasets.b]", *of_each))
    with pytest.warns(evalsql.InputWarning) as said:
        evalsql.suite(suite, "RR", split="dev", depth=3, judged_only=True)
    assert {str(each.message) for each in said} == {
        "measures changes nothing: each collection says its own",
        "depth changes nothing: each collection says its own",
        "split dev changes nothing: each collection says its judgments, or has one file of them",
    }
    with pytest.raises(evalsql.InputError, match="outside is for the file of a suite, and this is a folder"):
        evalsql.suite(tmp_path, "RR", outside=True)


OF_RUN, OF_QRELS = "q1 Q0 d1 1 1.0 x", "q1 0 d1 1"
OUTSIDE = {
    "a folder": '[datasets.a]\nfolder = "../there/a"',
    "a name that is a path": '[datasets."../there/a"]',
    "judgments": '[datasets.a]\nqrels = "../there/a/qrels.txt"\nruns = "a/runs"',
    "a run": '[datasets.a]\nruns = "../there/a/runs/x.run"',
    "one of several": '[datasets.a]\nruns = ["a/runs/x.run", "../there/a/runs/x.run"]',
    "one by name": '[datasets.a]\nruns = {y = "../there/a/runs/x.run"}',
    "one with a name before it": '[datasets.a]\nruns = "y=../there/a/runs/x.run"',
    "an absolute path": '[datasets.a]\nruns = "THERE/a/runs/x.run"',
    "a link": '[datasets.a]\nruns = "linked/runs/x.run"',
    "a link below a folder": '[datasets.a]\nruns = "links"',
    "a link below a folder that is not named": "[datasets.b]",
    "a link that a pattern matches": '[datasets.a]\nruns = "links/*.run"',
    "a run with a name that a pattern matches": '[datasets.a]\nruns = "y=links/*.run"',
    "gains that a pattern matches": 'gains = "links/*.run"\n[datasets.a]',
    "a table in a database": '[datasets.a]\nruns = "../there/x.duckdb::runs"',
    "an address": '[datasets.a]\nruns = "https://127.0.0.1:9/x.run"',
    "gains of all": 'gains = "../there/a/qrels.txt"\n[datasets.a]',
    "a list of queries": '[datasets.a]\nqueries = "../there/queries.txt"',
}
OF_MEASURES = ("@measures.txt", " @../there/measures.txt", "AP @../there/measures.txt", "AP,@../there/measures.txt")


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """A folder with a collection, which is the suite's, and beside it another one."""
    for name in ("here", "there"):
        put(tmp_path / name / "a" / "qrels.txt", [OF_QRELS])
        put(tmp_path / name / "a" / "runs" / "x.run", [OF_RUN])
    (tmp_path / "here" / "linked").symlink_to(tmp_path / "there" / "a")
    for folder in ("links", "b/runs"):
        (tmp_path / "here" / folder).mkdir(parents=True)
        (tmp_path / "here" / folder / "x.run").symlink_to(tmp_path / "there" / "a" / "runs" / "x.run")
    put(tmp_path / "here" / "b" / "qrels.txt", [OF_QRELS])
    return tmp_path


@pytest.mark.parametrize("text", OUTSIDE.values(), ids=OUTSIDE)
def long_what_lies_outside_is_refused_before_it_is_read(text: str, folders: Path) -> None:
    put(folders / "here" / "suite.toml", text.replace("THERE", str(folders / "there")))
    done = whole(["suite", "suite.toml", "-m", "AP"], folders / "here")
    assert done.status == 2
    assert "lies outside of the folder of the suite and of the working directory; --outside (in Python" in done.said


@pytest.mark.parametrize("text", OF_MEASURES)
def long_a_file_of_measures_is_refused_since_its_lines_may_name_others(text: str, folders: Path) -> None:
    put(folders / "here" / "measures.txt", ["@../there/measures.txt"])
    put(folders / "there" / "measures.txt", ["a secret"])
    put(folders / "here" / "suite.toml", f'measures = ["{text}"]\n[datasets.a]')
    done = whole(["suite", "suite.toml"], folders / "here")
    assert (done.status, done.output) == (2, "")
    assert "a file, whose lines may name others; list the measures, or say --outside" in done.said
    put(folders / "here" / "suite.toml", '[datasets.a]\nmeasures = "nDCG@10, AP"')
    assert whole(["suite", "suite.toml"], folders / "here").status == 0


def long_what_lies_below_the_working_directory_or_is_let_is_read(folders: Path, monkeypatch) -> None:
    put(folders / "here" / "suite.toml", OUTSIDE["a run"])
    above = whole(["suite", "here/suite.toml", "-m", "AP", "--format", "csv"], folders)
    let = whole(["suite", "suite.toml", "--outside", "-m", "AP", "--format", "csv"], folders / "here")
    assert above.output == let.output
    assert above.output.splitlines()[1].startswith("AP,x,1,")
    page = whole(["report", "--suite", "suite.toml", "--outside", "-m", "AP", "-o", "x.html"], folders / "here")
    assert page.status == 0, page.said
    monkeypatch.chdir(folders / "here")
    with pytest.raises(InputError, match="lies outside"):
        evalsql.suite("suite.toml", "AP")
    assert evalsql.suite("suite.toml", "AP", outside=True)["scores"].fetchall() == [("a", "x", "q1", "AP", 1.0)]


def test_without_a_suite_there_is_nothing_outside(folders: Path) -> None:
    done = whole(["suite", "a/runs/x.run", "--qrels", "a/qrels.txt", "--outside"], folders / "here")
    assert (done.status, done.said) == (2, "evalsql: outside is for the file of a suite, and none was given\n")
    of_one = {"runs": "a/runs/x.run", "qrels": "a/qrels.txt"}
    with pytest.raises(InputError, match="outside is for the file of a suite, and none was given"):
        evalsql.suite({"a": of_one}, "AP", outside=True)
    with pytest.raises(InputError, match="outside is for the file of a suite, and none was given"):
        evalsql.suite(**of_one, measures="AP", outside=True)
    with pytest.raises(InputError, match="outside is for suites"):
        evalsql.report("x.html", **of_one, measures="AP", outside=True)


def long_what_is_refused_is_not_read_to_find_what_would_be_lost(folders: Path, monkeypatch) -> None:
    put(folders / "here" / "suite.toml", OUTSIDE["a list of queries"])
    read: list[Path] = []
    monkeypatch.setattr("evalsql.inputs.suites.read_queries", read.append)
    done = whole(["suite", "suite.toml", "-m", "AP", "-o", "scores.csv"], folders / "here")
    assert (done.status, read) == (2, [])
    assert "lies outside of the folder of the suite" in done.said
