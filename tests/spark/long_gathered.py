"""All that is said of partitions that were scored apart, without Spark: the sentences and counts of one machine."""

import pyarrow as pa
import pytest
from generated import generated, together
from partitions import assert_refused_alike, assert_scored_alike, on_one_machine, scores_in, track
from spark_cases import PLAIN, SCORED, plain, qrels, runs
from spark_refused import REFUSED
from variants import variants

import evalsql


@pytest.mark.parametrize("name", SCORED)
def test_scores_warnings_and_coverage_are_those_of_one_machine(name: str) -> None:
    assert_scored_alike(SCORED[name], (2, 1))


@pytest.mark.parametrize("name", list(REFUSED)[::2])  # weekly_spark.py has the others
def test_what_is_refused_gets_the_sentence_of_one_machine(name: str) -> None:
    assert_refused_alike(REFUSED[name], (2, 1))


def test_what_is_made_up_is_scored_and_said_as_on_one_machine() -> None:
    of_runs, judged = together(generated(36))
    inputs = {"runs": runs(of_runs, "run query_id doc_id score"), "qrels": qrels(judged)}
    for options in ({}, {"population": "intersection"}):
        assert_scored_alike((inputs, PLAIN, options), (2, 2))


def test_the_whole_catalog_of_plain_judgments_has_the_bits_of_one_machine() -> None:
    inputs = track("qrels", 3)
    asked = [metric for metric in evalsql.metrics().values() if not (metric.by_subtopic or metric.sampled)]
    wanted = [next(variants(metric)) for metric in asked]
    assert scores_in(inputs, wanted, (2, 1)) == on_one_machine(inputs, wanted)[0]


def test_judgments_with_a_column_of_strata_score_what_they_do_without_one() -> None:
    inputs, wanted, _ = plain()
    expected = scores_in(inputs, wanted, (2, 2))
    for strata in (None, " ", "deep"):
        column = pa.array([strata] * inputs["qrels"].num_rows, pa.string())
        judged = inputs["qrels"].append_column("stratum", column)
        assert scores_in({**inputs, "qrels": judged}, wanted, (2, 2)) == expected, strata
