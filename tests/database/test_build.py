"""What the tables and views of an analysis database hold, against what evalsql says of the same files.

Those of a database that leaves runs in their files are the same, see test_writing.py.
"""

import hashlib
import os
import re
import statistics
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from built import CURVES, MEASURES, ask, bits, contents, macros_of, open_to_read
from in_process import invoke, refusal
from places import COLLECTIONS
from written import put

import evalsql
from evalsql import Evaluation, InputError, add_to_database, build_database
from evalsql.catalog.measure import as_measures
from evalsql.connections import Connection
from evalsql.database import link
from evalsql.database.meta import column_names
from evalsql.database.schema import definitions
from evalsql.inputs import views
from evalsql.inputs.files import expand
from evalsql.render import frames

OF_BI_TOOLS = {"VARCHAR", "INTEGER", "BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP"}
COLUMNS = dict(zip(map(str, as_measures(MEASURES)), column_names(as_measures(MEASURES)), strict=True))


@pytest.fixture(scope="module")
def stored(built: Path) -> Connection:
    return open_to_read(built)


def test_what_tools_list_is_short_typed_and_commented(either: Connection) -> None:
    listed = "select table_name, column_name, data_type from duckdb_columns() where schema_name = 'main'"
    columns = ask(either, f"{listed} and not internal")
    # an enum of thousands of queries fills the screen of describe, and of every tool's list of columns
    assert [each for each in columns if each[2] not in OF_BI_TOOLS] == []
    assert [each for each in columns if not re.fullmatch("[a-z][a-z0-9_]*", each[1])] == []
    assert ask(either, "select type_name from duckdb_types() where not internal and schema_name = 'main'") == []
    names = {name for (name,) in ask(either, "show tables")}
    assert names == {table for table, *_ in columns}
    assert 10 < len(names - {"retrieved"}) <= 14  # which is only there where runs stay in their files
    assert {"leaderboard", "comparisons", "scores", "measures", "macros"} <= names
    assert [name for name in names if f"{name}s" in names or name.startswith("evalsql_")] == []
    assert not {"comparison", "judged", "topics"} & names
    assert not {"queries", "slices", "leaderboard_by_slice"} & names  # which only those have that are built with slices
    without = """
        select table_name, '' from duckdb_tables() where comment is null
        union all select view_name, '' from duckdb_views() where comment is null and not internal
        union all select table_name, column_name from duckdb_columns() where comment is null and not internal
        union all select function_name, '' from duckdb_functions() where comment is null and not internal
    """
    assert ask(either, without) == []
    wide = "from duckdb_columns() where table_name = 'per_query' and column_name = 'rbp_p_0_9'"
    assert ask(either, f"select comment {wide}") == [("RBP(p=0.9): Rank-biased precision",)]
    for name in ("evalsql_meta", "evalsql_macros", "evalsql_sources"):  # asked for by habit
        with pytest.raises(duckdb.CatalogException, match=rf'Did you mean "internal\.{name}"\?'):
            ask(either, f"from {name}")
    for name, column in (("run_summary", "run"), ("query_summary", "query_id")):
        ids = [each for (each,) in ask(either, f"select {column} from {name}")]
        assert ids == sorted(ids)  # by their bytes


def test_rows_of_csv_and_jsonl_may_stay_in_their_files(tmp_path: Path) -> None:
    run = put(tmp_path / "a.csv", ["query_id,doc_id,score", "q,d,1", "q,e,2"])
    qrels = put(tmp_path / "q.jsonl", ['{"query_id": "q", "doc_id": "d", "relevance": 1}'])
    with macros_of("AP"):
        build_database(tmp_path / "e.duckdb", run, qrels, "AP", curves=(), link=True)
    put(run, ["query_id,doc_id,score", "q,d,3", "q,e,2"])
    with duckdb.connect(tmp_path / "e.duckdb", read_only=True) as connection:
        assert ask(connection, "select value from scores") == [(0.5,)]
        assert ask(connection, "select doc_id, score from runs") == [("d", 3.0), ("e", 2.0)]
        assert ask(connection, "select relevance from qrels") == [(1.0,)]


def test_heads_describe_no_column_that_is_not_there(built: Path, linked: Path) -> None:
    for path, folders in ((built, ("tables", "views")), (linked, ("links", "views"))):
        with open_to_read(path) as connection:
            for each in (each for folder in folders for each in definitions(folder).values()):
                # those of slices are only where some were given
                if not each.slices and (path == linked or each.name != "retrieved"):
                    there = {column for column, *_ in ask(connection, f"describe {each.place}")}
                    assert set(each.columns) - {"rank"} <= there, each.name


def test_scores_and_leaderboards_are_those_of_an_evaluation(stored: Connection, batch: Evaluation) -> None:
    expected = batch.score(MEASURES).fetchall()
    found = ask(stored, "select run::varchar, query_id::varchar, metric, value from scores")
    assert sorted(map(bits, found)) == sorted(map(bits, expected))
    found = ask(stored, f"select run, query_id, {', '.join(COLUMNS.values())} from per_query")
    wide = {(run, query): dict(zip(COLUMNS, values, strict=True)) for run, query, *values in found}
    assert [row for row in expected if wide[row[:2]][row[2]] != row[3]] == []
    assert ask(stored, "from leaderboard_wide") == batch.leaderboard(MEASURES).fetchall()
    for metric, column in COLUMNS.items():
        rows = ask(stored, f"select run, value, place from leaderboard where metric = '{metric}' order by place")
        values = dict(ask(stored, f"select run, {column} from leaderboard_wide"))
        assert {run: value for run, value, _ in rows} == values
        assert [row[1:] for row in rows] == [
            (value, place) for place, value in enumerate(sorted(values.values(), reverse=metric != "ESL"), start=1)
        ]
    assert ask(stored, "select distinct queries from leaderboard where metric = 'nDCG@10'") == [(20,)]
    ((tags,),) = ask(stored, "select tags from duckdb_databases() where database_name = current_database()")
    assert tags["storage_version"].startswith("v1.2.0")


@pytest.mark.filterwarnings("ignore:.*")
def long_comparisons_are_those_of_compare(stored: Connection, files: dict[str, Path]) -> None:
    columns = (
        "metric, run, other, queries, mean, other_mean, difference, lower, upper, percent, wins, ties, losses, p_value,"
        " p_corrected, significant"
    )
    expected = evalsql.compare(files["runs"], files["qrels"], MEASURES).project(columns).fetchall()
    assert len(expected) == len(MEASURES) * 6
    assert sorted(map(bits, ask(stored, f"select {columns} from comparisons"))) == sorted(map(bits, expected))


def test_curves_are_the_averages_of_an_evaluation(stored: Connection, batch: Evaluation) -> None:
    for curve, axis in zip(CURVES, ("rank", "recall"), strict=True):
        averages = batch.curve(curve, average=True)
        expected = averages.project(f"run, {axis}::double, value, ideal, normalised").fetchall()
        chosen = f"where metric = '{curve}' and axis = '{axis}'"
        found = ask(stored, f"select run, point, value, ideal, normalised from curves {chosen}")
        assert found
        assert sorted(map(bits, found)) == sorted(map(bits, expected))


def test_the_means_of_queries_are_over_the_runs_that_have_a_value(stored: Connection) -> None:
    for metric, column in COLUMNS.items():
        values: dict[str, list[float]] = {}
        for query, value in ask(stored, f"select query_id, value from scores where metric = '{metric}'"):
            values.setdefault(query, []).extend([] if value is None else [value])
        found = dict(ask(stored, f"select query_id, mean_{column} from query_summary"))
        assert len(found) == 20
        assert found == {query: pytest.approx(statistics.fmean(of)) if of else None for query, of in values.items()}


def small(tmp_path: Path, make: Callable[..., list] = build_database, **options: object) -> Connection:
    """A database of two runs and two queries, made by hand."""
    (tmp_path / "one.run").write_text("q1 Q0 a 1 9 x\nq1 Q0 b 2 8 x\nq1 Q0 c 3 7 x\nq2 Q0 d 1 9 x\n")
    (tmp_path / "two.run").write_text("q1 Q0 b 1 9 y\nq1 Q0 z 2 8 y\nq3 Q0 z 1 8 y\n")
    (tmp_path / "qrels.txt").write_text("q1 0 b 2\nq1 0 c 0\nq1 0 m 1\nq2 0 e 1\n")
    path = tmp_path / "small.duckdb"
    make(path, [tmp_path / "one.run", tmp_path / "two.run"], tmp_path / "qrels.txt", "P@1", **options)
    return open_to_read(path)


def long_dimensions_of_a_small_case(tmp_path: Path, no_macros: None) -> None:
    with small(tmp_path) as connection:
        runs = "select * exclude (evaluation) replace (run::varchar as run) from run_summary order by run"
        assert ask(connection, runs) == [("one", 2, 4, 2, 0.5, 1), ("two", 1, 2, 1, 0.5, 1)]
        queries = "select * replace (query_id::varchar as query_id) from query_summary order by query_id"
        assert ask(connection, queries) == [("q1", 3, 2, 2.0, 0, 0.5), ("q2", 1, 1, 1.0, 0, 0.0)]
        assert ask(connection, "select run::varchar, rank, doc_id, relevance from runs where query_id = 'q1'") == [
            ("one", 1, "a", None),
            ("one", 2, "b", 2.0),
            ("one", 3, "c", 0.0),
            ("two", 1, "b", 2.0),
            ("two", 2, "z", None),
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
        answered = "of each run over those of the 2 judged queries that it answers; 1 run/query pair"
        assert facts["coverage"].startswith(answered)
        assert ask(connection, "select max(rank), max(tied_to) from runs") == [(2, 2)]
        assert ask(connection, "select count(*) from internal.topics") == [(3,)]
        sources = ask(connection, "select kind, path, bytes, rows, sha256 from internal.evalsql_sources")
    expected = []
    for kind, name, rows in (("qrels", "qrels.txt", 4), ("runs", "one.run", 4), ("runs", "two.run", 3)):
        data = (tmp_path / name).read_bytes()
        expected.append((kind, str(tmp_path / name), len(data), rows, hashlib.sha256(data).hexdigest()))
    assert sources == expected
    unfit = {"soon": "a number of seconds, not 'soon'", "²": "a number of seconds", "9" * 12: "before the year"}
    for told, said in (unfit | {"9" * 30: "before"}).items():
        monkeypatch.setenv("SOURCE_DATE_EPOCH", told)
        with pytest.raises(evalsql.InputError, match=f"SOURCE_DATE_EPOCH must be {said}"):
            small(tmp_path)


def test_the_metric_table_says_what_measures_are_and_its_sql_runs(stored: Connection) -> None:
    told = "metric, name, parameters, cutoff, range_low, range_high, direction, summary, column_name, sql"
    rows = ask(stored, f"select {told} from measures")
    parameters = '{"discount": "log2", "base": 2.0, "gains": null, "nothing": 0.0}'
    assert rows[0][:-1] == ("nDCG@10", "nDCG", parameters, 10, 0, 1, "higher", "mean", "ndcg_10")
    assert [row[-2] for row in rows] == ["ndcg_10", "ap_rel_2", "rbp_p_0_9", "numret", "esl"]
    assert [row[6] for row in rows] == ["higher", "higher", "higher", "neither", "lower"]
    texts = ("title", "family", "about", "formula")
    for name, *told in ask(stored, f"select name, {', '.join(texts)}, citation from measures"):
        metric = evalsql.metrics()[name]
        assert told == [*(getattr(metric, text) for text in texts), metric.cite]
    for metric, *_, sql in rows:
        scores = f"select run::varchar, query_id::varchar, metric, value from scores where metric = '{metric}'"
        assert sorted(map(bits, ask(stored, sql))) == sorted(map(bits, ask(stored, scores))), metric


def long_the_sql_of_a_measure_gives_its_scores_whatever_was_decided(files, tmp_path, no_macros) -> None:
    other_way = "(partition by run, query_id order by score asc, doc_id asc)"
    fewer = "run = 'bm25' or query_id <> '131'"
    runs = f"select * exclude rank, row_number() over {other_way} as rank from '{files['runs']}' where {fewer}"
    ranked = runs if "rank" in duckdb.read_parquet(str(files["runs"])).columns else runs.replace("exclude rank", "")
    duckdb.execute(f"copy ({ranked}) to '{tmp_path}/runs.parquet'")
    decided = {"population": "intersection", "depth": 3, "queries": ["131", "135"], "convention": "ndeval"}
    for linked in (False, True):
        path = tmp_path / f"{linked}.duckdb"
        given = (tmp_path / "runs.parquet", files["qrels"], ["AP", "NumRet"])
        build_database(path, *given, curves=(), link=linked, **decided)
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
    gains = f"select distinct query_id, 1 as relevance, 7 as gain from '{files['qrels']}'"
    duckdb.execute(f"copy ({gains}) to '{tmp_path}/g.parquet'")
    build_database(tmp_path / "g.duckdb", files["outer"], files["qrels"], "DCG", gains=tmp_path / "g.parquet")
    with open_to_read(tmp_path / "g.duckdb") as connection:
        gained = "select distinct relevance, gain from qrels where relevance in (1, 2) order by all"
        assert ask(connection, gained) == [(1, 7), (2, None)]
        scores = ask(connection, "select run::varchar, query_id::varchar, metric, value from scores order by all")
    with duckdb.connect() as connection:
        connection.execute(f"attach '{tmp_path}/g.duckdb' as g (read_only)")
        connection.execute(frames.macro(evalsql.metrics()["DCG"]))
        found = ask(connection, "from dcg(runs := 'g.runs', qrels := 'g.qrels') order by all")
    assert list(map(bits, found)) == list(map(bits, scores))


ALL_BUT_RUNS = "--add takes all but the runs from the database; leave out "
UNREAD = "cannot be linked, since DuckDB does not read it by itself"
REFUSED = {  # a command line, and what it says
    "e.duckdb {inner}": "to score runs, give their judgments too: --qrels QRELS (in Python: qrels)",
    "e.db {inner} -q {qrels}": "e.db: unsupported output format '.db'; supported: .duckdb",
    "no/e.duckdb {inner} -q {qrels}": "no/e.duckdb: there is no folder no",
    "live.duckdb {inner} -q {qrels}": "live.duckdb: its schema is called live too, which clients could not tell apart",
    "e.duckdb {inner} --add": "e.duckdb: there is no such file to add runs to",
    "e.duckdb {inner} --add -q {qrels}": f"{ALL_BUT_RUNS}--qrels",
    "e.duckdb {inner} --add --link": f"{ALL_BUT_RUNS}--link",
    "e.duckdb {inner} --add --live": f"{ALL_BUT_RUNS}--live",
    "e.duckdb {inner} -q {qrels} --storage-version v9.0.0": "has no storage version 'v9.0.0'; give one",
    "e.duckdb {inner} -q {qrels} --curve AP": "AP is a metric, with one value for a query",
    "e.duckdb x.run -q {qrels} --link": f"x.run: {UNREAD}; Parquet, CSV, TSV and JSONL it does",
    "e.duckdb x.csv.gz -q {qrels} --link": f"x.csv.gz: {UNREAD}",
    "e.duckdb - -q {qrels} --link": "-: cannot be linked; --link takes runs in files only",
    "e.duckdb other.duckdb::runs -q {qrels} --link": "other.duckdb::runs: cannot be linked; --link takes runs in files",
    "e.duckdb {inner} -q {qrels} --link --gains {qrels}": "--link leaves judgments as they are in their files, and",
    "e.duckdb {inner} -q {qrels} --link --ties input": "--link ranks runs whenever they are read, with ties as trec_ev",
    "e.duckdb {inner} -q {qrels} --link --columns runs.run=x": "--link does not keep a choice of columns; leave out",
    "e.duckdb {inner} -q {qrels} --link --where true": "--link leaves whole files where they are; --where, which take",
    "e.duckdb {inner} -q {qrels} --ties average": "a database keeps each ranking in one order, so it cannot average",
}


def test_the_command_refuses(files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.run").write_text("131 Q0 D1 1 1 x\n")
    (tmp_path / "x.csv.gz").write_bytes(b"")
    for words, said in REFUSED.items():
        assert said in refusal("build", *words.format(**files).split()), words
    assert sorted(os.listdir(tmp_path)) == ["x.csv.gz", "x.run"]


def long_nothing_that_is_there_is_replaced_unless_told_to(files, tmp_path, no_macros) -> None:
    given = files["outer"], files["qrels"], "P@5"
    other, text = tmp_path / "other.duckdb", tmp_path / "text.duckdb"
    with duckdb.connect(other) as connection:
        connection.execute("create table mine as select 1 as x")
    text.write_text("no database")
    before = other.read_bytes()
    for path, said in {
        other: "already exists and is not a database of 'evalsql build'; use --force",
        text: "cannot be opened as a DuckDB database.*; use --force to overwrite it",
        tmp_path / "internal.duckdb": "its schema is called internal too",
        tmp_path / "live.duckdb": "its schema is called live too",
    }.items():
        with pytest.raises(InputError, match=f"{path.name}: {said}"):
            build_database(path, *given)
    with pytest.raises(
        InputError, match=r"other\.duckdb: is not a database of 'evalsql build', so no runs can be added"
    ):
        add_to_database(other, files["inner"])
    assert other.read_bytes() == before
    for path in (other, text):
        build_database(path, *given, force=True)
        again = f"{path.name}: already exists; use --add to add runs to it, or --force to replace it with all its"
        with pytest.raises(InputError, match=again):
            build_database(path, *given)
        assert len(contents(path)["run_summary"]) == 2


def long_views_on_files_work_from_any_folder_and_files_are_looked_for_once(files, tmp_path, monkeypatch, no_macros):
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
        found = ask(connection, "select run, count(*), max(score) from runs group by run order by run")
        expected = duckdb.execute(f"select count(*), max(score) from '{files['outer']}' group by run order by run")
        assert [run for run, *_ in found] == ["b", "renamed"]
        assert [tuple(rest) for _, *rest in found] == expected.fetchall()[::-1]
        judged = duckdb.execute(f"from '{files['plain']}' order by all").fetchall()
        assert ask(connection, "select query_id, doc_id, relevance from qrels order by all") == judged
        assert ask(connection, "select count(*) from retrieved") == [(sum(row[1] for row in found),)]


def long_the_command_builds_adds_and_says_how_the_file_is_opened(files, tmp_path, no_macros) -> None:
    path = tmp_path / "eval.duckdb"
    done = invoke("build", path, files["outer"], "--qrels", files["qrels"], "-m", "P@5", "--curve", "DCG@3")
    assert (done.exception, done.stdout) == (None, "")
    said = (
        f"evalsql: wrote {path}, ",
        " MB: 2 runs, 20 queries, 40 scores\n",
        f"duckdb:///{path}",
        f"jdbc:duckdb:{path}",
    )
    assert [each for each in said if each not in done.stderr] == []
    added = invoke("build", path, files["inner"], "--add")
    assert added.exception is None
    assert "4 runs, 20 queries, 80 scores" in added.stderr
    with open_to_read(path) as connection:
        assert ask(connection, "select distinct metric from scores") == [("P@5",)]
        assert ask(connection, "select distinct metric from curves") == [("DCG@3",)]


@pytest.mark.filterwarnings("ignore:.*")
def long_the_judged_share_of_a_real_collection(tmp_path: Path, no_macros: None) -> None:
    folder = COLLECTIONS / "dl19_passage"
    if not folder.is_dir():
        pytest.skip("the folder ../shared/data is absent")
    runs = sorted((folder / "runs").iterdir())[:2]
    build_database(tmp_path / "real.duckdb", runs, folder / "qrels.txt", "nDCG@10", curves=())
    with open_to_read(tmp_path / "real.duckdb") as connection:
        share = ask(
            connection, "select run, avg((relevance is not null)::integer) from runs where rank = 1 group by all"
        )
    judged = evalsql.evaluate(runs, folder / "qrels.txt", "Judged@1")
    assert dict(share) == pytest.approx(dict(judged.aggregate("run, avg(value)").fetchall()))
