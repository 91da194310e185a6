"""A database of scores alone, as Spark writes them, says of them what one that is built from runs says."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from built import MEASURES, ask, bits, but_evaluations, contents, macros_of, open_to_read, put_scores, rows
from in_process import invoke, refusal
from places import FIXTURES

from evalsql import InputError, add_to_database, build_database, compare
from evalsql.database.library import list_macros
from evalsql.database.upgrade import upgrade_database
from evalsql.database.writing import made
from evalsql.sqltext import quote

RUN, QRELS = FIXTURES / "tiny" / "good.run", FIXTURES / "tiny" / "qrels.txt"

TABLES = ["measures", "query_summary", "run_summary", "scores"]
VIEWS = ["comparisons", "leaderboard", "leaderboard_wide", "per_query"]
OF_EVALUATIONS = ["evaluations", "history"]
NEW = ("bm25", "bm25-title")  # the runs that are added to the others


@pytest.fixture(scope="module")
def folder(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scores of a database that was built from runs, as Spark leaves them: parts, and files that are no data."""
    path = tmp_path_factory.mktemp("spark") / "scores"
    for place in (0, 1):
        put_scores(built, path / f"part-0000{place}-c000.snappy.parquet", f"hash(run, query_id, metric) % 2 = {place}")
    for name in ("_SUCCESS", "._SUCCESS.crc", ".part-00000-c000.snappy.parquet.crc"):
        (path / name).write_bytes(b"crc")
    return path


@pytest.fixture(scope="module")
def scored(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of them, with a few macros, and those of runs in the schema live."""
    path = tmp_path_factory.mktemp("scored") / "scored.duckdb"
    with macros_of("AP", "paired_t", "overlap", "problems"):
        build_database(path, folder, None, MEASURES, live=True)
    return path


@pytest.fixture(scope="module")
def of_others(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the scores of some runs, without macros."""
    folder = tmp_path_factory.mktemp("others")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("evalsql.database.writing.put_macros_of_scores", lambda *given, **options: None)
        given = put_scores(built, folder / "others.parquet", f"run not in {NEW}")
        build_database(folder / "others.duckdb", given, None, MEASURES)
    return folder / "others.duckdb"


@pytest.fixture
def others(of_others: Path, tmp_path: Path, no_macros: None) -> Path:
    """A copy of it, to add the others to."""
    return Path(shutil.copy(of_others, tmp_path))


def check_the_same(path: Path, other: Path) -> None:
    """Every table and view says the same in both databases, but for when and from what they were built."""
    before, after = but_evaluations(contents(other)), but_evaluations(contents(path))
    assert after.keys() - {"macros", "evalsql_macros"} == before.keys() - {"macros", "evalsql_macros"}
    for name in (*TABLES, *VIEWS, "comparison"):
        assert after[name] == before[name], name


def long_what_is_made_of_scores_is_that_of_a_database_of_runs(scored: Path, built: Path) -> None:
    for name in (*VIEWS, "scores"):
        assert rows(scored, f"from {name}") == rows(built, f"from {name}"), name
        assert rows(scored, f"describe {name}") == rows(built, f"describe {name}"), name
    measures = "select * exclude sql from measures"
    assert rows(scored, measures) == rows(built, measures)
    assert rows(scored, "select distinct sql from measures") == [(None,)]
    means = "select query_id, columns('^mean_') from query_summary"
    assert rows(scored, means) == rows(built, means)
    queries = len(rows(built, "from query_summary"))
    assert rows(scored, "select * exclude (evaluation) from run_summary") == [
        (run, queries) for (run,) in rows(built, "select run from run_summary")
    ]
    assert rows(scored, "select distinct runs from query_summary") == [(4,)]


def test_what_needs_runs_or_judgments_is_not_there(scored: Path, folder: Path) -> None:
    with open_to_read(scored) as connection:
        names = ask(connection, "select name from (show all tables) where schema = 'main'")
        assert sorted(name for (name,) in names) == sorted([*TABLES, *VIEWS, *OF_EVALUATIONS, "macros"])
        macros = "select function_name from duckdb_functions() where not internal and schema_name = ? order by all"
        assert connection.execute(macros, ["main"]).fetchall() == [("paired_t",)]
        assert connection.execute(macros, ["live"]).fetchall() == [
            (each,) for each in ("ap", "average_precision", "overlap", "problems")
        ]
        assert ask(connection, "select call from macros") == [("paired_t()",)]
        facts = dict(ask(connection, "from internal.evalsql_meta"))
        about = "of each run over those of the 20 queries that it has a value for"
        assert (facts["built_from"], facts["coverage"]) == ("scores", about)
        files = ask(connection, "select kind, path, rows from internal.evalsql_sources")
    assert [(kind, Path(path).parent) for kind, path, _ in files] == [("scores", folder)] * 2
    assert sum(count for *_, count in files) == len(rows(scored, "from scores"))


def long_its_macros_read_its_scores_and_live_ones_any_runs(scored: Path, folder: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{scored}' as mine (read_only); use mine")
        found = ask(connection, "select run, other, p_value from paired_t(measure := 'nDCG@10') order by all")
        connection.execute("create temp table runs as from (values ('q1', 'd1', 1.0)) t (query_id, doc_id, score)")
        connection.execute("create temp table qrels as from (values ('q1', 'd1', 1)) t (query_id, doc_id, relevance)")
        assert [value for *_, value in ask(connection, "from live.ap()")] == [1.0]
    compared = compare(folder, measures="nDCG@10")
    expected = compared.project("run, other, p_value").order("all").fetchall()
    pairs = {frozenset(pair): p for *pair, p in found}
    assert pairs == pytest.approx({frozenset(pair): p for *pair, p in expected}, rel=1e-12)


def test_all_of_it_has_a_comment_and_heads_describe_what_is_there(scored: Path) -> None:
    with open_to_read(scored) as connection:
        without = """
            select table_name, '' from duckdb_tables() where comment is null
            union all select view_name, '' from duckdb_views() where comment is null and not internal
            union all select table_name, column_name from duckdb_columns() where comment is null and not internal
        """
        assert ask(connection, without) == []
        for each in made("scored").values():
            assert set(each.columns) <= {column for column, *_ in ask(connection, f"describe {each.place}")}


def long_measures_are_chosen_among_those_that_there_are(folder: Path, tmp_path: Path, no_macros: None) -> None:
    build_database(tmp_path / "e.duckdb", folder, None, ["ESL", "nDCG@10"])
    for table, column in (("measures", "metric"), ("scores", "metric"), ("comparisons", "metric")):
        found = rows(tmp_path / "e.duckdb", f"select distinct {column} from {table} order by all")
        assert found == [("ESL",), ("nDCG@10",)], table
    assert rows(tmp_path / "e.duckdb", "select metric from measures order by place") == [("ESL",), ("nDCG@10",)]
    said = refusal("build", tmp_path / "f.duckdb", folder, "-m", "P@5")
    assert said.startswith("the scores have no measure P@5; they have AP(rel=2), ESL, NumRet, RBP(p=0.9), nDCG@10")
    assert not (tmp_path / "f.duckdb").exists()


def long_the_command_says_what_it_wrote(folder: Path, tmp_path: Path, no_macros: None) -> None:
    done = invoke("build", tmp_path / "e.duckdb", folder)
    assert done.exception is None
    assert "4 runs, 20 queries, 400 scores" in done.stderr
    assert f"tables: {', '.join(['evaluations', *TABLES])}" in done.stderr


def test_options_of_runs_and_judgments_are_refused(folder: Path, tmp_path: Path) -> None:
    given = {"link": None, "depth": "10", "curve": "nDCG@20", "convention": "ndeval", "population": "intersection"}
    for name, value in given.items():
        said = refusal("build", tmp_path / "e.duckdb", folder, f"--{name}", *([value] if value else []))
        assert said == f"{name} is for runs and judgments; without judgments, scores are taken as they are"
    assert list(tmp_path.iterdir()) == []


def test_two_values_for_a_query_are_refused(folder: Path, tmp_path: Path) -> None:
    twice = [folder / "part-00000-c000.snappy.parquet", tmp_path / "again.parquet"]
    twice[1].write_bytes(twice[0].read_bytes())
    with pytest.raises(InputError, match=r"has two values for query .* of run "):
        build_database(tmp_path / "e.duckdb", twice)
    assert not (tmp_path / "e.duckdb").exists()


def long_scores_of_further_runs_are_added_as_if_they_had_been_there(
    others: Path, built: Path, scored: Path, tmp_path: Path
) -> None:
    new = put_scores(built, tmp_path / "new.parquet", f"run in {NEW}")
    add_to_database(others, new)
    check_the_same(others, scored)
    coverage = "select value from internal.evalsql_meta where key = 'coverage'"
    assert rows(others, coverage) == rows(scored, coverage)
    assert "20 queries" in rows(scored, coverage)[0][0]
    assert len(rows(others, "from internal.evalsql_sources")) == 2
    held = others.read_bytes()
    with pytest.raises(InputError, match=r"others.duckdb: has bm25 and 1 other already; nothing was added"):
        add_to_database(others, new)
    some = put_scores(built, tmp_path / "some.parquet", "run = 'bm25' and metric = 'ESL'", run="'third'")
    with pytest.raises(InputError, match=re.escape("the scores have no measure nDCG@10; they have ESL")):
        add_to_database(others, some)
    assert others.read_bytes() == held


def long_runs_are_not_added_to_scores_nor_scores_to_runs(others: Path, folder: Path, two_runs: Path) -> None:
    held = others.read_bytes()
    with pytest.raises(InputError) as refused:
        add_to_database(others, RUN)
    assert str(refused.value) == (
        f"{RUN}: looks like a run, where scores were expected (run, query_id, metric, value): its first line is"
        f" 'q1 Q0 d01 1 10.0 good'; {others} was built from scores and has no judgments, so score the runs first, with"
        " 'evalsql evaluate RUNS --qrels QRELS -o scores.parquet', and add those"
    )
    assert others.read_bytes() == held
    with pytest.raises(InputError) as refused:
        add_to_database(two_runs, folder)
    assert str(refused.value).endswith(
        "looks like scores, where a run was expected: it has run, query_id, metric, value;"
        f" {two_runs} was built from runs and judgments, so add the runs themselves"
    )


def test_no_scores_are_appended_to_it(others: Path) -> None:
    held = others.read_bytes()
    said = refusal("evaluate", RUN, "-q", QRELS, "-m", "AP", "-o", others, "--append")
    assert "and its table scores belongs to the rest of it" in said
    assert others.read_bytes() == held


CORRELATIONS = ("kendall", "tau_ap", "spearman", "pearson", "rbo")
NAMES = (*CORRELATIONS, "paired_t", "mann_whitney", "corrected", "overlap")
NUMBER = "; a number of at most 1e+100 was expected"
COLUMNS = "; scores have the columns run, query_id, metric and value"
NESTED = "a run, query_id or metric of the scores is a list or a struct"


@pytest.fixture(scope="module")
def with_some() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with some macros."""
    with duckdb.connect() as connection:
        for macro in list_macros():
            if macro.name in NAMES:
                connection.execute(macro.statement)
        yield connection


@pytest.fixture
def with_tables(with_some: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, with tables of scores, p-values and runs, which are texts."""
    with_some.execute("""
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
    return with_some


def assert_refused(with_tables: duckdb.DuckDBPyConnection, call: str, sentence: str) -> None:
    with pytest.raises(duckdb.InvalidInputException) as refused:
        with_tables.execute(f"from {call}").fetchall()
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
def long_scores_that_are_not_fit_are_refused(
    with_tables: duckdb.DuckDBPyConnection, replaced: str, sentence: str
) -> None:
    assert with_tables.execute("from paired_t()").fetchall()
    with_tables.execute(f"create or replace view given as select * replace ({replaced}) from scores where run = 'a'")
    assert_refused(with_tables, "paired_t('given')", sentence)


def test_scores_without_a_column_are_refused(with_tables: duckdb.DuckDBPyConnection) -> None:
    with_tables.execute("alter table scores rename value to number")
    assert_refused(with_tables, "paired_t()", "the scores lack a column value" + COLUMNS)


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
def test_p_values_that_are_not_fit_are_refused(
    with_tables: duckdb.DuckDBPyConnection, change: str, sentence: str
) -> None:
    found = with_tables.execute("select other, p_corrected from corrected() order by all").fetchall()
    assert found == [("b", 0.1), ("c", 0.04)]
    with_tables.execute(change)
    assert_refused(with_tables, "corrected()", sentence)


def test_p_values_of_two_tests_are_two_families(with_tables: duckdb.DuckDBPyConnection) -> None:
    with_tables.execute("alter table tested add column test varchar default 't'")
    with_tables.execute("insert into tested by name select * replace ('T' as test) from tested")
    with with_tables.cursor() as own:
        own.execute("set default_collation = 'nocase'")
        found = own.execute("select test, other, p_corrected from corrected() order by 1, 2").fetchall()
    assert sorted(found) == [("T", "b", 0.1), ("T", "c", 0.04), ("t", "b", 0.1), ("t", "c", 0.04)]


@pytest.mark.parametrize("coefficient", CORRELATIONS)
def test_one_measure_correlates_with_none(with_tables: duckdb.DuckDBPyConnection, coefficient: str) -> None:
    with_tables.execute("alter table scores alter value type double")
    sentence = "there is only one measure, AP, where two or more were expected"
    assert_refused(with_tables, f"{coefficient}()", sentence)
    with_tables.execute("alter table scores alter value type varchar")
    assert_refused(with_tables, f"{coefficient}()", sentence)


def test_a_measure_is_asked_for_by_its_bytes(with_tables: duckdb.DuckDBPyConnection) -> None:
    with_tables.execute("insert into scores select * replace ('ap' as metric) from scores")
    with with_tables.cursor() as own:
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
def test_a_list_of_runs_has_no_null(with_tables: duckdb.DuckDBPyConnection, call: str, sentence: str) -> None:
    assert with_tables.execute(f"from {call.replace(', null', '').replace('[null]', 'null')}").fetchall()
    assert_refused(with_tables, call, sentence)


def test_a_document_that_is_there_twice_below_the_cutoff_is_refused(with_tables: duckdb.DuckDBPyConnection) -> None:
    assert with_tables.execute("from overlap(k := 2)").fetchall()
    with_tables.execute("insert into runs values ('r', 'q', 'd1', -1)")
    assert_refused(with_tables, "overlap(k := 2)", "document d1 appears twice for query q in run r")


@pytest.mark.parametrize("sql_type", ["integer", "date"])
def test_a_run_of_any_type_may_be_missing(with_tables: duckdb.DuckDBPyConnection, sql_type: str) -> None:
    one = quote("1" if sql_type == "integer" else "2026-01-02")
    with_tables.execute(
        f"create or replace table runs as select * replace ({one}::{sql_type} as run) from runs where run = 'r'"
    )
    with_tables.execute("insert into runs select * replace (null as run) from runs")
    assert_refused(with_tables, "overlap(k := 2)", "a row of the runs has no run, where others have one")


def long_measures_of_another_tool_are_kept_and_higher_is_better(built: Path, tmp_path: Path, no_macros: None) -> None:
    given = put_scores(
        built,
        tmp_path / "s.parquet",
        "metric in ('AP(rel=2)', 'nDCG@10', 'ESL')",
        metric="case metric when 'AP(rel=2)' then 'clicks per visit' when 'nDCG@10' then 'ndcg_cut_10' else metric end",
    )
    build_database(tmp_path / "e.duckdb", given)
    told = "select metric, name, title, direction, summary, cutoff, range_high, formula is null from measures"
    assert rows(tmp_path / "e.duckdb", told) == [
        ("ESL", "ESL", "Expected search length", "lower", "mean", None, bits((float("inf"),))[0], False),
        ("clicks per visit", "clicks per visit", None, "higher", "mean", None, None, True),
        ("ndcg_cut_10", "nDCG", "Normalized discounted cumulative gain", "higher", "mean", 10, bits((1.0,))[0], False),
    ]
    best = "select run, place, value from leaderboard where metric = '{}'"
    for name, ours in (("clicks per visit", "AP(rel=2)"), ("ndcg_cut_10", "nDCG@10"), ("ESL", "ESL")):
        assert rows(tmp_path / "e.duckdb", best.format(name)) == rows(built, best.format(ours))
    assert rows(tmp_path / "e.duckdb", "select clicks_per_visit from per_query") == rows(
        built, "select ap_rel_2 from per_query"
    )


def long_a_list_of_queries_holds_for_what_is_added(built: Path, tmp_path: Path, no_macros: None) -> None:
    path, first = tmp_path / "e.duckdb", put_scores(built, tmp_path / "first.parquet", "run = 'bm25'")
    build_database(path, first, None, ["ESL", "NumRet"], queries=["131", "135"])
    add_to_database(path, put_scores(built, tmp_path / "second.parquet", "query_id <> '135'", run="'new ' || run"))
    assert rows(path, "select query_id, runs from query_summary") == [("131", 5), ("135", 1)]
    strange = put_scores(built, tmp_path / "third.parquet", "query_id = '133'", run="'third ' || run")
    with pytest.raises(InputError, match=r"e.duckdb: the new scores are of none of its queries; nothing was added"):
        add_to_database(path, strange)


def long_an_older_one_is_brought_up_to_date(built: Path, tmp_path: Path, no_macros: None) -> None:
    others = tmp_path / "others.duckdb"
    build_database(
        others, put_scores(built, tmp_path / "others.parquet", "run = 'ql' or run < 'bm25-'"), None, MEASURES
    )
    before = contents(others)
    with duckdb.connect(others) as connection:
        connection.execute("update internal.evalsql_meta set value = '0.0.9' where key = 'evalsql'")
    with pytest.raises(InputError, match=r"was built by evalsql 0.0.9.*'evalsql build --upgrade "):
        add_to_database(others, put_scores(built, tmp_path / "new.parquet", "run = 'bm25-title'"))
    upgrade_database(others)
    after = contents(others)
    assert [row[3] for row in after["evaluations"]] == ["build", "upgrade"]
    before, after = but_evaluations(before), but_evaluations(after)
    for each in (before, after):
        each["evalsql_meta"] = [row for row in each["evalsql_meta"] if row[0] != "created"]
    assert after == before
