"""What is noted of an evaluation: its inputs by their bytes, the commit of git, in one step with its scores."""

import hashlib
import json
import os
import shutil
from pathlib import Path

import duckdb
import pytest
from command import TINY
from in_process import output
from places import FIXTURES

from evalsql import Evaluation
from evalsql.outputs.noted import git_commit, hash_of_all, note_of

ONE, OTHER = "0123456789abcdef0123456789abcdef01234567", "f" * 40


GOOD, POOR, QRELS = (FIXTURES / "tiny" / name for name in ("good.run", "poor.run", "qrels.txt"))


def rows(path: Path, sql: str) -> list[tuple]:
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(sql).fetchall()


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_the_commit_is_read_from_the_files_of_git(tmp_path: Path) -> None:
    below = tmp_path / "repository" / "src"
    below.mkdir(parents=True)
    git = tmp_path / "repository" / ".git"
    assert git_commit(below) is None
    put(git / "HEAD", "ref: refs/heads/main\n")
    assert git_commit(below) is None  # before the first commit
    put(git / "packed-refs", f"# pack-refs with: peeled\n{OTHER} refs/heads/other\n{ONE} refs/heads/main\n")
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
    assert rows(history, f"select {columns} from evaluations") == [
        (*row, sha256(QRELS), True, duckdb.__version__)
        for row in (
            (1, "one", "append", 2, hash_of_all([sha256(GOOD), sha256(POOR)])),
            (2, "two", "append", 1, sha256(GOOD)),
        )
    ]
    files = rows(history, "select options from evaluations")
    assert [set(json.loads(options)["files"].values()) for (options,) in files] == [
        {sha256(QRELS), sha256(GOOD), sha256(POOR)},
        {sha256(QRELS), sha256(GOOD)},
    ]
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
