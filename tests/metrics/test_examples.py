"""The worked examples of metrics and curves hold in an evaluation; other frames give the same bits (laws)."""

from collections.abc import Callable

import duckdb
import pytest
from variants import all_variants
from worked import measures_of, settings, unmet

import evalsql
from evalsql.render import frames

ALL = [*evalsql.metrics().values(), *evalsql.curves().values()]


def test_every_metric_and_curve_has_a_worked_example() -> None:
    assert [
        metric.name for metric in ALL if not metric.examples or not all(each.about for each in metric.examples)
    ] == []


def test_the_first_worked_example_of_every_metric_and_curve_holds() -> None:
    failed = unmet([next(iter(measures_of(metric).values())) for metric in ALL])
    assert not failed, "\n".join(failed)


def test_examples_hold_of_the_bodies_that_mutants_are_made_of() -> None:
    for metric in ALL[::20]:
        assert all(setting.holds(frames.scores(metric)) for setting in settings(metric)), metric.name


def test_an_example_that_is_wrong_in_its_last_digit_is_noticed(
    ranking: Callable[..., duckdb.DuckDBPyConnection],
) -> None:
    example = evalsql.metrics()["AP"].examples[0]
    connection = ranking(example.ranking, example.missed, example.scores)
    ((*_, value),) = evalsql.Evaluation(connection=connection).score("AP").fetchall()
    assert abs(value - 0.631551) <= example.tolerance
    assert abs(value - 0.631552) > example.tolerance
    assert abs(value - 0.631550) > example.tolerance


NAMES = {
    "ap(rel := 2.0)": "AP(rel=2)",
    "ap(rel := 2e0, k := 5)": "AP(rel=2)@5",
    "ap(rel := 1.0)": "AP",
    "rbp(p := .5)": "RBP(p=0.5)",
    "rbp(p := 0.50)": "RBP(p=0.5)",
    "rbp(p := 0.80)": "RBP",
    "ndcg(discount := 'log2', k := 10)": "nDCG@10",
}


def test_a_macro_names_its_measure_as_others_do_however_an_argument_is_written(
    ranking: Callable[..., duckdb.DuckDBPyConnection],
) -> None:
    connection = ranking([1, 0, 2])
    for name in ("AP", "RBP", "nDCG"):
        connection.execute(frames.macro(evalsql.metrics()[name]))
    assert {call: connection.execute(f"select metric from {call}").fetchall() for call in NAMES} == {
        call: [(said,)] for call, said in NAMES.items()
    }


def test_the_settings_tried_leave_no_parameter_at_its_default() -> None:
    tried = {
        (measure.metric.name, name)
        for measure in all_variants()
        for name, value in measure.values.items()
        if value != measure.metric.parameters[name].default
    }
    assert tried == {(metric.name, name) for metric in evalsql.metrics().values() for name in metric.parameters}
    assert {"nDCG@1", "nDCG@5", "nDCG@1000", "nDCG(discount='jk')", "AP(rel=2)", "RBP(p=0.5)"} <= {
        str(measure) for measure in all_variants()
    }


@pytest.mark.parametrize("folder", ["metrics", "curves"])
def long_every_other_worked_example_holds(folder: str) -> None:
    metrics = evalsql.metrics() if folder == "metrics" else evalsql.curves()
    others = [measure for metric in metrics.values() for measure in [*measures_of(metric).values()][1:]]
    failed = unmet(others)
    assert not failed, "\n".join(failed)
