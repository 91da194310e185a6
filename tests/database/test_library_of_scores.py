"""The macros over scores say what the command line says, to the last bit, from a file that Python has no part in."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from places import FIXTURES

import evalsql
from evalsql.comparing.choices import heads, names
from evalsql.comparing.compare import decide, put_tested
from evalsql.comparing.correlate import COEFFICIENTS, put_correlations
from evalsql.comparing.origin import read_scores
from evalsql.comparing.scores import Scores
from evalsql.render import statements

RUNS = f"(from '{FIXTURES}/track/runs.parquet' where run in ('bm25', 'bm25+ce', 'ql', 'dense', 'splade'))"
MEASURES = ("AP", "nDCG@10", "ESL", "GMAP")  # the lower ESL, the better; of GMAP logarithms are compared
OF_PAIRS = [name for name, head in heads("significance").items() if head["of"] == "pairs"]
OF_RUNS = [name for name, head in heads("significance").items() if head["of"] == "runs"]
RESAMPLES = 200


@pytest.fixture(scope="module")
def client(whole_library: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the library as e and scores of a track in the table s, of which some values are missing."""
    qrels = f"{FIXTURES}/track/qrels.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"create table chosen as from {RUNS}")
        found = evalsql.evaluate("chosen", qrels, MEASURES, connection=connection).to_arrow_table()
        connection.execute(
            "create table s as select * replace (case when hash < 250 then value end as value) from ("
            "select *, md5_number_lower(run || query_id || metric) % 256 as hash from found)"
        )
        assert found.num_rows == 5 * 50 * 4
        connection.execute(f"attach '{whole_library}' as e (read_only)")
        yield connection


@pytest.fixture(scope="module", params=[None, ["ql", "dense"]], ids=["every pair", "baselines"])
def opposed(request: pytest.FixtureRequest, client: duckdb.DuckDBPyConnection) -> tuple[Scores, str]:
    """The same scores as the commands have them, and the argument that opposes runs likewise."""
    # in the order of their names, as the macros have them
    found = read_scores("s", None, sorted(MEASURES), connection=client)
    assert not found.udf
    found.oppose(request.param)
    return found, f"scores := 's', baseline := {'null' if request.param is None else repr(request.param)}"


def assert_same(found: duckdb.DuckDBPyConnection | duckdb.DuckDBPyRelation, expected: list[tuple]) -> None:
    """Asserts that rows are the same in any order, to the last bit, and not all null but for names."""
    rows = found.fetchall()
    assert any(isinstance(value, float) for row in rows for value in row)
    assert sorted(rows, key=repr) == sorted(expected, key=repr)


def long_a_test_of_pairs_is_that_of_the_command(opposed: tuple[Scores, str], client: duckdb.DuckDBPyConnection) -> None:
    found, given = opposed
    for test in OF_PAIRS if "null" in given else OF_PAIRS[::4]:
        seeded = "$seed" in statements.comparison("significance", test, False)
        values = {"resamples": RESAMPLES, "seed": 7} if seeded else {}
        arguments = ", ".join((given, *(f"{name} := {value}" for name, value in values.items())))
        rows = found.rows("significance", test, values)
        assert {row[0] for row in rows} == set(MEASURES), test
        assert_same(client.execute(f"from e.{test}({arguments})"), rows)


def test_a_test_of_all_runs_is_that_of_the_command(
    opposed: tuple[Scores, str], client: duckdb.DuckDBPyConnection
) -> None:
    for test in OF_RUNS:
        assert_same(client.execute(f"from e.{test}(scores := 's')"), opposed[0].rows("significance", test))


def long_an_interval_is_that_of_the_command(opposed: tuple[Scores, str], client: duckdb.DuckDBPyConnection) -> None:
    found, arguments = opposed
    values = {"resamples": RESAMPLES, "seed": 7, "confidence": 0.9}
    for interval in heads("intervals") if "null" in arguments else ("student", "bca"):
        drawn = f", resamples := {RESAMPLES}, seed := 7" if interval in ("percentile", "bca") else ""
        rows = found.rows("intervals", interval, values)
        assert_same(client.execute(f"from e.{interval}_interval({arguments}, confidence := 0.9{drawn})"), rows)


@pytest.mark.filterwarnings("ignore:29 run/query pairs of 5 runs without a value")
def long_comparisons_are_those_of_compare(client: duckdb.DuckDBPyConnection) -> None:
    compared = evalsql.compare("s", None, sorted(MEASURES), connection=client, baseline="ql", alpha=0.1)
    expected, columns = compared.fetchall(), compared.columns
    found = client.execute("from e.comparisons(scores := 's', baseline := 'ql', alpha := 0.1)")
    assert [name for name, *_ in found.description] == columns
    assert_same(found, expected)


def long_effects_are_those_of_the_command(client: duckdb.DuckDBPyConnection) -> None:
    found = read_scores("s", None, ["AP"], connection=client)
    found.oppose()
    found.make("contrasts")
    rows = found.rows("scores", "effects", {"alpha": 0.05, "power": 0.9})
    assert_same(client.execute("from e.effects(scores := 's', measure := 'AP', power := 0.9)"), rows)


def long_p_values_are_corrected_as_by_the_command(client: duckdb.DuckDBPyConnection) -> None:
    client.execute("create or replace temp table w as from e.wilcoxon(scores := 's')")
    columns = "metric, run, other, p_value, p_corrected"
    for correction in names("corrections"):
        found = read_scores("s", None, sorted(MEASURES), connection=client)
        found.oppose()
        put_tested(found, decide("wilcoxon", correction))
        expected = found.connection.execute(f"select {columns} from evalsql_corrected").fetchall()
        macro = f"e.corrected(tested := 'w', correction := '{correction}')"
        assert_same(client.execute(f"select {columns} from {macro}"), expected)


def long_a_correlation_is_that_of_the_command(client: duckdb.DuckDBPyConnection) -> None:
    columns = "other, runs, value, p_value"
    for coefficient in COEFFICIENTS:
        found = read_scores("s", None, sorted(MEASURES), connection=client)
        put_correlations(found, None, coefficient, p=0.8)
        rows = found.connection.execute(f"select measure, {columns} from evalsql_correlations").fetchall()
        p = ", p := 0.8" if coefficient == "rbo" else ""
        assert_same(client.execute(f"select metric, {columns} from e.{coefficient}(scores := 's'{p})"), rows)


def test_overlaps_are_those_of_python(client: duckdb.DuckDBPyConnection) -> None:
    expected = evalsql.overlap("chosen", depth=7, p=0.8, connection=client)
    assert_same(client.sql("from e.overlap(runs := 'chosen', k := 7, p := 0.8)"), expected.fetchall())


def test_categories_are_compared_as_by_the_command(
    opposed: tuple[Scores, str], client: duckdb.DuckDBPyConnection
) -> None:
    found, _ = opposed
    best = ["splade", "dense"]
    found.make("categories", values={"best": best})
    for test in ("kruskal_wallis", "mann_whitney"):
        rows = found.rows("significance", test)
        assert_same(client.execute(f"from e.{test}(scores := 's', best := {best})"), rows)


def test_one_measure_may_be_asked_for(client: duckdb.DuckDBPyConnection) -> None:
    expected = client.execute("from e.paired_t(scores := 's') where metric = 'nDCG@10'").fetchall()
    assert_same(client.execute("from e.paired_t(scores := 's', measure := 'nDCG@10')"), expected)


def test_scores_may_be_anything_that_a_query_reads(client: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    expected = client.execute("from e.paired_t(scores := 's')").fetchall()
    path = tmp_path / "scores.parquet"
    client.execute(f"copy s to '{path}'; create or replace temp view v as from s")
    for named in (str(path), "v", "mine"):
        assert_same(client.execute("with mine as (from s) from e.paired_t(scores := ?)", [named]), expected)
        written = f"from e.paired_t(scores := '{named}')"
        assert_same(client.execute(f"with mine as (from s) {written}"), expected)


def long_scores_of_a_macro_go_into_a_test(client: duckdb.DuckDBPyConnection) -> None:
    client.execute(f"create or replace temp table judgments as from '{FIXTURES}/track/qrels.parquet'")
    found = client.sql(
        "with scores as (from e.ndcg(runs := 'chosen', qrels := 'judgments', k := 10))"
        " from e.paired_t(scores := 'scores', baseline := 'ql')"
    )
    client.execute("create or replace temp table n as from e.ndcg(runs := 'chosen', qrels := 'judgments', k := 10)")
    expected = read_scores("n", None, connection=client)
    expected.oppose("ql")
    assert_same(found, expected.rows("significance", "paired_t"))


SPOKEN = {
    "overlap(runs := 'chosen', k := null)": "overlap: k must be a whole number in [1, 1000000000], not null",
    "randomisation(scores := 's', resamples := 2.5)": "resamples must be a whole number in [1, 1000000000], not 2.5",
    "paired_t(scores := 's', baseline := 'none')": "paired_t: unknown baseline run none",
    "paired_t(scores := 's', baseline := ['ql', 'none'])": "paired_t: unknown baseline run none",
    "paired_t(scores := 's', baseline := [])": "paired_t: the list of baselines is empty; name a run, or give null",
    "mann_whitney(scores := 's', best := ['ql', 'none'])": "unknown best run none",
    "kendall(scores := 'of_one')": "kendall: there is only one measure, AP, where two or more were expected",
}


@pytest.mark.parametrize("call", SPOKEN)
def test_what_is_wrong_is_said(call: str, client: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(duckdb.Error) as refused:
        client.execute(f"with of_one as (from s where metric = 'AP') from e.{call}").fetchall()
    assert SPOKEN[call] in str(refused.value)


def test_a_seed_written_otherwise_is_the_same_seed(client: duckdb.DuckDBPyConnection) -> None:
    drawn = "from e.bootstrap(scores := 's', measure := 'AP', resamples := {}, seed := {})"
    expected = client.execute(drawn.format(100, 7)).fetchall()
    assert_same(client.execute(drawn.format("1e2", "7.0")), expected)


def long_a_division_by_0_is_none_whatever_the_client_has_set(client: duckdb.DuckDBPyConnection) -> None:
    own = client.cursor()
    own.execute("create temp table of_one_query as from s where query_id = '101'")
    calls = [f"from e.{name}(scores := 'of_one_query')" for name in ("tukey", "comparisons", "anova_interval")]
    expected = [sorted(own.execute(each).fetchall(), key=str) for each in calls]
    assert all(rows and any(None in row for row in rows) for rows in expected)
    own.execute("set ieee_floating_point_ops = false")
    assert [sorted(own.execute(each).fetchall(), key=str) for each in calls] == expected
    own.execute("reset ieee_floating_point_ops")
