"""Runs that are added to an analysis database are as if they had been there; what cannot be added to is refused."""

import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from built import CURVES, MEASURES, but_evaluations, contents, functions, macros_of, open_to_read, rows
from written import put

import evalsql
from evalsql import InputError, add_to_database, build_database
from evalsql.database import writing

RUNS = {"a": {"q1": {"d1": 2, "d2": 1}}, "b": {query: {"d2": 2, "d1": 1} for query in ("q1", "q2", "q3")}}
UNJUDGED = {run: {**of_run, "elsewhere": {"d1": 1}} for run, of_run in RUNS.items()}
QRELS = pa.table({"query_id": ["q1", "q1", "q2", "q3"], "doc_id": ["d1", "d2", "d1", "d2"], "relevance": [1, 0, 2, 1]})
TABLE = pa.table(
    {"query_id": ["q1", "q2", "q3"], "lang": ["de", "de", "en"], "size": [1, 2, 3], "text": ["x", None, "z"]}
)
DECIDED = {
    "links": {"link": True, "curves": ["nDCG@2"]},
    "population and slices": {
        "slices": TABLE,
        "by": "lang,size:halves",
        "population": "intersection",
        "curves": ["nDCG@2", "IPrec"],
    },
    "depth, ties, costs and slices of a width": {
        "slices": TABLE,
        "by": "lang,size:2.5",
        "depth": 1,
        "ties": "best",
        "costs": pa.table({"doc_id": ["d1"], "cost": [2.0]}),
    },
    "subtopics, weights and a convention": {
        "runs": RUNS,
        "measures": ["alpha_nDCG@2", "AP"],
        "qrels": QRELS.append_column("subtopic", [["s", "t", "s", "s"]]),  # t has no relevant document
        "weights": pa.table({"query_id": ["q1", "q2", "q3"], "subtopic": ["s"] * 3, "weight": [2.0, 1, 1]}),
        "population": "intersection",
        "convention": "trec_eval-10",
    },
}
OF_TRACK = {"population": "intersection", "depth": 7, "queries": ["131", "135", "140"], "convention": "ndeval"}


@pytest.fixture(autouse=True)
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "43200")


def run_table(run: str, of_run: dict[str, dict[str, int]]) -> pa.Table:
    rows = [(run, query, doc, score) for query, docs in of_run.items() for doc, score in docs.items()]
    names = ("run", "query_id", "doc_id", "score")
    return pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


def check_added(folder: Path, whole: object, first: object, second: object, **given: object) -> Path:
    """What is built of the first runs and added to is what is built of all; returns what was added to."""
    built, parts = folder / "whole.duckdb", folder / "parts.duckdb"
    build_database(built, whole, **given)
    build_database(parts, first, **given)
    problems = {problem.kind for problem in add_to_database(parts, second)}
    assert not given.get("queries") or "queries without judgments" not in problems  # others are not asked for
    expected, found = (but_evaluations(contents(path)) for path in (built, parts))
    assert found.keys() == expected.keys()
    for tables in (expected, found):
        # how many runs a warning was about; one file of runs here, and two there
        tables["evalsql_meta"] = [row for row in tables["evalsql_meta"] if row[0] != "warnings"]
        tables["evalsql_sources"] = sum(row[4] for row in tables["evalsql_sources"])
    assert [name for name in expected if found[name] != expected[name]] == []
    ranked = rows(parts, "select run, query_id, rank from internal.judged where rank > 0 order by rowid")
    assert ranked == sorted(ranked)
    return parts


@pytest.mark.parametrize("decided", DECIDED)
def long_what_is_built_and_added_to_is_what_is_built_at_once(decided: str, tmp_path: Path, no_macros: None) -> None:
    given = {"qrels": QRELS, "measures": ["AP"], "curves": [], "storage_version": "v1.3.0"} | DECIDED[decided]
    runs: dict[str, object] = given.pop("runs", UNJUDGED)
    first, second, whole = {"a": runs["a"]}, {"b": runs["b"]}, runs
    if "link" in given:
        a, b = (run_table(run, UNJUDGED[run]) for run in runs)
        tables = {"first": a, "second": b, "whole": pa.concat_tables([a, b]), "qrels": QRELS}
        first, second, whole, given["qrels"] = (put(tmp_path / f"{n}.parquet", t) for n, t in tables.items())
    parts = check_added(tmp_path, whole, first, second, **given)
    ((tags,),) = rows(parts, "select tags from duckdb_databases() where database_name = 'parts'")
    assert tags["storage_version"].startswith("v1.3.0")
    ((coverage,),) = rows(parts, "select value from internal.evalsql_meta where key = 'coverage'")
    assert ("; 1 query without judgments left out" in coverage) == (runs is UNJUDGED)


def long_runs_of_a_track_that_are_added_are_as_if_they_had_been_there(files, tmp_path, no_macros) -> None:
    assert_added_to_track(files, tmp_path, OF_TRACK)


def weekly_runs_of_a_track_that_are_added_by_default_are_as_if_they_had_been_there(files, tmp_path, no_macros) -> None:
    assert_added_to_track(files, tmp_path, {})


def assert_added_to_track(files: dict[str, Path], folder: Path, decided: dict) -> None:
    given = {"qrels": files["qrels"], "measures": MEASURES, "curves": CURVES} | decided
    parts = check_added(folder, files["runs"], files["outer"], files["inner"], **given)
    assert len(rows(parts, "from run_summary")) == 4


def long_columns_are_named_when_runs_are_kept_and_added_and_links_keep_no_such_choice(tmp_path: Path) -> None:
    path, qrels = tmp_path / "e.duckdb", pa.table({"query_id": ["1"], "doc_id": ["a"], "stars": [1]})
    runs = {name: pa.table({"rnk": [name], "query_id": ["1"], "doc_id": ["a"], "score": [1]}) for name in "xy"}
    chosen = {"runs.run": "rnk", "qrels.relevance": "stars"}
    files = put(tmp_path / "r.parquet", runs["x"]), put(tmp_path / "q.parquet", qrels)
    with pytest.raises(InputError, match="--link does not keep a choice of columns; leave out --link or --columns"):
        build_database(path, *files, ["RR"], link=True, columns=chosen)
    assert not path.exists()
    with macros_of("RR", "paired_t"):
        build_database(path, runs["x"], qrels, ["RR"], curves=[], columns=chosen, live=True)
        add_to_database(path, runs["y"], columns={"runs.run": "rnk"})
    assert rows(path, "select distinct run from scores order by run") == [("x",), ("y",)]
    assert functions(path, "live") == {"mrr", "reciprocal_rank", "rr"}


OLD = [("a", "1", "x", 2.0), ("a", "1", "y", 1.0), ("a", "2", "x", 1.0)]
NEW = [("b", "1", "y", 1.0), ("b", "2", "z", 1.0)]


def write(folder: Path, name: str, rows: list[tuple], columns: str = "run, query_id, doc_id, score") -> str:
    """A Parquet file."""
    duckdb.execute(f"copy (from (values {', '.join(map(str, rows))}) as t({columns})) to '{folder / name}'")
    return str(folder / name)


def judgments(folder: Path, relevance: int = 0) -> str:
    """A file of judgments, with the relevance of document x to query 2."""
    judged = [("1", "x", 1), ("1", "y", 0), ("2", "x", relevance), ("2", "z", 2)]
    return write(folder, "qrels.parquet", judged, "query_id, doc_id, relevance")


@pytest.fixture(scope="module")
def of_one_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one run, without macros."""
    folder = tmp_path_factory.mktemp("old")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writing, "put_macros", lambda *given, **options: None)
        build_database(folder / "eval.duckdb", write(folder, "old.parquet", OLD), judgments(folder), ["AP", "RR"])
    return folder / "eval.duckdb"


@pytest.fixture
def changed(of_one_run: Path, tmp_path: Path, no_macros: None) -> Callable[..., Path]:
    """Makes a copy of it with changes."""

    def make(*changes: str) -> Path:
        path = Path(shutil.copy(of_one_run, tmp_path / "eval.duckdb"))
        with duckdb.connect(path) as connection:
            connection.execute(";".join(changes))
        return path

    return make


ANEW = ".*; rebuild it"
NOTED = "update internal.evalsql_meta set value = '{}' where key = '{}'"
CHANGES = {  # of judgments and scores
    "update qrels set relevance = 1 where query_id = '2' and doc_id = 'x'": "judgments of query '?2'? in its table",
    "delete from qrels where query_id = '1'": "judgments of query '?1'? in its table qrels have changed",
    "delete from scores where query_id = '1'": "scores of run '?a'? in its table scores have changed",
    "insert into scores from scores where run = 'a'": "scores of run '?a'? in its table scores have changed",
    "delete from scores where run = 'a'": "tables scores and run_summary do not have the same runs .first: a.",
    "update run_summary set run = 'z'": "tables scores and run_summary do not have the same runs .first: a.",
}
REFUSED = {
    **{change: said + ANEW for change, said in CHANGES.items()},
    NOTED.format("0.0.1", "evalsql"): r"was built by evalsql 0\.0\.1, and this is .*; rebuild it",
    "alter table run_summary rename to run": "has run, which evalsql did not make and would be lost; move it elsewhere",
    **{
        NOTED.format("{", key): f"{key} in its table evalsql_meta is not what evalsql writes there; rebuild it"
        for key in ("warnings", "curves", "unjudged_queries", "slices")
    },
    "create view mine as select 42 as x": "has mine, which evalsql did not make and would be lost; move it elsew",
    "update measures set metric = '@secret' where metric = 'RR'": "",
}


def check_refused(folder: Path, changed: Callable[..., Path], cases: Iterable[tuple[str, str]]) -> None:
    (folder / "secret").write_text("classified\n")  # which no measure is read from
    new = write(folder, "new.parquet", NEW)
    for change, said in cases:
        path = changed(change)
        before = path.read_bytes()
        with pytest.raises(InputError) as refused:
            add_to_database(path, new)
        assert re.search(said, str(refused.value)), change
        assert "classified" not in str(refused.value)
        assert path.read_bytes() == before


def test_nothing_is_added_to_a_database_of_another_version_or_that_names_a_file(tmp_path, changed, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(
        tmp_path, changed, [each for each in REFUSED.items() if each[1][:12] in ("", "was built by", "judgments of")]
    )


def long_nothing_is_added_to_what_was_changed(tmp_path, changed, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(tmp_path, changed, REFUSED.items())


def long_what_the_decisions_stand_against_is_not_added(tmp_path: Path, no_macros: None) -> None:
    path = tmp_path / "complete.duckdb"
    build_database(path, {"b": RUNS["b"]}, QRELS, "AP", convention="trec_eval-10")
    with pytest.raises(InputError, match="run a has no results for query q2, which trec_eval-10 refuses"):
        add_to_database(path, {"a": RUNS["a"]})


def long_nothing_is_added_beside_scores_of_files_that_have_changed_or_are_gone(tmp_path: Path, no_macros: None) -> None:
    path, new = tmp_path / "eval.duckdb", write(tmp_path, "new.parquet", NEW)
    old = write(tmp_path, "old.parquet", OLD)
    build_database(path, old, judgments(tmp_path), ["AP", "RR"], link=True)
    judgments(tmp_path, relevance=1)
    with pytest.raises(InputError, match=r"qrels\.parquet has changed since its scores were computed; rebuild it"):
        add_to_database(path, new)
    judgments(tmp_path)
    add_to_database(path, new)
    alone = evalsql.evaluate([old, new], str(tmp_path / "qrels.parquet"), ["AP"])
    with open_to_read(path) as connection:
        hashes = connection.sql("select qrels_hash from evaluations").fetchall()
        means = connection.sql("select run, value from leaderboard where metric = 'AP' order by run asc").fetchall()
    assert len(hashes) == 2
    assert len(set(hashes)) == 1
    assert means == alone.aggregate("run, avg(value)", "run").order("run").fetchall()
    write(tmp_path, "old.parquet", OLD * 9)
    with pytest.raises(InputError, match=r"old\.parquet has changed since its scores were computed"):
        add_to_database(path, write(tmp_path, "more.parquet", [("c", "1", "y", 1.0)]))
    Path(old).unlink()
    held = path.read_bytes()
    with pytest.raises(InputError, match=rf"stay in files, and {re.escape(old)} is gone; put it back, or rebuild"):
        add_to_database(path, write(tmp_path, "more.parquet", [("c", "1", "y", 1.0)]))
    assert path.read_bytes() == held


def long_a_linked_file_that_changed_is_warned_of_until_it_is_as_it_was(tmp_path: Path, no_macros: None) -> None:
    path, file, page = tmp_path / "eval.duckdb", tmp_path / "a.csv", tmp_path / "page.html"
    text = "query_id,doc_id,score\n1,x,2.0\n1,y,1.0\n2,x,1.0\n"
    new = write(tmp_path, "new.parquet", NEW)
    file.write_text(text)
    build_database(path, str(file), judgments(tmp_path), ["AP"], link=True)
    assert evalsql.report(page, path) == []
    evalsql.log(path)
    file.write_text(text.replace("2.0", "0.5"))  # as many bytes, and as many rows
    said = re.escape(f"{file} has changed since its scores were computed")
    with pytest.raises(InputError, match=said):
        add_to_database(path, new)
    with pytest.warns(evalsql.InputWarning, match=said):
        evalsql.log(path)
    (warning,) = evalsql.report(page, path)
    assert f"{file} has changed since its scores were computed; rebuild it" in warning.text
    assert "a.csv has changed since its scores were computed" in page.read_text()
    file.write_text(text)
    evalsql.log(path)


def test_what_is_not_for_a_database_is_refused(of_one_run: Path, tmp_path: Path, no_macros: None) -> None:
    path = shutil.copy(of_one_run, tmp_path / "e.duckdb")
    with pytest.raises(InputError, match="outside is for databases of linked files, and this one has copies of them"):
        add_to_database(path, "r.csv", outside=True)
    scores = tmp_path / "scores.csv"
    scores.write_text("run,query_id,metric,value\na,q1,AP,0.5\n")
    evalsql.build_database(path, scores, None, ("AP",), force=True)
    with pytest.raises(InputError, match="strict is for runs and judgments"):
        add_to_database(path, scores, strict=True)


def long_a_linked_run_without_rows_is_read_again(tmp_path, monkeypatch, no_macros) -> None:
    monkeypatch.chdir(tmp_path)
    for run, where in (("a", "true"), ("void", "false")):
        (tmp_path / f"runs/run={run}").mkdir(parents=True)
        select = f"select '1' as query_id, 'x' as doc_id, 1.0 as score where {where}"
        duckdb.sql(f"copy ({select}) to 'runs/run={run}/x.parquet'")
    build_database("e.duckdb", "runs", judgments(tmp_path), ["AP"], link=True)
    evalsql.report("r.html", "e.duckdb")
    add_to_database("e.duckdb", write(tmp_path, "b.parquet", [("b", "1", "x", 1.0), ("b", "2", "x", 1.0)]))
    assert rows(tmp_path / "e.duckdb", "select run from run_summary order by run") == [("a",), ("b",), ("void",)]
    evalsql.report("r.html", "e.duckdb")
