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
    TINY,
    all_rows,
    expected,
    rows_read,
    scores,
)
from written import as_csv, as_gzip, as_trec, put

import evalsql
from evalsql import InputError


@pytest.mark.parametrize("pattern", ["*.parquet", "[gp]*.parquet", "****.parquet", "????.parquet", "**/*.parquet"])
def test_a_pattern_of_parquet_files_gives_the_same_scores(tmp_path, pattern):
    put(tmp_path / "good.parquet", GOOD), put(tmp_path / "poor.parquet", POOR)
    assert rows_read(f"{tmp_path}/{pattern}") == all_rows()


def test_a_folder_stands_for_the_parquet_files_below_it(tmp_path):
    put(tmp_path / "a" / "good.parquet", GOOD), put(tmp_path / "b" / "c" / "poor.parquet", POOR)
    put(tmp_path / "notes.md", "A note that is no run.")
    assert rows_read(tmp_path) == all_rows()


def test_a_folder_without_parquet_files_stands_for_the_files_in_it(tmp_path):
    put(tmp_path / "good.run", as_trec(GOOD)), put(tmp_path / "poor.csv.gz", as_gzip(as_csv(POOR)))
    put(tmp_path / ".hidden", "A file that is no run.")
    assert rows_read(tmp_path) == all_rows()


@pytest.mark.parametrize("pattern", ["", "*/*.parquet", "**/*.parquet", "run=*/part-*"])
def test_hive_folders_name_the_run_and_may_hold_it_in_parts(tmp_path, pattern):
    good, poor = GOOD.drop(["run"]), POOR.drop(["run"])
    put(tmp_path / "runs" / "run=good" / "part-0.parquet", good.slice(0, 20))
    put(tmp_path / "runs" / "run=good" / "part-1.parquet", good.slice(20))
    put(tmp_path / "runs" / "run=poor" / "part-0.parquet", poor)
    assert rows_read(f"{tmp_path}/runs/{pattern}") == all_rows()


@pytest.mark.parametrize("run", ["007", "1e5", "bm25+rm3", "a b", "2020-01-01", "x&y=z", "été"])
def test_hive_folders_that_duckdb_wrote_keep_the_name_of_the_run(tmp_path, run):
    connection = duckdb.connect()
    connection.register("good", GOOD.drop(["run"]).append_column("run", pa.array([run] * len(GOOD))))
    connection.execute(f"copy good to '{tmp_path}/runs' (format parquet, partition_by (run))")
    assert rows_read(tmp_path / "runs") == [(run, *row[1:]) for row in all_rows() if row[0] == "good"]


def test_hive_folders_of_queries_are_read_as_such(tmp_path):
    connection = duckdb.connect()
    connection.register("judgments", QRELS)
    connection.execute(f"copy judgments to '{tmp_path}/qrels' (format parquet, partition_by (query_id))")
    assert rows_read([TINY / "good.run", TINY / "poor.run"], tmp_path / "qrels") == all_rows()


def test_a_parquet_file_beside_hive_folders_keeps_the_run_in_its_column(tmp_path):
    hive = put(tmp_path / "run=good" / "part-0.parquet", GOOD.drop(["run"]))
    assert rows_read([hive, put(tmp_path / "poor.parquet", POOR)]) == all_rows()


def test_a_folder_that_looks_like_hive_and_names_none_of_our_columns_changes_nothing(tmp_path):
    assert rows_read(put(tmp_path / "experiment=3" / "runs.parquet", RUNS)) == all_rows()


def test_a_folder_whose_name_has_two_equals_signs_is_refused(tmp_path):
    put(tmp_path / "run=a=b" / "part-0.parquet", GOOD.drop(["run"]))
    with pytest.raises(InputError, match=r"part-0\.parquet: its folder run=a=b has two =; write one as %3D"):
        rows_read(tmp_path)


def test_a_pattern_below_a_folder_with_colons_is_no_table(tmp_path):
    put(tmp_path / "a::b" / "good.run", as_trec(GOOD)), put(tmp_path / "a::b" / "poor.run", as_trec(POOR))
    assert rows_read(f"{tmp_path}/a::b/*.run") == all_rows()


ATTEMPT = (
    "_temporary/0/_temporary/attempt_20261126_m_000001_3/part-00001.parquet"  # as Spark writes, and as it leaves it
)


@pytest.mark.parametrize("pattern", ["", "/*", "/**", "/**/*.parquet", "/*/*.parquet", "/????*/*.parquet"])
def test_what_jobs_have_not_committed_is_no_data(tmp_path, pattern):
    lake = tmp_path / "_lake"  # which is named
    for run, rows in (("good", GOOD), ("poor", POOR)):
        put(lake / f"_run={run}" / "part-0.parquet", rows)
    for aside in (ATTEMPT, "_delta_log/1.checkpoint.parquet", ".spark-staging-1/part-0.parquet"):
        put(lake / aside, GOOD.drop(["run"]))
        put(lake / "_run=good" / aside, GOOD.drop(["run"]))
    for mark in ("_SUCCESS", "._SUCCESS.crc", "_metadata", "_committed_8461"):
        put(lake / mark, b"a mark")
        put(lake / "_run=poor" / mark, b"a mark")
    assert rows_read(f"{lake}{pattern}") == all_rows()
    assert {row[0] for row in rows_read(f"{lake}/{ATTEMPT}")} == {"part-00001"}
    for named in ("_temporary/*/_t*/*", "_delta_log"):
        assert len({row[0] for row in rows_read(f"{lake}/{named}")}) == 1


@pytest.mark.parametrize("pattern", ["", "/*", "/*.run"])
def test_a_run_whose_name_begins_so_is_read(tmp_path, pattern):
    put(tmp_path / "_good.run", as_trec(GOOD)), put(tmp_path / "_poor.run", as_trec(POOR))
    assert [row[0] for row in rows_read(f"{tmp_path}{pattern}")] == [f"_{row[0]}" for row in all_rows()]


NO_RUN = (  # beside data, without a word
    *(
        "_SUCCESS",
        "._SUCCESS.crc",
        ".hidden.run",
        "notes.md",
        "README",
        "core.bin",
        "_delta_log/0.json",
        "_temporary/a.run",
    ),
    "judgments.txt",
)


@pytest.mark.parametrize(
    ("files", "read", "lost"),
    [
        (["good.parquet", "poor.PARQUET"], {"good", "poor"}, None),
        (["good.pq", "below/poor.parquet"], {"good", "poor"}, None),
        (
            ["good.parquet/part-0.parquet", "poor.run"],
            {"part-0"},
            ("1 file", "poor.run"),
        ),
        (
            ["good.parquet", "below/poor.csv", "poor.run", "input.poor", "poor.gz"],
            {"good"},
            ("4 files", "below/poor.csv"),
        ),
        (
            ["run=good/a.parquet", "run=poor/part-0"],
            {"good"},
            ("1 file", "run=poor/part-0"),
        ),
        (
            ["good.run", "below/poor.run"],
            {"good"},
            ("1 file", "below/poor.run"),
        ),
    ],
)
def test_a_folder_says_which_files_it_does_not_stand_for(tmp_path, files, read, lost):
    folder = tmp_path / "runs"
    for name in files:
        rows = GOOD if "good" in name else POOR
        trec, unnamed = as_trec(rows), rows.drop(["run"])
        text = {"run": trec, "poor": trec, "csv": as_csv(unnamed), "gz": as_gzip(trec)}
        put(folder / name, text.get(name.rpartition(".")[2], unnamed))
    for name in NO_RUN if "good.parquet" in files else ():
        put(folder / name, QRELS_FILE.read_bytes() if name == "judgments.txt" else b"no run")
    rule = "a folder stands for the Parquet files below it or, if there are none, for the files directly in it"
    expected = [] if lost is None else [f"{folder}: {lost[0]} left out (first: {folder}/{lost[1]}); {rule}"]
    for given in (folder, f"{tmp_path}/r*", *([{"x": folder}] if len(read) == 1 else ())):
        evaluation = evalsql.Evaluation(given, QRELS)
        assert {row[0] for row in evaluation.score("RR").fetchall()} == ({"x"} if type(given) is dict else read)
        assert [each.text for each in evaluation.warnings if each.kind == "files left out"] == expected
    found = evalsql.check(folder, QRELS)
    assert [each.text for each in found if each.kind == "files left out"] == expected


def test_every_input_says_which_files_a_folder_leaves_out(tmp_path):
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


@pytest.mark.parametrize("suffix", ["run", "csv", "jsonl", "json", "parquet", "hive"])
def test_a_run_without_rows_that_a_folder_names_is_scored_as_empty_rankings(tmp_path, suffix):
    other = POOR.drop(["run"]).take(list(range(len(POOR)))[::-1])  # which must be sorted
    empty = {"run": b"", "csv": as_csv(other.slice(0, 0)), "jsonl": b"", "json": b'{"q1": {}}'}
    names = {"hive": "run={}/part-0.parquet"}.get(suffix, "{}." + suffix)
    file = put(tmp_path / "runs" / names.format("gone"), empty.get(suffix, other.slice(0, 0)))
    put(tmp_path / "runs" / names.format("poor"), {"run": as_trec(POOR), "csv": as_csv(other)}.get(suffix, other))
    if suffix in ("jsonl", "json"):
        (tmp_path / "runs" / names.format("poor")).unlink()
        put(tmp_path / "runs" / "poor.csv", as_csv(other))
    evaluation = evalsql.Evaluation(tmp_path / "runs", QRELS)
    found = evaluation.score(MEASURES).fetchall()
    assert [row for row in found if row[0] == "poor"] == [row for row in expected() if row[0] == "poor"]
    assert {row[1] for row in found if row[0] == "gone"} == set(QUERIES)
    assert {row[3] for row in found if row[0] == "gone"} == {0.0}
    said = f"{file}: holds no rows of run gone, which has no results for any query"
    assert said in [problem.text for problem in evaluation.warnings]
    assert said in [problem.text for problem in evalsql.check(tmp_path / "runs", QRELS)]
    with pytest.raises(
        InputError, match=r"gone.*holds no rows, so population intersection leaves no query of run gone"
    ):
        scores(tmp_path / "runs", population="intersection")
    with pytest.raises(InputError, match="holds no rows, where a run was expected"):
        scores([file, GOOD_FILE])


def test_scores_that_a_pattern_finds_empty_are_said(tmp_path):
    for run in ("a", "b"):
        put(tmp_path / f"{run}.csv", f"run,query_id,metric,value\n{run},q1,RR,1\n{run},q2,RR,.5\n")
    put(tmp_path / "gone.csv", "run,query_id,metric,value\n")
    with pytest.warns(evalsql.InputWarning, match=f"^{tmp_path}/gone.csv: holds no scores$"):
        assert evalsql.compare(f"{tmp_path}/*.csv").fetchall()


@pytest.mark.parametrize("given", [{"part": None}, {"where": "query_id <> 'q1'"}])
def test_a_part_without_rows_is_no_run(tmp_path, given):
    put(tmp_path / "runs" / "a.parquet", GOOD.slice(0, 3)), put(tmp_path / "runs" / "b.parquet", GOOD.slice(0, 0))
    evaluation = evalsql.Evaluation({"x": tmp_path / "runs"} if "part" in given else tmp_path / "runs", QRELS)
    assert {row[0] for row in evaluation.score("RR").fetchall()} == ({"x"} if "part" in given else {"good"})
    assert not [problem for problem in evaluation.warnings if problem.kind == "empty run"]


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
