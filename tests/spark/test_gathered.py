"""What is said of partitions that were scored apart, without Spark: the sentences and counts of one machine."""

import re
from collections.abc import Callable

import pytest
from generated import generated
from partitions import Found, Inputs, in_partitions, on_one_machine
from spark_cases import PLAIN, SCORED, Case, qrels, runs
from spark_refused import REFUSED

from evalsql import InputError
from evalsql.spark.facts import NOBODY

NUMBER = re.compile(r"value \d+")  # of a row that has no query, among those of its partition
QUICK = {"both, listed", "ranks and answers", "gains of another query", "iteration in one query"}
QUICK_REFUSED = {"run null", "retrieved twice, unjudged", "weights that lack a query"}


@pytest.mark.quick(name=QUICK)
@pytest.mark.parametrize("name", SCORED)
def test_scores_warnings_and_coverage_are_those_of_one_machine(name: str) -> None:
    inputs, measures, options = SCORED[name]
    wanted = on_one_machine(inputs, measures, **options)
    assert in_partitions(inputs, measures, (2, 2), **options) == wanted
    assert wanted[0]


def in_two_salts(inputs: Inputs, measures: list[str], **options) -> Found:
    return in_partitions(inputs, measures, (2, 2), **options)


def outcome(function: Callable[..., Found], inputs: Inputs, options: dict) -> Found | str:
    """What is found, or the sentence that refuses it."""
    try:
        return function(inputs, PLAIN, **options)
    except InputError as error:
        return str(error)


def refusal(function, case: Case, *layout: tuple[int, int]) -> str:
    inputs, measures, options = case
    with pytest.raises(InputError) as caught:
        function(inputs, measures, *layout, **options)
    return str(caught.value)


@pytest.mark.quick(name=QUICK_REFUSED)
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_gets_the_sentence_of_one_machine(name: str) -> None:
    said = refusal(in_partitions, REFUSED[name], (2, 2))
    assert NUMBER.sub("value", said) == NUMBER.sub("value", refusal(on_one_machine, REFUSED[name]))
    assert NOBODY not in said


def test_a_row_that_is_refused_is_named_by_its_query_and_value() -> None:
    assert refusal(in_partitions, REFUSED["score nan"], (2, 2)) == (
        "the runs, run a, query q2, document of a: score is not a number (nan); a finite number was expected"
    )


def test_what_no_task_can_say_is_said_before() -> None:
    inputs, measures, _ = REFUSED["no rows of gains"]
    without = {"runs": inputs["runs"].drop(["rank"]), "qrels": inputs["qrels"]}
    said = refusal(in_partitions, (without, measures, {"convention": "ndeval"}), (2, 2))
    assert said == "the runs: rank is not there; a whole number was expected, since the convention goes by rank"
    one = refusal(on_one_machine, (without, measures, {"convention": "ndeval"}))
    assert one.startswith("the runs, run a, query q1, document d1: rank is not there; a whole number was expected")


@pytest.mark.quick(18)
@pytest.mark.parametrize("place", range(36))
def test_what_is_made_up_is_scored_and_said_as_on_one_machine(place: int) -> None:
    of_runs, judged = generated(36)[place]
    inputs = {
        "runs": runs(of_runs, "run query_id doc_id score"),
        "qrels": qrels(judged),
    }
    options = {} if place % 3 else {"population": "intersection"}
    found = [outcome(function, inputs, options) for function in (on_one_machine, in_two_salts)]
    assert found[0] == found[1]
