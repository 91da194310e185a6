"""What is noted of an evaluation: its inputs by their bytes, the commit of git, in one step with its scores."""

import hashlib
import json
import os
import re
import shutil
import warnings
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import duckdb
import pytest
from command import TINY
from in_process import output, refusal
from places import FIXTURES
from written import put

import evalsql
from evalsql import Evaluation
from evalsql.files.history import git_commit, hash_of_all, note_of

ONE, OTHER = "0123456789abcdef0123456789abcdef01234567", "f" * 40


GOOD, POOR, QRELS = (FIXTURES / "tiny" / name for name in ("good.run", "poor.run", "qrels.txt"))


def rows(path: Path, sql: str) -> list[tuple]:
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(sql).fetchall()


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_commit_is_read_from_the_files_of_git(tmp_path: Path) -> None:
    below = tmp_path / "repository" / "src"
    below.mkdir(parents=True)
    git = tmp_path / "repository" / ".git"
    assert git_commit(below) is None
    put(git / "HEAD", "ref: refs/heads/main\n")
    assert git_commit(below) is None  # before the first commit
    put(git / "packed-refs", f"# pack-refs with: peeled\n{OTHER} refs/tags/1\n^{ONE}\n{ONE} refs/heads/main\n")
    assert git_commit(below) == ONE
    put(git / "refs" / "heads" / "main", f"{OTHER}\n")
    assert git_commit(below) == OTHER
    put(git / "HEAD", f"{ONE}\n")
    assert git_commit(below) == ONE
    put(git / "HEAD", "something else\n")
    assert git_commit(below) is None


def test_files_of_git_that_a_stranger_made_lead_nowhere_else(tmp_path: Path) -> None:
    git = tmp_path / "repository" / ".git"
    put(tmp_path / "secret", ONE)
    put(tmp_path / "elsewhere" / "heads" / "main", ONE)
    for head in (f"ref: {tmp_path}/secret", "ref: ../../secret", "ref: refs/../../../secret"):
        put(git / "HEAD", head)
        assert git_commit(git.parent) is None
    (git / "refs").symlink_to(tmp_path / "elsewhere")
    put(git / "HEAD", "ref: refs/heads/main")
    assert git_commit(git.parent) is None
    (git / "HEAD").unlink()
    (git / "HEAD").symlink_to(tmp_path / "secret")
    assert git_commit(git.parent) is None
    (git / "HEAD").unlink()
    os.mkfifo(git / "HEAD")
    assert git_commit(git.parent) is None  # it does not wait


def test_the_commit_of_a_work_tree_is_its_own(tmp_path: Path) -> None:
    git = tmp_path / "repository" / ".git"
    put(git / "refs" / "heads" / "topic", ONE)
    put(git / "worktrees" / "topic" / "HEAD", "ref: refs/heads/topic\n")
    put(git / "worktrees" / "topic" / "commondir", "../..\n")
    put(tmp_path / "topic" / ".git", f"gitdir: {git / 'worktrees' / 'topic'}\n")
    assert git_commit(tmp_path / "topic") == ONE
    put(tmp_path / "topic" / ".git", "gitdir: /nowhere\n")
    assert git_commit(tmp_path / "topic") is None


def test_an_input_has_the_same_hash_for_the_same_bytes_whatever_its_path(tmp_path: Path) -> None:
    elsewhere = Path(shutil.copy(GOOD, tmp_path / "other.txt"))
    one, other = (note_of([str(path)], str(QRELS), None, {}) for path in (GOOD, elsewhere))
    assert one.runs_hash == other.runs_hash == sha256(GOOD)
    assert one.qrels_hash == sha256(QRELS)
    both = hash_of_all([sha256(GOOD), sha256(POOR)])
    assert note_of([str(POOR), str(elsewhere)], str(QRELS), None, {}).runs_hash == both
    assert note_of([str(GOOD), "-"], str(QRELS), None, {"gains": str(POOR)}).runs_hash is None


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history of two evaluations."""
    path = tmp_path_factory.mktemp("noted") / "history.duckdb"
    for label, runs in (("one", TINY), ("two", (TINY[0], *TINY[2:]))):
        output("evaluate", *runs, "-m", "AP", "-m", "NumRet", "-o", path, "--append", "--label", label)
    return path


@pytest.fixture
def history(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copy(made, tmp_path))


def long_what_is_appended_is_noted_beside_it(history: Path) -> None:
    columns = "evaluation, label, action, runs, runs_hash, qrels_hash, evalsql is not null, duckdb"
    qrels, good, poor = map(sha256, (QRELS, GOOD, POOR))
    assert rows(history, f"select {columns} from evaluations") == [
        (1, "one", "append", 2, hash_of_all([good, poor]), qrels, True, duckdb.__version__),
        (2, "two", "append", 1, good, qrels, True, duckdb.__version__),
    ]
    files = rows(history, "select options from evaluations")
    hashes = [set(json.loads(options)["files"].values()) for (options,) in files]
    assert hashes == [{qrels, good, poor}, {qrels, good}]
    same = "select count(*) from scores join evaluations using (evaluated_at, label)"
    assert rows(history, same) == [(42,)]
    leaderboard = "select evaluation, label, metric, run, round(value, 4), queries from history"
    assert rows(history, leaderboard) == [
        (2, "two", "AP", "good", 0.6927, 7),
        (2, "two", "NumRet", "good", 40, 7),
        (1, "one", "AP", "good", 0.6927, 7),
        (1, "one", "AP", "poor", 0.2582, 7),
        (1, "one", "NumRet", "good", 40, 7),
        (1, "one", "NumRet", "poor", 35, 7),
    ]


def long_a_frame_has_a_hash_of_its_rows_in_any_order() -> None:
    read = f"select column0 as query_id, column2 as doc_id, column4 as score from read_csv('{GOOD}', delim = ' ')"

    def digests(select: str) -> list[tuple]:
        evaluation = Evaluation({"good": duckdb.sql(select).to_arrow_table()}, QRELS, measures="AP", whole=True)
        return evaluation.connection.execute("select kind, digest from evalsql_digests").fetchall()

    ((kind, digest),) = digests(f"{read} order by doc_id asc")  # judgments are in a file
    assert (kind, len(digest)) == ("runs", 32)
    assert digests(f"{read} order by doc_id desc") == [(kind, digest)]
    assert digests(f"select * replace (score + 1 as score) from ({read})") != [(kind, digest)]


def long_what_was_added_before_there_were_notes_is_noted_by_the_next(history: Path) -> None:
    with duckdb.connect(history) as connection:
        connection.execute("drop view history; drop table evaluations")
    output("evaluate", *TINY, "-m", "AP", "-m", "NumRet", "-o", history, "--append")
    noted = rows(history, "select evaluation, label, runs, runs_hash is null from evaluations")
    assert noted == [(1, "one", 2, True), (2, "two", 1, True), (3, None, 2, False)]
    output("evaluate", *TINY, "-m", "AP", "-o", history, "--force", "--label", "anew")
    assert rows(history, "select evaluation, label from evaluations") == [(1, "anew")]


def long_what_is_noted_goes_with_the_scores_it_is_of(history: Path) -> None:
    there = "select table_name from information_schema.tables order by all"
    for _ in range(2):
        output("compare", *TINY, "-m", "AP", "-o", history, "--force", "--label", "three")
    assert rows(history, there) == [("comparisons",), ("evaluations",), ("history",), ("scores",)]
    output("evaluate", *TINY, "-m", "AP", "-o", history, "--force")
    assert rows(history, there) == [("comparisons",), ("scores",)]
    output("evaluate", *TINY, "-m", "AP", "-o", history, "--force", "--label", "anew")
    assert rows(history, "select distinct label from history") == [("anew",)]


def long_scores_and_what_is_noted_are_written_together_or_not_at_all(history: Path) -> None:
    with duckdb.connect(history) as connection:
        connection.execute("drop view history; drop table evaluations; create table evaluations as select 1 as mine")
    said = refusal("evaluate", *TINY, "-m", "AP", "-m", "NumRet", "-o", history, "--append")
    its_own = "has a table evaluations of its own, and evaluations cannot be recorded in it; write to another file"
    assert said == f"{history}: {its_own}"
    assert rows(history, "select count(*) from scores") == [(42,)]
    assert rows(history, "from evaluations") == [(1,)]
    for kind in ("table", "view"):  # nor is what is called as our view replaced
        with duckdb.connect(history) as connection:
            connection.execute(f"drop {'view' if kind == 'table' else 'table'} if exists history")
            connection.execute(f"drop table if exists evaluations; create {kind} history as select 2 as mine")
        said = refusal("evaluate", *TINY, "-m", "AP", "-m", "NumRet", "-o", history, "--append")
        assert said.startswith(f"{history}: has a table or view history of its own, in place of ours; write to")
        assert rows(history, "from history") == [(2,)]
        assert rows(history, "select count(*) from scores") == [(42,)]


def long_a_label_that_is_there_is_refused_or_replaced(history: Path) -> None:
    again = ("evaluate", TINY[1], *TINY[2:], "-m", "AP", "-m", "NumRet", "-o", history, "--append", "--label", "one")
    ways_out = "use another --label, or --replace-label to replace them"
    assert refusal(*again) == f"{history}: has rows labelled one already; {ways_out}"
    assert rows(history, "select count(*) from scores") == [(42,)]
    output(*again, "--replace-label")
    for _ in range(2):  # the first time there is nothing to replace
        output(*again[:-1], "three", "--replace-label")
    assert rows(history, "select evaluation, label, runs, runs_hash from evaluations order by 1") == [
        (1, "one", 1, sha256(POOR)),  # which keeps its place
        (2, "two", 1, sha256(GOOD)),
        (3, "three", 1, sha256(POOR)),
    ]
    held = rows(history, "select label, run, count(*) from scores group by all order by 1")
    assert held == [("one", "poor", 14), ("three", "poor", 14), ("two", "good", 14)]


def long_evaluations_of_one_moment_stay_two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Frozen(datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2026, 1, 3, tzinfo=tz)

    monkeypatch.setattr("evalsql.files.duckdb_table.datetime", Frozen)
    for name, path in (("x", TINY[0]), ("y", TINY[1])):
        output("evaluate", f"r={path}", *TINY[2:], "-m", "AP", "-o", tmp_path / "h.duckdb", "--append", "--label", name)
    said = "select label, round(value, 4), evaluated_at - '2026-01-03'::timestamp < interval 1 second from history"
    assert rows(tmp_path / "h.duckdb", said) == [("y", 0.2582, True), ("x", 0.6927, True)]


def long_all_that_was_decided_is_noted_and_what_differs_is_said(tmp_path: Path) -> None:
    listed = {
        "exclusions": "query_id,doc_id\nq1,d1\n",
        "candidates": "doc_id\nd1\nd2\n",
        "costs": "doc_id,cost\nd1,2\n",
    }
    for name, text in listed.items():
        put(tmp_path / f"{name}.csv", text)
    given = {name: str(tmp_path / f"{name}.csv") for name in listed}
    chosen = {"without_own": True, "subtopics": "no", "where": "rank < 3", "columns": {"runs.run": "tag"}}
    weighed = note_of([str(GOOD)], str(QRELS), None, {"weights": str(POOR)})
    assert weighed.qrels_hash == hash_of_all([sha256(QRELS), sha256(POOR)])
    options = note_of([str(GOOD)], str(QRELS), None, {**given, **chosen, "queries": ["q2", "q1"]}).options
    files = options["files"]
    hashes = {name: sha256(tmp_path / f"{name}.csv") for name in listed}
    assert {name: options[name] for name in (*listed, *chosen)} == chosen | hashes
    assert {files[path] for path in given.values()} == {options[name] for name in listed}
    assert options["queries_hash"] == hashlib.sha256(b"q1\nq2").hexdigest()

    path, excluded = tmp_path / "h.duckdb", ["--exclusions", tmp_path / "e.csv"]
    first, *_ = GOOD.read_text().split("\n")
    put(tmp_path / "e.csv", f"query_id,doc_id\n{first.split()[0]},{first.split()[2]}\n")
    for name, more in (("1", []), ("2", ["--ties", "trec_eval"]), ("3", [*excluded, "--without-own"])):
        output("evaluate", *TINY, "-m", "AP", "-o", path, "--append", "--label", name, *more)
    said = "evaluation 3 has other decisions (exclusions, without_own) than evaluation 2, with which it is compared"
    with pytest.warns(evalsql.InputWarning, match=re.escape(said)) as found:
        evalsql.log(path)
    assert len(found) == 1
    with duckdb.connect(path) as connection:  # as histories were before: nothing is known of the first two
        connection.execute("update evaluations set options = null where evaluation < 3")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evalsql.log(path)


def long_nights_of_one_table_of_runs_are_compared_without_a_word_and_can_be_gated(tmp_path: Path) -> None:
    path = tmp_path / "h.duckdb"
    lines = [line.split() for file in (GOOD, POOR) for line in file.read_text().splitlines()]
    half = len(GOOD.read_text().splitlines())
    nights = [f"{'ab'[place >= half]},r,{row[0]},{row[2]},{row[4]}" for place, row in enumerate(lines)]
    put(tmp_path / "runs.csv", "\n".join(["night,run,query_id,doc_id,score", *nights, ""]))
    for where in ("night = 'a'", "night = 'b'", "night = 'a' and score <> ''"):
        scored = ("evaluate", tmp_path / "runs.csv", *TINY[2:], "-m", "AP", "-o", path, "--append")
        output(*scored, "--where", where, "--label", where)
    with pytest.warns(evalsql.InputWarning) as found:
        evalsql.log(path)
    assert str(found[0].message).startswith("evaluation 3 has other decisions (where) than evaluation 2, with ")
    scores = f"{path}::scores"
    sides = {"where": "label = 'night = ''b'''", "baseline_where": "label = 'night = ''a'''"}
    gated = evalsql.gate(scores, scores, margin=0.01, **sides).fetchall()
    means = [mean for (mean,) in rows(path, "select avg(value) from scores group by label order by min(evaluated_at)")]
    assert [row[6:8] for row in gated] == [(pytest.approx(means[1]), pytest.approx(means[0]))]
    with pytest.raises(evalsql.InputError, match="is for tables of scores"):
        evalsql.gate(str(GOOD), str(POOR), str(QRELS), margin=0.01, baseline_where="true")


def long_what_is_read_only_once_has_the_hash_that_its_file_would_have(tmp_path: Path) -> None:
    path = tmp_path / "h.duckdb"
    first, *_ = GOOD.read_text().split("\n")
    excluded = f"query_id,doc_id\n{first.split()[0]},{first.split()[2]}\n"
    other = QRELS.read_text().replace(" 1\n", " 2\n")
    for place, text in enumerate((QRELS.read_text(), other, excluded)):
        given = TINY[2:] if text == excluded else ()
        stream = tmp_path / f"{place}{'.csv' if given else ''}"
        os.mkfifo(stream)
        with ThreadPoolExecutor(1) as writer:
            writer.submit(stream.write_text, text)
            kind = "--exclusions" if given else "--qrels"
            output("evaluate", GOOD, *given, kind, stream, "-m", "AP", "-o", path, "--append")
    told = rows(path, "select qrels_hash, options->>'exclusions' from evaluations order by evaluation asc")
    hashes = [hashlib.sha256(text.encode()).hexdigest() for text in (other, excluded)]
    assert told == [(sha256(QRELS), None), (hashes[0], None), (sha256(QRELS), hashes[1])]
    with pytest.warns(evalsql.InputWarning) as found:
        evalsql.log(path)
    said = [str(each.message).partition(" than ")[0] for each in found]
    assert said == ["evaluation 2 has other judgments", "evaluation 3 has other decisions (exclusions)"]
