"""A folder or a pattern stands for the files that it finds, and hive folders name the run or query in them."""

import sys

import duckdb
import pyarrow as pa
import pytest
from tiny import (
    GOOD,
    GOOD_FILE,
    MEASURES,
    POOR,
    QRELS,
    QRELS_FILE,
    QUERIES,
    RUNS,
    all_rows,
    expected,
    read,
    rows_of,
    scores,
    unread,
)
from written import as_csv, as_gzip, as_trec, put

import evalsql
from evalsql import InputError

UNNAMED = {"good": GOOD.drop(["run"]), "poor": POOR.drop(["run"])}
ATTEMPT = (
    "_temporary/0/_temporary/attempt_20261126_m_000001_3/part-00001.parquet"  # as Spark writes, and as it leaves it
)


def long_a_folder_or_a_pattern_stands_for_files(tmp_path):
    put(tmp_path / "p" / "good.parquet", GOOD), put(tmp_path / "p" / "poor.parquet", POOR)
    put(tmp_path / "a" / "1" / "good.parquet", GOOD), put(tmp_path / "a" / "2" / "3" / "poor.parquet", POOR)
    put(tmp_path / "a" / "notes.md", "A note that is no run.")
    put(tmp_path / "t" / "good.run", as_trec(GOOD)), put(tmp_path / "t" / "poor.csv.gz", as_gzip(as_csv(POOR)))
    put(tmp_path / "t" / ".hidden", "A file that is no run.")
    put(tmp_path / "x::y" / "good.run", as_trec(GOOD)), put(tmp_path / "x::y" / "poor.run", as_trec(POOR))
    patterns = ["*.parquet", "[gp]*.parquet", "****.parquet", "????.parquet", "**/*.parquet"]
    for given in (*(f"p/{pattern}" for pattern in patterns), "a", "t", "x::y/*.run"):
        assert read(f"{tmp_path}/{given}") == all_rows(), given
    put(tmp_path / "_" / "_good.run", as_trec(GOOD)), put(tmp_path / "_" / "_poor.run", as_trec(POOR))
    for given in ("_", "_/*", "_/*.run"):
        assert [row[0] for row in read(f"{tmp_path}/{given}")] == [f"_{row[0]}" for row in all_rows()]


def long_hive_folders_name_the_run_or_the_query_and_may_hold_it_in_parts(tmp_path):
    good = UNNAMED["good"]
    put(tmp_path / "runs" / "run=good" / "part-0.parquet", good.slice(0, 20))
    put(tmp_path / "runs" / "run=good" / "part-1.parquet", good.slice(20))
    put(tmp_path / "runs" / "run=poor" / "part-0.parquet", UNNAMED["poor"])
    for pattern in ("", "*/*.parquet", "**/*.parquet", "run=*/part-*"):
        assert read(f"{tmp_path}/runs/{pattern}") == all_rows(), pattern
    connection = duckdb.connect()
    for place, run in enumerate(("007", "1e5", "bm25+rm3", "a b", "2020-01-01", "x&y=z", "été")):
        named = good.append_column("run", pa.array([run] * len(GOOD)))
        connection.register("good", named)
        connection.execute(f"copy good to '{tmp_path}/{place}' (format parquet, partition_by (run))")
        assert read(tmp_path / str(place)) == rows_of(named)
    connection.register("judged", QRELS)
    connection.execute(f"copy judged to '{tmp_path}/qrels' (format parquet, partition_by (query_id))")
    assert read(tmp_path / "qrels", "qrels") == rows_of(QRELS)
    hive = put(tmp_path / "h" / "run=good" / "part-0.parquet", good)
    assert read([hive, put(tmp_path / "poor.parquet", POOR)]) == all_rows()
    assert read(put(tmp_path / "experiment=3" / "runs.parquet", RUNS)) == all_rows()  # none of our columns
    put(tmp_path / "two" / "run=a=b" / "part-0.parquet", good)
    assert "part-0.parquet: its folder run=a=b has two =; write one as %3D" in unread(tmp_path / "two")


def test_what_jobs_have_not_committed_is_no_data(tmp_path):
    lake = tmp_path / "_lake"  # which is named
    for run, rows in (("good", GOOD), ("poor", POOR)):
        put(lake / f"_run={run}" / "part-0.parquet", rows)
    for aside in (ATTEMPT, "_delta_log/1.checkpoint.parquet", ".spark-staging-1/part-0.parquet"):
        put(lake / aside, UNNAMED["good"])
        put(lake / "_run=good" / aside, UNNAMED["good"])
    for mark in ("_SUCCESS", "._SUCCESS.crc", "_metadata", "_committed_8461"):
        put(lake / mark, b"a mark")
        put(lake / "_run=poor" / mark, b"a mark")
    for pattern in ("", "/*", "/**", "/**/*.parquet", "/*/*.parquet", "/????*/*.parquet"):
        assert read(f"{lake}{pattern}") == all_rows(), pattern
    assert {row[0] for row in read(f"{lake}/{ATTEMPT}")} == {"part-00001"}
    for named in ("_temporary/*/_t*/*", "_delta_log"):
        assert len({row[0] for row in read(f"{lake}/{named}")}) == 1


NO_RUN = "_SUCCESS ._SUCCESS.crc .hidden.run notes.md README core.bin _delta_log/0.json _temporary/a.run judgments.txt"
LEFT = {  # files of a folder: which runs are read, how many files are not, and the first of them
    "good.parquet poor.PARQUET": ("good poor", "", ""),
    "good.pq below/poor.parquet": ("good poor", "", ""),
    "good.parquet/part-0.parquet poor.run": ("part-0", "1 file", "poor.run"),
    "good.parquet below/poor.csv poor.run input.poor poor.gz": ("good", "4 files", "below/poor.csv"),
    "run=good/a.parquet run=poor/part-0": ("good", "1 file", "run=poor/part-0"),
    "good.run below/poor.run": ("good", "1 file", "below/poor.run"),
}


def long_a_folder_says_which_files_it_does_not_stand_for(tmp_path):
    rule = "a folder stands for the Parquet files below it or, if there are none, for the files directly in it"
    for place, (files, (runs, lost, first)) in enumerate(LEFT.items()):
        folder = tmp_path / f"{place}-runs"
        for name in files.split():
            rows = GOOD if "good" in name else POOR
            trec, unnamed = as_trec(rows), rows.drop(["run"])
            text = {"run": trec, "poor": trec, "csv": as_csv(unnamed), "gz": as_gzip(trec)}
            put(folder / name, text.get(name.rpartition(".")[2], unnamed))
        for name in NO_RUN.split() if "good.parquet" in files else ():
            put(folder / name, QRELS_FILE.read_bytes() if name == "judgments.txt" else b"no run")
        said = [f"{folder}: {lost} left out (first: {folder}/{first}); {rule}"] if lost else []
        for given in (folder, f"{tmp_path}/{place}*", *([{"x": folder}] if " " not in runs else ())):
            assert {row[0] for row in read(given)} == ({"x"} if type(given) is dict else {*runs.split()})
            found = evalsql.check(given, QRELS)
            assert [each.text for each in found if each.kind == "files left out"] == said


def test_a_run_that_is_called_as_a_mark_is_not_left_out_without_a_word(tmp_path):
    for name, rows in (("good.run", GOOD), ("_poor", POOR), ("_SUCCESS", None), ("_metadata", None)):
        put(tmp_path / name, as_trec(rows) if rows else b"PAR1" if name == "_metadata" else b"")
    said = "1 file left out (first: {}/_poor), as jobs name files that are not data; name it"
    for given in (str(tmp_path), f"{tmp_path}/*"):
        found = [each.text for each in evalsql.check(given, QRELS) if each.kind == "files left out"]
        assert found == [f"{given}: {said.format(tmp_path)}"]
    assert not [each for each in evalsql.check(f"{tmp_path}/_p*", QRELS) if each.kind == "files left out"]


def long_every_input_says_which_files_a_folder_leaves_out(tmp_path):
    given = {
        "qrels": "query_id,doc_id,subtopic,relevance\nq1,d1,a,1\n",
        "gains": "query_id,relevance,gain\nq1,1,1\n",
        "weights": "query_id,subtopic,weight\nq1,a,1\n",
        "costs": "doc_id,cost\nd1,1\n",
        "exclusions": "query_id,doc_id\nq1,d2\n",
        "candidates": "query_id,doc_id\nq1,d1\n",
        "slices": "query_id,kind\nq1,k\n",
    }
    for kind, text in given.items():
        file = put(tmp_path / kind / "b.csv", text)
        copied = f"copy (from read_csv('{file}')) to '{tmp_path}/{kind}/a.parquet' (format parquet)"
        duckdb.connect().execute(copied)
    folders = {kind: str(tmp_path / kind) for kind in given}
    slices, run = folders.pop("slices"), {"q1": {"d1": 2.0, "d2": 1.0}}
    said = [each.text for each in evalsql.Evaluation(run, **folders).warnings]
    with pytest.warns(evalsql.InputWarning) as told:
        evalsql.evaluate(run, folders["qrels"], "AP", slices=slices)
    said += [str(each.message) for each in told if "slices" in str(each.message)]
    assert [each.partition(";")[0] for each in said if "left out" in each] == [
        f"{each}: 1 file left out (first: {each}/b.csv)" for each in (*folders.values(), slices)
    ]


def test_a_file_without_rows_whose_runs_are_named_by_a_column_is_named(tmp_path):
    for name, held in (("a", GOOD), ("b", GOOD.slice(0, 0))):
        put(tmp_path / "csv" / f"{name}.csv", as_csv(held))
        put(tmp_path / "parquet" / f"{name}.parquet", held)
    for kind in ("csv", "parquet"):
        said = [each.text for each in evalsql.Evaluation(tmp_path / kind, QRELS).warnings]
        assert f"{tmp_path / kind}/b.{kind}: holds no rows, so it names no run" in said


def long_a_run_without_rows_that_a_folder_names_is_scored_as_empty_rankings(tmp_path):
    other = UNNAMED["poor"].take(list(range(len(POOR)))[::-1])  # which must be sorted
    nothing = other.slice(0, 0)
    empty = {
        "a.run": b"",
        "b.csv": as_csv(nothing),
        "c.jsonl": b"",
        "d.json": b'{"q1": {}}',
        "h.json": b"{}",
        "i.json": b"[ ]",
        "run=e/p.parquet": nothing,
    }
    for folder, name in (("f", "run=poor/p.parquet"), ("g", "poor.csv")):
        put(tmp_path / folder / name, other if folder == "f" else as_csv(other))
    for name, held in empty.items():
        file = put(tmp_path / ("f" if "=" in name else "g") / name, held)
        assert "holds no rows, where a run was expected" in unread([file, GOOD_FILE])
    for folder, runs in (("f", "e"), ("g", "abcdhi")):
        evaluation = evalsql.Evaluation(tmp_path / folder, QRELS)
        found = evaluation.score(MEASURES).fetchall()
        assert [row for row in found if row[0] == "poor"] == [row for row in expected() if row[0] == "poor"]
        assert {(*row[:2], row[3]) for row in found if row[0] != "poor"} == {(r, q, 0.0) for r in runs for q in QUERIES}
        said = "e/p.parquet: holds no rows of run e" if runs == "e" else "a.run: holds no rows of run a"
        for problems in (evaluation.warnings, evalsql.check(tmp_path / folder, QRELS)):
            (text,) = [each.text for each in problems if each.kind == "empty run"]
            assert f"{said}, which has no results for any query" in text
        with pytest.raises(InputError, match=r"holds no rows, so population intersection leaves no query of run "):
            scores(tmp_path / folder, population="intersection")


def long_a_part_without_rows_is_no_run_and_scores_that_a_pattern_finds_empty_are_said(tmp_path):
    put(tmp_path / "runs" / "a.parquet", GOOD.slice(0, 3)), put(tmp_path / "runs" / "b.parquet", GOOD.slice(0, 0))
    folder = tmp_path / "runs"
    for given, options, run in (({"x": folder}, {}, "x"), (folder, {"where": "query_id <> 'q9'"}, "good")):
        evaluation = evalsql.Evaluation(given, QRELS, **options)
        assert {row[0] for row in evaluation.score("RR").fetchall()} == {run}
        assert not [problem for problem in evaluation.warnings if problem.kind == "empty run"]
    for run in ("a", "b"):
        put(tmp_path / f"{run}.csv", f"run,query_id,metric,value\n{run},q1,RR,1\n{run},q2,RR,.5\n")
    put(tmp_path / "gone.csv", "run,query_id,metric,value\n")
    with pytest.warns(evalsql.InputWarning, match=f"^{tmp_path}/gone.csv: holds no scores$"):
        assert evalsql.compare(f"{tmp_path}/*.csv").fetchall()


@pytest.mark.filterwarnings("ignore")
def test_a_run_without_rows_in_a_pass_of_its_own_is_kept(tmp_path):
    put(tmp_path / "a.run", b""), put(tmp_path / "poor.run", as_trec(POOR))
    put(tmp_path / "run=b" / "p.parquet", GOOD.drop(["run"]).slice(0, 0))
    put(tmp_path / "run=good" / "p.parquet", GOOD.drop(["run"]))
    connection = duckdb.connect(config={"memory_limit": "20MB", "threads": 1})
    given = [f"{tmp_path}/*.run", f"{tmp_path}/run=*"]
    found = evalsql.evaluate(given, QRELS_FILE, "P@5", connection=connection)
    assert {row[0] for row in found.fetchall()} == {"a", "b", "good", "poor"}


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_nothing_is_no_run_that_may_be_left_out(tmp_path):
    (tmp_path / "a.run").write_text("q1 Q0 d1 1 1 a\n")
    (tmp_path / "b.run").symlink_to("gone.run")
    for given in ("", "*", "*.run", "b.run"):
        with pytest.raises(InputError, match=r"b\.run: is a link to a file that is not there"):
            evalsql.evaluate(str(tmp_path / given), {"q1": {"d1": 1}}, "AP")
