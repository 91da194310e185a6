"""What the tables and views of an analysis database hold, against what evalsql says of the same files."""

import hashlib
import os
import re
import statistics
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from built import CURVES, MEASURES, ask, bits, contents, open_to_read
from in_process import invoke, refusal
from places import COLLECTIONS

import evalsql
from evalsql import Evaluation, InputError, add_to_database, build_database
from evalsql.catalog.measure import as_measures
from evalsql.database import link
from evalsql.database.meta import column_names
from evalsql.database.writing import made
from evalsql.inputs import views
from evalsql.inputs.files import expand
from evalsql.render import frames

OF_BI_TOOLS = {"VARCHAR", "INTEGER", "BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP"}


@pytest.fixture(scope="module")
def stored(built: Path) -> duckdb.DuckDBPyConnection:
    return open_to_read(built)


def long_views_have_the_types_and_names_that_bi_tools_take(either: duckdb.DuckDBPyConnection) -> None:
    # those in internal are for macros alone
    views = ask(either, "select view_name from duckdb_views() where not internal and schema_name = 'main'")
    assert len(views) >= 6
    for (view,) in views:
        for column, kind, *_ in ask(either, f"describe {view}"):
            assert kind in OF_BI_TOOLS, (view, column)
            assert re.fullmatch("[a-z][a-z0-9_]*", column), (view, column)


def test_everything_has_a_comment(either: duckdb.DuckDBPyConnection) -> None:
    without = """
        select table_name, '' from duckdb_tables() where comment is null
        union all select view_name, '' from duckdb_views() where comment is null and not internal
        union all select table_name, column_name from duckdb_columns() where comment is null and not internal
        union all select function_name, '' from duckdb_functions() where comment is null and not internal
    """
    assert ask(either, without) == []
    ((comment,),) = ask(
        either, "select comment from duckdb_columns() where table_name = 'per_query' and column_name = 'rbp_p_0_9'"
    )
    assert comment == "RBP(p=0.9): Rank-biased precision"


def test_heads_describe_no_column_that_is_not_there(built: Path, linked: Path) -> None:
    for path, folders in ((built, ("tables", "views")), (linked, ("links", "views"))):
        with open_to_read(path) as connection:
            for each in (each for folder in folders for each in made(folder).values()):
                # those of slices are only where some were given
                if not each.slices and (path == linked or each.name != "retrieved"):
                    there = {column for column, *_ in ask(connection, f"describe {each.place}")}
                    assert set(each.columns) - {"rank"} <= there, each.name


def test_the_file_is_in_the_storage_of_duckdb_1_2(stored: duckdb.DuckDBPyConnection) -> None:
    ((tags,),) = ask(stored, "select tags from duckdb_databases() where database_name = current_database()")
    assert tags["storage_version"].startswith("v1.2.0")


def long_scores_are_those_of_an_evaluation(either: duckdb.DuckDBPyConnection, batch: Evaluation) -> None:
    expected = batch.score(MEASURES).fetchall()
    found = ask(either, "select run::varchar, query_id::varchar, metric, value from scores")
    assert sorted(map(bits, found)) == sorted(map(bits, expected))
    names = column_names(as_measures(MEASURES))
    wide = {
        (run, query): values
        for run, query, *values in ask(either, f"select run, query_id, {', '.join(names)} from per_query")
    }
    for run, query, metric, value in expected:
        place = [str(measure) for measure in as_measures(MEASURES)].index(metric)
        assert wide[run, query][place] == value


def test_the_wide_leaderboard_is_that_of_an_evaluation(either: duckdb.DuckDBPyConnection, batch: Evaluation) -> None:
    assert ask(either, "from leaderboard_wide") == batch.leaderboard(MEASURES).fetchall()


def test_the_long_leaderboard_places_runs_by_the_direction_of_the_measure(stored: duckdb.DuckDBPyConnection) -> None:
    wide = dict(zip([str(each) for each in as_measures(MEASURES)], column_names(as_measures(MEASURES)), strict=True))
    for metric, column in wide.items():
        rows = ask(
            stored, f"select run, value, place, queries from leaderboard where metric = '{metric}' order by place"
        )
        values = dict(ask(stored, f"select run, {column} from leaderboard_wide"))
        assert {run: value for run, value, *_ in rows} == values
        assert [place for _, _, place, _ in rows] == [1, 2, 3, 4]
        best_first = sorted(values.values(), reverse=metric != "ESL")
        assert [value for _, value, *_ in rows] == best_first
    ((queries,),) = ask(stored, "select distinct queries from leaderboard where metric = 'nDCG@10'")
    assert queries == 20


@pytest.mark.filterwarnings("ignore:.*")
def long_comparisons_are_those_of_compare(either: duckdb.DuckDBPyConnection, files: dict[str, Path]) -> None:
    columns = (
        "metric, run, other, queries, mean, other_mean, difference, lower, upper, percent, wins, ties, losses, p_value,"
        " p_corrected, significant"
    )
    compared = evalsql.compare(files["runs"], files["qrels"], MEASURES)
    expected = compared.project(columns).fetchall()
    assert len(expected) == len(MEASURES) * 6
    assert sorted(map(bits, ask(either, f"select {columns} from comparisons"))) == sorted(map(bits, expected))


def test_curves_are_the_averages_of_an_evaluation(either: duckdb.DuckDBPyConnection, batch: Evaluation) -> None:
    for curve, axis in zip(CURVES, ("rank", "recall"), strict=True):
        averages = batch.curve(curve, average=True)
        expected = averages.project(f"run, {axis}::double, value, ideal, normalised").fetchall()
        chosen = f"where metric = '{curve}' and axis = '{axis}'"
        found = ask(either, f"select run, point, value, ideal, normalised from curves {chosen}")
        assert found
        assert sorted(map(bits, found)) == sorted(map(bits, expected))


def test_the_means_of_queries_are_over_the_runs_that_have_a_value(either: duckdb.DuckDBPyConnection) -> None:
    names = dict(zip([str(each) for each in as_measures(MEASURES)], column_names(as_measures(MEASURES)), strict=True))
    for metric, column in names.items():
        values: dict[str, list[float]] = {}
        for query, value in ask(either, f"select query_id, value from scores where metric = '{metric}'"):
            values.setdefault(query, []).extend([] if value is None else [value])
        found = ask(either, f"select query_id, mean_{column} from query_summary")
        assert len(found) == 20
        for query, mean in found:
            expected = statistics.fmean(values[query]) if values[query] else None
            assert mean == (None if expected is None else pytest.approx(expected)), (metric, query)


def small(tmp_path: Path, make: Callable[..., list] = build_database, **options: object) -> duckdb.DuckDBPyConnection:
    """A database of two runs and two queries, made by hand."""
    (tmp_path / "one.run").write_text("q1 Q0 a 1 9 x\nq1 Q0 b 2 8 x\nq1 Q0 c 3 7 x\nq2 Q0 d 1 9 x\n")
    (tmp_path / "two.run").write_text("q1 Q0 b 1 9 y\nq1 Q0 z 2 8 y\nq3 Q0 z 1 8 y\n")
    (tmp_path / "qrels.txt").write_text("q1 0 b 2\nq1 0 c 0\nq1 0 m 1\nq2 0 e 1\n")
    path = tmp_path / "small.duckdb"
    make(path, [tmp_path / "one.run", tmp_path / "two.run"], tmp_path / "qrels.txt", "P@1", **options)
    return open_to_read(path)


def long_dimensions_of_a_small_case(tmp_path: Path, no_macros: None) -> None:
    with small(tmp_path) as connection:
        assert ask(
            connection, "select * exclude (evaluation) replace (run::varchar as run) from run_summary order by run"
        ) == [
            ("one", 2, 4, 2, 0.5, 1),
            ("two", 1, 2, 1, 0.5, 1),
        ]
        assert ask(
            connection, "select * replace (query_id::varchar as query_id) from query_summary order by query_id"
        ) == [
            ("q1", 3, 2, 2.0, 0, 0.5),
            ("q2", 1, 1, 1.0, 0, 0.0),
        ]
        assert ask(connection, "select run::varchar, rank, doc_id, relevance from runs where query_id = 'q1'") == [
            *[
                ("one", 1, "a", None),
                ("one", 2, "b", 2.0),
                ("one", 3, "c", 0.0),
                ("two", 1, "b", 2.0),
                ("two", 2, "z", None),
            ]
        ]
        facts = dict(ask(connection, "from internal.evalsql_meta"))
        assert facts["coverage"] == (
            "over 2 judged queries; 1 run/query pair without results scored as an empty ranking;"
            " 1 query without judgments left out"
        )


def long_what_was_decided_and_read_is_said(tmp_path: Path, no_macros: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    with small(tmp_path, population="intersection", depth=2, convention="ndeval-traditional") as connection:
        facts = dict(ask(connection, "from internal.evalsql_meta"))
        assert facts["created"] == "1970-01-02T00:00:00Z"
        assert (facts["population"], facts["depth"], facts["convention"]) == ("intersection", "2", "ndeval-traditional")
        assert (facts["duckdb"], facts["storage_version"]) == (duckdb.__version__, "v1.2.0")
        assert (facts["test"], facts["interval"], facts["correction"]) == ("paired_t", "student", "holm")
        assert facts["coverage"].startswith(
            "of each run over those of the 2 judged queries that it answers; 1 run/query pair"
        )
        assert ask(connection, "select max(rank), max(tied_to) from runs") == [(2, 2)]
        assert ask(connection, "select count(*) from internal.topics") == [(3,)]
        sources = ask(connection, "select kind, path, bytes, rows, sha256 from internal.evalsql_sources")
    expected = []
    for kind, name, rows in (("qrels", "qrels.txt", 4), ("runs", "one.run", 4), ("runs", "two.run", 3)):
        data = (tmp_path / name).read_bytes()
        expected.append((kind, str(tmp_path / name), len(data), rows, hashlib.sha256(data).hexdigest()))
    assert sources == expected
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(evalsql.InputError, match="SOURCE_DATE_EPOCH must be a number of seconds, not 'soon'"):
        small(tmp_path)
    for told, said in (("²", "a number of seconds"), ("9" * 12, "before the year"), ("9" * 30, "before")):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", told)
        with pytest.raises(evalsql.InputError, match=f"SOURCE_DATE_EPOCH must be {said}"):
            small(tmp_path)


def test_the_metric_table_says_what_measures_are_and_its_sql_runs(stored: duckdb.DuckDBPyConnection) -> None:
    rows = ask(
        stored,
        "select metric, name, parameters, cutoff, range_low, range_high, direction, summary, column_name from measures",
    )
    assert rows[0] == (
        "nDCG@10",
        "nDCG",
        '{"discount": "log2", "base": 2.0, "gains": null}',
        10,
        0,
        1,
        "higher",
        "mean",
        "ndcg_10",
    )
    assert [row[-1] for row in rows] == ["ndcg_10", "ap_rel_2", "rbp_p_0_9", "numret", "esl"]
    assert [row[6] for row in rows] == ["higher", "higher", "higher", "neither", "lower"]
    for metric, sql in ask(stored, "select metric, sql from measures"):
        found = sorted(map(bits, ask(stored, sql)))
        expected = ask(
            stored, f"select run::varchar, query_id::varchar, metric, value from scores where metric = '{metric}'"
        )
        assert found == sorted(map(bits, expected)), metric


def long_the_sql_of_a_measure_gives_its_scores_whatever_was_decided(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    other_way = "(partition by run, query_id order by score asc, doc_id asc)"
    fewer = "run = 'bm25' or query_id <> '131'"
    runs = f"select * exclude rank, row_number() over {other_way} as rank from '{files['runs']}' where {fewer}"
    ranked = runs if "rank" in duckdb.read_parquet(str(files["runs"])).columns else runs.replace("exclude rank", "")
    duckdb.execute(f"copy ({ranked}) to '{tmp_path}/runs.parquet'")
    decided = {"population": "intersection", "depth": 3, "queries": ["131", "135"], "convention": "ndeval"}
    for linked in (False, True):
        path = tmp_path / f"{linked}.duckdb"
        build_database(
            path, tmp_path / "runs.parquet", files["qrels"], ["AP", "NumRet"], curves=(), link=linked, **decided
        )
        with open_to_read(path) as connection:
            scores = ask(connection, "select run::varchar, query_id::varchar, metric, value from scores")
            found = [row for (sql,) in ask(connection, "select sql from measures") for row in ask(connection, sql)]
        assert scores
        assert sorted(map(bits, found)) == sorted(map(bits, scores))


def test_columns_of_measures_are_words_each_once() -> None:
    words = {
        "RBP(p=0.9)": "rbp_p_0_9",
        "AP(divisor='min(R,k)')@10": "ap_divisor_min_r_k_10",
        "DCG(gains={1:10})": "dcg_gains_1_10",
        "DCG(gains={1:1,10:1})": "dcg_gains_1_1_10_1",
        "DCG(gains={1:1,10:1})@10": "dcg_gains_1_1_10_1_10",
        "RBP(p=0.9,rel=2)": "rbp_p_0_9_rel_2",
    }
    assert column_names(as_measures(list(words))) == list(words.values())
    assert column_names(as_measures(["P@10", "R@10"]), taken=("p_10",)) == ["p_10_2", "r_10"]


def long_one_run_is_compared_with_nothing(tmp_path: Path, files: dict[str, Path], no_macros: None) -> None:
    duckdb.execute(f"copy (from '{files['runs']}' where run = 'bm25') to '{tmp_path}/one.parquet'")
    build_database(tmp_path / "one.duckdb", tmp_path / "one.parquet", files["qrels"], "AP")
    with open_to_read(tmp_path / "one.duckdb") as connection:
        assert ask(connection, "from comparisons") == []
        assert ask(connection, "select run, place from leaderboard") == [("bm25", 1)]


def long_gains_are_written_into_the_judgments(tmp_path: Path, files: dict[str, Path], no_macros: None) -> None:
    duckdb.execute(
        f"copy (select distinct query_id, 1 as relevance, 7 as gain from '{files['qrels']}') to '{tmp_path}/g.parquet'"
    )
    build_database(tmp_path / "g.duckdb", files["outer"], files["qrels"], "DCG", gains=tmp_path / "g.parquet")
    with open_to_read(tmp_path / "g.duckdb") as connection:
        assert ask(connection, "select distinct relevance, gain from qrels where relevance in (1, 2) order by all") == [
            (1, 7),
            (2, None),
        ]
        scores = ask(connection, "select run::varchar, query_id::varchar, metric, value from scores order by all")
    with duckdb.connect() as connection:
        connection.execute(f"attach '{tmp_path}/g.duckdb' as g (read_only)")
        connection.execute(frames.macro(evalsql.metrics()["DCG"]))
        found = ask(connection, "from dcg(runs := 'g.runs', qrels := 'g.qrels') order by all")
    assert list(map(bits, found)) == list(map(bits, scores))


def test_tables_that_people_read_have_no_enum(either: duckdb.DuckDBPyConnection) -> None:
    # one of thousands of queries fills the screen of describe, and of every tool's list of columns
    kinds = ask(either, "select distinct data_type from duckdb_columns() where not internal and schema_name = 'main'")
    assert {kind for (kind,) in kinds} <= OF_BI_TOOLS
    assert ask(either, "select type_name from duckdb_types() where not internal and schema_name = 'main'") == []


def test_what_is_listed_is_short_and_has_no_twins(either: duckdb.DuckDBPyConnection) -> None:
    names = [name for (name,) in ask(either, "show tables")]
    assert len(set(names) - {"retrieved"}) <= 14  # which is only there where runs stay in their files
    assert {"leaderboard", "comparisons", "scores", "measures", "macros"} <= set(names)
    assert [name for name in names if f"{name}s" in names] == []
    assert [name for name in names if name.startswith("evalsql_")] == []
    assert not {"comparison", "judged", "topics"} & set(names)


def test_what_is_not_listed_is_named_where_it_is_asked_for_by_habit(either: duckdb.DuckDBPyConnection) -> None:
    for name in ("evalsql_meta", "evalsql_macros", "evalsql_sources"):
        with pytest.raises(duckdb.CatalogException, match=rf'Did you mean "internal\.{name}"\?'):
            ask(either, f"from {name}")


def test_rows_are_in_the_order_of_bytes(either: duckdb.DuckDBPyConnection) -> None:
    for name, column in (("run_summary", "run"), ("query_summary", "query_id")):
        ids = [each for (each,) in ask(either, f"select {column} from {name}")]
        assert ids == sorted(ids)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["e.duckdb", "{inner}"], "to score runs, give their judgments too: --qrels QRELS (in Python: qrels)"),
        (["e.db", "{inner}", "-q", "{qrels}"], "e.db: unsupported output format '.db'; supported: .duckdb"),
        (["no/e.duckdb", "{inner}", "-q", "{qrels}"], "no/e.duckdb: there is no folder no"),
        (["e.duckdb", "{inner}", "--add"], "e.duckdb: there is no such file to add runs to"),
        (
            ["e.duckdb", "{inner}", "--add", "-q", "{qrels}"],
            "--add takes all but the runs from the database; leave out --qrels",
        ),
        (
            ["e.duckdb", "{inner}", "--add", "--link"],
            "--add takes all but the runs from the database; leave out --link",
        ),
        (
            ["e.duckdb", "{inner}", "--add", "--live"],
            "--add takes all but the runs from the database; leave out --live",
        ),
        (["--upgrade", "e.duckdb"], "e.duckdb: there is no such file to upgrade"),
        (["e.duckdb", "{inner}", "--upgrade"], "--upgrade takes all from the database; leave out RUNS"),
        (["e.duckdb"], "no runs were given; type evalsql build DATABASE RUNS --qrels QRELS"),
        (
            ["e.duckdb", "{inner}", "-q", "{qrels}", "--storage-version", "v9.0.0"],
            "has no storage version 'v9.0.0'; give one",
        ),
        (["e.duckdb", "{inner}", "-q", "{qrels}", "--curve", "AP"], "AP is a metric, with one value for a query"),
    ],
)
def long_the_command_refuses(
    arguments: list[str], said: str, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refusal("build", *(argument.format(**files) for argument in arguments))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "x.run",
            "x.run: cannot be linked, since DuckDB does not read it by itself; Parquet, CSV, TSV and JSONL it does",
        ),
        ("x.csv.gz", "x.csv.gz: cannot be linked, since DuckDB does not read it by itself"),
        ("-", "-: cannot be linked; --link takes runs in files only"),
        ("other.duckdb::runs", "other.duckdb::runs: cannot be linked; --link takes runs in files only"),
    ],
)
def test_what_cannot_be_linked_is_refused(
    given: str, said: str, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.run").write_text("131 Q0 D1 1 1 x\n")
    (tmp_path / "x.csv.gz").write_bytes(b"")
    with pytest.raises(InputError) as refused:
        build_database("eval.duckdb", given, files["qrels"], "P@5", link=True)
    assert said in str(refused.value)
    with pytest.raises(InputError, match="--link leaves judgments as they are in their files, and cannot add gains"):
        build_database("eval.duckdb", files["runs"], files["qrels"], "P@5", link=True, gains=files["qrels"])
    assert not (tmp_path / "eval.duckdb").exists()


def long_nothing_that_is_there_is_replaced_unless_told_to(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    given = files["outer"], files["qrels"], "P@5"
    path = tmp_path / "other.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table mine as select 1 as x")
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"other.duckdb: already exists and was not created by evalsql; use --force"):
        build_database(path, *given)
    for schema in ("internal", "live"):
        with pytest.raises(InputError, match=rf"{schema}.duckdb: its schema is called {schema} too"):
            build_database(tmp_path / f"{schema}.duckdb", *given)
    with pytest.raises(InputError, match=r"other.duckdb: was not created by evalsql, so no runs can be added"):
        add_to_database(path, files["inner"])
    assert path.read_bytes() == before
    (tmp_path / "text.duckdb").write_text("no database")
    with pytest.raises(
        InputError, match=r"text.duckdb: cannot be opened as a DuckDB database.*; use --force to overwrite it"
    ):
        build_database(tmp_path / "text.duckdb", *given)
    for name in ("other", "text"):
        build_database(tmp_path / f"{name}.duckdb", *given, force=True)
        again = rf"{name}.duckdb: already exists; use --add to add runs to it, or --force to replace it with all its"
        with pytest.raises(InputError, match=again):
            build_database(tmp_path / f"{name}.duckdb", *given)
        assert len(contents(tmp_path / f"{name}.duckdb")["run_summary"]) == 2


def long_views_on_files_work_from_any_folder_and_files_are_looked_for_once(
    files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_macros: None
) -> None:
    looked = []
    for module in (link, views):
        monkeypatch.setattr(module, "expand", lambda given, *more: looked.append(given) or expand(given, *more))
    one = f"select query_id, doc_id, score from '{files['outer']}' where run = 'bm25'"
    duckdb.execute(f"copy ({one}) to '{tmp_path}/a.tsv' (delimiter '\t')")
    duckdb.execute(f"copy '{files['plain']}' to '{tmp_path}/qrels.jsonl' (format json)")
    monkeypatch.chdir(tmp_path)
    build_database("eval.duckdb", {"renamed": "a.tsv"}, "qrels.jsonl", "P@5", curves="DCG@3", link=True)
    assert looked == ["a.tsv", "qrels.jsonl"]
    duckdb.execute(f"copy (select query_id, doc_id, score from '{files['outer']}' where run = 'bm25-title') to 'b.csv'")
    add_to_database("eval.duckdb", "b.csv")
    assert [Path(each).name for each in looked[2:]] == ["b.csv", "qrels.jsonl"]
    monkeypatch.chdir("/")
    with open_to_read(tmp_path / "eval.duckdb") as connection:
        found = connection.execute("select run, count(*), max(score) from runs group by run order by run").fetchall()
        expected = duckdb.execute(f"select count(*), max(score) from '{files['outer']}' group by run order by run")
        assert [run for run, *_ in found] == ["b", "renamed"]
        assert [tuple(rest) for _, *rest in found] == expected.fetchall()[::-1]
        assert (
            connection.execute("select query_id, doc_id, relevance from qrels order by all").fetchall()
            == duckdb.execute(f"from '{files['plain']}' order by all").fetchall()
        )
        assert connection.execute("select count(*) from retrieved").fetchall() == [(sum(row[1] for row in found),)]


def long_the_command_builds_adds_and_says_how_the_file_is_opened(
    files: dict[str, Path], tmp_path: Path, no_macros: None
) -> None:
    path = tmp_path / "eval.duckdb"
    done = invoke("build", path, files["outer"], "--qrels", files["qrels"], "-m", "P@5", "--curve", "DCG@3")
    assert (done.exception, done.stdout) == (None, "")
    assert f"evalsql: wrote {path}, " in done.stderr
    assert " MB: 2 runs, 20 queries, 40 scores\n" in done.stderr
    assert f"duckdb:///{path}" in done.stderr
    assert f"jdbc:duckdb:{path}" in done.stderr
    added = invoke("build", path, files["inner"], "--add")
    assert added.exception is None
    assert "4 runs, 20 queries, 80 scores" in added.stderr
    with open_to_read(path) as connection:
        assert connection.execute("select distinct metric from scores").fetchall() == [("P@5",)]
        assert connection.execute("select distinct metric from curves").fetchall() == [("DCG@3",)]


@pytest.mark.filterwarnings("ignore:.*")
def long_the_judged_share_of_a_real_collection(tmp_path: Path, no_macros: None) -> None:
    folder = COLLECTIONS / "dl19_passage"
    if not folder.is_dir():
        pytest.skip("the folder ../shared/data is absent")
    runs = sorted((folder / "runs").iterdir())[:2]
    build_database(tmp_path / "real.duckdb", runs, folder / "qrels.txt", "nDCG@10", curves=())
    with open_to_read(tmp_path / "real.duckdb") as connection:
        share = ask(
            connection,
            "select run, avg((relevance is not null)::integer) from runs where rank = 1 group by all",
        )
    judged = evalsql.evaluate(runs, folder / "qrels.txt", "Judged@1")
    assert dict(share) == pytest.approx(dict(judged.aggregate("run, avg(value)").fetchall()))
