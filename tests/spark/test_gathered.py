"""What is said of partitions that were scored apart, without Spark: the sentences and counts of one machine."""

import pyarrow as pa
import pytest
from generated import generated, together
from partitions import (
    assert_refused_alike,
    assert_scored_alike,
    in_partitions,
    on_one_machine,
    refusal,
    scores_in,
    track,
)
from spark_cases import PLAIN, SCORED, plain, qrels, runs
from spark_refused import REFUSED
from variants import variants

import evalsql
from evalsql.spark.facts import NOBODY


def test_scores_warnings_and_coverage_are_those_of_one_machine() -> None:
    assert_scored_alike(SCORED["at once"], (2, 2))


def test_what_is_refused_gets_the_sentence_of_one_machine() -> None:
    assert_refused_alike(REFUSED["weights that lack a query"], (2, 2))


def long_a_row_that_is_refused_is_named_by_its_query_and_value() -> None:
    said = refusal(in_partitions, REFUSED["score nan"], (2, 2))
    assert said == (
        "the runs, run a, query q2, document of a: score is not a number (nan); a finite number was expected"
    )
    assert NOBODY not in said


def test_what_no_task_can_say_is_said_before() -> None:
    inputs, measures, _ = plain()
    case = ({**inputs, "runs": inputs["runs"].drop(["rank"])}, measures, {"convention": "ndeval"})
    said = refusal(in_partitions, case, (2, 2))
    assert said == "the runs: rank is not there; a whole number was expected, since the convention goes by rank"
    one = refusal(on_one_machine, case)
    assert one.startswith("the runs, run a, query q1, document d1: rank is not there; a whole number was expected")


@pytest.mark.parametrize("name", list(SCORED)[::3])  # weekly all
def long_scores_warnings_and_coverage_are_those_of_one_machine(name: str) -> None:
    assert_scored_alike(SCORED[name], (2, 1))


@pytest.mark.parametrize("name", list(REFUSED)[::4])  # weekly all, and more in survival/test_bad_input.py
def long_what_is_refused_gets_the_sentence_of_one_machine(name: str) -> None:
    assert_refused_alike(REFUSED[name], (2, 1))


def long_what_is_made_up_is_scored_and_said_as_on_one_machine() -> None:
    of_runs, judged = together(generated(36))
    inputs = {"runs": runs(of_runs, "run query_id doc_id score"), "qrels": qrels(judged)}
    for options in ({}, {"population": "intersection"}):
        assert_scored_alike((inputs, PLAIN, options), (2, 2))


def long_the_whole_catalog_of_plain_judgments_has_the_bits_of_one_machine() -> None:
    inputs = track("qrels", 3)
    asked = [metric for metric in evalsql.metrics().values() if not (metric.by_subtopic or metric.sampled)]
    wanted = [next(variants(metric)) for metric in asked]
    assert scores_in(inputs, wanted, (2, 1)) == on_one_machine(inputs, wanted)[0]


def long_judgments_with_a_column_of_strata_score_what_they_do_without_one() -> None:
    inputs, wanted, _ = plain()
    expected = scores_in(inputs, wanted, (2, 2))
    for strata in (None, " ", "deep"):
        column = pa.array([strata] * inputs["qrels"].num_rows, pa.string())
        judged = inputs["qrels"].append_column("stratum", column)
        assert scores_in({**inputs, "qrels": judged}, wanted, (2, 2)) == expected, strata


@pytest.mark.parametrize("name", SCORED)
def weekly_scores_warnings_and_coverage_are_those_of_one_machine(name: str) -> None:
    assert_scored_alike(SCORED[name], (2, 1))


@pytest.mark.parametrize("name", REFUSED)
def weekly_what_is_refused_gets_the_sentence_of_one_machine(name: str) -> None:
    assert_refused_alike(REFUSED[name], (2, 1))
