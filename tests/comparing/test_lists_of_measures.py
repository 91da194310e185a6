"""Lists of measures, of scores or of curves; and tables of scores whose measures are called like a list."""

from pathlib import Path

import duckdb
import in_process
import pytest
from places import FIXTURES

import evalsql

RUNS, QRELS = str(FIXTURES / "track" / "runs.parquet"), str(FIXTURES / "track" / "qrels.parquet")


@pytest.fixture
def scores(tmp_path: Path) -> str:
    path = str(tmp_path / "scores.parquet")
    duckdb.sql(f"""
        copy (
            select run, query_id, metric, (q * p) % 7 / 7 as value
            from (values ('a', 2), ('b', 3)) as r(run, p), (select q, q::varchar as query_id from range(9) as t(q)),
            (values ('AP'), ('nDCG@10'), ('official'), ('AP RR'), ('@mine')) as m(metric)
        ) to '{path}'
    """)
    return path


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (["AP nDCG@10"], {"AP", "nDCG@10"}),
        (["map,ndcg_cut_10"], {"AP", "nDCG@10"}),
        (["official"], {"official"}),
        (["AP RR", "@mine"], {"AP RR", "@mine"}),
        ([], {"AP", "nDCG@10", "official", "AP RR", "@mine"}),
    ],
)
def test_measures_of_a_table_of_scores(scores: str, asked: list[str], found: set[str]) -> None:
    assert {row[0] for row in evalsql.compare(scores, measures=asked).fetchall()} == found


def test_a_measure_that_a_table_lacks_is_named(scores: str) -> None:
    with pytest.raises(evalsql.InputError, match=r"^the scores have no measure AP P@5; they have"):
        evalsql.compare(scores, measures=["AP P@5"])


def test_curves_may_stand_in_a_list() -> None:
    asked = ("curve", RUNS, "--qrels", QRELS, "--average", "--format", "csv")
    one = in_process.output(*asked, "-m", "nDCG", "-m", "DCG@5", "--depth", "3")
    assert one == in_process.output(*asked, "-m", "nDCG,DCG@5 nDCG", "--depth", "3")
    assert len(one.splitlines()) > 8
