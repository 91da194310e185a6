"""The benchmarks as they are run, on next to nothing: the results of loads are right, and tools agree."""

import sys
from pathlib import Path

import pytest
from in_process import whole

from benchmarks import growth, load, loads, table
from benchmarks.comparisons import Group, Ratio, any_order
from benchmarks.measure import Figures, measure
from benchmarks.running import run
from benchmarks.workloads import W2

SMALL = W2.tiny()._replace(runs=2, depth=30, pool=90, judged=40, relevant=range(5, 20), subtopics=True)


def in_process(command: list[str]) -> Figures:
    """What a command prints, without a process of its own where it is evalsql's, which takes a fifth of the time."""
    start, folder = growth.evalsql(), Path.cwd()
    if command[: len(start)] != start:
        return measure(command)
    done = whole(command[len(start) :], folder)
    assert done.status == 0, done.said
    return Figures(1.0, 1.0, 1.0, done.output)


@pytest.mark.parametrize("each", [*loads.LOADS[:-3], loads.LOADS[-1]], ids=lambda each: each.title)  # others weekly
def test_the_results_of_a_load_are_right(each: loads.Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "measure", in_process)
    taken = load.take(each, tmp_path, 0)  # which refuses results that are wrong
    assert taken["size"] == 2 * each.least


@pytest.mark.parametrize("row", growth.ROWS, ids=lambda row: f"{row.title}-{row.of}")
def test_every_row_of_the_growth_runs(row: growth.Row, tmp_path: Path) -> None:
    command = row.command(tmp_path, growth.TINY)
    assert command[0] == sys.executable
    assert in_process(command).cpu > 0


def test_evalsql_agrees_with_pytrec_eval_in_any_order_and_each_takes_its_turns(tmp_path: Path) -> None:
    pytest.importorskip("pytrec_eval")
    told: list[str] = []
    group = Group("small", SMALL, any_order, (Ratio("evalsql, Parquet", "pytrec_eval, text"),))
    taken = run(group, tmp_path, 1, False, told.append)
    assert list(map(len, taken.values())) == [1, 1, 1, 1]
    assert told == ["small: making the data", "small: comparing the means", "small: timing"]
    text = table.section([(group, taken)], 1)
    assert "| small | evalsql, Parquet | " in text
    assert "| small | evalsql, Parquet / pytrec_eval, text | " in text
