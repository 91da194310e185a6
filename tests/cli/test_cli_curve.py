"""`evalsql curve`, and its pictures."""

import csv
import io
import json
from pathlib import Path

import duckdb
import pytest
from command import TINY, TRACK, evalsql
from in_process import invoke, output, refusal
from places import FIXTURES

JK = FIXTURES / "papers" / "jarvelin_kekalainen_2002"
A = (str(JK / "example.run"), "--qrels", str(JK / "qrels.txt"))


def test_a_column_a_run_and_a_row_a_rank_of_each_query() -> None:
    printed = output("curve", *A, "-m", "DCG(discount='jk')", "--depth", "3", "--per-query").splitlines()
    assert printed[0] == "DCG(discount='jk')@3"
    rows = ["query_id rank example", "A 1 3.0000", "A 2 5.0000", "A 3 6.8928", "E 1 0.0000", "E 2 1.0000", "E 3 1.0000"]
    assert [" ".join(line.split()) for line in printed[1:8]] == rows
    assert printed[-1] == "Curves over 2 judged queries."


def test_an_average_stands_beside_the_ideal_and_says_where_that_is_flat() -> None:
    printed = output("curve", *A, "-m", "CG", "--depth", "11").splitlines()
    assert printed[1].split() == ["rank", "ideal", "example"]
    assert printed[9].split() == ["8", "17.0000", "9.5000"]
    assert printed[13] == "The ideal is flat from rank 10 on."
    assert "flat" not in output("curve", *A, "-m", "CG", "--depth", "9")
    share = output("curve", *A, "-m", "nCG", "--depth", "2").splitlines()  # of the ideal, which has no column
    assert share[1].split() == ["rank", "example"]


def test_a_baseline_shows_the_difference_at_every_rank() -> None:
    lines = output("curve", *TRACK, "-m", "P", "--depth", "1", "--baseline", "bm25").splitlines()
    cells = dict(zip(lines[1].split()[1:], lines[2].split()[1:3], strict=False))
    assert cells["bm25"] == "0.5000"
    assert "0.8000 +0.3000" in lines[2]


def test_csv_and_json_have_all_digits() -> None:
    asked = ("curve", *A, "-m", "DCG", "--depth", "4", "--per-query")
    rows = list(csv.DictReader(io.StringIO(output(*asked, "--format", "csv"))))
    assert list(rows[0]) == ["run", "query_id", "metric", "rank", "value", "ideal"]
    same = json.loads(output(*asked, "--format", "json"))
    assert [float(row["value"]) for row in rows] == [row["value"] for row in same]
    assert len(same) == 8


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def long_rows_are_written(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"curve.{suffix}"
    done = invoke("curve", *A, "-m", "PR", "-m", "gPrec(top=3)", "--per-query", "--output", file)
    assert done.exception is None
    assert f"evalsql: wrote {file}" in done.stderr
    rows = duckdb.execute(f"select metric, count(*), max(recall) from '{file}' group by all order by all").fetchall()
    assert rows == [("IPrec", 22, 1.0), ("gPrec(top=3)", 22, 1.0)]


def test_a_duckdb_file_gets_a_table_curves(tmp_path: Path) -> None:
    file = tmp_path / "eval.duckdb"
    output("curve", *A, "-o", file)
    with duckdb.connect(str(file), read_only=True) as connection:
        assert connection.execute("select count(*) from curves where metric = 'nDCG'").fetchall() == [(100,)]


def test_a_cutoff_in_the_text_goes_before_the_depth() -> None:
    printed = output("curve", *A, "-m", "CG@2", "-m", "CG", "--depth", "3")
    assert printed.count("CG@2\n") == printed.count("CG@3\n") == 1


def test_population_and_warnings_are_as_of_evaluate() -> None:
    done = evalsql("curve", *TINY, "-m", "CG", "--depth", "2", "--population", "intersection")
    assert "1 query without a document that is judged relevant" in done.stderr.decode()
    assert "of each run over those of the 7 judged queries that it answers" in done.stdout.decode()
    assert "1 query without judgments left out" in done.stdout.decode()  # which no warning says too
    assert "1 query of 2 runs without judgments" not in done.stderr.decode()


PICTURES = {  # what each shows
    "what is unjudged": ("curve", *TINY, "-m", "RBP@5", "--picture", "bands"),
    "Means over 7 judged queries. Dotted: the ideal.": ("curve", *TINY, "-m", "DCG@5", "--baseline", "good"),
    "relevance to users (URS)": ("explain", "ADM(top=3)", TINY[0], *TINY[2:], "--query", "q1"),
}


@pytest.mark.parametrize("said", PICTURES)
def long_a_picture_says_what_it_shows_and_what_it_asks_for_itself_is_not_printed(said: str, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    done = invoke(*PICTURES[said], "--plot", picture)
    assert done.exit_code == 0
    assert "residual" not in done.stdout
    assert said in picture.read_text()


def test_what_a_picture_cannot_show_is_refused_and_nothing_is_written(tmp_path):
    sentence = refusal("explain", "AP", TINY[0], *TINY[2:], "--query", "q1", "--plot", tmp_path / "plane.svg")
    assert sentence == "the plane of relevance is of a measure of distance; explain one, such as ADM(top=3)"
    said = refusal("curve", *TINY, "-m", "DCG", "--per-query", "--plot", tmp_path / "curves.svg")
    assert "room for the curves of 6 queries, and there are 7" in said
    assert list(tmp_path.iterdir()) == []


def long_the_rank_at_which_a_gain_is_reached_and_what_that_costs() -> None:
    lines = output("curve", *TRACK, "-m", "CG@1000", "--reach", "10", "--baseline", "bm25").splitlines()
    rows = {line.split()[1]: line.split()[2:] for line in lines[1:13]}
    curve = output("curve", *TRACK, "-m", "CG@30", "--format", "csv")
    means = [row for row in csv.DictReader(io.StringIO(curve)) if float(row["value"]) >= 10]
    for run in ("bm25", "splade+ce", "bm25-title"):
        assert int(rows[run][0]) == min(int(row["rank"]) for row in means if row["run"] == run)
    assert rows["splade+ce"] == ["7", "-61.1%"]
    assert pytest.approx(-61.1, abs=0.05) == 100 * (7 - 18) / 18
    never = output("curve", *TRACK, "-m", "CG@5", "--reach", "1000")
    assert all(line.split()[2] == "-" for line in never.splitlines()[1:13])
