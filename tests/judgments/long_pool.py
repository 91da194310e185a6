"""Pools of the simulated track, by brute force, and of real runs; the exact ideals of the web tracks."""

from collections import defaultdict
from pathlib import Path

import duckdb
import pytest
from in_process import output
from places import COLLECTIONS, FIXTURES
from written import put

import evalsql

pytestmark = pytest.mark.filterwarnings("ignore:.*(has|have) no results")

TRACK = FIXTURES / "track"
RUNS, QRELS = str(TRACK / "runs.parquet"), str(TRACK / "qrels.parquet")


def rows(relation: duckdb.DuckDBPyRelation) -> list[dict]:
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


def judgments(found: dict, depth: int | None) -> set[tuple]:
    return {(row["query_id"], row["doc_id"]) for row in rows(found["judgments"]) if row["depth"] == depth}


def test_the_judgments_of_a_pool_give_its_scores(tmp_path: Path) -> None:
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
def test_left_out_by_brute_force(teams: tuple | None, tmp_path: Path) -> None:
    """Average precision of each run without the documents that only its team has in the first 10."""
    depth, grades, rankings = 10, defaultdict(dict), defaultdict(lambda: defaultdict(list))
    for query, doc, relevance in duckdb.execute(f"select query_id, doc_id, relevance from '{QRELS}'").fetchall():
        grades[query][doc] = relevance
    retrieved = duckdb.execute(
        f"select run, query_id, doc_id from '{RUNS}' order by score desc, doc_id desc"
    ).fetchall()
    for run, query, doc in retrieved:
        rankings[run][query].append(doc)
    team_of = {run: next((team for team in teams or () if run.startswith(team)), run) for run in rankings}
    expected = {}
    for run, team in team_of.items():
        values = []
        for query, judged in grades.items():
            tops = {other: set(rankings[other][query][:depth]) for other in rankings}
            own = set().union(*(tops[other] for other in tops if team_of[other] == team))
            others = set().union(*(tops[other] for other in tops if team_of[other] != team))
            relevant = {doc for doc, grade in judged.items() if grade >= 1} - (own - others)
            values.append(average_precision(rankings[run][query], relevant))
        expected[run] = sum(values) / len(values)
    file = put(tmp_path / "teams.csv", ["run,team", *(f"{run},{team}" for run, team in team_of.items())])
    found = evalsql.leave_out(RUNS, QRELS, "AP", depth=depth, teams=file if teams else None)
    assert {row["run"]: row["pooled"] for row in rows(found["runs"])} == pytest.approx(expected, abs=1e-12)
    full = {row["run"]: row["score"] for row in rows(found["runs"])}
    assert full == {row["run"]: row["score"] for row in rows(evalsql.pool(RUNS, QRELS, "AP")["runs"])}
    changes = []
    for row in rows(found["runs"]):
        above = sum(round(full[other] - row["pooled"], 12) > 0 for other in full if other != row["run"])
        assert (row["team"], row["pooled_place"]) == (team_of[row["run"]], above + 1)
        changes.append(abs(row["pooled"] - row["score"]))
    (total,) = rows(found["summary"])
    assert total["mean_change"] == pytest.approx(sum(changes) / len(changes), abs=1e-15)
    assert total["max_change"] == max(changes) > 0


def test_the_users_connection_is_left_as_it_was() -> None:
    connection = duckdb.connect()
    connection.execute(f"create table r as from '{RUNS}'; create temp table q as from '{QRELS}'")
    found = evalsql.pool("r", "q", "AP", depth=4, connection=connection)
    assert found["runs"].fetchall() == evalsql.pool(RUNS, QRELS, "AP", depth=4)["runs"].fetchall()
    names = "select table_name from duckdb_tables() union all select view_name from duckdb_views() where not internal"
    assert sorted(connection.execute(names).fetchall()) == [("q",), ("r",)]


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason="../shared/data is absent")
@pytest.mark.filterwarnings("ignore:the rank column disagrees with the scores")
def test_real_runs_lose_as_the_pool_shrinks() -> None:
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


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
@pytest.mark.filterwarnings("ignore:.*treating iterations")
@pytest.mark.parametrize(
    ("qrels", "query"),
    [("web2012_div/qrels.ndeval.txt", "160"), ("golden/ndeval/qrels.web.201-250.ndeval.txt.gz", "210")],
)
def test_of_the_web_tracks_greedy_is_short_for_one_topic_of_fifty(qrels: str, query: str) -> None:
    rows = evalsql.ideal(COLLECTIONS / qrels).fetchall()
    assert len({row[0] for row in rows}) == 50
    assert all(exact is not None and exact >= greedy for *_, greedy, exact, _ in rows)
    assert {row[0] for row in rows if row[3] > row[2]} == {query}
