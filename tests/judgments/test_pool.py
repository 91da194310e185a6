"""Judgments from another pool or a sample, and how scores and orderings move with them."""

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from in_process import invoke, refusal
from places import FIXTURES
from written import put

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*((has|have) no results|the gains)")
TRACK = FIXTURES / "track"
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
    one, two = rows(evalsql.pool(*tiny, "P@2", depth=1)["runs"])
    assert [one[name] for name in ("run", "depth", "score", "pooled", "difference")] == ["one", 1, 0.5, 0.5, 0]
    assert [two[name] for name in ("run", "depth", "score", "pooled", "difference")] == ["two", 1, 0.25, 0, -0.25]
    assert [one[name] for name in ("place", "pooled_place")] == [1, 1]
    assert [two[name] for name in ("place", "pooled_place")] == [2, 2]
    # a and b are judged at ranks 1 and 2 of one, b at rank 1 of two; x at rank 1, z is not
    assert one["residual"] == 0.25  # past the end of q2: 0.5
    assert (two["residual"], two["pooled_residual"]) == (0.5, 0.75)


def long_a_query_of_which_nothing_is_in_the_pool_still_counts(tiny: tuple[Path, Path]) -> None:
    """Only b and d, of q1, are in the pool of two; q2 scores 0, and its whole weight is in the residual."""
    found = {row["run"]: row for row in rows(evalsql.pool(*tiny, "RBP(p=0.5)", from_runs=["two"])["runs"])}
    assert found["one"]["pooled"] == 0
    assert found["two"]["pooled"] == (0.25 + 0) / 2
    assert found["two"]["pooled_residual"] == (0.25 + 1) / 2


def long_the_ordering_may_turn_round_and_lower_may_be_better(tiny: tuple[Path, Path]) -> None:
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


def long_what_is_refused(tiny: tuple[Path, Path]) -> None:
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


RUNS, QRELS, SUBTOPICS = (str(TRACK / f"{name}.parquet") for name in ("runs", "qrels", "subtopics"))


ONE = pa.table({"run": ["x"] * 3, "query_id": ["q"] * 3, "doc_id": ["a", "b", "c"], "score": [3, 2, 1]})
JUDGED = pa.table({"query_id": ["q", "q"], "doc_id": ["a", "c"], "relevance": [1, 0]})


def scores(qrels: object, measure: str, options: dict) -> dict[str, float]:
    return dict(evalsql.Evaluation(RUNS, qrels, measures=measure, **options).leaderboard(measure).fetchall())


def test_samples_are_of_the_queries_that_are_scored() -> None:
    judged = pa.concat_tables([JUDGED, pa.table({"query_id": ["r"], "doc_id": ["a"], "relevance": [1]})])
    with pytest.raises(evalsql.InputError, match="a sample of 2 queries cannot be drawn of 1"):
        evalsql.subsample(ONE, judged, "AP", queries=2, population="intersection")


def test_what_has_another_type_is_refused() -> None:
    with pytest.raises(evalsql.InputError, match="depth must be a whole number of at least 1, not"):
        evalsql.pool(ONE, JUDGED, "AP", depth=2.0)
    with pytest.raises(evalsql.InputError, match="no measure was given"):
        evalsql.pool(ONE, JUDGED, [])
    with pytest.raises(evalsql.InputError, match="teams must be a mapping of runs to teams, or a CSV file"):
        evalsql.leave_out(ONE, JUDGED, "AP", depth=1, teams=["x"])


def long_the_file_says_what_it_lacks(tmp_path: Path) -> None:
    """The pool scores a query of which it has nothing; whoever reads the file scores one query less."""
    runs = put(tmp_path / "x.run", ["q Q0 a 1 2 x", "q Q0 b 2 1 x", "r Q0 z 1 1 x"])
    qrels, file = put(tmp_path / "q.txt", ["q 0 a 1", "r 0 b 1"]), tmp_path / "pool.txt"
    done = invoke("pool", runs, "-q", qrels, "-m", "AP", "--depth", "1", "-o", file)
    assert f"warning: {file}: 1 judged query without a judgment in the pool, not in the file" in done.stderr
    assert file.read_text() == "q 0 a 1\n"
    qrels, file = put(tmp_path / "q.txt", ["q 0 c 1"]), tmp_path / "none.txt"
    assert "nothing to write" in refusal("pool", runs, "-q", qrels, "-m", "AP", "-o", file)
    assert not file.exists()
