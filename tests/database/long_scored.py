"""A database of scores alone: measures that evalsql does not know, lists of queries, and an older one."""

from pathlib import Path

import duckdb
import pytest
from built import MEASURES, bits, but_evaluations, contents, put_scores, rows

from evalsql import InputError, add_to_database, build_database
from evalsql.database.upgrade import upgrade_database


def test_measures_of_another_tool_are_kept_and_higher_is_better(built: Path, tmp_path: Path, no_macros: None) -> None:
    given = put_scores(
        built,
        tmp_path / "s.parquet",
        "metric in ('AP(rel=2)', 'nDCG@10', 'ESL')",
        metric="case metric when 'AP(rel=2)' then 'clicks per visit' when 'nDCG@10' then 'ndcg_cut_10' else metric end",
    )
    build_database(tmp_path / "e.duckdb", given)
    told = "select metric, name, title, direction, summary, cutoff, range_high, formula is null from measures"
    assert rows(tmp_path / "e.duckdb", told) == [
        ("ESL", "ESL", "Expected search length", "lower", "mean", None, bits((float("inf"),))[0], False),
        ("clicks per visit", "clicks per visit", None, "higher", "mean", None, None, True),
        ("ndcg_cut_10", "nDCG", "Normalized discounted cumulative gain", "higher", "mean", 10, bits((1.0,))[0], False),
    ]
    best = "select run, place, value from leaderboard where metric = '{}'"
    for name, ours in (("clicks per visit", "AP(rel=2)"), ("ndcg_cut_10", "nDCG@10"), ("ESL", "ESL")):
        assert rows(tmp_path / "e.duckdb", best.format(name)) == rows(built, best.format(ours))
    assert rows(tmp_path / "e.duckdb", "select clicks_per_visit from per_query") == rows(
        built, "select ap_rel_2 from per_query"
    )


def test_a_list_of_queries_holds_for_what_is_added(built: Path, tmp_path: Path, no_macros: None) -> None:
    path, first = tmp_path / "e.duckdb", put_scores(built, tmp_path / "first.parquet", "run = 'bm25'")
    build_database(path, first, None, ["ESL", "NumRet"], queries=["131", "135"])
    add_to_database(path, put_scores(built, tmp_path / "second.parquet", "query_id <> '135'", run="'new ' || run"))
    assert rows(path, "select query_id, runs from query_summary") == [("131", 5), ("135", 1)]
    strange = put_scores(built, tmp_path / "third.parquet", "query_id = '133'", run="'third ' || run")
    with pytest.raises(InputError, match=r"e.duckdb: the new scores are of none of its queries; nothing was added"):
        add_to_database(path, strange)


def test_an_older_one_is_brought_up_to_date(built: Path, tmp_path: Path, no_macros: None) -> None:
    others = tmp_path / "others.duckdb"
    build_database(
        others, put_scores(built, tmp_path / "others.parquet", "run = 'ql' or run < 'bm25-'"), None, MEASURES
    )
    before = contents(others)
    with duckdb.connect(others) as connection:
        connection.execute("update internal.evalsql_meta set value = '0.0.9' where key = 'evalsql'")
    with pytest.raises(InputError, match=r"was built by evalsql 0.0.9.*'evalsql build --upgrade "):
        add_to_database(others, put_scores(built, tmp_path / "new.parquet", "run = 'bm25-title'"))
    upgrade_database(others)
    after = contents(others)
    assert [row[3] for row in after["evaluations"]] == ["build", "upgrade"]
    before, after = but_evaluations(before), but_evaluations(after)
    for each in (before, after):
        each["evalsql_meta"] = [row for row in each["evalsql_meta"] if row[0] != "created"]
    assert after == before
