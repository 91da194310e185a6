"""Every macro has the guards of its parameters, which refuse unfit arguments with a sentence before anything else."""

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest
from macro_calls import METRICS, argument, attach, complaint, fitting, rows
from macro_refused import AGAIN, CHANGES, TWICE, assert_refuses, assert_unfit, of_command_line, put_tables
from macro_refused import complaint as complaint_of
from places import FIXTURES
from variants import representative

import evalsql
from evalsql import Metric, curves, metrics
from evalsql.catalog.gains import GAINS
from evalsql.catalog.heads import read_metric
from evalsql.catalog.metric import WHOLE_RANKING, Parameter
from evalsql.render.builtins import qualified
from evalsql.render.frames import macro
from evalsql.render.guards import guard

EVERY = [*metrics().values(), *curves().values()]


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


def long_every_macro_has_the_guards_of_its_parameters_which_refuse_what_is_unfit() -> None:
    tried: set[str] = set()
    for metric in EVERY:
        text = macro(metric)
        for parameter in metric.parameters.values():
            condition = guard(metric.name, parameter)
            assert qualified(condition) in text, (metric.name, parameter.name)
            if repr(parameter) in tried:
                continue
            tried.add(repr(parameter))
            words = re.escape(f"evalsql: {metric.name}: {parameter.name} must be {parameter.allowed}, not ")
            for value in unfit(parameter):
                said = complaint(duckdb, f"select {condition} from (select {argument(value)} as {parameter.name})")
                assert re.fullmatch(f"Invalid Input Error: {words}{re.escape(shown(value))}", said)
            for value in (parameter.default, fitting(metric).get(parameter.name, parameter.default)):
                fits = f"select {condition} from (select {argument(value)} as {parameter.name})"
                if value is not None and value != WHOLE_RANKING:
                    assert duckdb.sql(fits).fetchall() == [(True,)], (metric.name, parameter.name, value)


def shown(value: Any) -> str:
    """A value as a sentence has it."""
    if value is None:
        return "null"
    return value if isinstance(value, str) else f"{value}"


def long_the_sentences_of_the_guards_are_these(shared: duckdb.DuckDBPyConnection) -> None:
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


@pytest.fixture(scope="module")
def with_e(library: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the library as e."""
    return attach(duckdb.connect(), library)


@pytest.fixture
def tables(with_e: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    return put_tables(with_e)


@pytest.mark.parametrize("metric", [each for each in METRICS if representative(each.values[0])])
def long_a_metric_of_each_relation_refuses(metric: Metric, tables: duckdb.DuckDBPyConnection) -> None:
    assert_refuses(tables, metric)


def long_the_command_line_says_the_same_of_documents_that_are_there_twice(tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute("insert into runs values ('r', 'q', 'd1', '0.5')")
    assert of_command_line(tables, evalsql.metrics()["P"]).startswith(TWICE)
    tables.execute("delete from qrels where subtopic = 'u'; update qrels set subtopic = null")
    tables.execute("insert into qrels values ('q', 'd1', '0', null, null, '1')")
    assert of_command_line(tables, evalsql.metrics()["P"]).startswith(AGAIN)
    tables.execute("delete from runs where score = '0.5'")  # of two faults threads may find either first
    assert complaint_of(tables, evalsql.metrics()["P"]) == f"P: {AGAIN}"
    tables.execute("delete from qrels where relevance = '0'; update runs set query_id = 'q2'")
    said = "run r and the judgments have no query in common: the run has q2, ..., the judgments q, ..."
    assert of_command_line(tables, evalsql.metrics()["P"]).startswith(said)


def long_curves_are_refused_likewise(whole_library: Path, tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute(f"attach if not exists '{whole_library}' as whole (read_only); update runs set query_id = 'q2'")
    for name in ("ndcg_curve", "iprec_curve"):
        with pytest.raises(
            duckdb.Error, match="run r and the judgments have no query in common: the judgments have q,"
        ):
            tables.execute(f"from whole.{name}()")


def test_what_is_not_fit_is_refused(tables: duckdb.DuckDBPyConnection) -> None:
    assert_unfit(tables, "nDCG")


def test_ids_of_other_types_are_read_as_their_text(tables: duckdb.DuckDBPyConnection) -> None:
    tables.execute("create or replace table runs as select * replace (ascii(doc_id) + rowid as doc_id) from runs")
    tables.execute(
        "create or replace table qrels as select * replace (ascii(doc_id) as doc_id) from qrels where rowid < 1"
    )
    assert tables.execute("select run, value from e.p(k := 2) order by run asc").fetchall() == [("r", 0.5), ("s", 0)]


def long_what_is_not_fit_for_macros_of_scores_is_refused(whole_library: Path) -> None:
    connection = duckdb.connect()
    connection.execute(f"attach '{whole_library}' as evalsql (read_only)")
    runs = f"{FIXTURES}/track/runs.parquet"
    connection.execute(f"create table runs as from '{runs}' where query_id < '105' and run in ('bm25', 'ql')")
    connection.execute(
        "create table scores as select run, query_id, 'AP' as metric, max(score) as value from runs group by all"
    )
    assert connection.execute("from evalsql.paired_t()").fetchall()
    assert connection.execute("from evalsql.overlap(k := 10)").fetchall()
    connection.execute("insert into runs select * replace (score - 1e-9 as score) from runs where rank = 2")
    with pytest.raises(
        duckdb.Error, match=r"evalsql: overlap: document \S+ appears twice for query \d+ in run (bm25|ql)"
    ):
        connection.execute("from evalsql.overlap(k := 10)").fetchall()
    connection.execute("delete from runs where rank = 2")
    connection.execute("update runs set run = null where run = 'ql'")
    with pytest.raises(duckdb.Error, match="evalsql: overlap: a row of the runs has no run, where others have one"):
        connection.execute("from evalsql.overlap(k := 10)").fetchall()
    connection.execute("update scores set value = 1e200 where query_id = '101'")
    with pytest.raises(duckdb.Error, match=r"is 1e[+]200; a number of at most 1e[+]100 was expected"):
        connection.execute("from evalsql.paired_t()").fetchall()
    connection.execute("update scores set value = 1, run = '' where query_id = '101' and run = 'ql'")
    with pytest.raises(duckdb.Error, match="a run, query_id or metric of the scores is empty; every row must have one"):
        connection.execute("from evalsql.paired_t()").fetchall()


def long_every_macro_refuses(tables: duckdb.DuckDBPyConnection) -> None:
    for (metric,) in (each.values for each in METRICS):
        assert_refuses(put_tables(tables), metric)


@pytest.mark.parametrize("name", ["P", "NumRel", "alpha_nDCG"])
def long_what_is_not_fit_is_refused(name: str, tables: duckdb.DuckDBPyConnection) -> None:
    assert_unfit(tables, name)


def long_the_command_line_refuses_the_same(tables: duckdb.DuckDBPyConnection) -> None:
    for statement, _ in CHANGES.values():
        put_tables(tables).execute(statement)
        assert of_command_line(tables, evalsql.metrics()["P"])
