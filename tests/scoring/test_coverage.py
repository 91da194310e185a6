"""The coverage says what was scored; population, queries and depth choose it."""

import duckdb
import pytest
from built import macros_of
from in_process import invoke, refusal
from tiny import FILES, QUERIES, average_precision
from written import put as put_file
from written import put_lines as put

from evalsql import Evaluation, InputError, evaluate
from evalsql.catalog.conventions import CONVENTIONS, decisions

GOOD, POOR, QRELS = FILES
ALL_THREE = {"depth": 2, "population": "intersection", "queries": ["q3", "q6"]}
EMPTY = "; 1 run/query pair without results scored as an empty ranking"
ANSWERED = "of each run over those of the {} judged queries that it answers; 1 run/query pair without results left out"
UNJUDGED = "; 1 query without judgments left out"
SAID = [  # the runs, the options, and what is said before and after the query without judgments
    ([GOOD, POOR], {}, f"over 7 judged queries{EMPTY}", ""),
    ([GOOD, POOR], {"population": "intersection"}, ANSWERED.format(7), ""),
    ([GOOD, POOR], {"queries": ["q1", "q3"]}, f"over 2 judged queries{EMPTY}", ""),
    (GOOD, {"queries": ["q1"]}, "over 1 judged query", ""),
    (GOOD, {"depth": 1}, "over 7 judged queries", "; the first 1 document of each ranking"),
    (GOOD, {"depth": 1000}, "over 7 judged queries", "; the first 1,000 documents of each ranking"),
    ([GOOD, POOR], ALL_THREE, ANSWERED.format(2), "; the first 2 documents of each ranking"),
]


@pytest.mark.parametrize(("runs", "options", "scored", "depth"), SAID)
def test_the_coverage_says_what_was_scored(runs, options, scored, depth):
    assert str(Evaluation(runs, QRELS, **options).coverage) == scored + UNJUDGED + depth


def test_the_coverage_counts_unanswered_queries_of_each_run_and_those_without_judgments_once(tmp_path):
    coverage = Evaluation([GOOD, POOR], QRELS).coverage
    assert (coverage.runs, coverage.queries, coverage.missing, coverage.extra) == (2, 7, 1, 1)
    other = put(tmp_path / "other.run", "q3 Q0 d01 1 1 x", "q9 Q0 d01 1 1 x")
    assert str(Evaluation([GOOD, POOR, other], QRELS).coverage) == (
        "over 7 judged queries; 7 run/query pairs without results scored as empty rankings;"
        " 2 queries without judgments left out"
    )


def test_every_judged_query_is_scored_and_no_other():
    found = average_precision([GOOD, POOR])
    assert set(found) == {(run, query) for run in ("good", "poor") for query in QUERIES}
    assert found["poor", "q3"] == 0


def long_the_mean_over_the_intersection_leaves_out_what_is_unanswered():
    (_, mean) = Evaluation(POOR, QRELS).leaderboard("AP").fetchall()[0]
    (_, other) = Evaluation(POOR, QRELS, population="intersection").leaderboard("AP").fetchall()[0]
    assert round(mean, 4) == 0.2582
    assert other == pytest.approx(mean * 7 / 6, abs=1e-12)


def long_listed_queries_alone_are_scored():
    whole = average_precision([GOOD, POOR])
    expected = {key: value for key, value in whole.items() if key[1] in ("q1", "q7")}
    for queries in (["q7", "q1"], ("q7", "q1"), ["q1", "q7", "q1"], {"q1": 0, "q7": 0}.keys()):
        assert average_precision([GOOD, POOR], queries=queries) == expected


def test_listed_queries_may_be_numbers_and_have_hard_names(tmp_path):
    names = ["it's", "');drop--", 'a"b', "[1,2]", "null", "2"]
    qrels = put(tmp_path / "q.txt", *(f"{name} 0 d 1" for name in [*names, "other"]))
    run = put(tmp_path / "r.run", *(f"{name} Q0 d 1 1 x" for name in [*names, "other"]))
    found = Evaluation(run, qrels, queries=[*names[:-1], 2]).score("AP").fetchall()
    assert {row[1] for row in found} == set(names)
    with pytest.raises(InputError, match=r"^the list of queries is empty$"):
        Evaluation(run, qrels, queries=[])


def long_depth_population_and_queries_go_together():
    found = average_precision([GOOD, POOR], **ALL_THREE)
    assert set(found) == {("good", "q3"), ("good", "q6"), ("poor", "q6")}
    assert found["good", "q6"] == pytest.approx(2 / 5)


@pytest.mark.parametrize("queries", [12, b"12", 1.5])
def test_queries_that_are_no_list_are_refused_of_a_population(queries: object) -> None:
    with pytest.raises(InputError, match=f"^queries must be a list of ids, not {queries!r}$"):
        Evaluation({"12": {"d": 1}}, {"12": {"d": 1}}, queries=queries)  # pyright: ignore[reportArgumentType]


RUN = {"1": {"b": 2.0, "a": 1.0}, "2": {"a": 1.0}, "4": {"a": 1.0}}
RELEVANT = {"1": {"a": 1}, "2": {"a": 0}, "3": {"a": 2}, "5": {"a": -1}}


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def test_population_relevant_leaves_out_queries_without_a_relevant_document():
    chosen = Evaluation(RUN, RELEVANT, measures=["AP"], population="relevant")
    assert {row[1]: row[3] for row in chosen.score("AP").fetchall()} == {"1": 0.5, "3": 0.0}
    assert str(chosen.coverage).startswith("over 2 judged queries with a relevant document; 1 run/query pair without")
    every = evaluate(RUN, RELEVANT, "AP").fetchall()
    assert [row for row in every if row[1] in ("1", "3")] == evaluate(
        RUN, RELEVANT, "AP", population="relevant"
    ).fetchall()
    for name in CONVENTIONS:
        assert decisions(name, population="relevant").relevant


def test_a_database_and_the_command_line_know_population_relevant(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put_file(tmp_path / "r.run", "1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n2 Q0 a 1 1 x\n")
    put_file(tmp_path / "q.txt", "1 0 a 1\n2 0 a 0\n")
    line = ("r.run", "--qrels", "q.txt", "-m", "AP", "--population", "relevant")
    assert invoke("evaluate", *line, "--format", "csv").stdout.splitlines()[1] == "r,0.5"
    put_file(tmp_path / "s.run", "1 Q0 a 1 1 y\n2 Q0 c 1 1 y\n")
    with macros_of("AP", "paired_t"):
        invoke("build", "e.duckdb", *line)
        invoke("build", "e.duckdb", "s.run", "--add")
    with duckdb.connect("e.duckdb", read_only=True) as database:
        assert database.execute("from scores").fetchall() == [("r", "1", "AP", 0.5), ("s", "1", "AP", 1.0)]
    put_file(tmp_path / "q.txt", "1 0 a 0\n2 0 a 0\n")
    assert "and population relevant leaves out those without one" in refusal("evaluate", *line)
