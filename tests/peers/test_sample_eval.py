"""The inferred measures beside what NIST's sample_eval.pl gave for generated pools, recorded to all its digits.

The program was made to print %.17g. Its names are on the left; it takes no more than 1,000 documents of a ranking.
"""

from collections import Counter

import duckdb
import pytest
from places import FIXTURES

import evalsql

RECORDED = FIXTURES / "sample_eval"
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
MEASURES = {"infAP": "xinfAP", "infNDCG": "infNDCG"} | {f"iP{k}": f"infP@{k}" for k in CUTOFFS}
MEASURES |= {"inum_rel": "infNumRel", "inum_rel_ret": "infNumRelRet@1000"}


@pytest.fixture(scope="module")
def recorded() -> dict[tuple[str, str], float]:
    rows = duckdb.sql(f"select query_id, measure, value from '{RECORDED}/values.parquet'").fetchall()
    return {(query, MEASURES[measure]): value for query, measure, value in rows}


def test_every_recorded_value_comes_out(recorded: dict[tuple[str, str], float]) -> None:
    evaluation = evalsql.Evaluation(RECORDED / "run.parquet", RECORDED / "qrels.parquet")
    found = evaluation.score(list(MEASURES.values())).fetchall()
    values = {(query, measure): value for _, query, measure, value in found}
    off = {key: (values[key], value) for key, value in recorded.items() if abs(values[key] - value) > 1e-9}
    assert off == {}
    assert set(Counter(measure for _, measure in recorded).values()) == {len(recorded) / len(MEASURES)}
    assert len(recorded) > 500


def test_the_cases_have_all_that_may_matter(recorded: dict[tuple[str, str], float]) -> None:
    of_query = duckdb.sql(f"""
        select max(pooled), bool_or(drawn = 0), count(distinct query_id), max(strata) from (
            select *, count(*) over (partition by query_id) as strata from (
                select query_id, stratum, count(*) as pooled, count(*) filter (relevance >= 0) as drawn
                from '{RECORDED}/qrels.parquet' group by all
            )
        )
    """)
    largest, undrawn, queries, strata = of_query.fetchall()[0]
    assert largest > 500
    assert undrawn
    assert queries > 40
    assert strata == 5
    assert max(value for (_, measure), value in recorded.items() if measure == "infNumRel") > 1000
    assert max(value for (_, measure), value in recorded.items() if measure == "xinfAP") <= 1
    run = duckdb.sql(f"from '{RECORDED}/run.parquet'")
    deepest = run.aggregate("query_id, count(*) as documents").fetchall()
    assert max(count for _, count in deepest) > 1000
    tied = run.aggregate("query_id, score, count(*) as documents").filter("documents > 1").fetchall()
    assert len(tied) > 10
