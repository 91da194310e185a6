"""What loads evalsql refuses results that are wrong, and tells how much more the whole takes than its halves."""

import json
from pathlib import Path

import duckdb
import numpy as np
import pages
import pytest

from benchmarks import expected, load, loads
from benchmarks.growth import ranked, write
from benchmarks.peers import replaced

SCORES = [("run00000", "q0000000", "P@2", 0.5), ("run00000", "q0000001", "P@2", 0.1 + 0.2)]


def written(file: Path, rows: list[tuple]) -> Path:
    """A file of scores."""
    file.parent.mkdir(exist_ok=True)
    lines = ", ".join(f"('{run}', '{query}', '{metric}', {value!r}::double)" for run, query, metric, value in rows)
    return write(f"from (values {lines}) as scores(run, query_id, metric, value)", file)


def test_the_table_is_made_of_what_was_measured() -> None:
    noted = json.loads(load.TAKEN.read_text(encoding="utf-8"))
    assert [each["title"] for each in noted["loads"]] == [each.title for each in loads.LOADS]
    assert [each["size"] for each in noted["loads"]] == [each.size for each in loads.LOADS]
    (found,) = load.PLACE.finditer(pages.read("docs/trust/performance.md"))
    assert load.section(noted["where"], noted["loads"]) in found[0]


def test_growth_is_that_of_the_seconds_beyond_the_start() -> None:
    def grown(start: float, whole: float, *halves: float) -> float | None:
        of_halves = [{"cpu": half} for half in halves]
        return load.growth({"start": {"cpu": start}, "whole": {"cpu": whole}, "halves": of_halves})

    assert grown(1.0, 5.0, 3.0, 3.0) == pytest.approx(1)
    assert grown(1.0, 9.0, 3.0, 3.0) == pytest.approx(2)
    assert grown(1.0, 1.3, 1.1, 1.1) is None


def test_scores_that_are_not_those_of_the_halves_are_wrong(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole" / loads.SCORES, SCORES).parent
    halves = [written(tmp_path / str(place) / loads.SCORES, [row]).parent for place, row in enumerate(SCORES)]
    loads.put_together(whole, halves)
    for rows in ([SCORES[0]], [*SCORES, SCORES[0]], [SCORES[0], (*SCORES[1][:3], 0.3)]):
        written(whole / loads.SCORES, rows)
        with pytest.raises(RuntimeError, match=r"^wrong: 1 scores"):
            loads.put_together(whole, halves)


def long_scores_that_are_not_those_computed_apart_are_wrong(tmp_path: Path) -> None:
    runs, qrels = ranked(tmp_path, 1, 2, 3, judged=1, grades="4")
    rankings = expected.read(runs, qrels)
    keys = zip(rankings.run, rankings.query, expected.compute(rankings, "AP").tolist(), strict=True)
    right = [(f"run{run:05d}", f"q{query:07d}", "AP", value) for run, query, value in keys]
    assert expected.compare(written(tmp_path / "s.parquet", right), runs, qrels, ["AP"]) == 0
    other = [(*row[:3], row[3] + 1e-9) for row in right]
    apart = expected.compare(written(tmp_path / "s.parquet", other), runs, qrels, ["AP"])
    assert apart == pytest.approx(1e-9)
    with pytest.raises(RuntimeError, match="wrong: scores are 1e-09 from"):
        loads.near(apart)
    with pytest.raises(RuntimeError, match="wrong"):
        loads.near(float("nan"))
    for rows in (right[:1], [*right, right[0]]):
        with pytest.raises(RuntimeError, match="AP is not there once for each run and query"):
            expected.compare(written(tmp_path / "s.parquet", rows), runs, qrels, ["AP"])
    file = written(tmp_path / "s.parquet", [*right, (*right[0][:2], "RR", 1.0)])
    with pytest.raises(RuntimeError, match="there are 3 scores"):
        expected.compare(file, runs, qrels, ["AP"])


def test_what_is_computed_apart_is_right_by_hand() -> None:
    rankings = expected.Rankings(
        np.array([0]), np.array([0]), np.array([[0, 2, -1, 1]], dtype=np.int8), np.array([[3, 2, 1, 0]], dtype=np.int8)
    )
    values = {each: expected.compute(rankings, each)[0] for each in ("P@2", "RR", "AP", "AP@3", "nDCG@2")}
    ideal = 3 + 2 / np.log2(3)
    by_hand = {"P@2": 0.5, "RR": 0.5, "AP": (1 / 2 + 2 / 4) / 3, "AP@3": (1 / 2) / 3, "nDCG@2": 2 / np.log2(3) / ideal}
    assert values == pytest.approx(by_hand)
    gains = expected.greedy(np.array([0, 1, 1, 2]), np.array([0, 0, 1, 1]), 3)
    assert gains.tolist() == [2, 0.5, 0.5]


def test_a_process_that_holds_more_and_more_is_wrong() -> None:
    held = {"memory": 100.0, "files": 4, "threads": 21, "left": 0}
    loads.check_held(held, held | {"memory": 110.0, "threads": 20})
    for more in ({"memory": 200.0}, {"files": 5}, {"threads": 22}, {"left": 1}):
        with pytest.raises(RuntimeError, match="wrong: a process held"):
            loads.check_held(held, held | more)


def test_answers_of_threads_that_differ_are_wrong(tmp_path: Path) -> None:
    rankings = expected.read(*ranked(tmp_path, 1, 1, 3, grades="4"))
    right = [["run00000", "q0000000", "RR", float(expected.compute(rankings, "RR")[0])]]
    loads.check_scores({"answers": 1, "scores": right}, rankings)
    with pytest.raises(RuntimeError, match="wrong: 2 answers"):
        loads.check_scores({"answers": 2, "scores": right}, rankings)
    with pytest.raises(RuntimeError, match="wrong: RR of run 0, query 0"):
        loads.check_scores({"answers": 1, "scores": [[*right[0][:3], right[0][3] + 1e-9]]}, rankings)


def test_a_database_whose_parts_are_not_of_one_evaluation_is_torn() -> None:
    with duckdb.connect() as connection:
        connection.execute("create table scores as select '3' as run, .03::double as value from range(50)")
        assert replaced.check(connection, "scores") == 3
        connection.execute("insert into scores values ('4', .04)")
        with pytest.raises(RuntimeError, match="scores has"):
            replaced.check(connection, "scores")
        connection.execute("create or replace table scores as select '3' as run, .04::double as value from range(50)")
        with pytest.raises(RuntimeError, match="scores has"):
            replaced.check(connection, "scores")
