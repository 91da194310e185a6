"""The log of a database: what it shows, and regressions by SciPy's one-sided tests and Holm's correction."""

import csv
import io
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import in_process
import pytest
from in_process import output, refusal
from places import FIXTURES

import evalsql
from evalsql import InputError, build_database
from evalsql.database.add import add_to_database
from evalsql.files.history import columns_created

QRELS = FIXTURES / "tiny" / "qrels.txt"
EVALUATIONS = range(1, 7)
RUNS, MEASURES, QUERIES = ("bm25", "dense"), ("nDCG@10", "ESL", "GMAP"), [f"q{number:02}" for number in range(30)]
READ = "select column0 as query_id, column2 as doc_id, column4 as score from read_csv('{}', delim = ' ')"
LOSS = {5: 0.2}  # of the fifth evaluation
of_history = pytest.mark.filterwarnings("ignore:evaluation 6 has other judgments", "ignore:evaluation 6 has values of ")


def values() -> Iterator[tuple[int, str, str, str, float | None]]:
    """Scores of six evaluations; where they are not there, a query was not answered. Of ESL lower ones are better."""
    drawn = random.Random(21)
    for run in RUNS:
        for metric in MEASURES:
            hard = {query: drawn.uniform(0.2, 0.8) for query in QUERIES}
            for evaluation in EVALUATIONS:
                loss = LOSS.get(evaluation, 0.0) * (run == "dense") * (-1 if metric == "ESL" else 1)
                for query in QUERIES:
                    value = max(0.001, hard[query] + drawn.gauss(0, 0.08) - loss)
                    yield evaluation, run, metric, query, None if drawn.random() < 0.03 else value


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A history as `evalsql evaluate --append` writes it; the sixth evaluation has other judgments."""
    path = tmp_path_factory.mktemp("log") / "history.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute(f"create table evaluations ({columns_created()})")
        for number in EVALUATIONS:
            judged = "b" if number == 6 else "a"
            connection.execute(
                f"insert into evaluations values ({number}, '2026-11-{number:02} 03:00', 'night {number}', 'append', 2,"
                f" 'r{number}', '{judged}', null, '{{}}', '0.1.0', '2.0.0', repeat('{number}', 40))"
            )
        columns = "evaluation integer, run varchar, metric varchar, query_id varchar, value double"
        connection.execute(f"create table scores ({columns})")
        connection.executemany("insert into scores values (?, ?, ?, ?, ?)", [*values()])
        connection.execute("alter table scores add column evaluated_at timestamp")
        connection.execute("update scores set evaluated_at = make_timestamp(2026, 11, evaluation, 3, 0, 0)")
        connection.execute("alter table scores drop column evaluation")
    return path


@pytest.fixture
def changed(history: Path, tmp_path: Path) -> Callable[..., Path]:
    """Makes a copy of it with changes."""

    def make(*changes: str) -> Path:
        path = Path(shutil.copy(history, tmp_path))
        with duckdb.connect(path) as connection:
            connection.execute(";".join(changes))
        return path

    return make


def at(evaluation: int) -> str:
    """The condition of an evaluation's scores."""
    return f"evaluated_at = make_timestamp(2026, 11, {evaluation}, 3, 0, 0)"


def regressions(path: Path, *measures: list[str], **options: Any) -> list[dict[str, Any]]:
    return evalsql.log(path, *measures, **options)["regressions"].to_arrow_table().to_pylist()


def held() -> dict[tuple[int, str, str], dict[str, float]]:
    found: dict[tuple[int, str, str], dict[str, float]] = {}
    for evaluation, run, metric, query, value in values():
        found.setdefault((evaluation, run, metric), {})
        if value is not None:
            found[evaluation, run, metric][query] = value
    return found


def compared(margin: float, share: float) -> dict[tuple, tuple[float, float, float]]:
    """Difference, p-value and its correction by NumPy and SciPy, by evaluation, run, measure and the other."""
    np, stats = pytest.importorskip("numpy"), pytest.importorskip("scipy.stats")
    scores = {
        key: {query: float(np.log(max(value, 1e-5))) if key[2] == "GMAP" else value for query, value in rows.items()}
        for key, rows in held().items()
    }
    found = {}
    for evaluation in EVALUATIONS[1:]:
        tests = {}
        for run in RUNS:
            for metric in MEASURES:
                sign = -1 if metric == "ESL" else 1
                means = {e: sign * np.mean(list(scores[e, run, metric].values())) for e in range(1, evaluation)}
                for other in {evaluation - 1, max(means, key=means.get)}:
                    new, old = scores[evaluation, run, metric], scores[other, run, metric]
                    shared = sorted(new.keys() & old.keys())
                    one, two = (np.array([each[query] for query in shared]) for each in (new, old))
                    allowed = -np.log(1 - share) if metric == "GMAP" else share * two
                    shifted = sign * (one - two) + margin + allowed
                    p = stats.ttest_1samp(shifted, 0, alternative="less").pvalue
                    among = 1 if other == evaluation - 1 else len(means)  # what the best is picked from
                    tests[evaluation, run, metric, other] = (float(np.mean(one - two)), float(p), min(1.0, among * p))
        highest = 0.0
        for place, (key, (difference, p, of_choice)) in enumerate(sorted(tests.items(), key=lambda each: each[1][2])):
            highest = max(highest, min(1.0, (len(tests) - place) * of_choice))
            found[key] = (difference, p, highest)
    return found


@of_history
def long_regressions_are_those_of_scipy(history: Path) -> None:
    for margin, absolute, share in (None, 0.0, 0.0), (0.03, 0.03, 0.0), ("5%", 0.0, 0.05):
        expected = compared(absolute, share)
        rows = regressions(history, margin=margin)
        assert len(rows) == len(expected)
        for row in rows:
            difference, p, corrected = expected[row["evaluation"], row["run"], row["metric"], row["other_evaluation"]]
            assert row["difference"] == pytest.approx(difference, abs=1e-12)
            assert row["p_value"] == pytest.approx(p, rel=1e-9)
            assert row["p_corrected"] == pytest.approx(corrected, rel=1e-9)
            assert row["regression"] == (corrected <= 0.05)
        of_fifth = [row for row in rows if row["regression"] and row["evaluation"] == 5]
        assert "dense" in {row["run"] for row in of_fifth}
        assert len({row["metric"] for row in of_fifth}) == 3


def test_what_is_printed_fits_and_says_what_was_compared(history, changed, monkeypatch) -> None:
    said = output("log", history)
    assert max(map(len, said.splitlines()[:7])) <= 80
    assert said.splitlines()[1].split()[:4] == ["6", "2026-11-06", "03:00", "night"]
    assert "6 evaluations, the newest first." in said
    found = in_process.invoke("log", history, "--regressions", "-m", "nDCG@10", "--run", "d*")
    lines = found.stdout.splitlines()
    assert lines[0].split() == ["#", "label", "measure", "against", "mean", "was", "change", "p"]
    assert {line.split()[0] for line in lines[1 : lines.index("")]} == {"5"}
    assert "regressions: in evaluation 5. One-sided paired t test of a loss, Holm-corrected" in found.stdout
    assert "evaluation 6 has other judgments than evaluation 5, with which it is compared" in found.stderr
    path = changed(
        "update evaluations set label = 'a label of so many words that nobody reads'",
        "update scores set run = run || ' of a long name'",
    )
    assert " a label of so many words that nobody reads " in output("log", path, "--limit", "1")
    monkeypatch.setattr("evalsql.cli.commands.log.terminal_width", lambda stream: 80)
    lines = output("log", path, "--limit", "1").splitlines()
    assert max(map(len, lines[:2])) <= 80
    assert lines[-1] == "1 evaluation, the newest first. -m shows GMAP too."
    assert "GMAP" in output("log", path, "--limit", "1", "-m", "GMAP").splitlines()[0]


def test_geometric_means_change_by_a_factor(history: Path) -> None:
    options = ("log", history, "--regressions", "--margin", "5%", "--run", "dense")
    rows = [row for row in json.loads(output(*options, "-m", "GMAP", "--format", "json")) if row["regression"]]
    assert len(rows) == 2  # against the evaluation before, and the best
    lines = output(*options, "-m", "GMAP", "-m", "nDCG@10").splitlines()
    for row, line in zip(rows, (line for line in lines if " GMAP " in line), strict=True):
        assert f"{row['mean']:.4f}  {row['other_mean']:.4f}  x {row['mean'] / row['other_mean']:.4g}  " in line
    assert "a loss above the margin (at most 0.0" in lines[-1]
    assert " or 5%), Holm-corrected" in lines[-1]


def long_the_other_formats_have_all_that_is_noted(history: Path) -> None:
    rows = json.loads(output("log", history, "--limit", "2", "--format", "json"))
    noted = {(row["evaluation"], row["git_commit"], row["runs_hash"]) for row in rows}
    assert noted == {(6, "6" * 40, "r6"), (5, "5" * 40, "r5")}
    lines = list(csv.DictReader(io.StringIO(output("log", history, "--run", "bm25", "--format", "csv", "-m", "ESL"))))
    assert [line["evaluation"] for line in lines] == ["6", "5", "4", "3", "2", "1"]
    scores = held()
    for line in lines:
        expected = scores[int(line["evaluation"]), "bm25", "ESL"].values()
        assert float(line["value"]) == pytest.approx(sum(expected) / len(expected), rel=1e-12)
        assert int(line["queries"]) == len(expected)
    assert output("log", history, "--format", "markdown", "-m", "ESL").startswith("| # | when (UTC) | label |")


def test_what_cannot_be_shown_is_said(history: Path, changed: Callable[..., Path]) -> None:
    cases = {
        "--margin 0.1": "--margin needs --regressions",
        "--regressions --margin AP=0.1": "the scores have no measure AP; they have nDCG@10, ESL, GMAP",
        "--regressions --margin much": "margin must be a number",
        "-m P@5": "the scores have no measure P@5; they have",
        "--run night*": "history.duckdb: has no run night*",
    }
    for words, said in cases.items():
        assert said in refusal("log", history, *words.split()), words
    for options in ("{", "[1]"):
        path = changed(f"update evaluations set options = '{options}'")
        assert "the column options of its table evaluations is not what evalsql writes there" in refusal("log", path)
    with pytest.raises(InputError, match="limit must be a whole number of at least 1, not 0"):
        evalsql.log(history, limit=0)


def long_a_database_without_notes_is_told_what_to_do(tmp_path: Path) -> None:
    assert refusal("log", tmp_path / "no.duckdb") == f"{tmp_path / 'no.duckdb'}: there is no such file"
    cases = {
        "create table evalsql_meta as select 1 as a": "holds what evalsql does not write",
        "create table scores as select 1 as value, now()::timestamp as evaluated_at": "the next 'evalsql evaluate -o ",
        # as evalsql suite --append writes them
        "create table scores as select 'a' as dataset, 1 as value, now()::timestamp as evaluated_at": "holds scores of",
        "create table scores as select 1 as value": "records no evaluations; 'evalsql build' writes a database that",
        # what replaced the scores of a history has no times
        f"create table evaluations ({columns_created()}); create table scores as select 1 as value": "records no eval",
    }
    for place, (made, said) in enumerate(cases.items()):
        path = tmp_path / f"{place}.duckdb"
        with duckdb.connect(path) as connection:
            connection.execute(made)
        assert said in refusal("log", path)


@of_history
def long_evaluations_of_other_measures_show_these_and_one_query_is_no_test(changed: Callable[..., Path]) -> None:
    path = changed(
        f"delete from scores where metric = 'nDCG@10' and {at(6)} or metric = 'ESL' and {at(5)} or metric = 'GMAP'",
        f"delete from scores where query_id <> 'q00' and {at(2)}",
    )
    assert len(evalsql.log(path, runs=["dense"])["log"].fetchall()) == 10
    best = evalsql.log(path)["log"].project("evaluation, metric, run, value").fetchall()
    assert [row[:2] for row in best if row[0] > 4] == [(6, "ESL"), (5, "nDCG@10")]
    assert all(run is not None and value is not None for _, _, run, value in best)
    said = in_process.invoke("log", path, "--regressions", "-m", "nDCG@10", "--run", "dense").stdout
    assert " of them cannot be tested: fewer than 2 queries in common." in said


@of_history
def test_what_cannot_be_tested_is_in_no_family(changed: Callable[..., Path]) -> None:
    path = changed(f"delete from scores where run = 'bm25' and query_id <> 'q00' and {at(2)}")
    rows = evalsql.log(path, "nDCG@10")["regressions"].filter("evaluation = 2").order("run")
    (bm25, dense) = rows.project("run, queries, p_value, p_corrected, regression").fetchall()
    assert bm25 == ("bm25", 1, None, None, False)
    assert dense[1] > 20
    assert dense[3] == dense[2] > 0  # of one comparison


def long_evaluations_that_were_not_made_alike_or_may_not_have_been_are_named(tmp_path: Path) -> None:
    path = tmp_path / "history.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute(f"create table evaluations ({columns_created()})")
        columns = "run text, metric text, query_id text, value double, evaluated_at date"
        connection.execute(f"create table scores ({columns})")
        made = {  # the hash of judgments, that of costs, and the queries
            1: ("'a'", '{"costs": "x"}', (1, 2, 3, 4)),
            2: ("null", '{"costs": "x"}', (1, 2, 3, 4)),
            3: ("null", '{"costs": "given"}', (1, 2, 3, 4)),
            4: ("'md5:c'", '{"costs": "given"}', (1, 2)),
            5: ("'d'", "{}", (5, 6, 7)),
        }
        for number, (judged, options, queries) in made.items():
            noted = f"{number}, '2026-11-0{number}', null, 'append', 1, null, {judged}, null, '{options}', '', '', null"
            connection.execute(f"insert into evaluations values ({noted})")
            for query in queries:
                connection.execute(f"insert into scores values ('a', 'AP', {query}, 1 / {number}, '2026-11-0{number}')")
    with pytest.warns(evalsql.InputWarning) as found:
        evalsql.log(path)
    unknown = "it is not known whether evaluation {} has the {} of evaluation {}, with which it is compared"
    assert [str(each.message) for each in found] == [
        f"{unknown.format(2, 'judgments', 1)}; 4 other comparisons likewise",
        f"{unknown.format(3, 'decisions (costs)', 2)}; 3 other comparisons likewise",
        "evaluation 5 has values of AP for 3 queries, and evaluation 4 for 2; only the 0 in both are compared; 3 other"
        " comparisons likewise",
    ]
    said = in_process.invoke("log", path, "--limit", "1").stderr  # of the newest alone
    assert "in both are compared; 1 other comparison likewise" in said
    assert "judgments" not in said


@pytest.mark.filterwarnings("ignore:evaluation 6 has other judgments", "ignore:evaluation . has values of ")
def long_what_the_newest_evaluation_is_the_first_to_have_is_said(changed: Callable[..., Path]) -> None:
    path = changed(f"update scores set run = 'renamed' where run = 'bm25' and {at(6)}")
    for runs, what in (((), "the first .* of run renamed.*, which"), ("bm25", "none of these runs and measures, and")):
        with pytest.warns(evalsql.InputWarning, match=f"evaluation 6 has {what} is compared with nothing before it"):
            evalsql.log(path, runs=runs)


def long_in_a_built_database_the_best_run_of_each_evaluation_is_followed(tmp_path, no_macros, monkeypatch) -> None:
    path = tmp_path / "eval.duckdb"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    good, poor = FIXTURES / "tiny" / "good.run", FIXTURES / "tiny" / "poor.run"
    build_database(path, {"one": good, "low": poor}, QRELS, "AP", curves=(), label="first")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "172800")
    frame = duckdb.sql(READ.format(poor)).to_arrow_table()
    add_to_database(path, {"two": frame}, label="second")
    found = evalsql.log(path)
    compared = found["regressions"].project("evaluation, run, other_run, against").fetchall()
    assert compared == [(2, "two", "one", "before and best")]
    assert found["log"].project("evaluation, label, run, evaluated_at").fetchall() == [
        (2, "second", "two", "1970-01-03 00:00:00"),
        (1, "first", "one", "1970-01-02 00:00:00"),
    ]
    with duckdb.connect(path, read_only=True) as connection:
        history = connection.execute("select evaluation, label, run from history").fetchall()
        assert connection.execute("select runs from evaluations").fetchall() == [(2,), (1,)]
        hashes = connection.execute("select runs_hash, qrels_hash from evaluations").fetchall()
        sources = connection.execute("select evaluation, kind, sha256 is null, md5 from internal.evalsql_sources")
        read = sources.fetchall()
    assert hashes[0][1] == hashes[1][1]
    without_file = [(number, kind) for number, kind, no_file, _ in read if no_file]
    assert (len(read), without_file) == (4, [(2, "runs")])
    assert hashes[1][0] == f"md5:{read[-1][3]}"
    assert history == [(2, "second", "two"), (1, "first", "one"), (1, "first", "low")]


def test_scores_of_no_evaluation_are_said_to_be_left_out(tmp_path: Path) -> None:
    for run, more in (("good", []), ("poor", ["--append"])):
        words = ["evaluate", FIXTURES / "tiny" / f"{run}.run", "--qrels", QRELS, "-m", "RR", "-o", "h.duckdb", *more]
        assert in_process.whole(words, tmp_path).status == 0
    done = in_process.whole(["log", "h.duckdb"], tmp_path)
    assert "scores of run good belong to no evaluation that is noted, and are left out" in done.said
    assert "1 evaluation, " in done.output
