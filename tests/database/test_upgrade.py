"""A database of an older evalsql is brought up to date from what it holds, without the files it was made from."""

import json
import re
from pathlib import Path

import duckdb
import pytest
from built import open_to_read
from in_process import invoke
from places import FIXTURES

from evalsql import InputError, build_database
from evalsql.database.add import add_to_database
from evalsql.database.upgrade import upgrade_database

FIRST = FIXTURES / "databases" / "v0_1_0.sql"  # of fixtures/tiny, in the layout of the first version
MEASURES, CURVES = ["nDCG@10", "AP", "RBP(p=0.8)"], ["nDCG@5"]


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A database in the layout of the first version."""
    path = tmp_path / "eval.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as made (storage_version 'v1.2.0'); use made")
        connection.execute(FIRST.read_text(encoding="utf-8"))
    return path


def told(path: Path, select: str) -> list[tuple]:
    with open_to_read(path) as connection:
        return connection.execute(select).fetchall()


def test_the_first_layout_is_refused_with_what_to_type(first: Path) -> None:
    with pytest.raises(InputError, match=rf"'evalsql build --upgrade {re.escape(str(first))}'"):
        add_to_database(first, FIXTURES / "tiny" / "good.run")


def test_the_first_layout_is_brought_up_to_date_as_if_built_today(first: Path, tmp_path: Path, no_macros: None) -> None:
    scores = "select run::varchar, query_id::varchar, metric, value from scores order by all"
    before, sources = told(first, scores), told(first, "from evalsql_sources order by all")
    done = invoke("build", "--upgrade", first)
    assert done.exception is None
    assert "2 runs, 7 queries, 42 scores" in done.stderr
    assert told(first, scores) == before
    assert told(first, "from internal.evalsql_sources order by all") == sources
    today = tmp_path / "today.duckdb"
    build_database(
        today,
        [FIXTURES / "tiny" / f"{run}.run" for run in ("good", "poor")],
        FIXTURES / "tiny" / "qrels.txt",
        MEASURES,
        curves=CURVES,
    )
    for name in (
        "runs",
        "qrels",
        "scores",
        "measures",
        "run_summary",
        "query_summary",
        "leaderboard",
        "comparisons",
        "curves",
        "coverage",
    ):
        assert told(first, f"from {name} order by all") == told(today, f"from {name} order by all"), name
    facts = "from evalsql_meta where key <> 'created' order by all"
    assert told(first, facts) == told(today, facts)


def test_an_older_version_is_brought_up_to_date_and_then_added_to(first: Path, no_macros: None) -> None:
    with duckdb.connect(first) as connection:
        connection.execute("update evalsql_meta set value = '0.0.9' where key = 'evalsql'")
        connection.execute("update evalsql_meta set value = 'listed' where key = 'queries'")
        connection.execute("update evalsql_meta set value = '5' where key = 'depth'")
    upgrade_database(first)
    meta = dict(told(first, "from evalsql_meta"))
    assert (meta["queries"], meta["depth"], json.loads(meta["curves"])) == ("listed", "5", CURVES)
    assert told(first, "select max(rank) from runs") == [(5,)]
    with pytest.raises(InputError, match="has good already"):
        add_to_database(first, FIXTURES / "tiny" / "good.run")


def test_files_that_are_gone_are_named_and_the_database_is_left_alone(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    runs, path = tmp_path / "mine.parquet", tmp_path / "eval.duckdb"
    runs.write_bytes(files["outer"].read_bytes())
    build_database(path, runs, files["qrels"], "P@5", link=True)
    upgrade_database(path)
    assert told(path, "select count(*) from scores") == [(40,)]
    runs.unlink()
    held = path.read_bytes()
    with pytest.raises(InputError, match=rf"of which {re.escape(str(runs))} is gone; put it back, or build"):
        upgrade_database(path)
    assert path.read_bytes() == held


def test_what_evalsql_did_not_build_is_not_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "mine.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table mine as select 1 as number")
    with pytest.raises(InputError, match=r"was not created by evalsql$"):
        upgrade_database(path)
