"""A database of an older evalsql is brought up to date from what it holds, without the files it was made from."""

import json
import re
from pathlib import Path

import duckdb
import pytest
from built import macros_of, open_to_read
from in_process import invoke, refusal
from places import FIXTURES

from evalsql import InputError, build_database
from evalsql.database.add import add_to_database
from evalsql.database.upgrade import upgrade_database

# of fixtures/tiny, in the layout of the first version, and of the one before evalsql_meta was in the schema internal
FIRST, ALL_IN_MAIN = (FIXTURES / "databases" / f"{name}.sql" for name in ("v0_1_0", "v0_1_0_main"))
MEASURES, CURVES = ["nDCG@10", "AP", "RBP(p=0.8)"], ["nDCG@5"]
LISTED = "select name from (show all tables) where schema = 'main' order by all"


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A database in the layout of the first version."""
    return laid_out(FIRST, tmp_path)


@pytest.fixture
def all_in_main(tmp_path: Path) -> Path:
    """A database in the layout before evalsql_meta and evalsql_macros were in the schema internal."""
    return laid_out(ALL_IN_MAIN, tmp_path)


def laid_out(script: Path, folder: Path) -> Path:
    """A database as a script of the fixtures has it."""
    path = folder / "eval.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as made (storage_version 'v1.2.0'); use made")
        connection.execute(script.read_text(encoding="utf-8"))
    return path


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, built by this evalsql, without macros."""
    path = tmp_path_factory.mktemp("today") / "today.duckdb"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("evalsql.database.writing.put_macros", lambda *given, **options: None)
        runs = [FIXTURES / "tiny" / f"{run}.run" for run in ("good", "poor")]
        build_database(path, runs, FIXTURES / "tiny" / "qrels.txt", MEASURES, curves=CURVES)
    return path


def told(path: Path, select: str) -> list[tuple]:
    with open_to_read(path) as connection:
        return connection.execute(select).fetchall()


def test_the_first_layout_is_refused_with_what_to_type(first: Path) -> None:
    with pytest.raises(InputError, match=rf"'evalsql build --upgrade {re.escape(str(first))}'"):
        add_to_database(first, FIXTURES / "tiny" / "good.run")


def long_the_first_layout_is_brought_up_to_date_as_if_built_today(first: Path, today: Path, no_macros: None) -> None:
    scores = "select run::varchar, query_id::varchar, metric, value from scores order by all"
    before, sources = told(first, scores), told(first, "from evalsql_sources order by all")
    done = invoke("build", "--upgrade", first)
    assert done.exception is None
    assert "2 runs, 7 queries, 42 scores" in done.stderr
    assert told(first, scores) == before
    kept = "select * exclude (md5, evaluation) from internal.evalsql_sources order by all"
    assert told(first, kept) == sources
    check_that_it_is_as_built(first, today)


def check_that_it_is_as_built(path: Path, today: Path, but: str = "") -> None:
    """What is listed in a database, and each row of it but of one view, is as in one that was built today.

    Of the evaluations there is one more, and of the first is known what the database said of itself.
    """
    hashes = "select runs_hash, qrels_hash, runs from evaluations where evaluation = 1"
    assert told(path, hashes) == told(today, hashes)
    assert told(path, "select action, runs from evaluations") == [("build", 2), ("upgrade", 0)]
    assert told(path, "select distinct evaluation, run from history order by all") == [(1, "good"), (1, "poor")]
    assert told(path, LISTED) == told(today, LISTED)
    for (name,) in told(today, LISTED):
        if name not in (but, "evaluations", "history"):
            assert told(path, f"from {name} order by all") == told(today, f"from {name} order by all"), name
    # the first knew of queries without judgments, which databases do not keep
    facts = "from internal.evalsql_meta where key not in ('created', 'warnings', 'complete', 'unjudged_queries')"
    facts += " order by all"
    assert told(path, facts) == told(today, facts)


def long_a_database_with_all_in_main_is_brought_up_to_date(all_in_main: Path, today: Path) -> None:
    with macros_of("AP", "paired_t"):
        upgrade_database(all_in_main)
    assert told(all_in_main, "select call from macros where name = 'paired_t'") == [("paired_t()",)]
    check_that_it_is_as_built(all_in_main, today, but="macros")  # of which the other has none


def long_a_database_with_all_in_main_is_added_to(
    all_in_main: Path, today: Path, tmp_path: Path, no_macros: None
) -> None:
    with pytest.raises(InputError, match="has good already"):
        add_to_database(all_in_main, FIXTURES / "tiny" / "good.run")
    (tmp_path / "third.run").write_text((FIXTURES / "tiny" / "good.run").read_text(encoding="utf-8"), encoding="utf-8")
    add_to_database(all_in_main, {"third": tmp_path / "third.run"})
    assert told(all_in_main, LISTED) == told(today, LISTED)
    assert told(all_in_main, "select run from run_summary") == [("good",), ("poor",), ("third",)]
    known = "from scores where run <> 'third' order by all"
    assert told(all_in_main, known) == told(today, known)


@pytest.mark.parametrize("how", ["--append", "--force"])
def long_a_table_of_a_database_of_any_layout_is_not_written_to(how: str, first: Path, today: Path) -> None:
    for path in (first, today):
        before = path.read_bytes()
        given = FIXTURES / "tiny" / "good.run", "-q", FIXTURES / "tiny" / "qrels.txt", "-m", "AP"
        assert "and its table scores belongs to the rest of it" in refusal("evaluate", *given, "-o", path, how)
        assert path.read_bytes() == before


def long_an_older_version_is_brought_up_to_date_and_then_added_to(first: Path, no_macros: None) -> None:
    with duckdb.connect(first) as connection:
        connection.execute("update evalsql_meta set value = '0.0.9' where key = 'evalsql'")
        connection.execute("update evalsql_meta set value = 'listed' where key = 'queries'")
        connection.execute("update evalsql_meta set value = '5' where key = 'depth'")
    upgrade_database(first)
    meta = dict(told(first, "from internal.evalsql_meta"))
    assert (meta["queries"], meta["depth"], json.loads(meta["curves"])) == ("listed", "5", CURVES)
    assert told(first, "select max(rank) from runs") == [(5,)]
    with pytest.raises(InputError, match="has good already"):
        add_to_database(first, FIXTURES / "tiny" / "good.run")


def test_what_evalsql_did_not_build_is_not_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "mine.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table mine as select 1 as number")
    with pytest.raises(InputError, match=r"was not created by evalsql$"):
        upgrade_database(path)
