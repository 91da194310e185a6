"""Some rows of an input, by a condition of the user's: the same bits as a file of those rows alone."""

from pathlib import Path

import duckdb
import pytest
from in_process import output, refusal
from places import FIXTURES
from tiny import read, unread

import evalsql
from evalsql import InputError

RUNS, QRELS = FIXTURES / "track" / "runs.parquet", FIXTURES / "track" / "qrels.parquet"
MEASURES = ["nDCG@10", "AP", "NumRet", "Judged@10"]
CHOSEN = "dt = '2' and kept"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of two nights, the second with every third document left out, in every format; and what is left of them."""
    folder = tmp_path_factory.mktemp("nights")
    with duckdb.connect(folder / "lake.duckdb") as connection:
        connection.execute(f"""
            create table runs as
                select rows.*, night::varchar as dt, night = 1 or hash(doc_id) % 3 <> 0 as kept
                from '{RUNS}' as rows, range(1, 3) as nights(night)
                where run in ('bm25', 'dense');
            create table chosen as select run, query_id, doc_id, score from runs where {CHOSEN};
            copy chosen to '{folder}/chosen.parquet';
            copy runs to '{folder}/runs.parquet' (row_group_size 2048);
            copy runs to '{folder}/runs.csv';
            copy runs to '{folder}/runs.jsonl';
            copy runs to '{folder}/lake' (format parquet, partition_by (dt, run));
        """)
        for run in ("bm25", "dense"):
            connection.execute(
                f"copy (select query_id, 'Q0', doc_id, rank, score, run from runs where run = '{run}' and dt = '1')"
                f" to '{folder}/{run}.run' (format csv, header false, delimiter ' ')"
            )
    return folder


@pytest.fixture(scope="module")
def expected(folder: Path) -> list[tuple]:
    return scores(folder / "chosen.parquet")


def scores(runs: object, where: str | None = None, **options: object) -> list[tuple]:
    return evalsql.evaluate(runs, QRELS, MEASURES, where=where, **options).fetchall()


@pytest.mark.parametrize(
    "name", ["runs.parquet", "runs.csv", "runs.jsonl", "lake.duckdb::runs", "lake", "lake/*/run=*"]
)
def long_the_rows_alone_are_read(name: str, folder: Path) -> None:
    for where in (CHOSEN, f"{CHOSEN} -- the second night"):  # a comment hides no other part
        assert read(str(folder / name), where=where) == read(folder / "chosen.parquet")


@pytest.mark.parametrize(
    "line", [f"check {RUNS} --qrels {QRELS}", f"describe {QRELS}", f"ideal {QRELS}", f"convert {QRELS} out.txt"]
)
def test_such_commands_run_a_file_of_sql_first(line: str, tmp_path: Path) -> None:
    (tmp_path / "init.sql").write_text("set no_such_setting = 1", encoding="utf-8")
    assert "no_such_setting" in refusal(*line.split(), "--init", tmp_path / "init.sql")


def long_frames_and_tables_are_read_so_too(folder: Path, expected: list[tuple]) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"create table theirs as from '{folder}/runs.parquet'")
        assert scores("theirs", CHOSEN, connection=connection) == expected
        assert scores(connection.sql("from theirs").to_arrow_table(), CHOSEN) == expected


def long_lines_of_trec_text_have_our_columns(folder: Path) -> None:
    given = [folder / "bm25.run", folder / "dense.run"]
    assert scores(given, "run = 'bm25' or run = 'dense'") == scores(given)
    found = {(run, metric): value for run, _, metric, value in scores(given, "rank <= 7") if metric == "NumRet"}
    assert set(found.values()) == {7.0}


def long_large_files_are_divided_by_rows_that_are_left(
    folder: Path, expected: list[tuple], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evalsql.scoring.evaluation.pass_size", lambda connection: 3000)
    with duckdb.connect() as connection:
        connection.execute(f"""
            copy (from '{folder}/runs.parquet' order by run asc, dt asc, query_id asc, rank asc)
            to '{folder}/ordered.parquet' (row_group_size 2048)
        """)
    assert scores(folder / "ordered.parquet", CHOSEN) == expected


def test_what_is_no_condition_is_refused_and_a_date_without_quotes_told_from_a_number() -> None:
    given = {"q": {"d": 1}}
    for where in ("1) union all (select 1", "dt = '2' -- and\n) or (true", "true; select 1", "true, 1", "dt = '2", ""):
        with pytest.raises(InputError, match=r"--where .* is not a valid SQL condition, such as \"dt = '2026-11-22'"):
            read(given, where=where)
    assert " is not a valid SQL condition, such as " in unread(given, where="true limit 1")
    given = {"q": {"d": 1}}
    for where in ("dt=2026-11-26", "dt > 'x' and dt <= 2026-1-2"):
        with pytest.raises(InputError, match=r"quote the date, as in \"dt = '2026-[-0-9]+'\"$"):
            read(given, where=where)
    assert read(given, where="doc_id = 'd' and '2026-11-26' <> \"doc_id\" and score < 2026-11-26.5")


def test_conditions_that_leave_nothing_to_read_are_refused(folder: Path) -> None:
    runs = folder / "runs.parquet"
    said = unread(runs, where="night = 2")
    assert said.startswith(f"{runs}: --where 'night = 2': ")
    assert '"night" not found' in said
    assert "; its columns are run, query_id, " in said
    assert unread(runs, where="dt = '3'") == f"{runs}: no row matches --where \"dt = '3'\""
    assert "aggregate" in unread(runs, where="count(*) > 1")
    # two nights in one say how to choose
    assert unread(str(folder / "lake")).endswith("; one of them is read by --where \"dt = '1'\"")


def test_linked_files_stay_whole(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--link leaves whole files where they are"):
        evalsql.build_database(tmp_path / "e.duckdb", folder / "runs.parquet", QRELS, "AP", link=True, where="true")


def test_a_condition_that_fails_names_the_columns_and_a_row_is_one_of_those_left(folder: Path, tmp_path: Path) -> None:
    said = refusal("evaluate", folder / "bm25.run", "--qrels", QRELS, "--where", "nothing = 1")
    assert said.endswith("its columns are run, query_id, doc_id, score, rank")
    text = refusal("evaluate", folder / "runs.csv", "--qrels", QRELS, "--where", "score > 9")
    assert "text is compared as text" in text
    path = tmp_path / "b.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table b as select 'q' as query_id, 'd' as doc_id, 1.0 as score, 1 as v")
        connection.execute("insert into b values ('q', 'e', null, 2)")
    said = refusal("evaluate", f"{path}::b", "--qrels", QRELS, "--where", "v = 2")
    assert "row 1 of those that --where leaves: score is null" in said


def test_folders_of_text_are_no_columns_and_it_says_what_to_type(folder: Path) -> None:
    text = folder / "text" / "dt=2" / "run=bm25"
    text.mkdir(parents=True)
    (text / "a.run").write_text("101 Q0 d1 1 2 bm25\n", encoding="utf-8")
    for where, place in (("dt = '2'", text.parent), ("run = 'bm25' and dt = '2'", text.parent), ("run_ = 'x'", None)):
        with pytest.raises(InputError) as refused:
            scores(str(folder / "text" / "*" / "*" / "*.run"), where)
        assert str(refused.value).endswith(f"by a pattern, such as '{place}/*'" if place else "score, rank")


def long_commands_about_judgments_alone_and_checks_read_some_rows_too(folder: Path) -> None:
    high, some = folder / "high.parquet", ["--where", "relevance >= 2"]
    duckdb.execute(f"copy (from '{QRELS}' where relevance >= 2) to '{high}'")
    assert output("describe", QRELS, *some, "--part", "levels", "--format", "csv") == output(
        "describe", high, "--part", "levels", "--format", "csv"
    ).replace(str(high), str(QRELS))
    output("convert", QRELS, folder / "high.txt", *some)
    output("convert", high, folder / "alone.txt")
    assert (folder / "high.txt").read_bytes() == (folder / "alone.txt").read_bytes()
    output("convert", folder / "runs.csv", folder / "some.run", "--where", CHOSEN)
    output("convert", folder / "chosen.parquet", folder / "alone.run")
    assert (folder / "some.run").read_bytes() == (folder / "alone.run").read_bytes()
    subtopics = FIXTURES / "track" / "subtopics.parquet"
    assert "3 of 3 queries" in output("ideal", subtopics, "--where", "query_id < '104'", "--depth", "2")
    # both folder together have each document twice
    assert "appears twice" in refusal("evaluate", folder / "runs.csv", "--qrels", QRELS)
    assert output("check", folder / "runs.csv", "--qrels", QRELS, "--where", CHOSEN) == "no problems\n"


def long_stored_scores_are_chosen_by_their_label(tmp_path: Path) -> None:
    path = tmp_path / "history.duckdb"
    for label in ("monday", "tuesday"):
        output("evaluate", RUNS, "--qrels", QRELS, "-m", "AP", "-o", path, "--append", "--label", label)
    assert "AP has two values for query 101 of run bm25" in refusal("compare", f"{path}::scores")
    one = output("compare", f"{path}::scores", "--where", "label = 'monday'", "--format", "csv")
    assert one == output("compare", RUNS, "--qrels", QRELS, "-m", "AP", "--format", "csv")
