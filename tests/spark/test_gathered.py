"""What is said of partitions that were scored apart, without Spark: the sentences and counts of one machine."""

import pytest
from partitions import assert_refused_alike, assert_scored_alike, in_partitions, on_one_machine, refusal
from spark_cases import SCORED, plain
from spark_refused import REFUSED

from evalsql.spark.facts import NOBODY


@pytest.mark.parametrize("name", ["at once", "iteration in one query"])
def test_scores_warnings_and_coverage_are_those_of_one_machine(name: str) -> None:
    assert_scored_alike(SCORED[name], (2, 2))


@pytest.mark.parametrize("name", ["run null", "weights that lack a query"])
def test_what_is_refused_gets_the_sentence_of_one_machine(name: str) -> None:
    assert_refused_alike(REFUSED[name], (2, 2))


def test_a_row_that_is_refused_is_named_by_its_query_and_value() -> None:
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
