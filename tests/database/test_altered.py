"""Runs are not added to a database whose judgments or scores somebody has changed; `--upgrade` computes them anew."""

import hashlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import evalsql
from evalsql.database import writing
from evalsql.database.add import add_to_database
from evalsql.database.upgrade import upgrade_database
from evalsql.errors import InputError

Rows = list[tuple[str, str, str, float]]
OLD: Rows = [("a", "1", "x", 2.0), ("a", "1", "y", 1.0), ("a", "2", "x", 1.0)]
NEW: Rows = [("b", "1", "y", 1.0), ("b", "2", "z", 1.0)]


def write(folder: Path, name: str, select: str) -> str:
    """A Parquet file."""
    duckdb.execute(f"copy ({select}) to '{folder / name}'")
    return str(folder / name)


def runs(folder: Path, name: str, rows: Rows) -> str:
    """A file of runs."""
    return write(folder, name, f"from (values {', '.join(map(str, rows))}) as runs(run, query_id, doc_id, score)")


def judgments(folder: Path, relevance: int = 0) -> str:
    """A file of judgments, with the relevance of document x to query 2."""
    rows = f"values ('1', 'x', 1), ('1', 'y', 0), ('2', 'x', {relevance}), ('2', 'z', 2)"
    return write(folder, "qrels.parquet", f"from ({rows}) as qrels(query_id, doc_id, relevance)")


@pytest.fixture(scope="module")
def of_one_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one run, without macros."""
    folder = tmp_path_factory.mktemp("old")
    given = runs(folder, "old.parquet", OLD), judgments(folder), ["AP", "RR"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(writing, "put_macros", lambda *given, **options: None)
        evalsql.build_database(folder / "eval.duckdb", *given)
    return folder / "eval.duckdb"


@pytest.fixture
def changed(of_one_run: Path, tmp_path: Path, no_macros: None) -> Callable[..., Path]:
    """Makes a copy of it with changes."""

    def make(*changes: str) -> Path:
        path = Path(shutil.copy(of_one_run, tmp_path / "eval.duckdb"))
        with duckdb.connect(str(path)) as connection:
            for change in changes:
                connection.execute(change)
        return path

    return make


def means(path: Path) -> list[tuple]:
    """The leaderboard by AP."""
    with duckdb.connect(str(path), read_only=True) as connection:
        found = connection.sql("select run, value from leaderboard where metric = 'AP' order by run asc")
        return found.fetchall()


def long_what_evalsql_did_not_note_is_refused(tmp_path: Path, changed: Callable[..., Path]) -> None:
    for key in ("warnings", "curves", "unjudged_queries", "slices"):
        path = changed(f"update internal.evalsql_meta set value = '{{' where key = '{key}'")
        with pytest.raises(InputError, match=f"{key} in its table evalsql_meta is not what evalsql writes there; bui"):
            add_to_database(path, runs(tmp_path, "new.parquet", OLD))


CHANGES = {
    "update qrels set relevance = 1 where query_id = '2' and doc_id = 'x'": "judgments of query '?2'? in its table",
    "delete from qrels where query_id = '1'": "judgments of query '?1'? in its table qrels have changed",
    "delete from scores where query_id = '1'": "scores of run '?a'? in its table scores have changed",
    "insert into scores from scores where run = 'a'": "scores of run '?a'? in its table scores have changed",
    "delete from scores where run = 'a'": "tables scores and run_summary do not have the same runs .first: a.",
    "update run_summary set run = 'z'": "tables scores and run_summary do not have the same runs .first: a.",
}


def long_nothing_is_added_to_what_was_changed_until_it_is_computed_anew(
    tmp_path: Path, changed: Callable[..., Path]
) -> None:
    new = runs(tmp_path, "new.parquet", NEW)
    for change, said in CHANGES.items():
        with pytest.raises(InputError, match=rf"{said}.*; compute all scores anew with 'evalsql build --upgrade "):
            evalsql.add_to_database(changed(change), new)
    path = changed(*CHANGES)
    upgrade_database(path)
    evalsql.add_to_database(path, new)
    # of query 2, x is relevant now and z is
    assert means(path) == [("a", 0.5), ("b", 0.5)]


def long_nothing_is_added_beside_scores_of_files_that_have_changed_or_are_gone(tmp_path: Path, no_macros: None) -> None:
    path, new = tmp_path / "eval.duckdb", runs(tmp_path, "new.parquet", NEW)
    evalsql.build_database(path, runs(tmp_path, "old.parquet", OLD), judgments(tmp_path), ["AP", "RR"], link=True)
    judgments(tmp_path, relevance=1)
    with pytest.raises(InputError, match=r"qrels\.parquet has changed since its scores were computed; compute all"):
        evalsql.add_to_database(path, new)
    upgrade_database(path)
    evalsql.add_to_database(path, new)
    alone = evalsql.evaluate([str(tmp_path / "old.parquet"), new], str(tmp_path / "qrels.parquet"), ["AP"])
    with duckdb.connect(str(path), read_only=True) as connection:
        first, *later = connection.sql("select qrels_hash from evaluations order by evaluation asc").fetchall()
    assert first not in later
    assert len(set(later)) == 1
    assert means(path) == alone.aggregate("run, avg(value)", "run").order("run").fetchall()
    runs(tmp_path, "old.parquet", OLD * 9)
    with pytest.raises(InputError, match=r"old\.parquet has changed since its scores were computed"):
        evalsql.add_to_database(path, runs(tmp_path, "more.parquet", [("c", "1", "y", 1.0)]))
    (tmp_path / "old.parquet").unlink()
    held = path.read_bytes()
    gone = rf"of which {re.escape(str(tmp_path / 'old.parquet'))} is gone; put it back, or build"
    with pytest.raises(InputError, match=gone):
        upgrade_database(path)
    assert path.read_bytes() == held


def long_scores_of_a_linked_file_that_changed_are_of_the_evaluation_that_read_it(
    tmp_path: Path, no_macros: None
) -> None:
    path, file, page = tmp_path / "eval.duckdb", tmp_path / "a.csv", tmp_path / "page.md"
    text = "query_id,doc_id,score\n1,x,2.0\n1,y,1.0\n2,x,1.0\n"
    file.write_text(text)
    evalsql.build_database(path, str(file), judgments(tmp_path), ["AP"], link=True)
    assert evalsql.report(page, path) == []
    evalsql.log(path)
    file.write_text(text.replace("2.0", "0.5"))  # as many bytes, and as many rows
    said = re.escape(f"{file} has changed since its scores were computed")
    with pytest.raises(InputError, match=said):
        evalsql.add_to_database(path, runs(tmp_path, "new.parquet", NEW))
    with pytest.warns(evalsql.InputWarning, match=said):
        evalsql.log(path)
    (warning,) = evalsql.report(page, path)
    assert f"{file} has changed since its scores were computed; 'evalsql build --upgrade " in warning.text
    assert "a.csv has changed since its scores were computed" in page.read_text()
    (warning,) = upgrade_database(path)
    assert "since its scores were computed, so all its scores are those of this upgrade now" in warning.text
    evalsql.add_to_database(path, runs(tmp_path, "new.parquet", NEW))
    with duckdb.connect(str(path), read_only=True) as connection:
        noted = connection.sql("select evaluation, action, runs, runs_hash from evaluations order by all").fetchall()
        told = connection.sql("select evaluation, run, value from history order by all").fetchall()
        read = connection.sql("select evaluation from internal.evalsql_sources where path like '%/a.csv'").fetchall()
    hashes = [hashlib.sha256(each.encode()).hexdigest() for each in (text, text.replace("2.0", "0.5"))]
    assert [row[:3] for row in noted] == [(1, "build", 1), (2, "upgrade", 1), (3, "add", 1)]
    assert [row[3] for row in noted[:2]] == hashes
    assert told == [(2, "a", 0.25), (3, "b", 0.5)]
    assert read == [(2,)]
    evalsql.log(path)


def test_a_file_that_a_changed_database_names_as_a_measure_is_not_read(
    tmp_path: Path, changed: Callable[..., Path]
) -> None:
    (tmp_path / "secret").write_text("classified\n")
    path = changed(f"update measures set metric = '@{tmp_path}/secret' where metric = 'RR'")
    with pytest.raises(InputError) as error:
        evalsql.add_to_database(path, runs(tmp_path, "new.parquet", NEW))
    assert "classified" not in str(error.value)
