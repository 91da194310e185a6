"""How much ties could move scores: columns, printed rows and notes."""

import csv
import io
import json
from statistics import mean

import pytest
from command import TINY, TRACK
from in_process import output

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*(has|have) no results")

RUNS, _, QRELS = TRACK


MEASURES = ["nDCG@10", "ASL", "INST"]


ORDERS = {"trec_eval": "trec_eval", "worst": "worst", "expected": "average", "best": "best"}


def test_each_column_is_the_score_under_its_order() -> None:
    rows = evalsql.ties(RUNS, QRELS, MEASURES)
    by_query = evalsql.ties(RUNS, QRELS, MEASURES, per_query=True)
    found, each = ([dict(zip(one.columns, row, strict=True)) for row in one.fetchall()] for one in (rows, by_query))
    assert len(found) == 12 * 3
    assert len(each) == 12 * 3 * 50
    for column, ties in ORDERS.items():
        measures = [measure for measure in MEASURES if ties != "average" or measure != "INST"]
        scores = {tuple(row[:3]): row[3] for row in evalsql.evaluate(RUNS, QRELS, measures, ties=ties).fetchall()}
        assert {
            (row["run"], row["query_id"], row["measure"]): row[column] for row in each if row["measure"] in measures
        } == scores
        for row in found:
            values = [
                value
                for (run, _, measure), value in sorted(scores.items())
                if (run, measure) == (row["run"], row["measure"])
            ]
            if any(value is not None for value in values):
                assert row[column] == pytest.approx(mean(value for value in values if value is not None), rel=1e-12)
    assert all(row["expected"] is None for row in [*found, *each] if row["measure"] == "INST")
    for row in found:
        mine = [one for one in each if (one["run"], one["measure"]) == (row["run"], row["measure"])]
        assert row["queries"] == sum(one["matters"] for one in mine)
        assert row["difference"] == row["best"] - row["worst"]
    assert [row["measure"] for row in found] == [measure for measure in MEASURES for _ in range(12)]
    for measure, down in (("nDCG@10", True), ("ASL", False)):
        values = [row["trec_eval"] for row in found if row["measure"] == measure]
        assert values == sorted(values, reverse=down)


def test_it_is_printed() -> None:
    table = output("ties", *TINY, "-m", "RR", "-m", "INST").splitlines()
    assert table[0].split() == ["measure", "run", "trec_eval", "worst", "expected", "best", "difference", "queries"]
    assert [line.split()[4] for line in table[1:5]].count("-") == 2
    assert table[1].endswith(" of 7")
    assert table[-1].startswith("Means over 7 judged queries;")
    rows = list(csv.DictReader(io.StringIO(output("ties", *TINY, "-m", "RR", "--format", "csv"))))
    assert rows[0].keys() == {"measure", "run", *ORDERS, "difference", "queries", "num_queries"}
    assert len(json.loads(output("ties", *TINY, "-m", "RR", "--format", "json", "--per-query"))) == 2 * 7
    header = output("ties", *TINY, "-m", "RR", "--format", "markdown", "--per-query").splitlines()[0]
    assert header.startswith("| measure | run | query_id | trec_eval |")
    assert header.endswith("| ties matter |")


def test_the_measures_without_an_expected_value_are_named_below_the_rows() -> None:
    given = ("ties", TINY[0], "--qrels", TINY[3], "-m", "AP", "-m", "INST", "-m", "IPrec@0.5")
    said = " -: of INST, IPrec(recall=0.5) that mean has no closed form here.\n"
    assert output(*given).endswith(said)
    assert output(*given, "--per-query").endswith(said)
    assert " -: of" not in output(*given[:-4])
