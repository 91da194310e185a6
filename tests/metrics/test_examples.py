"""The worked examples of the metrics hold through every frame, and the frames give the same bits."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from macro_calls import attach
from quick import representative
from variants import all_variants
from worked import settings, with_examples

import evalsql
from evalsql import udfs
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import Example, Metric
from evalsql.render import frames

METRICS = [pytest.param(metric, id=name) for name, metric in evalsql.metrics().items()]
CURVES = [pytest.param(curve, id=f"curve {name}") for name, curve in evalsql.curves().items()]


def measured(metric: Metric, example: Example) -> evalsql.Measure:
    """What an example is an example of."""
    return make_measure(metric.name, metric, example.arguments)


# what an example that says one of these has is what a measure refuses in others: a relevance above top, say
OWN = {"top", "size", "gains"}
MEASURES = {
    str(measured(metric, each)): measured(metric, each)
    for metric in evalsql.metrics().values()
    for each in metric.examples
}
Evaluated = tuple[duckdb.DuckDBPyConnection, evalsql.Evaluation]


def examples_of(measure: evalsql.Measure) -> dict[str, Example]:
    """The examples of a measure, by the name of a query for each."""
    name, examples = measure.metric.name, enumerate(measure.metric.examples, start=1)
    return {f"{name} {n}": each for n, each in examples if str(measured(measure.metric, each)) == str(measure)}


def alone(measure: evalsql.Measure) -> bool:
    """Whether the examples of a measure are not evaluated with those of all others."""
    own = any(OWN & example.arguments.keys() for example in examples_of(measure).values())
    return own or bool(measure.values.get("top"))  # and so does a scale by default


def call(metric: Metric, arguments: Mapping[str, Any]) -> str:
    """A query through the metric's macro, its arguments written as a person would."""
    written = [f"{name} := {argument(value)}" for name, value in arguments.items()]
    costs = ["costs := 'costs'"] if metric.priced else []
    return f"from e.{metric.name.lower()}(" + ", ".join(["runs := 'runs'", "qrels := 'qrels'", *costs, *written]) + ")"


def argument(value: Any) -> str:
    """A value as a person writes it in a call."""
    if isinstance(value, Mapping):
        return f"MAP {{{', '.join(f'{level:g}: {gain:g}' for level, gain in value.items())}}}"
    return f"'{value}'" if isinstance(value, str) else repr(value)


def exact(rows: list[tuple]) -> list[tuple]:
    """Rows of run, query_id, metric and value, in order, the value to its last bit."""
    return sorted((run, query, metric, value if value is None else value.hex()) for run, query, metric, value in rows)


def through_frames(
    connection: duckdb.DuckDBPyConnection, evaluation: evalsql.Evaluation, measure: evalsql.Measure, arguments: Mapping
) -> dict[str, list[tuple]]:
    """The rows of a measure through each frame, over the tables runs and qrels of a connection with the library as e.

    Where it has the functions of Python, the batch finds a greedy order with one, the others in SQL.
    """
    return {
        "batch": evaluation.score(measure).fetchall(),
        "query": connection.execute(frames.query(measure, costs="costs")).fetchall(),
        "macro": connection.execute(call(measure.metric, arguments)).fetchall(),
    }


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_a_worked_example(metric: Metric) -> None:
    assert metric.examples
    assert all(example.about for example in metric.examples)


@pytest.mark.parametrize("metric", [*METRICS, *CURVES])
def test_every_worked_example_holds_of_the_body(metric: Metric) -> None:
    for setting in settings(metric):
        assert setting.holds(frames.scores(metric)), str(setting.measure)


@pytest.fixture(scope="module")
def client(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library attached read-only."""
    return attach(duckdb.connect(), library)


def evaluated(measures: list[evalsql.Measure], client: duckdb.DuckDBPyConnection) -> Evaluated:
    """A connection with tables runs and qrels of the examples of measures, each a query of one run, evaluated."""
    (by_subtopic,) = {measure.metric.by_subtopic for measure in measures}
    examples = {name: each for measure in measures for name, each in examples_of(measure).items()}
    connection = with_examples(examples, by_subtopic, client)
    if by_subtopic:
        udfs.register(connection)
    return connection, evalsql.Evaluation(connection=connection, measures=measures, costs="costs")


@cache  # to evaluate takes as long as to score a measure through each frame
def evaluated_together(by_subtopic: bool, client: duckdb.DuckDBPyConnection) -> Evaluated:
    """The same of all measures whose judgments are by subtopic, or of all others."""
    alike = [measure for measure in MEASURES.values() if measure.metric.by_subtopic == by_subtopic]
    return evaluated([measure for measure in alike if not alone(measure)], client)


def stands(measure: evalsql.Measure) -> bool:
    """Whether a measure stands for others: it is that of the first example of a metric that does."""
    return representative(measure.metric) and f"{measure.metric.name} 1" in examples_of(measure)


@pytest.mark.quick(measure=stands)
@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_the_worked_examples_hold_in_every_frame_to_the_same_bits(
    measure: evalsql.Measure, client: duckdb.DuckDBPyConnection
) -> None:
    apart = alone(measure)
    connection, evaluation = (
        evaluated([measure], client) if apart else evaluated_together(measure.metric.by_subtopic, client)
    )
    (example, *_) = examples_of(measure).values()
    arguments = {name: measure.values[name] for name in example.arguments}
    found = through_frames(connection, evaluation, measure, arguments)
    assert {(run, text) for rows in found.values() for run, _, text, _ in rows} == {("run", str(measure))}
    values = {query: value for _, query, _, value in found["batch"]}
    for query, example in examples_of(measure).items():
        expected = None if example.value is None else pytest.approx(float(example.value), rel=0, abs=example.tolerance)
        assert values.pop(query) == expected, example.about
    assert "other" in values
    assert (len(values) == 1) == apart
    assert exact(found["batch"]) == exact(found["query"]) == exact(found["macro"])


def test_an_example_that_is_wrong_in_its_last_digit_is_noticed(
    ranking: Callable[..., duckdb.DuckDBPyConnection],
) -> None:
    example = evalsql.metrics()["AP"].examples[0]
    connection = ranking(example.ranking, example.missed, example.scores)
    ((*_, value),) = evalsql.Evaluation(connection=connection).score("AP").fetchall()
    assert abs(value - 0.631551) <= example.tolerance
    assert abs(value - 0.631552) > example.tolerance
    assert abs(value - 0.631550) > example.tolerance


@pytest.mark.parametrize(
    ("called", "said"),
    [
        ("ap(rel := 2.0)", "AP(rel=2)"),
        ("ap(rel := 2e0, k := 5)", "AP(rel=2)@5"),
        ("ap(rel := 1.0)", "AP"),
        ("rbp(p := .5)", "RBP(p=0.5)"),
        ("rbp(p := 0.50)", "RBP(p=0.5)"),
        ("rbp(p := 0.80)", "RBP"),
        ("ndcg(discount := 'log2', k := 10)", "nDCG@10"),
    ],
)
def test_a_macro_names_its_measure_as_others_do_however_an_argument_is_written(
    called: str, said: str, ranking: Callable[..., duckdb.DuckDBPyConnection]
) -> None:
    connection = ranking([1, 0, 2])
    connection.execute(frames.macro(evalsql.metrics()[said.split("(")[0].split("@")[0]]))
    assert connection.execute(f"select metric from {called}").fetchall() == [(said,)]


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
