"""A metric's macro works in a file of its own, over any client's tables, and says what is wrong with an argument."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pytest
from conftest import FIXTURES

from evalsql import Metric, metrics
from evalsql.heads import read_metric
from evalsql.measure import make_measure
from evalsql.metric import Example, Parameter
from evalsql.render import macro, quote

METRICS = [pytest.param(metric, id=name) for name, metric in metrics().items()]
EXAMPLES = [
    pytest.param(metric, example, id=f"{name}-{number}")
    for name, metric in metrics().items()
    for number, example in enumerate(metric.examples, start=1)
]
# four runs and twenty queries of the simulated track; one run does not answer query 137
RUNS = f"(from '{FIXTURES}/track/runs.parquet' where run like 'bm25%' and query_id > '130')"
QRELS = f"(from '{FIXTURES}/track/qrels.parquet' where query_id > '130')"
OWN_NAMES = ("judged", "topics", "found", "ranked", "judgments", "run", "value", "t")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file in the format of DuckDB 1.2 that holds every metric's macro, and nothing else."""
    path = tmp_path_factory.mktemp("library") / "evalsql.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as made (storage_version 'v1.2.0')")
        connection.execute("use made")
        for metric in metrics().values():
            connection.execute(macro(metric))
    return path


def attach(connection: duckdb.DuckDBPyConnection, library: Path) -> duckdb.DuckDBPyConnection:
    """The connection, with the library attached as e."""
    connection.execute(f"attach '{library}' as e (read_only)")
    return connection


def with_track(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, with some of the simulated track in its tables runs and qrels."""
    connection.execute(f"create temp table runs as from {RUNS}")
    connection.execute(f"create temp table qrels as from {QRELS}")
    return connection


@pytest.fixture(scope="module")
def shared(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library as e and the track, which tests only read."""
    return with_track(attach(duckdb.connect(), library))


@pytest.fixture
def client(library: Path) -> duckdb.DuckDBPyConnection:
    """The same, for a test that makes tables or sets settings."""
    return with_track(attach(duckdb.connect(), library))


def call(metric: Metric | str, /, **arguments: Any) -> str:
    """A call of a metric's macro in e. A text is quoted, and None stands for null."""
    name = (metric if isinstance(metric, str) else metric.name).lower()
    written = {n: "null" if v is None else quote(v) if isinstance(v, str) else v for n, v in arguments.items()}
    return f"e.{name}({', '.join(f'{n} := {v}' for n, v in written.items())})"


def rows(connection: duckdb.DuckDBPyConnection, source: str, before: str = "") -> list[tuple]:
    """The rows that a source gives: run, query_id, metric and value, in order, the value to its last bit."""
    found = connection.execute(f"{before} select run, query_id, metric, value from {source}").fetchall()
    assert found
    return sorted((run, query, metric, value.hex()) for run, query, metric, value in found)


def fitting(metric: Metric) -> dict[str, Any]:
    """Arguments with which any metric can be called: those of its first example."""
    return dict(metric.examples[0].arguments)


def test_a_library_is_in_the_format_of_duckdb_1_2(library: Path) -> None:
    with duckdb.connect(library, read_only=True) as connection:
        (tags,) = connection.execute("select tags from duckdb_databases() where database_name = 'evalsql'").fetchone()
    assert tags["storage_version"].startswith("v1.2.0")


def test_a_library_has_one_table_macro_a_metric_and_nothing_else(shared: duckdb.DuckDBPyConnection) -> None:
    found = shared.execute(
        "select function_name, function_type from duckdb_functions() where database_name = 'e' and not internal"
    ).fetchall()
    assert sorted(found) == sorted((name.lower(), "table_macro") for name in metrics())
    assert shared.execute("from duckdb_tables() where database_name = 'e'").fetchall() == []


@pytest.mark.parametrize(("metric", "example"), EXAMPLES)
def test_the_worked_examples_hold_in_a_library_attached_read_only(
    metric: Metric, example: Example, library: Path, ranking: Callable[..., duckdb.DuckDBPyConnection]
) -> None:
    connection = attach(ranking(example.ranking, example.missed, example.scores), library)
    connection.execute("insert into runs values ('run', 'another query', 'd', 1)")  # there is a run in any case
    arguments = {"runs": "runs", "qrels": "qrels", **example.arguments}
    value = connection.execute(f"select value from {call(metric, **arguments)} where query_id = 'q'").fetchall()
    assert value == [(pytest.approx(float(example.value), rel=0, abs=example.tolerance * 1.000001),)]


@pytest.mark.parametrize("metric", METRICS)
def test_a_library_opened_itself_gives_the_same_bits(
    metric: Metric, library: Path, shared: duckdb.DuckDBPyConnection
) -> None:
    arguments = fitting(metric)
    with duckdb.connect(library, read_only=True) as connection:
        own = rows(with_track(connection), call(metric, **arguments).removeprefix("e."))
    assert own == rows(shared, call(metric, **arguments))


@pytest.mark.parametrize("metric", METRICS)
def test_a_macro_alone_in_a_database_works_so_it_needs_no_other(
    metric: Metric, shared: duckdb.DuckDBPyConnection
) -> None:
    arguments = fitting(metric)
    with duckdb.connect() as connection:
        connection.execute(macro(metric))
        alone = rows(with_track(connection), call(metric, **arguments).removeprefix("e."))
    assert alone == rows(shared, call(metric, **arguments))


@pytest.mark.parametrize("metric", METRICS)
def test_a_macro_has_the_parameters_of_its_head_each_with_its_default(
    metric: Metric, shared: duckdb.DuckDBPyConnection
) -> None:
    (names,) = shared.execute(
        "select parameters from duckdb_functions() where database_name = 'e' and function_name = ?",
        [metric.name.lower()],
    ).fetchone()
    assert names == ["runs", "qrels", *metric.parameters]
    required = {name: fitting(metric)[name] for name, p in metric.parameters.items() if p.default is None}
    every = {name: p.default for name, p in metric.parameters.items()} | required
    assert rows(shared, call(metric, **required)) == rows(shared, call(metric, runs="runs", qrels="qrels", **every))


@pytest.mark.parametrize("metric", METRICS)
def test_every_argument_may_be_a_parameter_of_a_prepared_statement(
    metric: Metric, shared: duckdb.DuckDBPyConnection
) -> None:
    arguments = {"runs": "runs", "qrels": "qrels", **fitting(metric)}
    marks = ", ".join(f"{name} := ?" for name in arguments)
    query = f"select run, query_id, metric, value from e.{metric.name.lower()}({marks})"
    found = shared.execute(query, list(arguments.values())).fetchall()
    assert sorted((*row[:2], row[3].hex()) for row in found) == [
        (run, query_id, value) for run, query_id, _, value in rows(shared, call(metric, **arguments))
    ]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Paths of Parquet files of the same runs and qrels."""
    folder = tmp_path_factory.mktemp("files")
    for name, source in {"runs": RUNS, "qrels": QRELS}.items():
        duckdb.execute(f"copy {source} to '{folder}/{name}.parquet'")
    return {name: f"{folder}/{name}.parquet" for name in ("runs", "qrels")}


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_reads_parquet_files_by_their_paths(
    metric: Metric, files: dict[str, str], shared: duckdb.DuckDBPyConnection
) -> None:
    arguments = fitting(metric)
    expected = rows(shared, call(metric, **arguments))
    assert rows(shared, call(metric, **files, **arguments)) == expected
    quoted = {name: f'"{path}"' for name, path in files.items()}  # as DuckDB 1 needs where a path has several dots
    assert rows(shared, call(metric, **quoted, **arguments)) == expected


@pytest.mark.parametrize(
    ("made", "named"),
    [
        ("create table my_{name} as from {source}", "my_{name}"),
        ("create view my_{name} as from {source}", "my_{name}"),
        ("create temp view my_{name} as from {source}", "my_{name}"),
        ("create schema if not exists s; create table s.{name} as from {source}", "s.{name}"),
        ('create table "my {name}" as from {source}', '"my {name}"'),
        ("attach if not exists ':memory:' as other; create table other.{name} as from {source}", "other.{name}"),
        ("create table MY_{name} as from {source}", "my_{name}"),
    ],
)
def test_runs_and_qrels_may_be_any_tables_or_views(made: str, named: str, client: duckdb.DuckDBPyConnection) -> None:
    expected = rows(client, call("ndcg", k=10))
    for name, source in {"runs": RUNS, "qrels": QRELS}.items():
        client.execute(f"drop table temp.{name}; " + made.format(name=name, source=source))
    given = {name: named.format(name=name) for name in ("runs", "qrels")}
    assert rows(client, call("ndcg", **given, k=10)) == expected


@pytest.mark.parametrize("metric", METRICS)
def test_runs_and_qrels_may_be_ctes_of_the_caller(metric: Metric, shared: duckdb.DuckDBPyConnection) -> None:
    arguments = fitting(metric)
    mine = "with mine as (from runs where run > 'bm25'), theirs as (from qrels where query_id > '140')"
    expected = [row for row in rows(shared, call(metric, **arguments)) if row[0] > "bm25" and row[1] > "140"]
    assert len(expected) == 3 * 10
    assert rows(shared, call(metric, runs="mine", qrels="theirs", **arguments), mine) == expected


@pytest.mark.parametrize("metric", METRICS)
def test_ids_may_be_whole_numbers_and_scores_and_relevance_of_any_type(
    metric: Metric, client: duckdb.DuckDBPyConnection
) -> None:
    arguments = fitting(metric)
    client.execute(
        "create table docs as select doc_id, 10000 + row_number() over (order by doc_id asc) as number"
        " from (select doc_id from runs union select doc_id from qrels)"
    )
    client.execute(
        "create table r as select dense_rank() over (order by run asc) as run, query_id::integer as query_id,"
        " number::bigint as doc_id, (1000 - rank)::smallint as score from runs join docs using (doc_id)"
    )
    client.execute(
        "create table q as select query_id::usmallint as query_id, number as doc_id, relevance::tinyint as relevance"
        " from qrels join docs using (doc_id)"
    )
    names = dict(
        client.execute(
            "select dense_rank() over (order by run asc)::varchar, run from (select distinct run from runs)"
        ).fetchall()
    )
    found = rows(client, call(metric, runs="r", qrels="q", **arguments))
    assert sorted((names[run], *rest) for run, *rest in found) == rows(client, call(metric, **arguments))


@pytest.mark.parametrize(
    ("ids", "others"), [("unnest([7, 7, 7])", "unnest(['7', '007', '7'])"), ("unnest(['7', '007', '7'])", "7")]
)
def test_ids_are_compared_as_texts_so_007_is_not_7(ids: str, others: str, client: duckdb.DuckDBPyConnection) -> None:
    client.execute(
        f"create table r as select 'run' as run, unnest(['1', '2', '3']) as query_id, {ids} as doc_id, 1 as score"
    )
    client.execute(f"create table q as select unnest([1, 2, 3]) as query_id, {others} as doc_id, 1 as relevance")
    client.execute("update r set query_id = '03' where query_id = '3'")
    found = client.execute("select query_id, value from e.rr(runs := 'r', qrels := 'q')").fetchall()
    assert dict(found) == {"1": 1, "2": 0, "3": 0}


@pytest.mark.parametrize("form", ["create table bm25 as {}", "create view bm25 as {}", "with bm25 as ({})"])
def test_runs_without_a_run_column_are_named_for_their_table(form: str, client: duckdb.DuckDBPyConnection) -> None:
    expected = [row for row in rows(client, call("ap")) if row[0] == "bm25"]
    statement = form.format("select query_id, doc_id, score from temp.runs where run = 'bm25'")
    before = statement if form.startswith("with") else ""
    if not before:
        client.execute(statement)
    assert rows(client, call("ap", runs="bm25"), before) == expected


def test_a_parquet_file_without_a_run_column_is_named_for_its_path(
    client: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    path = str(tmp_path / "bm25.parquet")
    client.execute(f"copy (select query_id, doc_id, score from runs where run = 'bm25') to '{path}'")
    expected = [(path, *row[1:]) for row in rows(client, call("ap")) if row[0] == "bm25"]
    assert rows(client, call("ap", runs=path)) == expected


@pytest.mark.parametrize("name", OWN_NAMES)
@pytest.mark.parametrize("form", ["create table {} as from {}", "create view {} as from {}", "with {} as (from {})"])
@pytest.mark.parametrize("metric", ["nDCG", "NumRet", "Bpref"])
def test_a_users_table_may_have_a_name_that_the_macro_uses(
    metric: str, form: str, name: str, client: duckdb.DuckDBPyConnection
) -> None:
    expected = rows(client, call(metric))
    for argument in ("runs", "qrels"):
        statement = form.format(name, f"temp.{argument}")
        before = statement if form.startswith("with") else ""
        if not before:
            client.execute(statement)
        assert rows(client, call(metric, **{argument: name}), before) == expected, argument
        if not before:
            client.execute(f"drop {form.split()[1]} {name}")


@pytest.mark.parametrize("metric", METRICS)
def test_a_users_other_tables_and_ctes_do_not_matter(metric: Metric, client: duckdb.DuckDBPyConnection) -> None:
    arguments = fitting(metric)
    expected = rows(client, call(metric, **arguments))
    names = (*OWN_NAMES, "_es_runs", "_es_qrels", "_es_values", "_es_judged", "_es_topics")
    for name in names:
        client.execute(f"create table {name} as select 'x' as run, 'x' as query_id, 9 as value, 9 as relevance")
    assert rows(client, call(metric, **arguments)) == expected
    ctes = ", ".join(f"{name} as (select 'x' as run, 'x' as query_id, 9 as rank)" for name in names)
    assert rows(client, call(metric, **arguments), f"with {ctes}") == expected


@pytest.mark.parametrize("metric", METRICS)
def test_further_columns_do_not_matter_whatever_their_names(metric: Metric, client: duckdb.DuckDBPyConnection) -> None:
    arguments = fitting(metric)
    expected = rows(client, call(metric, **arguments))
    names = {*metric.parameters, "runs", "qrels", "relevance_", "value", "metric", "tied_from", "ideal_rank", "num_ret"}
    columns = ", ".join(f'7 as "{name}"' for name in sorted(names))
    client.execute(f"create table r as select *, {columns}, 7 as relevance from runs")
    client.execute(f"create table q as select *, {columns}, 7 as rank, 7 as score, 'x' as run from qrels")
    assert rows(client, call(metric, runs="r", qrels="q", **arguments)) == expected


SETTINGS = (
    "set default_order = 'desc'",
    "set default_null_order = 'nulls_first'",
    "set threads = 1",
    "set preserve_insertion_order = false",
    "set integer_division = true",
)


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_clients_settings_change_no_bit(setting: str, client: duckdb.DuckDBPyConnection) -> None:
    calls = [call(metric, **fitting(metric)) for metric in metrics().values()]
    expected = [rows(client, each) for each in calls]
    client.execute(setting)
    assert [rows(client, each) for each in calls] == expected


def test_a_clients_collation_does_not_change_the_order_of_ties(library: Path) -> None:
    connection = attach(duckdb.connect(), library)
    connection.execute(
        "create table runs as select 'run' as run, 'q' as query_id, unnest(['D2', 'd1']) as doc_id, 1 as score"
    )
    connection.execute("create table qrels as select 'q' as query_id, 'd1' as doc_id, 1 as relevance")
    assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]
    connection.execute("set default_collation = 'nocase'")
    assert rows(connection, call("rr")) == [("run", "q", "RR", (1.0).hex())]


def test_the_order_of_rows_changes_no_bit(client: duckdb.DuckDBPyConnection) -> None:
    client.execute("create table r as from runs order by md5(run || query_id || doc_id) asc")
    client.execute("create table q as from qrels order by md5(query_id || doc_id) asc")
    for metric in metrics().values():
        arguments = fitting(metric)
        assert rows(client, call(metric, runs="r", qrels="q", **arguments)) == rows(client, call(metric, **arguments))


def unfit(parameter: Parameter) -> list[Any]:
    """Values that a parameter does not take."""
    if parameter.cutoff:
        return [None, 0, -1, 2.5, 2**31]
    if parameter.type == "VARCHAR":
        return [None, "foo", "", "LOG2"] if parameter.one_of else [None]
    inside = parameter.within
    below = [inside.low, inside.low - 1] if inside.low_open else [inside.low - 1]
    above = [inside.high, inside.high + 1] if inside.high_open else [inside.high + 1]
    fractions = [0.5] if parameter.type == "INTEGER" else []
    finite = [number for number in [*below, *above] if abs(number) < 1e300]
    return [None, *finite, *fractions]


UNFIT = [
    pytest.param(metric, parameter, value, id=f"{metric.name}-{parameter.name}-{value}")
    for metric in metrics().values()
    for parameter in metric.parameters.values()
    for value in unfit(parameter)
]


def complaint(connection: duckdb.DuckDBPyConnection, query: str) -> str:
    """What DuckDB says when it refuses a query."""
    with pytest.raises(duckdb.Error) as refused:
        connection.execute(query).fetchall()
    return str(refused.value)


@pytest.mark.parametrize(("metric", "parameter", "value"), UNFIT)
def test_an_argument_that_is_not_fit_stops_the_macro_with_a_sentence(
    metric: Metric, parameter: Parameter, value: Any, shared: duckdb.DuckDBPyConnection
) -> None:
    said = complaint(shared, f"from {call(metric, **{parameter.name: value})}")
    shown = (
        "null" if value is None else re.escape(value) if isinstance(value, str) else rf"{re.escape(f'{value:g}')}(\.0)?"
    )
    if isinstance(value, int) and abs(value) > 1e6:
        shown = str(value)
    words = re.escape(f"evalsql: {metric.name}: {parameter.name} must be {parameter.allowed}, not ")
    assert re.fullmatch(rf"Invalid Input Error: {words}{shown}", said)


def test_the_sentences_of_the_guards_are_these(shared: duckdb.DuckDBPyConnection) -> None:
    whole = "evalsql: nDCG: k must be a whole number of at least 1, not "
    assert complaint(shared, "from e.ndcg(k := 0)") == f"Invalid Input Error: {whole}0"
    assert complaint(shared, "from e.ndcg(k := null)") == f"Invalid Input Error: {whole}null"
    assert complaint(shared, "from e.ndcg(k := 2.5)") == f"Invalid Input Error: {whole}2.5"
    assert complaint(shared, "from e.rbp(p := 1)").endswith("evalsql: RBP: p must be a number in [0, 1), not 1")
    assert complaint(shared, "from e.ap(rel := 0)").endswith("evalsql: AP: rel must be a number in (0, inf), not 0")
    assert complaint(shared, "from e.ndcg(discount := 'foo')").endswith(
        "evalsql: nDCG: discount must be one of log2, jk, rank, none, not foo"
    )


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


def code(metric: Metric) -> str:
    """The text of a metric's macro without comments and quoted texts."""
    return re.sub(r"'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/", "", macro(metric), flags=re.DOTALL).lower()


@pytest.mark.parametrize("metric", METRICS)
def test_a_macro_has_nothing_that_older_versions_cannot_read(metric: Metric) -> None:
    text = code(metric)
    assert text.count("create ") == 1
    assert "->" not in text
    assert "using key" not in text
    assert not re.search(r"\bif\s*\(", text)


def own_tables(metric: Metric) -> list[str]:
    """The names of a macro's outermost common table expressions."""
    text = code(metric).split(" as table", 1)[1]
    while (outside := re.sub(r"\([^()]*\)", " ", text)) != text:
        text = outside
    return re.findall(r"(\w+)\s+as\s+(?:materialized\s*)?(?=,|select\b|$)", text)


def test_the_names_of_a_macros_own_tables_have_a_prefix_that_no_users_table_has() -> None:
    names = {name for metric in metrics().values() for name in own_tables(metric)}
    assert {"_es_runs", "_es_qrels"} <= names
    assert [name for name in sorted(names) if not name.startswith("_es_")] == []
