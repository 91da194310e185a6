"""A database of scores alone, as Spark writes them, says of them what one that is built from runs says."""

import re
import shutil
from pathlib import Path

import duckdb
import pytest
from built import MEASURES, ask, bits, but_evaluations, contents, functions, macros_of, open_to_read, put_scores, rows
from in_process import invoke, refusal
from places import FIXTURES

from evalsql import InputError, add_to_database, build_database, compare
from evalsql.database.schema import definitions

RUN, QRELS = FIXTURES / "tiny" / "good.run", FIXTURES / "tiny" / "qrels.txt"
TABLES = ["measures", "query_summary", "run_summary", "scores"]
VIEWS = ["comparisons", "leaderboard", "leaderboard_wide", "per_query"]
NEW = ("bm25", "bm25-title")  # the runs that are added to the others
QUERIES_OF_RUNS = "select run, (select count(*) from query_summary) from run_summary"


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


def test_what_is_made_of_scores_is_that_of_a_database_of_runs(scored: Path, built: Path) -> None:
    means = "select query_id, columns('^mean_') from query_summary"
    shared = [f"{query} {name}" for name in (*VIEWS, "scores") for query in ("from", "describe")]
    for query in (*shared, "select * exclude sql from measures", means):
        assert rows(scored, query) == rows(built, query), query
    assert rows(scored, "select * exclude (evaluation) from run_summary") == rows(built, QUERIES_OF_RUNS)
    assert rows(scored, "select distinct runs from query_summary") == [(4,)]
    assert rows(scored, "select distinct sql from measures") == [(None,)]


def test_what_needs_runs_or_judgments_is_not_there_and_all_else_has_a_comment(scored: Path, folder: Path) -> None:
    with open_to_read(scored) as connection:
        names = ask(connection, "select name from (show all tables) where schema = 'main'")
        assert {name for (name,) in names} == {*TABLES, *VIEWS, "evaluations", "history", "macros"}
        assert ask(connection, "select call from macros") == [("paired_t()",)]
        facts = dict(ask(connection, "from internal.evalsql_meta"))
        files = ask(connection, "select kind, path, evaluation, rows from internal.evalsql_sources")
        without = """
            select table_name, '' from duckdb_tables() where comment is null
            union all select view_name, '' from duckdb_views() where comment is null and not internal
            union all select table_name, column_name from duckdb_columns() where comment is null and not internal
        """
        assert ask(connection, without) == []
        for each in definitions("scored").values():
            assert set(each.columns) <= {column for column, *_ in ask(connection, f"describe {each.place}")}
    assert functions(scored, "main") == {"paired_t"}
    assert functions(scored, "live") == {"ap", "average_precision", "map", "overlap", "problems"}
    about = "of each run over those of the 20 queries that it has a value for"
    assert (facts["built_from"], facts["coverage"]) == ("scores", about)
    assert [(kind, Path(path).parent, number) for kind, path, number, _ in files] == [("scores", folder, 1)] * 2
    assert sum(count for *_, count in files) == len(rows(scored, "from scores"))


def long_its_macros_read_its_scores_and_live_ones_any_runs(scored: Path, folder: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{scored}' as mine (read_only); use mine")
        found = ask(connection, "select run, other, p_value from paired_t(measure := 'nDCG@10') order by all")
        connection.execute("""
            create temp table runs as from (values ('q1', 'd1', 1.0)) t (query_id, doc_id, score);
            create temp table qrels as from (values ('q1', 'd1', 1)) t (query_id, doc_id, relevance)
        """)
        assert [value for *_, value in ask(connection, "from live.ap()")] == [1.0]
    compared = compare(folder, measures="nDCG@10")
    expected = compared.project("run, other, p_value").order("all").fetchall()
    pairs = {frozenset(pair): p for *pair, p in found}
    assert pairs == pytest.approx({frozenset(pair): p for *pair, p in expected}, rel=1e-12)


def long_measures_are_chosen_and_the_command_says_what_it_wrote(folder: Path, tmp_path: Path, no_macros: None) -> None:
    path = tmp_path / "e.duckdb"
    done = invoke("build", path, folder, "-m", "ESL", "-m", "nDCG@10")
    assert done.exception is None
    assert "4 runs, 20 queries, 160 scores" in done.stderr
    assert f"tables: {', '.join(['evaluations', *TABLES])}" in done.stderr
    for table in ("measures", "scores", "comparisons"):
        assert rows(path, f"select distinct metric from {table} order by all") == [("ESL",), ("nDCG@10",)], table
    assert rows(path, "select metric from measures order by place") == [("ESL",), ("nDCG@10",)]


def test_what_is_not_for_scores_is_refused(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "e.duckdb"
    for words in ("link", "depth 10", "curve nDCG@20", "convention ndeval", "population intersection"):
        name, *value = words.split()
        said = refusal("build", path, folder, f"--{name}", *value)
        assert said == f"{name} is for runs and judgments; without judgments, scores are taken as they are"
    said = refusal("build", path, folder, "-m", "P@5")
    assert said.startswith("the scores have no measure P@5; they have AP(rel=2), ESL, NumRet, RBP(p=0.9), nDCG@10")
    again = shutil.copy(folder / "part-00000-c000.snappy.parquet", tmp_path / "again.parquet")
    with pytest.raises(InputError, match=r"has two values for query .* of run "):
        build_database(path, [folder / "part-00000-c000.snappy.parquet", again])
    assert not path.exists()


def long_scores_of_further_runs_are_added_as_if_they_had_been_there(others, built, scored, tmp_path) -> None:
    new = put_scores(built, tmp_path / "new.parquet", f"run in {NEW}")
    add_to_database(others, new)
    expected, found = (but_evaluations(contents(path)) for path in (scored, others))
    assert found.keys() - {"macros", "evalsql_macros"} == expected.keys() - {"macros", "evalsql_macros"}
    for name in (*TABLES, *VIEWS, "comparison"):
        assert found[name] == expected[name], name
    coverage = "select value from internal.evalsql_meta where key = 'coverage'"
    assert rows(others, coverage) == rows(scored, coverage)
    assert len(rows(others, "from internal.evalsql_sources")) == 2
    held = others.read_bytes()
    both_ways_out = "has bm25 and 1 other already; nothing was added; name what is new .* NAME=path, or .* --append'"
    with pytest.raises(InputError, match=both_ways_out):
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
    said = refusal("evaluate", RUN, "-q", QRELS, "-m", "AP", "-o", others, "--append")
    assert "and its table scores belongs to the rest of it" in said
    assert others.read_bytes() == held
    with pytest.raises(InputError) as refused:
        add_to_database(two_runs, folder)
    assert str(refused.value).endswith(
        "looks like scores, where a run was expected: it has run, query_id, metric, value;"
        f" {two_runs} was built from runs and judgments, so add the runs themselves"
    )


def long_measures_of_another_tool_are_kept_and_higher_is_better(built: Path, tmp_path: Path, no_macros: None) -> None:
    named = "case metric when 'AP(rel=2)' then 'clicks per visit' when 'nDCG@10' then 'ndcg_cut_10' else metric end"
    given = put_scores(built, tmp_path / "s.parquet", "metric in ('AP(rel=2)', 'nDCG@10', 'ESL')", metric=named)
    path = tmp_path / "e.duckdb"
    build_database(path, given)
    told = "select metric, name, title, direction, summary, cutoff, range_high, formula is null from measures"
    assert rows(path, told) == [
        ("ESL", "ESL", "Expected search length", "lower", "mean", None, bits((float("inf"),))[0], False),
        ("clicks per visit", "clicks per visit", None, "higher", "mean", None, None, True),
        ("ndcg_cut_10", "nDCG", "Normalized discounted cumulative gain", "higher", "mean", 10, bits((1.0,))[0], False),
    ]
    best = "select run, place, value from leaderboard where metric = '{}'"
    for name, ours in (("clicks per visit", "AP(rel=2)"), ("ndcg_cut_10", "nDCG@10"), ("ESL", "ESL")):
        assert rows(path, best.format(name)) == rows(built, best.format(ours))
    assert rows(path, "select clicks_per_visit from per_query") == rows(built, "select ap_rel_2 from per_query")


def long_a_list_of_queries_holds_for_what_is_added(built: Path, tmp_path: Path, no_macros: None) -> None:
    path, first = tmp_path / "e.duckdb", put_scores(built, tmp_path / "first.parquet", "run = 'bm25'")
    build_database(path, first, None, ["ESL", "NumRet"], queries=["131", "135"])
    add_to_database(path, put_scores(built, tmp_path / "second.parquet", "query_id <> '135'", run="'new ' || run"))
    assert rows(path, "select query_id, runs from query_summary") == [("131", 5), ("135", 1)]
    strange = put_scores(built, tmp_path / "third.parquet", "query_id = '133'", run="'third ' || run")
    with pytest.raises(InputError, match=r"e.duckdb: the new scores are of none of its queries; nothing was added"):
        add_to_database(path, strange)
