"""Databases keep the order of ties, and get further runs with theirs."""

from pathlib import Path

import duckdb
import pytest
from command import TRACK

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*(has|have) no results")

RUNS, _, QRELS = TRACK


def test_a_database_keeps_the_order_of_ties(tmp_path: Path) -> None:
    path = tmp_path / "worst.duckdb"
    evalsql.build_database(path, RUNS, QRELS, ["AP"], curves=["nDCG"], ties="worst")
    expected = dict(
        evalsql.evaluate(RUNS, QRELS, "AP", ties="worst").aggregate("run, avg(value order by query_id asc)").fetchall()
    )
    with duckdb.connect(path, read_only=True) as connection:
        kept = "select value from internal.evalsql_meta where key = 'ties'"
        assert connection.execute(kept).fetchall() == [("worst",)]
        for source in ("scores where metric = 'AP'", "ap()"):
            means = f"select run, avg(value order by query_id asc) from {source} group by run"
            assert dict(connection.execute(means).fetchall()) == expected
        # it would rank the runs as trec_eval does
        assert connection.execute("select sql from measures").fetchall() == [(None,)]
    for ties, link, sentence in (
        ("average", False, "a database keeps rankings, each in one order, and none is the average of all;"),
        ("best", True, "--link ranks runs whenever they are read, with ties as trec_eval has them, not best"),
    ):
        with pytest.raises(evalsql.InputError) as refused:
            evalsql.build_database(tmp_path / "other.duckdb", RUNS, QRELS, ["AP"], ties=ties, link=link)
        assert str(refused.value).startswith(sentence)


def test_runs_are_added_and_a_database_upgraded_with_its_ties(tmp_path: Path) -> None:
    from evalsql.database.upgrade import upgrade_database

    half = {name: tmp_path / f"{name}.parquet" for name in ("old", "new")}
    for name, sign in (("old", "="), ("new", "<>")):
        duckdb.execute(f"copy (from read_parquet('{RUNS}') where (run < 'd') {sign} true) to '{half[name]}'")
    built, whole = tmp_path / "built.duckdb", tmp_path / "whole.duckdb"
    evalsql.build_database(built, half["old"], QRELS, ["AP"], ties="best")
    evalsql.add_to_database(built, half["new"])
    evalsql.build_database(whole, RUNS, QRELS, ["AP"], ties="best")
    scores = "select run, query_id, value from scores order by all"
    with duckdb.connect(whole, read_only=True) as connection:
        expected = connection.execute(scores).fetchall()
    for _ in range(2):
        with duckdb.connect(built, read_only=True) as connection:
            assert connection.execute(scores).fetchall() == expected
        upgrade_database(built)
    evalsql.build_database(built, half["old"], QRELS, ["AP"], ties="input", force=True)
    with pytest.raises(evalsql.InputError, match="has ties in the order of files, which it does not keep"):
        upgrade_database(built)
