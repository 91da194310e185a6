"""Judgments from another pool or a sample, and how scores and orderings move with them."""

import json
from pathlib import Path

import duckdb
import pytest
from in_process import output, refusal
from places import FIXTURES
from written import put

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*(has|have) no results")

TRACK = FIXTURES / "track"
RUNS, QRELS = str(TRACK / "runs.parquet"), str(TRACK / "qrels.parquet")
TINY_RUNS = ["q1 Q0 a 1 3 one", "q1 Q0 b 2 2 one", "q1 Q0 c 3 1 one", "q2 Q0 x 1 1 one"]
TINY_RUNS += ["q1 Q0 b 1 3 two", "q1 Q0 d 2 2 two", "q1 Q0 e 3 1 two", "q2 Q0 z 1 1 two"]
TINY_QRELS = ["q1 0 a 1", "q1 0 b 0", "q1 0 c 1", "q1 0 d 1", "q2 0 x 1", "q2 0 y 1"]


@pytest.fixture
def tiny(tmp_path: Path) -> tuple[Path, Path]:
    """Two runs: at depth 1 the first contributes a and x, the second b; at depth 2 the first adds b, the second d."""
    return put(tmp_path / "runs.run", TINY_RUNS), put(tmp_path / "qrels.txt", TINY_QRELS)


def rows(relation: duckdb.DuckDBPyRelation) -> list[dict]:
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def judgments(found: dict, depth: int | None) -> set[tuple]:
    return {(row["query_id"], row["doc_id"]) for row in rows(found["judgments"]) if row["depth"] == depth}


def test_a_pool_holds_what_its_runs_have_so_far_down(tiny: tuple[Path, Path]) -> None:
    found = evalsql.pool(*tiny, "P@2", depth=[1, 2, 3])
    assert judgments(found, 1) == {("q1", "a"), ("q1", "b"), ("q2", "x")}
    assert judgments(found, 2) == judgments(found, 1) | {("q1", "d")}
    assert judgments(found, 3) == judgments(found, 2) | {("q1", "c")}  # y is in no run
    sizes = [(row["depth"], row["judged"], row["relevant"]) for row in rows(found["summary"])]
    assert sizes == [(1, 3, 2), (2, 4, 3), (3, 5, 4)]
    assert judgments(evalsql.pool(*tiny, "P@2", depth=2, from_runs=["one"]), 2) == judgments(found, 1)
    assert judgments(evalsql.pool(*tiny, "P@2", from_runs=["two"]), None) == {("q1", "b"), ("q1", "d")}


def test_scores_and_places_before_and_after(tiny: tuple[Path, Path]) -> None:
    """By all judgments: P@2 of one is 1/2 and 1/2, of two 1/2 and 0; without d that of two is 0 and 0."""
    one, two = rows(evalsql.pool(*tiny, "P@2", depth=1)["runs"])
    assert [one[name] for name in ("run", "depth", "score", "pooled", "difference")] == ["one", 1, 0.5, 0.5, 0]
    assert [two[name] for name in ("run", "depth", "score", "pooled", "difference")] == ["two", 1, 0.25, 0, -0.25]
    assert [one[name] for name in ("place", "pooled_place")] == [1, 1]
    assert [two[name] for name in ("place", "pooled_place")] == [2, 2]
    # a and b are judged at ranks 1 and 2 of one, b at rank 1 of two; x at rank 1, z is not
    assert one["residual"] == 0.25  # past the end of q2: 0.5
    assert (two["residual"], two["pooled_residual"]) == (0.5, 0.75)


def test_a_query_of_which_nothing_is_in_the_pool_still_counts(tiny: tuple[Path, Path]) -> None:
    """Only b and d, of q1, are in the pool of two; q2 scores 0, and its whole weight is in the residual."""
    found = {row["run"]: row for row in rows(evalsql.pool(*tiny, "RBP(p=0.5)", from_runs=["two"])["runs"])}
    assert found["one"]["pooled"] == 0
    assert found["two"]["pooled"] == (0.25 + 0) / 2
    assert found["two"]["pooled_residual"] == (0.25 + 1) / 2


def test_the_ordering_may_turn_round_and_lower_may_be_better(tiny: tuple[Path, Path]) -> None:
    found = evalsql.pool(*tiny, ["P@2", "ASL"], from_runs=["two"])
    assert [(row["metric"], row["run"], row["place"], row["pooled_place"]) for row in rows(found["runs"])] == [
        ("P@2", "one", 1, 2),
        ("P@2", "two", 2, 1),
        # one has its relevant documents at 1 and 3 of q1 and at 1 of q2; two at 2; then one has none
        ("ASL", "one", 1, None),
        ("ASL", "two", 2, 1),
    ]
    taus = {row["metric"]: row["tau"] for row in rows(found["summary"])}
    assert taus == {"P@2": -1, "ASL": None}


def test_places_and_tau_where_lower_is_better() -> None:
    stats = pytest.importorskip("scipy.stats")
    found = evalsql.pool(RUNS, QRELS, "ASL", depth=2)
    some = rows(found["runs"])
    for value, place in (("score", "place"), ("pooled", "pooled_place")):
        values = [row[value] for row in some]
        assert [row[place] for row in some] == [1 + sum(other < one for other in values) for one in values]
    tau = stats.kendalltau([row["score"] for row in some], [row["pooled"] for row in some]).statistic
    assert rows(found["summary"])[0]["tau"] == pytest.approx(tau, abs=1e-12)


def test_of_equal_scores_the_last_document_is_first(tmp_path: Path) -> None:
    """As everywhere in evalsql: by the bytes of its id."""
    runs = put(tmp_path / "r.run", ["q Q0 B 1 1 r", "q Q0 a 2 1 r", "q Q0 é 3 1 r", "q Q0 z 4 1 r"])
    qrels = put(tmp_path / "q.txt", [f"q 0 {doc} 1" for doc in "Baéz"])
    assert judgments(evalsql.pool(runs, qrels, "P@2", depth=2), 2) == {("q", "é"), ("q", "z")}


def test_the_whole_pool_changes_nothing_where_all_judged_are_retrieved() -> None:
    """But for judgments of documents that no run has, which only matter to measures that count what was missed."""
    found = evalsql.pool(RUNS, QRELS, ["RBP", "P@10", "nDCG@10"])
    retrieved = {row[:2] for row in duckdb.execute(f"select query_id, doc_id from '{RUNS}'").fetchall()}
    judged = {row[:2] for row in duckdb.execute(f"select query_id, doc_id from '{QRELS}'").fetchall()}
    assert judgments(found, None) == judged & retrieved
    for row in rows(found["runs"]):
        if row["metric"] != "nDCG@10" or judged <= retrieved:
            assert (row["score"], row["residual"]) == (row["pooled"], row["pooled_residual"])


def test_samples_are_as_large_as_asked_and_the_same_every_time() -> None:
    first, again, other = (
        evalsql.subsample(RUNS, QRELS, ["AP", "P@10"], queries=9, times=2, seed=seed) for seed in (1, 1, 2)
    )
    assert first["runs"].fetchall() == again["runs"].fetchall() != other["runs"].fetchall()
    samples = rows(first["samples"])
    assert [(row["metric"], row["sample"]) for row in samples] == [(m, n) for m in ("AP", "P@10") for n in (1, 2)]
    for metric, *numbers in first["summary"].fetchall():
        taus = [row["tau"] for row in samples if row["metric"] == metric]
        assert numbers == pytest.approx([2, sum(taus) / 2, min(taus), max(taus)], abs=1e-15)


def test_a_sample_of_queries_scores_as_those_queries_do() -> None:
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


def test_a_share_of_the_documents_of_each_query() -> None:
    found = evalsql.subsample(RUNS, QRELS, "AP", documents=0.4, times=2)
    counts = duckdb.execute(f"select round(0.4 * count(*)) from '{QRELS}' group by query_id").fetchall()
    assert {row["judged"] for row in rows(found["samples"])} == {sum(count for (count,) in counts)}
    assert len({row["relevant"] for row in rows(found["samples"])}) == 2
    whole = evalsql.subsample(RUNS, QRELS, "AP", documents=1, times=1)
    assert whole["summary"].fetchall() == [("AP", 1, 1, 1, 1)]


def test_tied_runs_by_tau_b(tmp_path: Path) -> None:
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


def test_judgments_by_subtopic() -> None:
    subtopics = str(TRACK / "subtopics.parquet")
    found = evalsql.pool(RUNS, subtopics, "alpha_nDCG@10", depth=3)
    kept = found["judgments"].project("query_id, doc_id, subtopic, relevance").to_arrow_table()
    expected = dict(evalsql.Evaluation(RUNS, kept).leaderboard("alpha_nDCG@10").fetchall())
    assert {row["run"]: row["pooled"] for row in rows(found["runs"])} == expected


def test_the_command(tiny: tuple[Path, Path], tmp_path: Path) -> None:
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
    asked = ("pool", runs, "-q", qrels, "-m", "P@2", "--depth", "2", "--leave-out", "team", "--teams", teams)
    found = json.loads(output(*asked, "--format", "json"))
    assert [(row["team"], row["pooled"]) for row in found["runs"]] == [("A", 0), ("A", 0)]
    assert "Left out" in output(*asked)
    sampled = output("pool", runs, "-q", qrels, "-m", "P@2", "--sample-queries", "1", "--times", "4", "--format", "csv")
    assert len(sampled.splitlines()) == 5


def test_what_is_refused(tiny: tuple[Path, Path]) -> None:
    cases = {
        "--depth few": "--depth must be a whole number",
        "--depth 0": "depth must be a whole number of at least 1, not 0",
        "--from three": "unknown run three to make a pool of; runs: one, two",
        "--leave-out run": "the depth of the pool must be said",
        "--leave-out team --depth 1": "--leave-out team needs --teams",
        "--sample-queries 3": "a sample of 3 queries cannot be drawn of 2",
        "--sample-documents 1.5": "the share of documents must be above 0 and at most 1",
        "--sample-documents 1 --sample-queries 1": "and not both",
        "--sample-queries 1 --depth 1": "leave out --depth",
        "--depths 1,2 -o pool.txt": "-o writes the judgments of one pool",
        "--depth 1 -o pool.odd": "unsupported output format '.odd'",
    }
    runs, qrels = tiny
    for words, sentence in cases.items():
        assert sentence in refusal("pool", runs, "-q", qrels, "-m", "P@2", *words.split()), words


def test_teams_that_are_refused(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    for lines, sentence in (
        (["run,team", "one,A"], "run two has no team"),
        (["run,group", "one,A"], "row 1 lacks a run or a team"),
        (["run,team", "one,A", "one,B"], "run one has two teams, A and B"),
    ):
        with pytest.raises(evalsql.InputError, match=sentence):
            evalsql.leave_out(*tiny, "P@2", depth=1, teams=put(tmp_path / "teams.csv", lines))
