"""The worked examples of the metrics hold through every frame, and the frames give the same bits."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from places import FIXTURES
from quick import representative
from variants import all_variants, variants
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


def examples_of(measure: evalsql.Measure) -> dict[str, Example]:
    """The examples of a measure, by the name of a query for each."""
    examples = enumerate(measure.metric.examples)
    return {f"q{number}": each for number, each in examples if str(measured(measure.metric, each)) == str(measure)}


Worked = tuple[evalsql.Measure, duckdb.DuckDBPyConnection, evalsql.Evaluation]
MEASURES = [
    pytest.param(measure, id=text)
    for metric in evalsql.metrics().values()
    for text, measure in {str(measured(metric, each)): measured(metric, each) for each in metric.examples}.items()
]


def call(metric: Metric, arguments: Mapping[str, Any]) -> str:
    """A query through the metric's macro, its arguments written as a person would."""
    written = [f"{name} := {argument(value)}" for name, value in arguments.items()]
    return f"from {metric.name.lower()}(" + ", ".join(["runs := 'runs'", "qrels := 'qrels'", *written]) + ")"


def argument(value: Any) -> str:
    """A value as a person writes it in a call."""
    if isinstance(value, Mapping):
        return f"MAP {{{', '.join(f'{level:g}: {gain:g}' for level, gain in value.items())}}}"
    return f"'{value}'" if isinstance(value, str) else f"{value:g}"


def exact(rows: list[tuple]) -> list[tuple]:
    """Rows of run, query_id, metric and value, in order, the value to its last bit."""
    return sorted((run, query, metric, value if value is None else value.hex()) for run, query, metric, value in rows)


def through_frames(
    connection: duckdb.DuckDBPyConnection, evaluation: evalsql.Evaluation, measure: evalsql.Measure, arguments: Mapping
) -> dict[str, list[tuple]]:
    """The rows of a measure through each frame, over the tables runs and qrels of a connection.

    Where it has the functions of Python, the batch finds a greedy order with one, the others in SQL.
    """
    connection.execute(frames.macro(measure.metric))
    return {
        "batch": evaluation.score(measure).fetchall(),
        "query": connection.execute(frames.query(measure)).fetchall(),
        "macro": connection.execute(call(measure.metric, arguments)).fetchall(),
    }


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_a_worked_example(metric: Metric) -> None:
    assert metric.examples
    assert all(example.about for example in metric.examples)


@pytest.fixture(scope="module")
def worked(request: pytest.FixtureRequest) -> Worked:
    """A measure, tables runs and qrels of its examples, each a query of one run, and their evaluation."""
    connection = with_examples(request.param.metric, examples_of(request.param))
    if request.param.metric.by_subtopic:
        udfs.register(connection)
    return request.param, connection, evalsql.Evaluation(connection=connection, measures=request.param)


@pytest.mark.parametrize("metric", [*METRICS, *CURVES])
def test_every_worked_example_holds_of_the_body(metric: Metric) -> None:
    for setting in settings(metric):
        assert setting.holds(frames.scores(metric)), str(setting.measure)


def first(measure: evalsql.Measure) -> bool:
    """Whether a measure is that of its metric's first example."""
    return "q0" in examples_of(measure)


@pytest.mark.quick(worked=lambda measure: first(measure) and representative(measure.metric))
@pytest.mark.parametrize("worked", MEASURES, indirect=True)
def test_the_worked_examples_hold_in_every_frame_to_the_same_bits(worked: Worked) -> None:
    measure, connection, evaluation = worked
    (example, *_) = examples_of(measure).values()
    arguments = {name: measure.values[name] for name in example.arguments}
    found = through_frames(connection, evaluation, measure, arguments)
    values = {query: value for _, query, _, value in found["batch"]}
    for query, example in examples_of(measure).items():
        expected = None if example.value is None else pytest.approx(float(example.value), rel=0, abs=example.tolerance)
        assert values.pop(query) == expected, example.about
    assert values.keys() == {"other"}
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


# the judgments of the tiny collection have no subtopics
PAIRS = [
    pytest.param(metric, folder, id=f"{folder}-{name}")
    for folder in ("tiny", "track")
    for name, metric in evalsql.metrics().items()
    if folder == "track" or not metric.by_subtopic
]


@cache  # a fixture whose parameter stands beside another would be made for each test
def evaluated(name: str) -> tuple[duckdb.DuckDBPyConnection, evalsql.Evaluation]:
    """Tables runs and qrels of a folder of fixtures on a connection, and their evaluation."""
    folder: Path = FIXTURES / name
    connection = duckdb.connect()
    if name == "track":
        # three runs and thirteen queries, two of which go without an answer: there are hundreds of measures
        some = "query_id = '118' or query_id between '130' and '141'"
        runs = "run in ('bm25', 'bm25+rm3', 'colbert')"
        connection.execute(f"create table runs as from '{folder}/runs.parquet' where {runs} and ({some})")
        connection.execute(f"create table qrels as from '{folder}/subtopics.parquet' where {some}")
    else:
        read = "select {} from read_csv('{}', header = false, delim = ' ', all_varchar = true)"
        columns = "column0 as query_id, column2 as doc_id, column4::double as score, column5 as run"
        connection.execute("create table runs as " + read.format(columns, folder / "*.run"))
        columns = "column0 as query_id, column2 as doc_id, column3::integer as relevance"
        connection.execute("create table qrels as " + read.format(columns, folder / "qrels.txt"))
    udfs.register(connection)
    return connection, evalsql.Evaluation(connection=connection, measures=all_variants())


@pytest.mark.slow  # test_laws_generated.py and test_diversity_by_hand.py hold the same of smaller data
@pytest.mark.parametrize(("metric", "folder"), PAIRS)
def test_batch_query_and_macro_give_the_same_bits(metric: Metric, folder: str) -> None:
    connection, evaluation = evaluated(folder)
    size = "select count(distinct run) * (select count(distinct query_id) from qrels) from runs"
    ((pairs,),) = connection.execute(size).fetchall()
    for measure in variants(metric):
        given = {name: v for name, v in measure.values.items() if v != metric.parameters[name].default}
        found = through_frames(connection, evaluation, measure, given)
        assert len(found["batch"]) == pairs
        assert {text for rows in found.values() for _, _, text, _ in rows} == {str(measure)}
        assert exact(found["batch"]) == exact(found["query"]) == exact(found["macro"]), str(measure)


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
