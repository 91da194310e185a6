"""The report: what its page holds, its words, and its pictures."""

import json
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import duckdb
import pytest
from command import TINY, refusal
from html_read import Read
from places import FIXTURES
from scipy import stats
from written import put

import evalsql as package
from evalsql.reporting.sections import SECTIONS, below

pytestmark = [pytest.mark.usefixtures("plain"), pytest.mark.filterwarnings("ignore::evalsql.InputWarning")]
TRACK = FIXTURES / "track"
LEADERBOARD = "Means of runs, the best first"
UNJUDGED = "How far unjudged documents could move a score"


def ask(database: Path, sql: str) -> list[tuple]:
    with duckdb.connect(str(database), read_only=True) as connection:
        return connection.execute(sql).fetchall()


def long_every_section_is_there_in_order(read: Read) -> None:
    assert read.sections == [section.name for section in SECTIONS]


def test_means_are_those_of_the_scores_with_their_intervals(read: Read, database: Path) -> None:
    values: dict[tuple[str, str], list[float]] = {}
    for run, metric, value in ask(database, "select run, metric, value from scores order by query_id"):
        values.setdefault((run, metric), []).append(value)
    rows = read.rows(LEADERBOARD)
    assert len(rows) == 12
    for row in rows:
        for measure in ("nDCG@10", "RBP(p=0.5)"):
            run = row["Run"].text.removesuffix(" baseline")
            each = values[run, measure]
            mean = sum(each) / len(each)
            lower, upper = stats.t.interval(0.95, len(each) - 1, mean, stats.sem(each))
            cell = row[measure]
            assert float(cell.value or "") == pytest.approx(mean, abs=1e-12)
            assert cell.text.startswith(f"{mean:.4f}")
            assert f"{lower:.3f} to {upper:.3f}" in cell.text
    best = [float(row["nDCG@10"].value or "") for row in rows]
    assert best == sorted(best, reverse=True)
    assert [row["Run"].text for row in rows if "baseline" in row["Run"].text] == ["bm25 baseline"]


def test_ranges_are_those_of_the_residual(read: Read, database: Path) -> None:
    means = {(run, metric): value for run, metric, value in ask(database, "select run, metric, value from leaderboard")}
    rows = read.rows(UNJUDGED)
    assert {row["Measure"].text for row in rows} == {"RBP(p=0.5)"}
    upper = {}
    for row in rows:
        run = row["Run"].text
        upper[run] = means[run, "RBP(p=0.5)"] + means[run, "RBP_residual(p=0.5)"]
        assert row["At most"].value == repr(upper[run])
    board = {row["Run"].text.removesuffix(" baseline"): row["RBP(p=0.5)"].text for row in read.rows(LEADERBOARD)}
    for row in rows:
        run, mean = row["Run"].text, means[row["Run"].text, "RBP(p=0.5)"]
        assert f"up to {upper[run]:.4f}" in board[run]
        others = [other for other in upper if other != run]
        assert int(row["Best place"].text) == 1 + sum(means[each, "RBP(p=0.5)"] > upper[run] for each in others)
        assert int(row["Worst place"].text) == 1 + sum(upper[each] > mean for each in others)


@pytest.mark.filterwarnings("ignore:2 run/query pairs of 2 runs without a value")
def test_comparisons_are_those_of_compare(read: Read, database: Path) -> None:
    found = package.compare(f"{database}::scores", measures=["nDCG@10", "ASL"], baseline="bm25")
    names = ("metric", "run", "difference", "lower", "upper", "p_value", "p_corrected")
    expected = {(metric, run): rest for metric, run, *rest in found.project(", ".join(names)).fetchall()}
    rows = [row for row in read.rows("Comparisons with the baseline") if row["Measure"].text in ("nDCG@10", "ASL")]
    assert len(rows) == len(expected) == 22
    for row in rows:
        difference, _, _, p_value, corrected = expected[row["Measure"].text, row["Run"].text]
        assert float(row["Difference"].value or "") == pytest.approx(difference, abs=1e-12)
        assert float(row["p"].value or "") == pytest.approx(p_value, abs=1e-9)
        assert float(row["p, corrected"].value or "") == pytest.approx(corrected, abs=1e-9)
        higher_is_better = row["Measure"].text != "ASL"
        verdict = "no" if corrected >= 0.05 else "better" if (difference > 0) == higher_is_better else "worse"
        assert row["Significant"].text == verdict
    verdicts = [row["Significant"].text for row in rows if row["Measure"].text == "nDCG@10"]
    counts = verdicts.count("better") - 1, verdicts.count("worse")  # but for the best, of which the sentence before is
    others = "Other runs: {} of 10 significantly better, {} worse (bm25-title).".format(*counts)
    assert others in " ".join(read.text.split())


def test_shares_of_judged_documents_are_counted(read: Read, database: Path) -> None:
    counted = ask(database, "select run, avg((relevance is not null)::integer) from runs where rank <= 20 group by all")
    shown = {row["Run"].text: float(row["to 20"].value or "") for row in read.rows("Judged share by rank")}
    assert shown == pytest.approx(dict(counted), abs=1e-12)


@pytest.mark.filterwarnings("ignore:2 run/query pairs of 2 runs without a value")
def test_slices_and_queries_are_those_of_other_functions(read: Read, database: Path) -> None:
    by_slice = ask(database, "select slice, run, value from leaderboard_by_slice where metric = 'nDCG@10'")
    rows = {row["Run"].text: row for row in read.rows("Means by language") if row["Measure"].text == "nDCG@10"}
    assert rows
    for slice, run, value in by_slice:
        (shown,) = (cell for head, cell in rows[run].items() if head.startswith(f"{slice} ("))
        assert shown.value == repr(value)
    queries = package.analyse_queries(f"{database}::scores", measures=["ASL"])["queries"]
    hardest = queries.order("place").project("query_id, best_run").fetchall()
    shown = [row for row in read.rows("Hardest and easiest queries") if row["Measure"].text == "ASL"]
    assert [(row["Query"].text, row["Best run"].text) for row in shown[:15]] == hardest[:15]
    assert [row["Query"].text for row in shown[15:]] == [query for query, _ in hardest[-15:]]
    assert any(row["Text"].text == "side effects" for row in shown)


def long_every_statement_runs_as_it_stands(read: Read, database: Path) -> None:
    assert len(read.sql) >= 12
    with duckdb.connect(str(database), read_only=True) as connection:  # which has no function of Python
        for sql in read.sql:
            assert connection.execute(sql).fetchall() != [], sql


def test_the_page_fetches_nothing_and_runs_its_own_scripts_alone(read: Read) -> None:
    assert read.fetched == []
    running = [text for given, text in read.scripts if given.get("type") != "application/json"]
    assert read.policy.startswith("default-src 'none'; script-src 'sha256-")
    assert running
    for text in running:
        assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in read.policy


def long_odd_names_are_harmless_and_whole(tmp_path: Path) -> None:
    names = [
        "<script>alert(1)</script>",
        "</script><img src=x onerror=alert(2)>",
        'it\'s "quoted" & <b>bold</b> {{ 7 * 7 }}',
        "\u0639\u0631\u0628\u064a",
        "\N{ROCKET}" + "n" * 200,
    ]
    runs = {name: {f"q{each}": {"d1": 2.0 + place, "d2": 4.0} for each in names} for place, name in enumerate(names)}
    qrels = {f"q{each}": {"d1": 1, "d3": 1} for each in names}
    texts = tmp_path / "texts.jsonl"
    texts.write_text("\n".join(json.dumps({"query_id": f"q{each}", "text": f"text of {each}"}) for each in names))
    path = tmp_path / "odd.html"
    package.report(path, runs, qrels, ["AP"], queries_text=texts, baseline=names[0], title=names[1], curves=())
    read = Read(path)
    assert read.fetched == []
    assert all("alert(" not in text for given, text in read.scripts if given.get("type") != "application/json")
    assert {row["Run"].text.removesuffix(" baseline") for row in read.rows(LEADERBOARD)} == set(names)
    assert {row["Text"].text for row in read.rows("Hardest and easiest queries")} == {f"text of {n}" for n in names}


def long_one_run_on_one_query_has_a_page_without_what_has_nothing_to_say(tmp_path: Path) -> None:
    texts = put(tmp_path / "texts.tsv", "q\tfirst question\n")
    given = ({"only": {"q": {"d": 1.0}}}, {"q": {"d": 1}}, ["P@1", "GMAP"])
    package.report(tmp_path / "r.html", *given, queries_text=texts, curves=())
    read = Read(tmp_path / "r.html")
    rows = read.rows(LEADERBOARD)
    assert [rows[0]["P@1"].text, rows[0]["GMAP"].text] == ["1.0000 up to 1.0000", "1.0000"]
    assert "SQL of the letters" not in read.text
    assert {"slices", "comparisons"}.isdisjoint(read.sections)
    assert "first question" in read.text


def long_runs_that_were_not_tested_have_no_letters(tmp_path: Path) -> None:
    one = {name: {"q1": {"d1": 2.0, name: 1.0}} for name in ("one", "other", "third")}
    package.report(tmp_path / "r.html", one, {"q1": {"d1": 1}}, ["P@1"], curves=())
    text = " ".join(Read(tmp_path / "r.html").text.split())
    assert "Runs that share a letter" not in text
    assert "P@1: no letters, since some pairs of runs have no p-value" in text
    two = {name: {query: {"d1": 2.0, name: 1.0} for query in ("q1", "q2")} for name in one}
    package.report(tmp_path / "two.html", two, {"q1": {"d1": 1}, "q2": {"d1": 1}}, ["P@1"], curves=())
    text = " ".join(Read(tmp_path / "two.html").text.split())
    assert "Runs that share a letter" in text
    assert "no letters" not in text


def long_what_is_no_mean_is_said(tmp_path: Path) -> None:
    runs = {name: {"q1": {"d1": 2.0, name: 1.0}, "q2": {"d2": 1.0}} for name in ("one", "other")}
    package.report(tmp_path / "r.html", runs, {"q1": {"d1": 1}, "q2": {"d2": 1}}, ["P@1", "NumRet", "GMAP"], curves=())
    text = " ".join(Read(tmp_path / "r.html").text.split())
    assert "For NumRet, the table has sums over queries" in text
    assert "For GMAP, means are geometric, and differences are those of their natural logarithms" in text


def long_a_measure_without_residual_has_a_null_of_text(tmp_path: Path) -> None:
    scores = put(tmp_path / "scores.csv", "run,query_id,metric,value\na,q,Mine,1\nb,q,Mine,2\n")
    package.report(tmp_path / "r.html", scores)
    read = Read(tmp_path / "r.html")
    (asked,) = {line.strip() for sql in read.sql for line in sql.splitlines() if line.strip().startswith("asked(")}
    with duckdb.connect() as connection:  # DuckDB 1.4 takes others for numbers, which names are not
        types = connection.execute(f"with {asked.rstrip(',')} select typeof(residual) from asked").fetchall()
    assert types == [("VARCHAR",)]
    assert all("to \N{EN DASH}" not in row["95% interval"].text for row in read.rows("Comparisons with the best run"))


def long_what_cannot_be_reported_is_refused(database: Path, tmp_path: Path) -> None:
    out = ("-o", tmp_path / "report.html")
    assert "unsupported output format '.pdf'" in refusal("report", *TINY, "-o", tmp_path / "report.pdf")
    assert "a page is of one database" in refusal("report", database, TRACK / "runs.parquet", *out)
    assert "leave out depth" in refusal("report", database, "--depth", "3", *out)
    assert "leave out slices" in refusal("report", database, "--slices", TRACK / "queries.jsonl", *out)
    assert "no run absent to compare with; the runs are bm25, " in refusal("report", database, "-b", "absent", *out)
    assert "; the runs are good, poor" in refusal("report", *TINY, "-b", "absent", *out)
    assert "judged relevant" in refusal("report", *TINY, "--warnings", "error", *out)
    assert "has no scores of AP; it has nDCG@10" in refusal("report", database, "-m", "AP", *out)
    with duckdb.connect(str(tmp_path / "other.duckdb")) as connection:
        connection.execute("create table t as select 1 as a")
    assert "is not a database of 'evalsql build'" in refusal("report", tmp_path / "other.duckdb", *out)
    assert "there is no such file" in refusal("report", tmp_path / "absent.duckdb", *out)
    assert list(tmp_path.glob("*.html")) == []


def long_a_database_that_was_changed_since_has_a_page_or_is_refused(database: Path, tmp_path: Path) -> None:
    changes = {
        "update internal.evalsql_meta set value = '{oops' where key = 'warnings'": "JSONDecodeError",
        "update measures set summary = 'odd'": "UndefinedError",
        "delete from measures": "ParserException",
        "delete from scores": "ZeroDivisionError",
        "update runs set query_id = query_id || 'x'": "KeyError",
        "update scores set value = 'nan'": "ValueError",
        "update scores set run = null": "ZeroDivisionError",
    }
    for change, why in changes.items():
        changed = Path(shutil.copy(database, tmp_path / "changed.duckdb"))
        with duckdb.connect(str(changed)) as connection:
            connection.execute(change)
        with pytest.raises(package.InputError, match=rf"changed.duckdb: holds what .* does not write.*{why}"):
            package.report(tmp_path / "page.html", [changed])
    assert not (tmp_path / "page.html").exists()


def test_files_are_called_as_below_the_folder_of_all() -> None:
    assert below(["/a/b/runs/x.run", "/a/b/qrels.txt", "a frame"]) == ["runs/x.run", "qrels.txt", "a frame"]
    assert below(["/a/b/only.run"]) == ["only.run"]
    assert below(["s3://bucket/x.parquet"]) == ["s3://bucket/x.parquet"]


@pytest.mark.parametrize("suffix", ["md", "tex"])
@pytest.mark.parametrize("given", [TINY, ("--suite", "suite.toml")])
def test_tables_in_markdown_and_latex_are_other_commands_business(suffix: str, given: tuple, tmp_path: Path) -> None:
    path = tmp_path / f"report.{suffix}"
    assert refusal("report", *given, "-o", path).startswith(
        f"evalsql: {path}: a report is a page of HTML; 'evalsql compare' and 'evalsql evaluate' print tables with"
        " --format markdown or latex, and draw figures with --plot"
    )
    assert list(tmp_path.iterdir()) == []
