"""The macros over scores say what the command line says, to the last bit, from a file that Python has no part in."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from macro_calls import complaint
from places import FIXTURES

import evalsql
from evalsql.comparing.clusters import by_clusters
from evalsql.comparing.compare import decide, put_comparisons, put_tested
from evalsql.comparing.correlate import COEFFICIENTS, put_correlations
from evalsql.comparing.methods import heads, names, one_sided
from evalsql.comparing.score_source import read_scores
from evalsql.comparing.scores import Scores
from evalsql.connections import Connection
from evalsql.database.library import list_macros
from evalsql.render import statements

RUNS = f"(from '{FIXTURES}/track/runs.parquet' where run in ('bm25', 'bm25+ce', 'ql', 'dense', 'splade'))"
MEASURES = ("AP", "nDCG@10", "ESL", "GMAP")  # the lower ESL, the better; of GMAP logarithms are compared
OF_PAIRS = [
    name for name, head in heads("significance").items() if head["of"] == "pairs" and not head.get("binary", False)
]
OF_RUNS = [name for name, head in heads("significance").items() if head["of"] == "runs"]
RESAMPLES = 200
BOTH_SIDES = {"alternative": "two-sided"}


@pytest.fixture(scope="module")
def client(whole_library: Path) -> Iterator[Connection]:
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


def in_sql(client: Connection, measures: list[str]) -> Scores:
    """The scores as the commands have them, without the functions of Python."""
    return replace(read_scores("s", None, measures, connection=client), udf=False)


def opposed(client: Connection, baseline: list[str] | None) -> tuple[Scores, str]:
    """The same scores as the commands have them, and the argument that opposes runs likewise."""
    # in the order of their names, as the macros have them
    found = in_sql(client, sorted(MEASURES))
    found.oppose(baseline)
    return found, f"scores := 's', baseline := {'null' if baseline is None else repr(baseline)}"


@pytest.fixture(scope="module")
def every_pair(client: Connection) -> tuple[Scores, str]:
    return opposed(client, None)


@pytest.fixture(scope="module")
def baselines(client: Connection) -> tuple[Scores, str]:
    return opposed(client, ["ql", "dense"])


def assert_same(found: Connection | duckdb.DuckDBPyRelation | list[tuple], expected: list[tuple]) -> None:
    """Asserts that rows are the same in any order, to the last bit, and not all null but for names."""
    rows = found if isinstance(found, list) else found.fetchall()
    assert any(isinstance(value, float) for row in rows for value in row)
    assert sorted(rows, key=repr) == sorted(expected, key=repr)


def long_tests_and_intervals_are_those_of_the_command(every_pair, baselines, client) -> None:
    asked = [(every_pair, OF_PAIRS, list(names("intervals"))), (baselines, OF_PAIRS[::4], ["student", "bca"])]
    for (found, given), tests, intervals in asked:
        for test in tests:
            seeded = "$seed" in statements.comparison("significance", test, False)
            values = {"resamples": RESAMPLES, "seed": 7} if seeded else {}
            arguments = ", ".join((given, *(f"{name} := {value}" for name, value in values.items())))
            rows = found.rows("significance", test, values | BOTH_SIDES)
            assert {row[0] for row in rows} == set(MEASURES), test
            assert_same(client.execute(f"from e.{test}({arguments})"), rows)
        for interval in intervals:
            drawn = f", resamples := {RESAMPLES}, seed := 7" if interval in ("percentile", "bca") else ""
            rows = found.rows("intervals", interval, {"resamples": RESAMPLES, "seed": 7, "confidence": 0.9})
            assert_same(client.execute(f"from e.{interval}_interval({given}, confidence := 0.9{drawn})"), rows)


def test_tests_to_one_side_are_those_of_the_command(client: Connection) -> None:
    found, given = opposed(client, ["ql"])
    for test in (each for each in OF_PAIRS if one_sided(each)):
        values = {"resamples": RESAMPLES, "seed": 7, "alternative": "less"}
        drawn = f", resamples := {RESAMPLES}, seed := 7" if test in ("bootstrap", "randomisation") else ""
        call = f"from e.{test}({given}, alternative := 'less'{drawn})"
        assert_same(client.execute(call), found.rows("significance", test, values))


def test_what_is_of_values_that_are_0_or_1_is_that_of_the_command(client: Connection) -> None:
    client.execute(
        "create or replace temp table b as"
        " select * replace ((value > 0.3)::double as value) from s where metric <> 'GMAP'"
    )
    found = replace(read_scores("b", None, sorted({*MEASURES} - {"GMAP"}), connection=client), udf=False)
    found.oppose()
    assert_same(client.execute("from e.mcnemar(scores := 'b')"), found.rows("significance", "mcnemar", BOTH_SIDES))
    fractions, geometric = r"a value of AP of run \S+ is 0\.\d+; 0 or 1 was", "GMAP has a geometric mean"
    for measure, said in (("AP", fractions), ("GMAP", geometric)):
        with pytest.raises(duckdb.Error, match=f"evalsql: mcnemar: {said}"):
            client.execute(f"from e.mcnemar(scores := 's', measure := '{measure}')")
    found.make("compared", "singles")
    for interval in names("intervals", "means"):
        rows = found.rows("intervals", interval, {"confidence": 0.9})
        assert_same(client.execute(f"from e.{interval}_interval(scores := 'b', confidence := 0.9)"), rows)
        client.execute("create or replace temp table one as from b where run = 'ql'")
        one = client.execute(f"from e.{interval}_interval(scores := 'one', confidence := 0.9)").fetchall()
        assert sorted(one) == sorted(row for row in rows if row[1] == "ql")


def test_those_by_clusters_are_those_of_the_command(baselines: tuple[Scores, str], client: Connection) -> None:
    found, given = baselines
    client.execute("create temp table c as select distinct query_id, right(query_id, 1) as cluster from s")
    found = by_clusters(found, "c", connection=client)
    found.make("clustered", into="pairs")
    for macro in (each for each in list_macros() if each.name.startswith("clustered_")):
        folder = {"test": "significance"}.get(macro.kind, "intervals")
        name = macro.name.removeprefix("clustered_").removesuffix("_interval")
        rows = found.rows(folder, name, values := {"resamples": RESAMPLES, "seed": 7, "confidence": 0.9} | BOTH_SIDES)
        asked = "".join(f", {each} := {value!r}" for each, value in values.items() if f"{each} :=" in macro.signature)
        assert_same(client.execute(f"from e.{macro.name}({given}, clusters := 'c'{asked})"), rows)
    client.execute("insert into c select query_id, 'other' from c limit 1")
    with pytest.raises(duckdb.Error, match=r"evalsql: clustered_paired_t: query \S+ has clusters \d and other"):
        client.execute("from e.clustered_paired_t(scores := 's', clusters := 'c')").fetchall()


def test_tests_of_all_runs_and_of_categories_are_those_of_the_command(every_pair, client) -> None:
    found, best = every_pair[0], ["splade", "dense"]
    for test in OF_RUNS:
        assert_same(client.execute(f"from e.{test}(scores := 's')"), found.rows("significance", test))
    found.make("categories", values={"best": best})
    for test in ("kruskal_wallis", "mann_whitney"):
        rows = found.rows("significance", test)
        assert_same(client.execute(f"from e.{test}(scores := 's', best := {best})"), rows)


@pytest.mark.filterwarnings("ignore:29 run/query pairs of 5 runs without a value")
def long_comparisons_are_those_of_compare(client: Connection) -> None:
    compared = evalsql.compare("s", None, sorted(MEASURES), connection=client, baseline="ql", alpha=0.1)
    found = client.execute("from e.comparisons(scores := 's', baseline := 'ql', alpha := 0.1)")
    assert [name for name, *_ in found.description] == compared.columns
    rows = found.fetchall()
    alone = in_sql(client, sorted(MEASURES))
    put_comparisons(alone, decide(alpha=0.1), "ql")
    assert_same(rows, alone.connection.execute("from evalsql_comparisons").fetchall())
    by_python = sorted(compared.fetchall(), key=lambda row: row[:3])
    for one, other in zip(sorted(rows, key=lambda row: row[:3]), by_python, strict=True):
        assert one == tuple(pytest.approx(each, rel=1e-11) if isinstance(each, float) else each for each in other)


def long_effects_corrections_and_correlations_are_those_of_the_command(client: Connection) -> None:
    found = in_sql(client, ["AP"])
    found.oppose()
    found.make("contrasts")
    rows = found.rows("scores", "effects", {"alpha": 0.05, "power": 0.9})
    assert_same(client.execute("from e.effects(scores := 's', measure := 'AP', power := 0.9)"), rows)
    two = ["AP", "ESL"]
    client.execute(f"create or replace temp table w as from e.wilcoxon(scores := 's') where metric in {(*two,)}")
    columns = "metric, run, other, p_value, p_corrected"
    for correction in names("corrections"):
        found = in_sql(client, two)
        found.oppose()
        put_tested(found, decide("wilcoxon", correction))
        expected = found.connection.execute(f"select {columns} from evalsql_corrected").fetchall()
        macro = f"e.corrected(tested := 'w', correction := '{correction}')"
        assert_same(client.execute(f"select {columns} from {macro}"), expected)
    columns = "other, runs, value, p_value"
    for coefficient in COEFFICIENTS:
        found = in_sql(client, sorted(MEASURES))
        put_correlations(found, None, coefficient, p=0.8)
        rows = found.connection.execute(f"select measure, {columns} from evalsql_correlations").fetchall()
        p = ", p := 0.8" if coefficient == "rbo" else ""
        assert_same(client.execute(f"select metric, {columns} from e.{coefficient}(scores := 's'{p})"), rows)


def test_overlaps_are_those_of_python(client: Connection) -> None:
    expected = evalsql.overlap("chosen", depth=7, p=0.8, connection=client)
    assert_same(client.sql("from e.overlap(runs := 'chosen', k := 7, p := 0.8)"), expected.fetchall())


def test_scores_may_be_anything_that_a_query_reads_and_one_measure_may_be_asked_for(client, tmp_path) -> None:
    given = {each.name: json.loads(each.parameters) for each in list_macros()}
    assert {name for name in given if "scores" in given[name] and "measure" not in given[name]} == {*COEFFICIENTS}
    expected = client.execute("from e.paired_t(scores := 's')").fetchall()
    of_one = [row for row in expected if "nDCG@10" in row]
    assert_same(client.execute("from e.paired_t(scores := 's', measure := 'nDCG@10')"), of_one)
    path = tmp_path / "scores.parquet"
    client.execute(f"copy s to '{path}'; create or replace temp view v as from s")
    for named in (str(path), "v", "mine"):
        assert_same(client.execute("with mine as (from s) from e.paired_t(scores := ?)", [named]), expected)
        assert_same(client.execute(f"with mine as (from s) from e.paired_t(scores := '{named}')"), expected)


def long_scores_of_a_macro_go_into_a_test(client: Connection) -> None:
    client.execute(f"create or replace temp table judgments as from '{FIXTURES}/track/qrels.parquet'")
    scores = "from e.ndcg(runs := 'chosen', qrels := 'judgments', k := 10)"
    found = client.sql(f"with scores as ({scores}) from e.paired_t(scores := 'scores', baseline := 'ql')")
    client.execute(f"create or replace temp table n as {scores}")
    expected = replace(read_scores("n", None, connection=client), udf=False)
    expected.oppose("ql")
    assert_same(found, expected.rows("significance", "paired_t", BOTH_SIDES))


def test_a_seed_written_otherwise_is_the_same_seed(client: Connection) -> None:
    drawn = "from e.bootstrap(scores := 's', measure := 'AP', resamples := {}, seed := {})"
    expected = client.execute(drawn.format(100, 7)).fetchall()
    assert_same(client.execute(drawn.format("1e2", "7.0")), expected)


def long_a_division_by_0_is_none_whatever_the_client_has_set(client: Connection) -> None:
    own = client.cursor()
    own.execute("create temp table of_one_query as from s where query_id = '101'")
    calls = [f"from e.{name}(scores := 'of_one_query')" for name in ("tukey", "comparisons", "anova_interval")]
    expected = [sorted(own.execute(each).fetchall(), key=str) for each in calls]
    assert all(rows and any(None in row for row in rows) for rows in expected)
    own.execute("set ieee_floating_point_ops = false")
    assert [sorted(own.execute(each).fetchall(), key=str) for each in calls] == expected
    own.execute("reset ieee_floating_point_ops")


SPOKEN = {
    "overlap(runs := 'chosen', k := null)": "overlap: k must be a whole number in [1, 1000000000], not null",
    "randomisation(scores := 's', resamples := 2.5)": "resamples must be a whole number in [1, 1000000000], not 2.5",
    "paired_t(scores := 's', baseline := 'none')": "paired_t: unknown baseline run none",
    "paired_t(scores := 's', baseline := ['ql', 'none'])": "paired_t: unknown baseline run none",
    "paired_t(scores := 's', baseline := [])": "paired_t: the list of baselines is empty; name a run, or give null",
    "paired_t(scores := 's', baseline := ['ql', null])": "a run of the list of baselines is null",
    "wilcoxon(scores := 's', alternative := 'greater')": "wilcoxon: alternative greater needs one baseline",
    "sign(scores := 's', baseline := ['ql', 'dense'], alternative := 'less')": "alternative less needs one baseline",
    "sign(scores := 's', alternative := 'more')": "must be one of two-sided, greater, less, not 'more'",
    "paired_t(scores := 's', baseline := [null])": "a run of the list of baselines is null",
    "mann_whitney(scores := 's', best := ['ql', null])": "a run of the list best is null",
    "mann_whitney(scores := 's', best := ['ql', 'none'])": "unknown best run none",
    "kendall(scores := 'of_one')": "kendall: there is only one measure, AP, where two or more were expected",
}


def test_what_is_wrong_with_arguments_is_said(client: Connection) -> None:
    for call, said in SPOKEN.items():
        found = complaint(client, f"with of_one as (from s where metric = 'AP') from e.{call}")
        assert said in found, call


@pytest.fixture(scope="module")
def texts() -> Iterator[Connection]:
    """A connection with some macros in its database."""
    with duckdb.connect() as connection:
        for macro in list_macros():
            if macro.name in (*COEFFICIENTS, "paired_t", "corrected", "overlap"):
                connection.execute(macro.statement)
        yield connection


TABLES = """
create or replace table scores as
select run, query_id, 'AP' as metric, (hash(run || query_id) % 8 / 8)::varchar as value
from (select unnest(['a', 'b', 'c']) as run) cross join (select unnest(['1', '2', '3']) as query_id);
create or replace table tested as
select 'AP' as metric, 'a' as run, unnest(['b', 'c']) as other, '1' as statistic, 'false' as familywise,
    unnest(['0.1', '0.02']) as p_value;
create or replace table runs as
select run, 'q' as query_id, 'd' || score as doc_id, score
from (select unnest(['r', 's']) as run) cross join (select unnest([3, 2, 1]) as score);
"""
NUMBER = "a value of AP of run a is {}; a number of at most 1e+100 was expected"
NO_P_VALUE = "a row has no p_value; they need the columns metric, run, other and p_value"
NESTED = "a run, query_id or metric of the scores is a list or a struct"
EMPTY = "a run, query_id or metric of the scores is empty; every row must have one"
LACKING = "the scores lack a column value; scores have the columns run, query_id, metric and value"
SCORES = "create or replace table scores as select * replace ({}) from scores where run = 'a'"
BY_T = "alter table tested add column test varchar default 't'"
SEVERAL = "insert into tested from tested where other = 'b'"
RUN = "create or replace table runs as select * replace ('{}'::{} as run) from runs where run = 'r'"
OVERLAP = "overlap(k := 2)"
NO_RUN = "; insert into runs select * replace (null as run) from runs"
# what is done to tables of texts, the macro that is called, and what it says
REFUSED = {
    **{
        SCORES.format(f"{value} as value"): ("paired_t()", NUMBER.format(shown))
        for value, shown in (
            *(("'1_0'", "1_0"), ("'1_0'::enum ('1_0')", "1_0"), ("'abc'", "abc"), ("''", ""), ("'nan'", "nan")),
            *(("date '2026-01-02'", "2026-01-02"), ("[1.5]", "[1.5]")),
        )
    },
    "update scores set value = '1e200' where run = 'a' and query_id = '1'": ("paired_t()", NUMBER.format("1e200")),
    "update scores set run = '' where run = 'a'": ("paired_t()", EMPTY),
    SCORES.format("null as value"): ("paired_t()", LACKING),
    SCORES.format("null::double as value"): ("paired_t()", "there are no values among the scores"),
    SCORES.format("[run] as run"): ("paired_t()", NESTED),
    SCORES.format("{'a': query_id} as query_id"): ("paired_t()", NESTED),
    SCORES.format("[metric] as metric"): ("paired_t()", NESTED),
    "alter table scores rename value to number": ("paired_t()", LACKING),
    "alter table tested rename p_value to p": ("corrected()", NO_P_VALUE),
    SEVERAL: ("corrected()", "a and b have several p-values of AP; one was expected"),
    f"{BY_T}; {SEVERAL}": ("corrected()", "a and b have several p-values of AP by t; one was expected"),
    "update tested set familywise = 'maybe'": ("corrected()", "familywise is maybe; true or false was expected"),
    "update tested set statistic = 'x'": ("corrected()", "a statistic is x; a number was expected"),
    **{
        f"create or replace table tested as select * replace ({value} as p_value) from tested": (
            "corrected()",
            f"a p-value is {shown}; it must be from 0 to 1",
        )
        for value, shown in {"'x'": "x", "'0.0_5'": "0.0_5", "'nan'": "nan", "[0.5]": "[0.5]"}.items()
    },
    **{
        f"alter table scores alter value type {kind} -- {coefficient}": (
            f"{coefficient}()",
            "there is only one measure, AP, where two or more were expected",
        )
        for coefficient in COEFFICIENTS
        for kind in ("double", "varchar")
    },
    # below the cutoff
    "insert into runs values ('r', 'q', 'd1', -1)": (OVERLAP, "document d1 appears twice for query q in run r"),
    RUN.format(1, "integer") + NO_RUN: (OVERLAP, "a row of the runs has no run, where others have one"),
    RUN.format("2026-01-02", "date") + NO_RUN: (OVERLAP, "a row of the runs has no run, where others have one"),
}


def test_tables_that_are_not_fit_are_refused(texts: Connection) -> None:
    texts.execute(TABLES)
    for fit in ("paired_t()", "overlap(k := 2)"):
        assert texts.execute(f"from {fit}").fetchall()
    corrected = texts.execute("select other, p_corrected from corrected() order by all").fetchall()
    assert corrected == [("b", 0.1), ("c", 0.04)]
    for change, (call, said) in REFUSED.items():
        texts.execute(f"{TABLES} {change}")
        found = complaint(texts, f"from {call}").partition("evalsql: ")[2]
        assert found == f"{call.partition('(')[0]}: {said}", change


def test_measures_and_tests_that_differ_in_case_are_two_whatever_a_client_sets(texts: Connection) -> None:
    texts.execute(f"""
        {TABLES} insert into scores select * replace ('ap' as metric) from scores;
        alter table tested add column test varchar default 't';
        insert into tested by name select * replace ('T' as test) from tested
    """)
    with texts.cursor() as own:
        own.execute("set default_collation = 'nocase'")
        families = own.execute("select test, other, p_corrected from corrected() order by 1, 2").fetchall()
        metric = own.execute("select distinct metric::blob from paired_t(measure := 'ap')").fetchall()
    assert sorted(families) == [("T", "b", 0.1), ("T", "c", 0.04), ("t", "b", 0.1), ("t", "c", 0.04)]
    assert metric == [(b"ap",)]


def test_those_of_trials_are_those_of_the_command(client: Connection) -> None:
    client.execute(
        "create temp table trials as select run || '@' || trial as run, query_id, metric,"
        " value * ((md5_number_lower(run || query_id || metric || trial) % 100) / 100) as value"
        " from s, range(3) as t(trial) where metric in ('AP', 'nDCG@10')"
    )
    found = replace(read_scores("trials", None, connection=client, trials=r"(.*)@\d+"), udf=False)
    rows = found.rows("scores", "variance_components", {"confidence": 0.9})
    assert_same(client.execute("from e.variance_components(scores := 'trials', confidence := 0.9)"), rows)
    means = found.connection.execute("select run, query_id, metric, value from evalsql_over_trials").fetchall()
    over = "from e.over_trials(scores := '{}', pattern := '(.*)@.*', pass_k := 2) select run, query_id, metric, {}"
    assert_same(client.execute(over.format("trials", "value")), means)
    client.execute("create temp table ones as from trials select * replace ((value > 0.2)::double as value)")
    for of, column in (("pass@2", "pass_at_k"), ("pass^2", "pass_all_k")):
        passed = read_scores("ones", None, connection=client, trials=r"(.*)@\d+", over=of).connection
        rows = passed.execute("select run, query_id, metric, value from evalsql_over_trials").fetchall()
        assert_same(client.execute(over.format("ones", column)), rows)
