"""Judgments from another pool or a sample, and how scores and orderings move with them."""

import json
from collections import defaultdict
from dataclasses import replace
from math import log2
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from in_process import invoke, output, refusal
from places import COLLECTIONS, FIXTURES
from written import put

import evalsql
from evalsql.cli.commands.pool import tables
from evalsql.cli.tables import show

pytestmark = pytest.mark.filterwarnings("ignore:.*((has|have) no results|the gains)")
TRACK = FIXTURES / "track"
RUNS, QRELS, SUBTOPICS = (str(TRACK / f"{name}.parquet") for name in ("runs", "qrels", "subtopics"))
ONE = pa.table({"run": ["x"] * 3, "query_id": ["q"] * 3, "doc_id": ["a", "b", "c"], "score": [3, 2, 1]})
JUDGED = pa.table({"query_id": ["q", "q"], "doc_id": ["a", "c"], "relevance": [1, 0]})
TINY_RUNS = ["q1 Q0 a 1 3 one", "q1 Q0 b 2 2 one", "q1 Q0 c 3 1 one", "q2 Q0 x 1 1 one"]
TINY_RUNS += ["q1 Q0 b 1 3 two", "q1 Q0 d 2 2 two", "q1 Q0 e 3 1 two", "q2 Q0 z 1 1 two"]
TINY_QRELS = ["q1 0 a 1", "q1 0 b 0", "q1 0 c 1", "q1 0 d 1", "q2 0 x 1", "q2 0 y 1"]


@pytest.fixture
def tiny(tmp_path: Path) -> tuple[Path, Path]:
    """Two runs: at depth 1 the first contributes a and x, the second b; at depth 2 the first adds b, the second d."""
    return put(tmp_path / "runs.run", TINY_RUNS), put(tmp_path / "qrels.txt", TINY_QRELS)


def rows(relation: duckdb.DuckDBPyRelation) -> list[dict]:
    return relation.to_arrow_table().to_pylist()


def judgments(found: dict, depth: int | None) -> set[tuple]:
    return {(row["query_id"], row["doc_id"]) for row in rows(found["judgments"]) if row["depth"] == depth}


def long_a_pool_holds_what_its_runs_have_so_far_down(tiny: tuple[Path, Path]) -> None:
    found = evalsql.pool(*tiny, "P@2", depth=[1, 2, 3])
    assert judgments(found, 1) == {("q1", "a"), ("q1", "b"), ("q2", "x")}
    assert judgments(found, 2) == judgments(found, 1) | {("q1", "d")}
    assert judgments(found, 3) == judgments(found, 2) | {("q1", "c")}  # y is in no run
    sizes = [(row["depth"], row["judged"], row["relevant"]) for row in rows(found["summary"])]
    assert sizes == [(1, 3, 2), (2, 4, 3), (3, 5, 4)]
    assert judgments(evalsql.pool(*tiny, "P@2", depth=2, from_runs=["one"]), 2) == judgments(found, 1)
    assert judgments(evalsql.pool(*tiny, "P@2", from_runs=["two"]), None) == {("q1", "b"), ("q1", "d")}


def long_scores_and_places_before_and_after(tiny: tuple[Path, Path]) -> None:
    """By all judgments: P@2 of one is 1/2 and 1/2, of two 1/2 and 0; without d that of two is 0 and 0."""
    names = ("run", "depth", "score", "pooled", "difference", "place", "pooled_place")
    one, two = rows(evalsql.pool(*tiny, "P@2", depth=1)["runs"])
    assert [one[name] for name in names] == ["one", 1, 0.5, 0.5, 0, 1, 1]
    assert [two[name] for name in names] == ["two", 1, 0.25, 0, -0.25, 2, 2]
    # a and b are judged at ranks 1 and 2 of one, b at rank 1 of two; x at rank 1, z is not
    assert one["residual"] == 0.25  # past the end of q2: 0.5
    assert (two["residual"], two["pooled_residual"]) == (0.5, 0.75)


def long_a_query_of_which_nothing_is_in_the_pool_still_counts(tiny: tuple[Path, Path]) -> None:
    """Only b and d, of q1, are in the pool of two; q2 scores 0, and its whole weight is in the residual."""
    found = {row["run"]: row for row in rows(evalsql.pool(*tiny, "RBP(p=0.5)", from_runs=["two"])["runs"])}
    assert found["one"]["pooled"] == 0
    assert found["two"]["pooled"] == (0.25 + 0) / 2
    assert found["two"]["pooled_residual"] == (0.25 + 1) / 2


ALONE = """\
run  all judgments    pool  difference  position  then
one         1.5000       -           -         1     -
two         2.0000  2.0000     +0.0000         2     1
In the pool: 2 judged documents, 1 of them relevant.
tau -; change of a score: mean 0.0000, largest 0.0000; of a position: largest 1.

Means over 2 judged queries.
"""


def test_judgments_by_subtopic_stay_so_where_a_query_loses_them_all(tmp_path: Path) -> None:
    judged = ["q,a,1,1", "q,a,2,1", "q,b,1,1", "p,c,1,1"]
    qrels = put(tmp_path / "q.csv", ["query_id,doc_id,subtopic,relevance", *judged])
    runs = {"one": {"q": {"a": 2.0, "b": 1.0}}, "two": {"q": {"a": 1.0, "b": 2.0}}}
    found = evalsql.pool(runs, str(qrels), "alpha_nDCG@2", depth=2)
    # two subtopics of a, then the half of one; or one, then one and a half
    part = (1 + 1.5 / log2(3)) / (2 + 0.5 / log2(3))
    assert {row["run"]: (row["score"], row["pooled"]) for row in rows(found["runs"])} == {
        "one": (1 / 2, 1 / 2),
        "two": pytest.approx((part / 2, part / 2)),
    }


def test_the_ordering_may_turn_round_and_lower_may_be_better(tiny: tuple[Path, Path], capsys) -> None:
    deep = evalsql.pool.answer(*tiny, ["P@2", "ASL"], depth=[1, 2], from_runs=["two"])
    found = {name: deep.tables[name].filter(pc.field("depth") == 2) for name in ("runs", "summary")}
    assert [(row["metric"], row["run"], row["place"], row["pooled_place"]) for row in found["runs"].to_pylist()] == [
        ("P@2", "one", 1, 2),
        ("P@2", "two", 2, 1),
        # one has its relevant documents at 1 and 3 of q1 and at 1 of q2; two at 2; then one has none
        ("ASL", "one", 1, None),
        ("ASL", "two", 2, 1),
    ]
    taus = {row["metric"]: row["tau"] for row in found["summary"].to_pylist()}
    assert taus == {"P@2": -1, "ASL": None}
    show(tables(replace(deep, tables=found)), "table")
    assert capsys.readouterr().out.endswith(ALONE)
    over, what = "Means over 2 judged queries.", "In the pool: 2 judged documents, 1 of them relevant."
    changes = "Tau -1.0000; change of a score: mean 0.2500, largest 0.5000; of a position: largest 1."
    left = "Left out: without the judgments that only it contributed; then: its position among the others as they were."
    by_depth = "by the depth of the pool"
    for answer, left_out, captions in (
        (deep, None, [f"P@2 {by_depth}. {over}", f"P@2 of each run {by_depth}. {over}"]),
        (replace(deep, tables=found), None, [f"P@2. {what} {changes} {over}"]),
        (replace(deep, tables=found), "run", [f"P@2. {left} {changes} {over}"]),
    ):
        papers = [table.paper for table in tables(answer, left_out) if not isinstance(table, str)]
        assert papers[: len(captions)] == captions


def long_what_is_refused(tiny: tuple[Path, Path]) -> None:
    cases = {
        "pool --depth few": "--depth must be a whole number",
        "pool --depths 1,2 -o pool.txt": "-o writes the judgments of one pool",
        "pool --depth 1 -o pool.odd": "unsupported output format '.odd'",
        "subsample --queries 3": "a sample of 3 queries cannot be drawn from 2",
    }
    runs, qrels = tiny
    for line, sentence in cases.items():
        command, *words = line.split()
        assert sentence in refusal(command, runs, "-q", qrels, "-m", "P@2", *words), line


def test_what_is_refused_of_python(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    one, team = (ONE, JUDGED, "AP"), {"depth": 1}
    judged = pa.concat_tables([JUDGED, pa.table({"query_id": ["r"], "doc_id": ["a"], "relevance": [1]})])
    for lines, sentence in (
        (["run,team", "three,A"], "run one has no team"),  # the first of those without
        (["run,group", "one,A"], "row 1 lacks a run or a team"),
        (["run,team", "one,A", "one,B"], "run one has two teams, A and B"),
    ):
        with pytest.raises(evalsql.InputError, match=sentence):
            evalsql.leave_out(*tiny, "P@2", **team, teams=put(tmp_path / "teams.csv", lines))
    for question, given, options, sentence in (
        (evalsql.leave_out, one, {"depth": 1, "teams": ["x"]}, "teams must be a mapping of runs to teams, or a CSV fi"),
        (evalsql.pool, one, {"depth": 2.0}, "depth must be a whole number of at least 1, not"),
        (evalsql.pool, (ONE, JUDGED, []), {}, "no measure was given"),
        (evalsql.pool, one, {"depth": []}, "no depth of a pool was given"),
        (evalsql.pool, one, {"subtopics": "maybe"}, "subtopics must be auto, yes or no, not 'maybe'"),
        (evalsql.pool, one, {"ties": "input"}, "pools do not know ties in the order of the input; choose another"),
        (evalsql.pool, one, {"from_runs": []}, "no run to make a pool of was named"),
        (evalsql.pool, one, {"from_runs": ["three"]}, "unknown run three to make a pool of; runs: "),
        (evalsql.pool, (*one[:2], "xinfAP"), {}, "xinfAP is of a sample of one pool, with strata, and other pools"),
        (evalsql.subsample, one, {"queries": 1, "documents": 1}, "a share of the documents must be given, and not bo"),
        (evalsql.subsample, one, {"queries": 0}, "the number of queries must be a whole number of at least 1, not 0"),
        (evalsql.subsample, one, {"queries": 1, "times": 0}, "times must be a whole number of at least 1, not 0"),
        (evalsql.subsample, one, {"documents": 1.5}, "the share of documents must be a number above 0 and at most 1"),
        (evalsql.leave_out, one, {"depth": 0}, "depth must be a whole number of at least 1, not 0"),
        (evalsql.leave_out, one, {"depth": 1, "teams": "none.csv"}, "none.csv: cannot be read as a table of teams"),
        (
            evalsql.subsample,  # a sample is of the queries that are scored
            (ONE, judged, "AP"),
            {"queries": 2, "population": "intersection"},
            "a sample of 2 queries cannot be drawn from 1",
        ),
    ):
        with pytest.raises(evalsql.InputError, match=sentence):
            question(*given, **options)


def long_the_file_says_what_it_lacks(tmp_path: Path) -> None:
    """The pool scores a query of which it has nothing; whoever reads the file scores one query less."""
    runs = put(tmp_path / "x.run", ["q Q0 a 1 2 x", "q Q0 b 2 1 x", "r Q0 z 1 1 x"])
    qrels, file = put(tmp_path / "q.txt", ["q 0 a 1", "r 0 b 1"]), tmp_path / "pool.txt"
    done = invoke("pool", runs, "-q", qrels, "-m", "AP", "--depth", "1", "-o", file)
    assert f"warning: {file}: 1 judged query without a judgment in the pool, not in the file" in done.stderr
    assert file.read_text() == "q 0 a 1\n"
    qrels, file = put(tmp_path / "q.txt", ["q 0 c 1"]), tmp_path / "none.txt"
    assert "nothing to write" in refusal("pool", runs, "-q", qrels, "-m", "AP", "--depth", "1", "-o", file)
    assert not file.exists()


def long_the_judgments_of_a_pool_give_its_scores(tmp_path: Path) -> None:
    found = evalsql.pool(RUNS, QRELS, ["AP", "nDCG@10"], depth=5)
    table = found["judgments"].project("query_id, doc_id, relevance").to_arrow_table()
    scores = evalsql.Evaluation(RUNS, table).leaderboard(["AP", "nDCG@10"]).fetchall()
    expected = {
        (run, metric): value for run, *two in scores for metric, value in zip(("AP", "nDCG@10"), two, strict=True)
    }
    assert {(row["run"], row["metric"]): row["pooled"] for row in rows(found["runs"])} == expected
    output("pool", RUNS, "-q", QRELS, "-m", "AP", "--depth", "5", "-o", tmp_path / "pool.txt")
    assert {tuple(line.split()[::2]) for line in (tmp_path / "pool.txt").read_text().splitlines()} == judgments(
        found, 5
    )


def average_precision(ranking: list[str], relevant: set[str]) -> float:
    hits = [rank for rank, doc in enumerate(ranking, start=1) if doc in relevant]
    return sum(n / rank for n, rank in enumerate(hits, start=1)) / len(relevant) if relevant else 0.0


@pytest.mark.parametrize("teams", [None, ("bm25", "dense", "splade")], ids=["runs", "teams"])
def long_left_out_by_brute_force(teams: tuple | None, tmp_path: Path) -> None:
    """Average precision of each run without the documents that only its team has in the first 10."""
    depth, grades, rankings = 10, defaultdict(dict), defaultdict(lambda: defaultdict(list))
    for query, doc, relevance in duckdb.execute(f"select query_id, doc_id, relevance from '{QRELS}'").fetchall():
        grades[query][doc] = relevance
    ranked = duckdb.execute(f"select run, query_id, doc_id from '{RUNS}' order by score desc, doc_id desc")
    for run, query, doc in ranked.fetchall():
        rankings[run][query].append(doc)
    team_of = {run: next((team for team in teams or () if run.startswith(team)), run) for run in rankings}
    expected = dict.fromkeys(team_of, 0.0)
    for query, judged in grades.items():
        tops = {run: set(rankings[run][query][:depth]) for run in rankings}
        for run, team in team_of.items():
            own = set().union(*(tops[other] for other in tops if team_of[other] == team))
            others = set().union(*(tops[other] for other in tops if team_of[other] != team))
            relevant = {doc for doc, grade in judged.items() if grade >= 1} - (own - others)
            expected[run] += average_precision(rankings[run][query], relevant) / len(grades)
    file = put(tmp_path / "teams.csv", ["run,team", *(f"{run},{team}" for run, team in team_of.items())])
    found = evalsql.leave_out(RUNS, QRELS, "AP", depth=depth, teams=file if teams else None)
    each = {row["run"]: row for row in rows(found["runs"])}
    assert {run: row["pooled"] for run, row in each.items()} == pytest.approx(expected, abs=1e-12)
    full = {row["run"]: row["score"] for row in rows(evalsql.pool(RUNS, QRELS, "AP")["runs"])}
    assert {run: row["score"] for run, row in each.items()} == full
    for run, row in each.items():
        above = sum(round(full[other] - row["pooled"], 12) > 0 for other in full if other != run)
        assert (row["team"], row["pooled_place"]) == (team_of[run], above + 1)
    changes = [abs(row["pooled"] - row["score"]) for row in each.values()]
    (total,) = rows(found["summary"])
    assert total["mean_change"] == pytest.approx(sum(changes) / len(changes), abs=1e-15)
    assert total["max_change"] == max(changes) > 0


def long_the_users_connection_is_left_as_it_was() -> None:
    connection = duckdb.connect()
    connection.execute(f"create table r as from '{RUNS}'; create temp table q as from '{QRELS}'")
    found = evalsql.pool("r", "q", "AP", depth=4, connection=connection)
    assert found["runs"].fetchall() == evalsql.pool(RUNS, QRELS, "AP", depth=4)["runs"].fetchall()
    names = "select table_name from duckdb_tables() union all select view_name from duckdb_views() where not internal"
    assert sorted(connection.execute(names).fetchall()) == [("q",), ("r",)]


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason="../shared/data is absent")
@pytest.mark.filterwarnings("ignore:the rank column disagrees with the scores")
def long_real_runs_lose_as_the_pool_shrinks() -> None:
    """RBP cannot rise, nor its upper bound fall, with fewer judgments; the whole pool is as all judgments."""
    folder = COLLECTIONS / "covid_r1"
    found = evalsql.pool(str(folder / "runs" / "*.run"), str(folder / "qrels.txt"), "RBP(p=0.95)", depth=[10, 1000])
    by_run = defaultdict(list)
    for row in rows(found["runs"]):
        by_run[row["run"]].append(row)
    assert len(by_run) == 24
    for some in by_run.values():
        values = [row["pooled"] for row in some]
        uppers = [row["pooled"] + row["pooled_residual"] for row in some]
        assert values == sorted(values)
        assert uppers[0] > uppers[1]
        assert (values[1], some[1]["pooled_residual"]) == (some[1]["score"], some[1]["residual"])
    judged = [row["judged"] for row in rows(found["summary"])]
    assert judged == sorted(judged)


def long_places_and_tau_where_lower_is_better() -> None:
    stats = pytest.importorskip("scipy.stats")
    found = evalsql.pool(RUNS, QRELS, "ASL", depth=2)
    some = rows(found["runs"])
    for value, place in (("score", "place"), ("pooled", "pooled_place")):
        values = [row[value] for row in some]
        assert [row[place] for row in some] == [1 + sum(other < one for other in values) for one in values]
    tau = stats.kendalltau([row["score"] for row in some], [row["pooled"] for row in some]).statistic
    assert rows(found["summary"])[0]["tau"] == pytest.approx(tau, abs=1e-12)


def long_of_equal_scores_the_last_document_is_first(tmp_path: Path) -> None:
    """As everywhere in evalsql: by the bytes of its id."""
    runs = put(tmp_path / "r.run", ["q Q0 B 1 1 r", "q Q0 a 2 1 r", "q Q0 é 3 1 r", "q Q0 z 4 1 r"])
    qrels = put(tmp_path / "q.txt", [f"q 0 {doc} 1" for doc in "Baéz"])
    assert judgments(evalsql.pool(runs, qrels, "P@2", depth=2), 2) == {("q", "é"), ("q", "z")}


def long_the_whole_pool_changes_nothing_where_all_judged_are_retrieved() -> None:
    """But for judgments of documents that no run has, which only matter to measures that count what was missed."""
    found = evalsql.pool(RUNS, QRELS, ["RBP", "P@10", "nDCG@10"])
    retrieved = {row[:2] for row in duckdb.execute(f"select query_id, doc_id from '{RUNS}'").fetchall()}
    judged = {row[:2] for row in duckdb.execute(f"select query_id, doc_id from '{QRELS}'").fetchall()}
    assert judgments(found, None) == judged & retrieved
    for row in rows(found["runs"]):
        if row["metric"] != "nDCG@10" or judged <= retrieved:
            assert (row["score"], row["residual"]) == (row["pooled"], row["pooled_residual"])


def long_samples_are_as_large_as_asked_and_the_same_every_time() -> None:
    first, again, other = (
        evalsql.subsample(RUNS, QRELS, ["AP", "P@10"], queries=9, times=2, seed=seed) for seed in (1, 1, 2)
    )
    assert first["runs"].fetchall() == again["runs"].fetchall() != other["runs"].fetchall()
    samples = rows(first["samples"])
    assert [(row["metric"], row["sample"]) for row in samples] == [(m, n) for m in ("AP", "P@10") for n in (1, 2)]
    for metric, *numbers in first["summary"].fetchall():
        taus = [row["tau"] for row in samples if row["metric"] == metric]
        assert numbers == pytest.approx([2, sum(taus) / 2, min(taus), max(taus)], abs=1e-15)


def long_a_sample_of_queries_scores_as_those_queries_do() -> None:
    stats = pytest.importorskip("scipy.stats")
    drawn = (
        "select query_id from (select distinct query_id from '{}') order by md5_number_lower('7:1:' || query_id) asc"
    )
    queries = [query for (query,) in duckdb.execute(f"{drawn.format(QRELS)} limit 12").fetchall()]
    found = evalsql.subsample(RUNS, QRELS, "AP", queries=12, times=1, seed=7)
    expected = dict(evalsql.Evaluation(RUNS, QRELS, queries=queries).leaderboard("AP").fetchall())
    runs = rows(found["runs"])
    assert {row["run"]: row["pooled"] for row in runs} == expected
    tau = stats.kendalltau([row["score"] for row in runs], [row["pooled"] for row in runs]).statistic
    assert rows(found["samples"])[0]["tau"] == pytest.approx(tau, abs=1e-12)


def long_a_share_of_the_documents_of_each_query() -> None:
    found = evalsql.subsample(RUNS, QRELS, "AP", documents=0.4, times=2)
    counts = duckdb.execute(f"select round(0.4 * count(*)) from '{QRELS}' group by query_id").fetchall()
    assert {row["judged"] for row in rows(found["samples"])} == {sum(count for (count,) in counts)}
    assert len({row["relevant"] for row in rows(found["samples"])}) == 2
    whole = evalsql.subsample(RUNS, QRELS, "AP", documents=1, times=1)
    assert whole["summary"].fetchall() == [("AP", 1, 1, 1, 1)]


def long_tied_runs_by_tau_b(tmp_path: Path) -> None:
    """Three runs, two of them tied by all judgments: of the pairs not tied, one of two each way."""
    stats = pytest.importorskip("scipy.stats")
    docs = {"one": "ax", "two": "bx", "three": "xa", "four": "xy"}
    lines = [f"q Q0 {doc} {n + 1} {9 - n} {run}" for run, two in docs.items() for n, doc in enumerate(two)]
    runs = put(tmp_path / "runs.run", lines)
    found = evalsql.pool(
        runs, put(tmp_path / "q.txt", ["q 0 a 1", "q 0 b 1", "q 0 y 1"]), "RR", depth=1, from_runs=["one"]
    )
    values = [(row["score"], row["pooled"]) for row in rows(found["runs"])]
    assert sorted(values) == [(0.5, 0), (0.5, 0.5), (1, 0), (1, 1)]
    assert rows(found["summary"])[0]["tau"] == pytest.approx(stats.kendalltau(*zip(*values, strict=True)).statistic)


def long_the_command(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    runs, qrels = tiny
    lines = [
        line.split() for line in output("pool", runs, "-q", qrels, "-m", "RBP(p=0.5)", "--depth", "1").splitlines()
    ]
    assert lines[0] == ["RBP(p=0.5)"]
    assert lines[2:4] == [
        ["one", "0.5625", "+0.3125", "0.5000", "+0.3750", "-0.0625", "1", "1"],
        ["two", "0.1250", "+0.6250", "0.0000", "+0.7500", "-0.1250", "2", "2"],
    ]
    assert " ".join(lines[4]) == "In the pool: 3 judged documents, 2 of them relevant."
    printed = output("pool", runs, "-q", qrels, "-m", "P@2", "--depths", "1,2")
    assert [line.split()[:4] for line in printed.splitlines()[2:5]] == [
        ["1", "3", "2", "1.0000"],
        ["2", "4", "3", "1.0000"],
        ["all", "0.3750", "+0.3750"],
    ]
    teams = put(tmp_path / "teams.csv", ["run,team", "one,A", "two,A"])
    asked = ("leave-out", runs, "-q", qrels, "-m", "P@2", "--depth", "2", "--teams", teams)
    found = json.loads(output(*asked, "--format", "json"))
    assert [(row["team"], row["pooled"]) for row in found["runs"]] == [("A", 0), ("A", 0)]
    assert "Left out" in output(*asked)
    sampled = output("subsample", runs, "-q", qrels, "-m", "P@2", "--queries", "1", "--times", "4", "--format", "csv")
    assert len(sampled.splitlines()) == 5


GAINS = duckdb.sql(f"select distinct query_id, relevance, relevance * 2 as gain from '{QRELS}' where relevance > 0")
WEIGHTS = duckdb.sql(f"select distinct query_id, subtopic, 1 + subtopic::integer as weight from '{SUBTOPICS}'")


def scores(qrels: object, measure: str, options: dict) -> dict[str, float]:
    return dict(evalsql.Evaluation(RUNS, qrels, measures=measure, **options).leaderboard(measure).fetchall())


@pytest.mark.parametrize(
    ("qrels", "measure", "options"),
    [
        (QRELS, "CG@10", {"gains": GAINS.to_arrow_table(), "population": "intersection"}),
        (SUBTOPICS, "ERR_IA@10", {"weights": WEIGHTS.to_arrow_table()}),
        (SUBTOPICS, "ERR_IA@10", {"convention": "ndeval"}),
    ],
    ids=["gains-intersection", "weights", "ndeval"],
)
def long_a_pool_is_scored_as_its_judgments_are(qrels: str, measure: str, options: dict) -> None:
    found = evalsql.pool(RUNS, qrels, measure, depth=3, **options)
    (metric,) = {row[0] for row in found["runs"].project("metric").fetchall()}
    kept = [
        name for name in ("query_id", "doc_id", "relevance", "subtopic") if qrels == SUBTOPICS or name != "subtopic"
    ]
    pooled = found["judgments"].project(", ".join(kept)).to_arrow_table()
    rows = found["runs"].project("run, score, pooled").fetchall()
    assert {run: score for run, score, _ in rows} == scores(qrels, metric, options)
    assert {run: score for run, _, score in rows} == scores(pooled, metric, options)
    for name in options:  # each of which matters
        others = {key: value for key, value in options.items() if key != name}
        assert {run: score for run, score, _ in rows} != scores(qrels, measure, others)


def long_the_pool_goes_by_the_order_that_the_convention_goes_by() -> None:
    ranked = ONE.append_column("rank", pa.array([3, 2, 1]))
    with pytest.warns(UserWarning, match="the rank column disagrees with the scores"):
        found = evalsql.pool(ranked, JUDGED, "P@1", depth=1)["judgments"]
    assert found.project("doc_id").fetchall() == [("a",)]
    found = evalsql.pool(ranked, JUDGED, "P@1", depth=1, convention="ndeval")["judgments"]
    assert found.project("doc_id").fetchall() == [("c",)]
    with pytest.raises(evalsql.InputError, match="rank is not there"):
        evalsql.pool(ONE, JUDGED, "P@1", depth=1, convention="ndeval")


def long_depths_may_be_numpys_and_samples_of_one_run_have_no_tau() -> None:
    for depth in (np.int64(2), [np.int64(2)], np.array([2])):
        assert evalsql.pool(ONE, JUDGED, "AP", depth=depth)["summary"].project("depth").fetchall() == [(2,)]
    (row,) = evalsql.subsample(ONE, JUDGED, "AP", queries=1, times=3)["summary"].fetchall()
    assert row == ("AP", 3, None, None, None)


def long_the_command_takes_them(tmp_path: Path) -> None:
    gains, asked = put(tmp_path / "gains.parquet", GAINS.to_arrow_table()), ("pool", RUNS, "-q", QRELS, "--depth", "3")
    said = output(
        *asked, "-m", "CG@10", "--gains", gains, "--threads", "1", "--memory-limit", "500MB", "--format", "csv"
    )
    expected = (
        evalsql.pool(RUNS, QRELS, "CG@10", depth=3, gains=str(gains))["runs"].project("pooled::varchar").fetchall()
    )
    assert [(line.split(",")[4],) for line in said.splitlines()[1:]] == expected
    said = output(*asked, "-m", "AP", "--population", "intersection", "--convention", "ntcireval")
    assert said.endswith(
        " that it answers; 2 run/query pairs without results left out; by the conventions of ntcireval:"
        " divisor='min(R,k)' for AP.\n"
    )
    assert "invalid memory_limit 'much': " in refusal(*asked, "--memory-limit", "much")
    assert "weights of subtopics were given" in refusal(
        *asked, "--weights", put(tmp_path / "weights.parquet", WEIGHTS.to_arrow_table())
    )


def long_duplicates_are_looked_for_among_all_rows_and_the_caption_does_not_deny_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evalsql.scoring.runs.ALL_ROWS", 1)
    runs = ["q Q0 a 1 3 x", "q Q0 b 2 2 x", "q Q0 z 3 1 x"]
    qrels = put(tmp_path / "q.txt", ["q 0 a 1"])
    said = output("pool", put(tmp_path / "x.run", runs), "-q", qrels, "-m", "AP", "--depth", "1")
    assert said.endswith("Means over 1 judged query.\n")
    twice = put(tmp_path / "x.run", [*runs, "q Q0 z 4 0 x"])
    assert "document z" in refusal("pool", twice, "-q", qrels, "-m", "AP", "--depth", "1")


@pytest.mark.filterwarnings("ignore:costs were given")
def long_pools_take_the_options_of_an_evaluation() -> None:
    runs = {
        "a": {"q1": {"q1": 9, "x": 5, "d1": 3, "d2": 1}, "q2": {"d1": 2, "e": 1}},
        "b": {"q1": {"d2": 4, "x": 2}, "q2": {"e": 3}},
    }
    qrels = {"q1": {"d1": 1, "d2": 1}, "q2": {"e": 1}}
    # AP of a: q1 has d1 and d2 at ranks 3 and 4, or higher where documents above are left out; q2 has e at 2
    excluded, known = {"q1": {"x": 1}}, pa.table({"doc_id": ["d1", "d2", "e"]})
    unlike = {"queries": ["q1"], "ties": "best", "costs": pa.table({"doc_id": ["d1"], "cost": [1.0]})}
    for options, of_a, ways in (
        (unlike, (1 / 3 + 2 / 4) / 2, (evalsql.pool, evalsql.leave_out)),
        ({"exclusions": excluded}, ((1 / 2 + 2 / 3) / 2 + 1 / 2) / 2, (evalsql.pool,)),
        ({"candidates": known}, (1 + 1 / 2) / 2, (evalsql.pool, evalsql.leave_out)),
        ({"without_own": True}, ((1 / 2 + 2 / 3) / 2 + 1 / 2) / 2, (evalsql.pool,)),
        ({"without_own": True, "exclusions": excluded}, (1 + 1 / 2) / 2, (evalsql.leave_out,)),
    ):
        for found in ways:
            rows = dict(found(runs, qrels, "AP", depth=1, **options)["runs"].project("run, score").fetchall())
            assert rows["a"] == pytest.approx(of_a, abs=1e-15), options
    pooled = evalsql.pool(runs, qrels, "AP", depth=1, exclusions={"q1": {"x": 1, "q1": 1}})["judgments"]
    assert pooled.project("doc_id").fetchall() == [("d1",), ("d2",), ("e",)]  # what is left takes the first rank
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'foo'"):
        evalsql.subsample(runs, qrels, "AP", queries=1, foo=1)


def long_pools_and_ties_show_what_a_leaderboard_shows() -> None:
    """A geometric mean orders runs otherwise than the mean: AP of safe is .5 and .5, of wild 1 and 1/60."""
    deep = {f"n{i}": 100.0 - i for i in range(59)} | {"d1": 1.0}
    safe = {"n1": 3.0, "d1": 2.0}
    runs = {"safe": {"q1": safe, "q2": safe}, "wild": {"q1": {"d1": 1.0}, "q2": deep}}
    qrels = {"q1": {"d1": 1}, "q2": {"d1": 1}}
    expected = {"GMAP": [0.5, (1 / 60) ** 0.5], "NumRet": [4, 61]}
    for found, shown, named in (
        (evalsql.pool(runs, qrels, [*expected], depth=100)["runs"], "score", "metric"),
        (evalsql.leave_out(runs, qrels, [*expected], depth=100)["runs"], "score", "metric"),
        (evalsql.subsample(runs, qrels, [*expected], queries=2, times=1)["runs"], "score", "metric"),
        (evalsql.ties(runs, qrels, [*expected]), "trec_eval", "measure"),
    ):
        for measure, values in expected.items():
            rows = found.filter(f"{named} = '{measure}'").project(f"run, {shown}").fetchall()
            assert [value for _, value in sorted(rows)] == pytest.approx(values, abs=1e-12)
    placed = evalsql.pool(runs, qrels, "GMAP", depth=100)["runs"].project("run, place").fetchall()
    assert dict(placed) == {"safe": 1, "wild": 2}
