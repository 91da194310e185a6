"""A macro takes what its head says, refuses other arguments with a sentence, and names its rows for the measure."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb
import pytest
from macro_calls import METRICS, attach, call, fitting, in_bits, rows, with_track
from quick import representative

from evalsql import Metric, metrics, parse_measure
from evalsql.catalog.gains import GAINS
from evalsql.catalog.heads import read_metric
from evalsql.catalog.measure import make_measure
from evalsql.catalog.metric import WHOLE_RANKING, Parameter
from evalsql.render.frames import macro


def test_a_macro_has_the_parameters_of_its_head(shared: duckdb.DuckDBPyConnection) -> None:
    found = shared.execute("select function_name, parameters from duckdb_functions() where database_name = 'e'")
    # the cutoff first, so that ndcg('runs', 'qrels', 10) has one
    parameters = {
        name: [
            *("runs", "qrels"),
            *sorted(metric.parameters, key=lambda each: each != metric.cutoff),
            *(("costs",) if metric.priced else ()),
        ]
        for name, metric in metrics().items()
    }
    assert dict(found.fetchall()) == {name.lower(): names for name, names in parameters.items()}


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_the_parameters_of_a_macro_have_the_defaults_of_its_head(
    metric: Metric, shared: duckdb.DuckDBPyConnection
) -> None:
    required = {name: fitting(metric)[name] for name, p in metric.parameters.items() if p.required}
    every = {name: p.default for name, p in metric.parameters.items()} | required
    assert rows(shared, call(metric, **required)) == rows(shared, call(metric, runs="runs", qrels="qrels", **every))


@pytest.mark.quick(metric=representative)
@pytest.mark.parametrize("metric", METRICS)
def test_every_argument_may_be_a_parameter_of_a_prepared_statement(
    metric: Metric, shared: duckdb.DuckDBPyConnection
) -> None:
    arguments = {"runs": "runs", "qrels": "qrels", **fitting(metric)}
    marks = ", ".join(f"{name} := ?" for name in arguments)
    query = f"select run, query_id, metric, value from e.{metric.name.lower()}({marks})"
    found = shared.execute(query, list(arguments.values())).fetchall()
    assert in_bits(found) == rows(shared, call(metric, **arguments))


def unfit(parameter: Parameter) -> list[Any]:
    """Values that a parameter does not take."""
    if parameter.cutoff:
        needed = [None] if parameter.default != WHOLE_RANKING else []
        return [*needed, 0, -1, 2.5, 2**31, "ten", "10"]
    if parameter.type == "VARCHAR":
        return [None, "foo", "", "LOG2", 10] if parameter.one_of else [None]
    if parameter.type == GAINS:
        return []
    inside = parameter.within
    below = [inside.low, inside.low - 1] if inside.low_open else [inside.low - 1]
    above = [inside.high, inside.high + 1] if inside.high_open else [inside.high + 1]
    fractions = [0.5] if parameter.type == "INTEGER" else []
    finite = [number for number in [*below, *above] if abs(number) < 1e300]
    return [None, *finite, *fractions, "0.5", "half"]


UNFIT = [
    pytest.param(metric, parameter, value, id=f"{metric.name}-{parameter.name}-{value}")
    for metric in metrics().values()
    for parameter in metric.parameters.values()
    for value in unfit(parameter)
]


DECLARED = {repr(parameter): parameter for metric in metrics().values() for parameter in metric.parameters.values()}


def declared_so(parameter: Parameter) -> bool:
    """Whether a parameter stands for all that are declared alike."""
    return DECLARED[repr(parameter)] is parameter


def complaint(connection: duckdb.DuckDBPyConnection, query: str) -> str:
    """What DuckDB says when it refuses a query."""
    with pytest.raises(duckdb.Error) as refused:
        connection.execute(query).fetchall()
    return str(refused.value)


@pytest.fixture(scope="module")
def one_thread(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection like the shared one on which the guard comes first; of several threads another refusal may."""
    return with_track(attach(duckdb.connect(config={"threads": 1}), library))


@pytest.mark.quick(3, parameter=declared_so)
@pytest.mark.parametrize(("metric", "parameter", "value"), UNFIT)
def test_an_argument_that_is_not_fit_stops_the_macro_with_a_sentence(
    metric: Metric, parameter: Parameter, value: Any, one_thread: duckdb.DuckDBPyConnection
) -> None:
    said = complaint(one_thread, f"from {call(metric, **fitting(metric) | {parameter.name: value})}")
    shown = (
        "null" if value is None else re.escape(value) if isinstance(value, str) else rf"{re.escape(f'{value:g}')}(\.0)?"
    )
    if isinstance(value, int | float) and 1e6 < abs(value) < float("inf"):
        shown = str(value)
    words = re.escape(f"evalsql: {metric.name}: {parameter.name} must be {parameter.allowed}, not ")
    assert re.fullmatch(rf"Invalid Input Error: {words}{shown}", said)


def test_the_sentences_of_the_guards_are_these(shared: duckdb.DuckDBPyConnection) -> None:
    whole = "evalsql: nDCG: k must be a whole number of at least 1, not "
    assert complaint(shared, "from e.ndcg(k := 0)") == f"Invalid Input Error: {whole}0"
    assert complaint(shared, "from e.ndcg(k := 'ten')") == f"Invalid Input Error: {whole}ten"
    assert complaint(shared, "from e.ndcg('runs', 'qrels', 'log2')") == f"Invalid Input Error: {whole}log2"
    # the cutoff is looked at first: in a built database, which has them already, 'runs' is taken for it
    assert complaint(shared, "from e.ndcg(k := 'runs', discount := 'qrels')") == f"Invalid Input Error: {whole}runs"
    assert complaint(shared, "from e.ndcg(k := 2.5)") == f"Invalid Input Error: {whole}2.5"
    assert complaint(shared, "from e.rbp(p := 1)").endswith("evalsql: RBP: p must be a number in [0, 1), not 1")
    assert complaint(shared, "from e.ap(rel := 0)").endswith("evalsql: AP: rel must be a number in (0, inf), not 0")
    assert complaint(shared, "from e.ndcg(discount := 'foo')").endswith(
        "evalsql: nDCG: discount must be one of log2, jk, rank, none, not foo"
    )


@pytest.mark.parametrize(
    "gains",
    [
        "map {1: -1}",
        "map {1: 2, 2: null}",
        "map {0: 1, 1: 2}",
        "map {-1: 0}",
        "map {1: 'nan'::double}",
        "map {1: 'inf'::double}",
        "map {1: 1e308}",
        "map {1: 1, 2: 1e-20}",
        "map {1e300: 1}",
    ],
)
def test_gains_that_are_not_fit_stop_the_macro(gains: str, shared: duckdb.DuckDBPyConnection) -> None:
    said = complaint(shared, f"from e.ndcg(gains := {gains})")
    assert "evalsql: nDCG: gains must be a map of relevance to gain, such as map {1: 1, 2: 10}, with gains that" in said
    assert " are 0 or from 1e-9 to 1e15, not {" in said


@pytest.mark.parametrize("value", ["'nan'::double", "'inf'::double", "'-inf'::double", "'nan'::float"])
def test_a_number_that_is_not_finite_stops_the_macro(value: str, shared: duckdb.DuckDBPyConnection) -> None:
    assert "evalsql: AP: rel must be a number in (0, inf), not " in complaint(shared, f"from e.ap(rel := {value})")
    assert "evalsql: RBP: p must be a number in [0, 1), not " in complaint(shared, f"from e.rbp(p := {value})")


@pytest.mark.parametrize("base", [0, -1])
def test_a_guard_speaks_before_the_metric_fails(base: int, shared: duckdb.DuckDBPyConnection) -> None:
    said = complaint(shared, f"from e.ndcg(discount := 'jk', base := {base})")
    assert said == f"Invalid Input Error: evalsql: nDCG: base must be a number in (1, inf), not {base}"


@pytest.mark.parametrize(
    "query",
    [
        "select count(*) from e.ndcg(k := 0)",
        "select run from e.ndcg(k := 0) limit 1",
        "select avg(value order by query_id asc) from e.ndcg(k := 0) group by run",
        "from e.ndcg(k := 0) where query_id = '131'",
        "from runs join e.ndcg(k := 0) using (run, query_id)",
    ],
)
def test_a_guard_stops_whatever_the_caller_does_with_the_rows(query: str, shared: duckdb.DuckDBPyConnection) -> None:
    assert "evalsql: nDCG: k must be a whole number of at least 1, not 0" in complaint(shared, query)


def test_a_guard_takes_the_ends_that_belong_to_an_interval(shared: duckdb.DuckDBPyConnection) -> None:
    for fit in (
        "e.rbp(p := 0)",
        "e.rbp(p := 0.999999)",
        "e.ap(rel := 0.000001)",
        "e.ndcg(k := 1)",
        "e.ndcg(base := 1.01)",
    ):
        assert rows(shared, fit)


def made_up(spec: str, use: str) -> Metric:
    """A metric with one parameter, x, that no metric of the catalog is like."""
    head = [
        *('name = "Made"', 'title = "Made up"', 'family = "counts"', 'about = "Made up."', 'formula = "x"'),
        *("range = [0, inf]", 'better = "higher"', 'cite = "None."', "[parameters]", f'x = {{ {spec}, about = "x" }}'),
        *("[[example]]", 'about = "None."', "ranking = [1]", "value = 1"),
    ]
    body = f"select run, query_id, {use} as value from topics"
    return read_metric("made.sql", "/*\n" + "\n".join(head) + f"\n*/\n{body}\n")


def test_a_guard_knows_an_interval_that_ends_in_a_fraction(client: duckdb.DuckDBPyConnection) -> None:
    client.execute(macro(made_up('type = "DOUBLE", default = 0.5, within = "[0, 0.5]"', "$x")))
    assert client.execute("select distinct value from made(x := 0.25)").fetchall() == [(0.25,)]
    assert client.execute("select distinct value from made()").fetchall() == [(0.5,)]
    assert "x must be a number in [0, 0.5], not 0.6" in complaint(client, "from made(x := 0.6)")


def test_a_parameter_without_a_default_must_be_given_and_is_part_of_the_name(
    client: duckdb.DuckDBPyConnection,
) -> None:
    client.execute(macro(made_up('type = "DOUBLE", required = true, above = 0', "$x")))
    assert "x must be a number in (0, inf), not null" in complaint(client, "from made()")
    assert client.execute("select distinct metric, value from made(x := 3)").fetchall() == [("Made(x=3)", 3.0)]


@pytest.mark.parametrize("call", ["rbp(p := '-0.4')", "rr_damped(damping := '2.5')", "bpref(plus := '0')"])
def test_a_number_in_quotes_is_refused(call: str, shared: duckdb.DuckDBPyConnection) -> None:
    # DuckDB compares it with a whole number as such, '2.5' as 3, and computes with 2.5
    assert " must be a number in " in complaint(shared, f"from e.{call}")


@pytest.mark.parametrize("call", ["ndcg(k := true)", "rbp(p := true)", "bpref(plus := false)"])
def test_true_is_no_number(call: str, shared: duckdb.DuckDBPyConnection) -> None:
    # DuckDB takes it for 1
    assert re.search(r" must be a (whole )?number .*, not (true|false)$", complaint(shared, f"from e.{call}"))


def test_no_cutoff_is_the_whole_ranking(shared: duckdb.DuckDBPyConnection) -> None:
    whole = rows(shared, "e.ndcg()")
    assert rows(shared, "e.ndcg('runs', 'qrels', null)") == whole
    assert rows(shared, f"e.ndcg(k := {WHOLE_RANKING})") == whole
    assert {metric for _, _, metric, _ in whole} == {"nDCG"}
    assert rows(shared, "e.ndcg('runs', 'qrels', 10)") == rows(shared, "e.ndcg(k := 10)") != whole
    # what DuckDB says of a macro that is called with another argument
    assert str(WHOLE_RANKING) not in complaint(shared, "from e.ndcg(kk := 3)")


def test_a_text_may_hold_quotes(client: duckdb.DuckDBPyConnection) -> None:
    client.execute(macro(made_up('type = "VARCHAR", default = "it\'s"', "length($x)")))
    assert client.execute("select distinct metric, value from made()").fetchall() == [("Made", 4.0)]
    assert client.execute("select distinct metric, value from made(x := 'a')").fetchall() == [("Made(x='a')", 1.0)]


def test_a_whole_number_is_a_whole_number(client: duckdb.DuckDBPyConnection) -> None:
    client.execute(macro(made_up('type = "INTEGER", default = 3, within = "[1, 10]"', "$x")))
    assert client.execute("select distinct metric, value from made(x := 10)").fetchall() == [("Made(x=10)", 10.0)]
    for unfit_value in ("0", "11", "2.5", "null"):
        assert f"x must be a whole number in [1, 10], not {unfit_value}" in complaint(
            client, f"from made(x := {unfit_value})"
        )


SETTING = [
    ("nDCG", {"k": 10}),
    ("nDCG", {"discount": "jk", "base": 3, "k": 5}),
    ("AP", {"rel": 2}),
    ("AP", {"rel": 0.5, "k": 100}),
    ("RBP", {"p": 0.5}),
    ("RBP", {"p": 0.95, "rel": 2, "k": 20}),
    ("RBP", {}),
    ("P", {"k": 5}),
    ("NumRet", {}),
]


@pytest.mark.parametrize(("name", "values"), SETTING)
def test_the_rows_of_a_macro_are_named_for_the_measure(
    name: str, values: Mapping[str, Any], shared: duckdb.DuckDBPyConnection
) -> None:
    measure = make_measure(name, metrics()[name], values)
    assert {metric for _, _, metric, _ in rows(shared, call(name, **values))} == {str(measure)}


@pytest.mark.parametrize(
    ("source", "measure"),
    [
        ("e.rbp(p := 0.50)", "RBP(p=0.5)"),
        ("e.rbp(p := .5)", "RBP(p=0.5)"),
        ("e.rbp(p := 5e-1)", "RBP(p=0.5)"),
        ("e.rbp(p := 0.80)", "RBP"),
        ("e.ap(rel := 2.0)", "AP(rel=2)"),
        ("e.ap(rel := 2::double)", "AP(rel=2)"),
        ("e.ap(rel := 1.0)", "AP"),
        ("e.ndcg(k := 10.0)", "nDCG@10"),
        ("e.ndcg(k := 10::double)", "nDCG@10"),
    ],
)
def test_a_number_written_otherwise_makes_no_other_name(
    source: str, measure: str, shared: duckdb.DuckDBPyConnection
) -> None:
    assert {metric for _, _, metric, _ in rows(shared, source)} == {measure}


NUMBERS = [
    "0.8",
    "0.1",
    "0.95",
    "0.333333333333333",
    "0.183460068660301",
    "0.618033988749894",
    # DuckDB 1 makes of a DECIMAL with more digits than these another double; a cast would not, but is refused beside an
    # aggregate in a stored macro
]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_literal_gives_the_same_bits_as_a_double(number: str, shared: duckdb.DuckDBPyConnection) -> None:
    query = "select run, query_id, value from e.rbp(p := {}) order by all"
    bound = shared.execute(query.format("?"), [float(number)]).fetchall()
    for written in (number, f"{number}e0", f"'{number}'::double"):
        assert shared.execute(query.format(written)).fetchall() == bound, written


def test_the_label_names_each_level_that_gains_nothing_but_0(shared: duckdb.DuckDBPyConnection) -> None:
    gains = "map {0: 0, 1: 0, 2: 1, 10: 0}"
    ((label,),) = shared.execute(f"select distinct metric from e.ndcg(gains := {gains}, k := 5)").fetchall()
    assert label == "nDCG(gains={1:0,2:1,10:0})@5"
    assert str(parse_measure(label)) == label
