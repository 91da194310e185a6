"""How much the order of documents of equal scores could move each score."""

import json
from pathlib import Path
from statistics import mean
from types import SimpleNamespace

import pytest
from command import TINY, TRACK
from command import evalsql as command
from in_process import output
from written import put

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*(has|have) no results")
RUNS, _, QRELS = TRACK

# of four tied documents two are relevant
RUN = {"q1": {"d": 1.0, "c": 1.0, "b": 1.0, "a": 1.0}, "q2": {"a": 2.0, "b": 1.0}}


def test_a_small_case_by_hand_of_rows_that_can_be_read_once(tmp_path: Path) -> None:
    judged, told = put(tmp_path / "q.txt", "q1 0 a 1\nq1 0 c 1\nq2 0 a 1\n"), list[float]()
    scored = (
        SimpleNamespace(query_id=query, doc_id=document, score=score)
        for query, documents in RUN.items()
        for document, score in documents.items()
    )
    ((*ids, trec_eval, worst, expected, best, difference, queries, num_queries),) = evalsql.ties(
        {"r": scored}, str(judged), "RR", progress=lambda step, done: told.append(done)
    ).fetchall()
    assert [told[0], *told] == [0, *sorted(told)]
    assert told[-1] == 1
    assert ids == ["RR", "r"]
    # of q1 1/2, 1/3, 1/2 + 1/3 1/2 + 1/6 1/3, and 1; of q2 always 1
    assert (trec_eval, worst, best) == (0.75, pytest.approx(2 / 3, abs=1e-15), 1)
    assert expected == pytest.approx((13 / 18 + 1) / 2, abs=1e-15)
    assert difference == pytest.approx(1 / 3, abs=1e-15)
    assert (queries, num_queries) == (1, 2)


def long_ties_matter_where_they_decide_whether_there_is_a_value() -> None:
    run = {"q1": {"a": 1.0, "b": 1.0}, "q2": {"a": 1.0, "b": 1.0}, "q3": {"a": 2.0, "b": 1.0}}
    rows = evalsql.ties({"r": run}, {"q1": {"a": 1}, "q2": {"z": 1}, "q3": {"a": 1}}, "RankPower@1", per_query=True)
    # a is found at rank 1 by the best order alone, z by none
    assert [row[2:] for row in rows.fetchall()] == [
        ("q1", None, None, None, 1, None, True),
        ("q2", None, None, None, None, None, False),
        ("q3", 1, 1, None, 1, 0, False),
    ]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(evalsql.InputError, match="standard input only once; give a file"):
        evalsql.ties("-", QRELS, "AP")
    with pytest.raises(TypeError, match="'ties'"):
        evalsql.ties(RUNS, QRELS, "AP", ties="best")
    assert command("ties", *TRACK, "--ties", "best").returncode == 2


MEASURES = ["nDCG@10", "ASL", "INST"]
ORDERS = {"trec_eval": "trec_eval", "worst": "worst", "expected": "average", "best": "best"}


def long_each_column_is_the_score_under_its_order() -> None:
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


def long_it_is_printed(rows) -> None:
    table = output("ties", *TINY, "-m", "RR", "-m", "INST").splitlines()
    assert table[0].split() == ["measure", "run", "trec_eval", "worst", "expected", "best", "difference", "queries"]
    assert [line.split()[4] for line in table[1:5]].count("-") == 2
    assert table[1].endswith(" of 7")
    assert table[-1].startswith("Means over 7 judged queries;")
    assert rows("ties", *TINY, "-m", "RR")[0].keys() == {
        "measure",
        "run",
        *ORDERS,
        "difference",
        "queries",
        "num_queries",
    }
    assert len(json.loads(output("ties", *TINY, "-m", "RR", "--format", "json", "--per-query"))) == 2 * 7
    header = output("ties", *TINY, "-m", "RR", "--format", "markdown", "--per-query").splitlines()[0]
    assert header.startswith("| measure | run | query_id | trec_eval |")
    assert header.endswith("| ties matter |")
    # below the rows, the measures without an expected value are named
    given = ("ties", TINY[0], "--qrels", TINY[3], "-m", "AP", "-m", "INST", "-m", "IPrec@0.5")
    said = " -: of INST, IPrec@0.5 that mean has no closed form here.\n"
    assert output(*given).endswith(said)
    assert output(*given, "--per-query").endswith(said)
    assert " -: of" not in output(*given[:-4])
