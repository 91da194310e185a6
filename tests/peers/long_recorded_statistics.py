"""Tests of pairs of runs of real collections, held against what others recorded of the same runs."""

import csv
import gzip
from functools import cache

import pytest
import recorded
from places import COLLECTIONS

import evalsql

pytestmark = recorded.present

MEASURES = ["AP", "P@10", "nDCG@10"]
each_collection = pytest.mark.parametrize("collection", ["covid_r1", "dl19_passage"])


@cache
def compared(collection: str) -> list[dict]:
    """Our comparisons of all pairs; p-values as they are, and corrected in three ways."""
    folder = COLLECTIONS / collection
    runs = {path.name: path for path in sorted((folder / "runs").iterdir())}
    scores = evalsql.evaluate(runs, folder / "qrels.txt", MEASURES).to_arrow_table()
    found: dict[tuple, dict] = {}
    for correction in ("bonferroni", "holm", "benjamini_hochberg"):
        rows = evalsql.compare(scores, test=["paired_t", "wilcoxon", "sign"], correction=correction)
        for values in rows.fetchall():
            row = dict(zip(rows.columns, values, strict=True))
            kept = found.setdefault((row["metric"], row["run"], row["other"]), row)
            kept[row["test"]] = row["statistic"], row["p_value"]
            kept[row["test"], correction] = row["p_corrected"]
    return list(found.values())


@each_collection
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pairwise_tests_are_those_recorded(collection: str) -> None:
    ours = {(row["metric"], frozenset((row["run"], row["other"]))): row for row in compared(collection)}
    with gzip.open(COLLECTIONS / collection / "expected" / "stats_pairwise_tests.tsv.gz", "rt", newline="") as file:
        theirs = list(csv.DictReader(file, delimiter="\t"))
    assert len(theirs) == len(ours)
    alike = 0
    for row in theirs:
        mine = ours[row["measure"], frozenset((row["run_a"], row["run_b"]))]
        sign = 1 if mine["run"] == row["run_a"] else -1
        number = {name: float(row[name]) for name in row if name not in ("collection", "measure", "run_a", "run_b")}
        assert sign * mine["difference"] == pytest.approx(number["mean_diff"], abs=1e-10)
        assert mine["queries"] == number["n_topics"]
        t, p = mine["paired_t"]
        assert sign * t == pytest.approx(number["t"], rel=1e-8, abs=1e-12)
        assert p == pytest.approx(number["t_p"], rel=1e-7)
        for correction, named in {"bonferroni": "bonferroni", "holm": "holm", "benjamini_hochberg": "bh"}.items():
            assert mine["paired_t", correction] == pytest.approx(number[f"t_p_{named}"], rel=1e-7)
        assert (mine["wins"], mine["losses"])[::sign] == (number["wins"], number["losses"])
        assert mine["sign"][1] == pytest.approx(number["sign_p"], rel=1e-9)
        if row["measure"] == "P@10":
            continue  # there differences of the same tenths were taken for different ones
        statistic, p = mine["wilcoxon"]
        assert statistic == number["wilcoxon_W"]
        # the recorded ones are by the normal distribution, and ties are those of the last digit
        assert p == pytest.approx(number["wilcoxon_p_normal_approx"], abs=0.03)
        alike += p == pytest.approx(number["wilcoxon_p_normal_approx"], rel=1e-9)
    assert alike == {"covid_r1": 35, "dl19_passage": 0}[collection]


@each_collection
def test_discriminative_power_is_that_recorded(collection: str) -> None:
    with open(COLLECTIONS / collection / "expected" / "stats_discriminative_power.tsv", newline="") as file:
        theirs = {row["measure"]: row for row in csv.DictReader(file, delimiter="\t")}
    for measure in MEASURES:
        rows = [row for row in compared(collection) if row["metric"] == measure]
        shares = [sum(row["paired_t"][1] < 0.05 for row in rows)]
        shares += [sum(row["paired_t", each] < 0.05 for row in rows) for each in ("holm", "benjamini_hochberg")]
        said = [float(theirs[measure][name]) for name in ("t_lt_05", "holm_lt_05", "bh_lt_05")]
        assert [share / len(rows) for share in shares] == pytest.approx(said, abs=1e-12)
        assert len(rows) == int(theirs[measure]["pairs"])
