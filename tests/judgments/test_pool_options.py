"""What pools take of Evaluation: gains, weights, conventions, populations and settings of DuckDB."""

from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from in_process import invoke, output, refusal
from places import FIXTURES
from written import put

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*((has|have) no results|the gains)")

TRACK = FIXTURES / "track"
RUNS, QRELS, SUBTOPICS = (str(TRACK / f"{name}.parquet") for name in ("runs", "qrels", "subtopics"))
GAINS = duckdb.sql(f"select distinct query_id, relevance, relevance * 2 as gain from '{QRELS}' where relevance > 0")
WEIGHTS = duckdb.sql(f"select distinct query_id, subtopic, 1 + subtopic::integer as weight from '{SUBTOPICS}'")
ONE = pa.table({"run": ["x"] * 3, "query_id": ["q"] * 3, "doc_id": ["a", "b", "c"], "score": [3, 2, 1]})
JUDGED = pa.table({"query_id": ["q", "q"], "doc_id": ["a", "c"], "relevance": [1, 0]})


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
def test_a_pool_is_scored_as_its_judgments_are(qrels: str, measure: str, options: dict) -> None:
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


def test_the_pool_goes_by_the_order_that_the_convention_goes_by() -> None:
    ranked = ONE.append_column("rank", pa.array([3, 2, 1]))
    with pytest.warns(UserWarning, match="the rank column disagrees with the scores"):
        found = evalsql.pool(ranked, JUDGED, "P@1", depth=1)["judgments"]
    assert found.project("doc_id").fetchall() == [("a",)]
    found = evalsql.pool(ranked, JUDGED, "P@1", depth=1, convention="ndeval")["judgments"]
    assert found.project("doc_id").fetchall() == [("c",)]
    with pytest.raises(evalsql.InputError, match="rank is not there"):
        evalsql.pool(ONE, JUDGED, "P@1", depth=1, convention="ndeval")


def test_samples_are_of_the_queries_that_are_scored() -> None:
    judged = pa.concat_tables([JUDGED, pa.table({"query_id": ["r"], "doc_id": ["a"], "relevance": [1]})])
    with pytest.raises(evalsql.InputError, match="a sample of 2 queries cannot be drawn of 1"):
        evalsql.subsample(ONE, judged, "AP", queries=2, population="intersection")


@pytest.mark.parametrize("depth", [np.int64(2), [np.int64(2)], np.array([2])])
def test_depths_may_be_numpys(depth: object) -> None:
    assert evalsql.pool(ONE, JUDGED, "AP", depth=depth)["summary"].project("depth").fetchall() == [(2,)]


def test_what_has_another_type_is_refused() -> None:
    with pytest.raises(evalsql.InputError, match="depth must be a whole number of at least 1, not"):
        evalsql.pool(ONE, JUDGED, "AP", depth=2.0)
    with pytest.raises(evalsql.InputError, match="no measure was given"):
        evalsql.pool(ONE, JUDGED, [])
    with pytest.raises(evalsql.InputError, match="teams must be a mapping of runs to teams, or a CSV file"):
        evalsql.leave_out(ONE, JUDGED, "AP", depth=1, teams=["x"])


def test_the_command_takes_them(tmp_path: Path) -> None:
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


def test_the_file_says_what_it_lacks(tmp_path: Path) -> None:
    """The pool scores a query of which it has nothing; whoever reads the file scores one query less."""
    runs = put(tmp_path / "x.run", ["q Q0 a 1 2 x", "q Q0 b 2 1 x", "r Q0 z 1 1 x"])
    qrels, file = put(tmp_path / "q.txt", ["q 0 a 1", "r 0 b 1"]), tmp_path / "pool.txt"
    done = invoke("pool", runs, "-q", qrels, "-m", "AP", "--depth", "1", "-o", file)
    assert f"warning: {file}: 1 judged query without a judgment in the pool, not in the file" in done.stderr
    assert file.read_text() == "q 0 a 1\n"
    qrels, file = put(tmp_path / "q.txt", ["q 0 c 1"]), tmp_path / "none.txt"
    assert "nothing to write" in refusal("pool", runs, "-q", qrels, "-m", "AP", "-o", file)
    assert not file.exists()


def test_samples_of_one_run_have_no_tau() -> None:
    assert evalsql.subsample(ONE, JUDGED, "AP", queries=1, times=3)["summary"].fetchall() == [
        ("AP", 3, None, None, None)
    ]


def test_duplicates_are_looked_for_among_all_rows_and_the_caption_does_not_deny_it(
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
def test_pools_take_the_options_of_an_evaluation() -> None:
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


def test_pools_and_ties_show_what_a_leaderboard_shows() -> None:
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
