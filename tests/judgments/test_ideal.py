"""How far the greedy ideal falls short of the exact one: in Python and on the command line."""

import json
from functools import partial
from pathlib import Path

import duckdb
import pytest
from in_process import output, refusal
from places import COLLECTIONS, FIXTURES
from written import put

import evalsql
from evalsql.udfs import batches
from evalsql.udfs.exact import exact_ideal

CLARKE = FIXTURES / "papers" / "clarke_2008" / "qrels.txt"
IDEAL = [2, 3.2619, 3.7619, 3.9772, 4.1706, 4.2597, 4.3430]


@pytest.fixture
def qrels(tmp_path: Path) -> Path:
    """Query two: with alpha 1 greed takes c first, of four nuggets, and then lacks two; a and b have all six."""
    rows = [f"two,a,{nugget},1" for nugget in "123"] + [f"two,b,{nugget},1" for nugget in "456"]
    rows += [f"two,c,{nugget},1" for nugget in "1245"] + ["one,a,1,1", "one,b,2,0"]
    return put(tmp_path / "q.csv", ["query_id,doc_id,subtopic,relevance", *rows])


@pytest.mark.filterwarnings("ignore:.*treating iterations")
def test_the_ideal_of_table_2_is_exact_at_every_rank() -> None:
    rows = evalsql.ideal(CLARKE).fetchall()
    assert [row[:2] for row in rows] == [("C", rank) for rank in range(1, 8)]
    for (*_, greedy, exact, bound), expected in zip(rows, IDEAL, strict=True):
        assert greedy == pytest.approx(expected, abs=5e-5)
        assert greedy == exact == bound


def test_a_greedy_ideal_that_falls_short_is_seen(qrels: Path) -> None:
    rows = {row[:2]: row[2:] for row in evalsql.ideal(qrels, alpha=1, k=2).fetchall()}
    assert rows.keys() == {("one", 1), ("two", 1), ("two", 2)}
    assert rows["two", 1] == (4, 4, 4)
    greedy, exact, _ = rows["two", 2]
    # c and then one new nugget at a discount of 1/log2(3); a, and then three new ones
    assert greedy == pytest.approx(4 + 1 / 1.584963, abs=1e-6)
    assert exact == pytest.approx(3 + 3 / 1.584963, abs=1e-6)


def test_weights_and_queries_and_the_users_tables(qrels: Path, tmp_path: Path) -> None:
    connection = duckdb.connect()
    connection.execute(f"create table judged as from '{qrels}'")
    weights = put(tmp_path / "w.csv", ["query_id,subtopic,weight", *(f"two,{n},2" for n in "123456"), "one,1,0.5"])
    rows = evalsql.ideal("judged", alpha=1, k=1, connection=connection, weights=weights).fetchall()
    assert [(row[0], row[2]) for row in rows] == [("one", 0.5), ("two", 8)]
    assert evalsql.ideal("judged", k=1, connection=connection, queries=["one"]).fetchall() == [("one", 1, 1, 1, 1)]
    left = "select function_name from duckdb_functions() where starts_with(function_name, 'evalsql')"
    assert connection.execute(left).fetchall() == []


def test_the_command_prints_what_is_short_by_rank(qrels: Path) -> None:
    printed = [line.split() for line in output("ideal", str(qrels), "--alpha", "1", "--depth", "2").splitlines()]
    assert printed[0] == ["rank", "queries", "settled", "as_good", "mean_share", "least_share", "query_id"]
    share = (4 + 1 / 1.5849625) / (3 + 3 / 1.5849625)
    assert printed[1] == ["1", "2", "2", "2", "1.0000", "1.0000", "-"]
    assert printed[2] == ["2", "1", "1", "0", f"{share:.4f}", f"{share:.4f}", "two"]
    assert " ".join(printed[4]) == (
        "The exact ideal (alpha 1) is known at every rank for 2 of 2 queries;"
        " for 1 of these greedy is as good at every rank."
    )


def long_the_command_writes_what_python_gives(qrels: Path, tmp_path: Path) -> None:
    expected = evalsql.ideal(qrels, alpha=0.3, k=5).fetchall()
    output("ideal", str(qrels), "--alpha", "0.3", "--depth", "5", "-o", str(tmp_path / "ideal.parquet"))
    assert duckdb.read_parquet(str(tmp_path / "ideal.parquet")).fetchall() == expected
    printed = json.loads(
        output("ideal", str(qrels), "--alpha", "0.3", "--depth", "5", "--per-query", "--format", "json")
    )
    assert [tuple(row.values()) for row in printed] == expected


def test_judgments_without_subtopics_are_refused(tmp_path: Path) -> None:
    plain = put(tmp_path / "q.txt", ["q1 0 d1 1"])
    assert f"the ideal of alpha-nDCG needs subtopic judgments, but {plain} has none" in refusal("ideal", str(plain))
    assert "alpha must be a number in [0, 1], not 1.5" in refusal("ideal", str(CLARKE), "--alpha", "1.5")
    with pytest.raises(evalsql.InputError, match="subtopics must be auto, yes or no, not 'maybe'"):
        evalsql.ideal(plain, subtopics="maybe")
    with pytest.raises(evalsql.InputError, match="duplicate input: -; standard input can be read only once"):
        evalsql.ideal("-", weights="-")


def test_a_search_that_is_given_up_says_what_it_cannot_exceed(qrels: Path, monkeypatch) -> None:
    monkeypatch.setattr(batches, "exact_ideal", partial(exact_ideal, steps=1))
    with pytest.warns(evalsql.InputWarning, match=r"the choice of weights.weight changes nothing: no weights were giv"):
        found = evalsql.ideal(qrels, alpha=0.5, k=3, columns={"weights.weight": "w"}).fetchall()
    known = {row[:2]: row[3] for row in found}
    monkeypatch.setattr(batches, "exact_ideal", lambda *query: [(1.0, 9.0) for _ in exact_ideal(*query)])
    rows = evalsql.ideal(qrels, alpha=0.5, k=3).fetchall()
    assert len(rows) == len(known) == 4
    assert all(exact is None and bound == 9 for *_, exact, bound in rows)


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
@pytest.mark.filterwarnings("ignore:.*treating iterations")
@pytest.mark.parametrize(
    ("qrels", "query"),
    [("web2012_div/qrels.ndeval.txt", "160"), ("golden/ndeval/qrels.web.201-250.ndeval.txt.gz", "210")],
)
def long_of_the_web_tracks_greedy_is_short_for_one_topic_of_fifty(qrels: str, query: str) -> None:
    rows = evalsql.ideal(COLLECTIONS / qrels).fetchall()
    assert len({row[0] for row in rows}) == 50
    assert all(exact is not None and exact >= greedy for *_, greedy, exact, _ in rows)
    assert {row[0] for row in rows if row[3] > row[2]} == {query}
