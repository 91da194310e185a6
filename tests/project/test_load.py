"""Twice the work takes about twice the time, on a machine that does nothing else.

`python -m pytest --numprocesses 0 tests/project/test_load.py` runs it, and `.ci/faults` does every week.
"""

import pytest

from benchmarks import load, loads

SCALES = {"readers": 0.1, "evaluations": 0.1, "measures": 0.5}  # of the rest a twentieth
GROWTH = 1.7  # 2 is what grows by the square; the seconds of a busy machine are not the same twice
MORE = 64  # MiB


@pytest.mark.parametrize("each", loads.LOADS, ids=lambda each: each.title)
def weekly_twice_the_work_takes_about_twice_the_time(each, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(loads, "READERS", 5)
    scale = next((scale for word, scale in SCALES.items() if word in each.title), 0.05)
    taken = load.take(each, tmp_path, scale)  # which refuses results that are wrong
    grown = load.growth(taken)
    assert grown is None or grown < GROWTH, taken
    assert taken["whole"]["peak"] < 2 * max(half["peak"] for half in taken["halves"]) + MORE, taken
