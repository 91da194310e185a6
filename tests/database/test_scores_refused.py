"""Scores and p-values that macros cannot use are refused in a sentence, whatever the types of their columns."""

from collections.abc import Iterator

import duckdb
import pytest

from evalsql.database.library import list_macros
from evalsql.sqltext import quote

CORRELATIONS = ("kendall", "tau_ap", "spearman", "pearson", "rbo")
NAMES = (*CORRELATIONS, "paired_t", "mann_whitney", "corrected", "overlap")
NUMBER = "; a number of at most 1e+100 was expected"
COLUMNS = "; scores have the columns run, query_id, metric and value"
NESTED = "a run, query_id or metric of the scores is a list or a struct"


@pytest.fixture(scope="module")
def library() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with some macros."""
    with duckdb.connect() as connection:
        for macro in list_macros():
            if macro.name in NAMES:
                connection.execute(macro.statement)
        yield connection


@pytest.fixture
def client(library: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, with tables of scores, p-values and runs, which are texts."""
    library.execute("""
        create or replace table scores as
        select run, query_id, 'AP' as metric, (hash(run || query_id) % 8 / 8)::varchar as value
        from (select unnest(['a', 'b', 'c']) as run) cross join (select unnest(['1', '2', '3']) as query_id);
        create or replace table tested as
        select 'AP' as metric, 'a' as run, unnest(['b', 'c']) as other, '1' as statistic, 'false' as familywise,
            unnest(['0.1', '0.02']) as p_value;
        create or replace table runs as
        select run, 'q' as query_id, 'd' || score as doc_id, score
        from (select unnest(['r', 's']) as run) cross join (select unnest([3, 2, 1]) as score)
    """)
    return library


def assert_refused(client: duckdb.DuckDBPyConnection, call: str, sentence: str) -> None:
    with pytest.raises(duckdb.InvalidInputException) as refused:
        client.execute(f"from {call}").fetchall()
    assert str(refused.value).partition("evalsql: ")[2] == f"{call.partition('(')[0]}: {sentence}"


@pytest.mark.parametrize(
    ("replaced", "sentence"),
    [
        ("'1_0' as value", "a value of AP of run a is 1_0" + NUMBER),
        ("'1_0'::enum ('1_0') as value", "a value of AP of run a is 1_0" + NUMBER),
        ("'abc' as value", "a value of AP of run a is abc" + NUMBER),
        ("'' as value", "a value of AP of run a is " + NUMBER),
        ("'nan' as value", "a value of AP of run a is nan" + NUMBER),
        ("date '2026-01-02' as value", "a value of AP of run a is 2026-01-02" + NUMBER),
        ("[1.5] as value", "a value of AP of run a is [1.5]" + NUMBER),
        ("null as value", "the scores lack a column value" + COLUMNS),
        ("null::double as value", "there are no values among the scores"),
        ("[run] as run", NESTED),
        ("{'a': query_id} as query_id", NESTED),
        ("[metric] as metric", NESTED),
    ],
)
def test_scores_that_are_not_fit_are_refused(client: duckdb.DuckDBPyConnection, replaced: str, sentence: str) -> None:
    assert client.execute("from paired_t()").fetchall()
    client.execute(f"create or replace view given as select * replace ({replaced}) from scores where run = 'a'")
    assert_refused(client, "paired_t('given')", sentence)


def test_scores_without_a_column_are_refused(client: duckdb.DuckDBPyConnection) -> None:
    client.execute("alter table scores rename value to number")
    assert_refused(client, "paired_t()", "the scores lack a column value" + COLUMNS)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "alter table tested rename p_value to p",
            "a row has no p_value; they need the columns metric, run, other and p_value",
        ),
        ("insert into tested from tested where other = 'b'", "a and b have several p-values of AP; one was expected"),
        (
            "alter table tested add column test varchar default 't'; insert into tested from tested where other = 'b'",
            "a and b have several p-values of AP by t; one was expected",
        ),
        ("update tested set familywise = 'maybe'", "familywise is maybe; true or false was expected"),
        ("update tested set statistic = 'x'", "a statistic is x; a number was expected"),
        ("update tested set p_value = 'x'", "a p-value is x; it must be from 0 to 1"),
        ("update tested set p_value = '0.0_5'", "a p-value is 0.0_5; it must be from 0 to 1"),
        ("update tested set p_value = 'nan'", "a p-value is nan; it must be from 0 to 1"),
        (
            "create or replace table tested as select * replace ([0.5] as p_value) from tested",
            "a p-value is [0.5]; it must be from 0 to 1",
        ),
    ],
)
def test_p_values_that_are_not_fit_are_refused(client: duckdb.DuckDBPyConnection, change: str, sentence: str) -> None:
    found = client.execute("select other, p_corrected from corrected() order by all").fetchall()
    assert found == [("b", 0.1), ("c", 0.04)]
    client.execute(change)
    assert_refused(client, "corrected()", sentence)


def test_p_values_of_two_tests_are_two_families(client: duckdb.DuckDBPyConnection) -> None:
    client.execute("alter table tested add column test varchar default 't'")
    client.execute("insert into tested by name select * replace ('T' as test) from tested")
    with client.cursor() as own:
        own.execute("set default_collation = 'nocase'")
        found = own.execute("select test, other, p_corrected from corrected() order by 1, 2").fetchall()
    assert sorted(found) == [("T", "b", 0.1), ("T", "c", 0.04), ("t", "b", 0.1), ("t", "c", 0.04)]


@pytest.mark.parametrize("coefficient", CORRELATIONS)
def test_one_measure_correlates_with_none(client: duckdb.DuckDBPyConnection, coefficient: str) -> None:
    client.execute("alter table scores alter value type double")
    sentence = "there is only one measure, AP, where two or more were expected"
    assert_refused(client, f"{coefficient}()", sentence)
    client.execute("alter table scores alter value type varchar")
    assert_refused(client, f"{coefficient}()", sentence)


def test_a_measure_is_asked_for_by_its_bytes(client: duckdb.DuckDBPyConnection) -> None:
    client.execute("insert into scores select * replace ('ap' as metric) from scores")
    with client.cursor() as own:
        own.execute("set default_collation = 'nocase'")
        found = own.execute("select distinct metric::blob from paired_t(measure := 'ap')").fetchall()
    assert found == [(b"ap",)]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ("paired_t(baseline := ['a', null])", "a run of the list of baselines is null"),
        ("paired_t(baseline := [null])", "a run of the list of baselines is null"),
        ("mann_whitney(best := ['a', null])", "a run of the list best is null"),
    ],
)
def test_a_list_of_runs_has_no_null(client: duckdb.DuckDBPyConnection, call: str, sentence: str) -> None:
    assert client.execute(f"from {call.replace(', null', '').replace('[null]', 'null')}").fetchall()
    assert_refused(client, call, sentence)


def test_a_document_that_is_there_twice_below_the_cutoff_is_refused(client: duckdb.DuckDBPyConnection) -> None:
    assert client.execute("from overlap(k := 2)").fetchall()
    client.execute("insert into runs values ('r', 'q', 'd1', -1)")
    assert_refused(client, "overlap(k := 2)", "document d1 appears twice for query q in run r")


@pytest.mark.parametrize("sql_type", ["integer", "date"])
def test_a_run_of_any_type_may_be_missing(client: duckdb.DuckDBPyConnection, sql_type: str) -> None:
    one = quote("1" if sql_type == "integer" else "2026-01-02")
    client.execute(
        f"create or replace table runs as select * replace ({one}::{sql_type} as run) from runs where run = 'r'"
    )
    client.execute("insert into runs select * replace (null as run) from runs")
    assert_refused(client, "overlap(k := 2)", "a row of the runs has no run, where others have one")
