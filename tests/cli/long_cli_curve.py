"""`evalsql curve`, run as a user runs it."""

import csv
import io

import pytest
from command import TRACK
from in_process import output


def test_the_rank_at_which_a_gain_is_reached_and_what_that_costs() -> None:
    lines = output("curve", *TRACK, "-m", "CG@1000", "--reach", "10", "--baseline", "bm25").splitlines()
    rows = {line.split()[1]: line.split()[2:] for line in lines[1:13]}
    curve = output("curve", *TRACK, "-m", "CG@30", "--average", "--format", "csv")
    means = [row for row in csv.DictReader(io.StringIO(curve)) if float(row["value"]) >= 10]
    for run in ("bm25", "splade+ce", "bm25-title"):
        assert int(rows[run][0]) == min(int(row["rank"]) for row in means if row["run"] == run)
    assert rows["splade+ce"] == ["7", "-61.1%"]
    assert pytest.approx(-61.1, abs=0.05) == 100 * (7 - 18) / 18
    never = output("curve", *TRACK, "-m", "CG@5", "--reach", "1000")
    assert all(line.split()[2] == "-" for line in never.splitlines()[1:13])
