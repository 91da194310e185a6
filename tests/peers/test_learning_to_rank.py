"""AP and nDCG that count 1 where nothing is relevant are as XGBoost 3.2.0 and LightGBM 4.7.0 print them."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from built import macros_of

import evalsql
from evalsql.catalog.conventions import Ties

GROUPS = [[0, 1], [0, 0], [0, 2, 0, 1], [3, 0]]  # labels, in the order of the scores
LABELS = [label for group in GROUPS for label in group]
SIZES = [len(group) for group in GROUPS]
# without nothing=1, what XGBoost prints as ndcg- and map-
PRINTED = {
    "nDCG(gains='exp',nothing=1)": 0.81770977040420090,
    "nDCG(gains='exp',nothing=1)@2": 0.78805644554644438,
    "nDCG(gains='exp')": 0.56770977040420090,
    "nDCG(gains='exp')@2": 0.53805644554644438,
    "AP(nothing=1)": 0.75,
    "AP(nothing=1)@2": 0.6875,
    "AP": 0.5,
    "AP@2": 0.4375,
}


@pytest.mark.filterwarnings("ignore:1 query without a document that is judged relevant")
@pytest.mark.parametrize("ties", ["trec_eval", "average"])
def test_a_group_with_nothing_relevant_counts_as_in_tools_that_learn_to_rank(ties: Ties) -> None:
    scores = [-row for row in range(len(LABELS))]
    found = evalsql.evaluate_groups(scores, LABELS, SIZES, list(PRINTED), ties=ties)
    means = dict(found.aggregate("metric, avg(value)").fetchall())
    assert means == pytest.approx({str(evalsql.parse_measure(each)): mean for each, mean in PRINTED.items()}, abs=1e-9)


@macros_of("AP")
def test_the_macros_of_a_database_count_it_so(tmp_path: Path) -> None:
    queries = [str(number) for number, size in enumerate(SIZES, 1) for _ in range(size)]
    ids = [f"d{row}" for row in range(len(LABELS))]
    runs = pa.table({"query_id": queries, "doc_id": ids, "score": [-row for row in range(len(LABELS))]})
    qrels = pa.table({"query_id": queries, "doc_id": ids, "relevance": LABELS})
    evalsql.build_database(tmp_path / "built.duckdb", runs, qrels, "AP(nothing=1)@2")
    with duckdb.connect(str(tmp_path / "built.duckdb")) as connection:
        asked = "from average_precision(k := 2, nothing := {}) select value order by query_id asc"
        assert connection.sql(asked.format(1)).fetchall() == [(0.5,), (1,), (0.25,), (1,)]
        assert connection.sql(asked.format(0)).fetchall() == [(0.5,), (0,), (0.25,), (1,)]
        assert connection.sql("select avg(value) from scores").fetchall() == [(PRINTED["AP(nothing=1)@2"],)]
