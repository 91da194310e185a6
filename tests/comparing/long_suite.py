"""Suites: scores are those of each collection alone, and boards are over what they share."""

import duckdb
import pytest
import suites
from places import FIXTURES

import evalsql

IGNORED = pytest.mark.filterwarnings("ignore::evalsql.InputWarning")


def bits(rows: list[tuple]) -> list[tuple]:
    """Rows with each value to its last bit, in one order."""
    return sorted((*ids, None if value is None else value.hex()) for *ids, value in rows)


@IGNORED
def test_the_scores_are_the_bits_of_each_collection_alone(tmp_path) -> None:
    folder = suites.put_suite(tmp_path / "suite")
    given = {"exclusions": {"111": {"d1": 1}}, "judged_only": True}
    found = evalsql.suite(folder, ["nDCG@10", "AP"], **given)["scores"].fetchall()
    alone = []
    for name in suites.NAMES:
        one = evalsql.evaluate(
            str(folder / name / "runs"), str(folder / name / "qrels" / "test.tsv"), ["nDCG@10", "AP"], **given
        )
        alone += [(name, *row) for row in one.fetchall()]
    assert [row[:4] for row in found] == [row[:4] for row in alone]
    assert bits(found) == bits(alone)


@IGNORED
def test_a_column_says_the_collection(tmp_path) -> None:
    runs, qrels = suites.by_dataset()
    asked: dict = {"measures": "AP", "resamples": 20}
    found = evalsql.suite(runs=runs, qrels=qrels, **asked)
    rows_of_all = {name: each.fetchall() for name, each in found.items()}
    assert len(rows_of_all["leaderboard"]) == 12
    expected = evalsql.evaluate(
        FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet", "AP"
    ).fetchall()
    assert bits([row[1:] for row in rows_of_all["scores"]]) == bits(expected)
    # files in another order, by one thread
    runs.order("doc_id").write_parquet(str(tmp_path / "runs.parquet"))
    qrels.order("doc_id").write_csv(str(tmp_path / "qrels.csv"))
    again = evalsql.suite(
        runs=tmp_path / "runs.parquet", qrels=str(tmp_path / "qrels.csv"), **asked, settings={"threads": 1}
    )
    assert {name: each.fetchall() for name, each in again.items()} == rows_of_all
    own = duckdb.connect()
    for name, rows in (("runs", runs), ("judged", qrels)):
        own.register("given", rows.to_arrow_table())
        own.execute(f"create temp table {name} as from given")
    named = evalsql.suite(runs="runs", qrels="judged", connection=own, **asked)
    assert {name: each.fetchall() for name, each in named.items()} == rows_of_all
    few = evalsql.suite(runs=runs, qrels=qrels, where="run in ('bm25', 'dense')", **asked)
    assert len(few["leaderboard"].fetchall()) == 2


@IGNORED
def test_boards_are_over_what_collections_have_in_common(tmp_path) -> None:
    folder = suites.put_suite(tmp_path / "suite", ())
    given = {name: {"folder": str(folder / name)} for name in suites.NAMES[:3]}
    given["fiqa"]["measures"] = ["AP", "nDCG@10"]  # type: ignore[assignment]
    given["arguana"] |= {"measures": "nDCG@10", "without_own": True}  # type: ignore[operator]
    found = evalsql.suite(given, ["nDCG@10", "RR"], resamples=5)
    board = found["leaderboard"].fetchall()
    assert list(dict.fromkeys(row[0] for row in board)) == ["main", "nDCG@10"]
    means = found["means"].filter("run = 'bm25' and dataset = 'fiqa'").fetchall()
    alone = evalsql.evaluate(
        str(folder / "fiqa" / "runs" / "bm25.parquet"), str(folder / "fiqa" / "qrels" / "test.tsv"), ["AP", "nDCG@10"]
    )
    expected = dict(alone.aggregate("metric, avg(value order by query_id)").fetchall())
    assert {row[0]: row[3] for row in means} == {"main": expected["AP"], "nDCG@10": expected["nDCG@10"]}


def test_a_run_that_lacks_a_collection_is_said_and_left_out_or_refused(tmp_path) -> None:
    folder = suites.put_suite(tmp_path / "suite")
    with pytest.warns(
        evalsql.InputWarning, match=r"^run splade has no scores in touche; it has no mean over collections"
    ):
        found = evalsql.suite(folder, resamples=5)
    rows = {row[1]: row for row in found["leaderboard"].fetchall()}
    assert rows["splade"][2:7] == (None, None, None, None, None)
    assert rows["splade"][11] == "touche"
    assert {row[2] for row in rows.values()} == {None, 1, 2, 3, 4}
    assert found["tests"].fetchall()[0][1] == 4
    with pytest.raises(evalsql.InputError, match=r"^run splade has no scores in touche, which --strict refuses$"):
        evalsql.suite(folder, strict=True)
