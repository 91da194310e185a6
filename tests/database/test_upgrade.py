"""A database of an older evalsql is brought up to date from what it holds, without the files it was made from."""

import json
import re
from pathlib import Path

import duckdb
import pytest
from built import macros_of, rows
from in_process import invoke, refusal
from places import FIXTURES

from evalsql import InputError, build_database
from evalsql.database.add import add_to_database
from evalsql.database.upgrade import upgrade_database

TINY = FIXTURES / "tiny"
MEASURES, CURVES = ["nDCG@10", "AP", "RBP(p=0.8)"], ["nDCG@5"]
LISTED = "select name from (show all tables) where schema = 'main' order by all"


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A database of fixtures/tiny in the layout of the first version."""
    return laid_out("v0_1_0", tmp_path)


@pytest.fixture
def all_in_main(tmp_path: Path) -> Path:
    """One in the layout before evalsql_meta and evalsql_macros were in the schema internal."""
    return laid_out("v0_1_0_main", tmp_path)


def laid_out(script: str, folder: Path) -> Path:
    path = folder / "eval.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as made (storage_version 'v1.2.0'); use made")
        connection.execute((FIXTURES / "databases" / f"{script}.sql").read_text(encoding="utf-8"))
    return path


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, built by this evalsql, without macros."""
    path = tmp_path_factory.mktemp("today") / "today.duckdb"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("evalsql.database.writing.put_macros", lambda *given, **options: None)
        build_database(path, [TINY / "good.run", TINY / "poor.run"], TINY / "qrels.txt", MEASURES, curves=CURVES)
    return path


def long_the_first_layout_is_brought_up_to_date_as_if_built_today(first: Path, today: Path, no_macros: None) -> None:
    scores = "select run::varchar, query_id::varchar, metric, value from scores order by all"
    before, sources = rows(first, scores), rows(first, "from evalsql_sources order by all")
    done = invoke("build", "--upgrade", first)
    assert done.exception is None
    assert "2 runs, 7 queries, 42 scores" in done.stderr
    assert rows(first, scores) == before
    assert rows(first, "select * exclude (md5, evaluation) from internal.evalsql_sources order by all") == sources
    check_that_it_is_as_built(first, today)


def check_that_it_is_as_built(path: Path, today: Path, but: str = "") -> None:
    """What is listed in a database, and each row of it but of one view, is as in one that was built today.

    Of the evaluations there is one more, and of the first is known what the database said of itself.
    """
    assert rows(path, "select action, runs from evaluations") == [("build", 2), ("upgrade", 0)]
    assert rows(path, "select distinct evaluation, run from history order by all") == [(1, "good"), (1, "poor")]
    same = [
        f"from {name} order by all" for (name,) in rows(today, LISTED) if name not in (but, "evaluations", "history")
    ]
    # the first knew of queries without judgments, which databases do not keep
    facts = "from internal.evalsql_meta where key not in ('created', 'warnings', 'complete', 'unjudged_queries')"
    hashes = "select runs_hash, qrels_hash, runs from evaluations where evaluation = 1"
    for query in (LISTED, hashes, f"{facts} order by all", *same):
        assert rows(path, query) == rows(today, query), query


def long_a_database_with_all_in_main_is_brought_up_to_date(all_in_main: Path, today: Path) -> None:
    with macros_of("AP", "paired_t"):
        upgrade_database(all_in_main)
    assert rows(all_in_main, "select call from macros where name = 'paired_t'") == [("paired_t()",)]
    check_that_it_is_as_built(all_in_main, today, but="macros")  # of which the other has none


def long_a_database_with_all_in_main_is_added_to(
    all_in_main: Path, today: Path, tmp_path: Path, no_macros: None
) -> None:
    with pytest.raises(InputError, match="has good already"):
        add_to_database(all_in_main, TINY / "good.run")
    (tmp_path / "third.run").write_text((TINY / "good.run").read_text(encoding="utf-8"), encoding="utf-8")
    add_to_database(all_in_main, {"third": tmp_path / "third.run"})
    assert rows(all_in_main, "select run from run_summary") == [("good",), ("poor",), ("third",)]
    for query in (LISTED, "from scores where run <> 'third' order by all"):
        assert rows(all_in_main, query) == rows(today, query)


def long_an_older_version_is_brought_up_to_date_and_then_added_to(first: Path, no_macros: None) -> None:
    changed = {"evalsql": "0.0.9", "queries": "listed", "depth": "5"}
    with duckdb.connect(first) as connection:
        for key, value in changed.items():
            connection.execute("update evalsql_meta set value = ? where key = ?", [value, key])
    upgrade_database(first)
    meta = dict(rows(first, "from internal.evalsql_meta"))
    assert (meta["queries"], meta["depth"], json.loads(meta["curves"])) == ("listed", "5", CURVES)
    assert rows(first, "select max(rank) from runs") == [(5,)]
    with pytest.raises(InputError, match="has good already"):
        add_to_database(first, TINY / "good.run")


def test_what_cannot_be_added_to_or_written_to_or_upgraded_is_left_as_it_is(first: Path, today: Path) -> None:
    mine = first.with_name("mine.duckdb")
    with duckdb.connect(mine) as connection:
        connection.execute("create table mine as select 1 as number")
    with pytest.raises(InputError, match=r"was not created by evalsql$"):
        upgrade_database(mine)
    before = first.read_bytes(), today.read_bytes()
    with pytest.raises(InputError, match=rf"'evalsql build --upgrade {re.escape(str(first))}'"):
        add_to_database(first, TINY / "good.run")
    for path in (first, today):
        for how in ("--append", "--force"):
            given = TINY / "good.run", "-q", TINY / "qrels.txt", "-m", "AP", "-o", path, how
            assert "and its table scores belongs to the rest of it" in refusal("evaluate", *given)
    assert (first.read_bytes(), today.read_bytes()) == before
