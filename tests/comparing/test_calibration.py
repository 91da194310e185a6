"""How often tests and gates err on scores of real systems, where what is true is known.

Two halves of the queries of a system, in pairs by chance, are two samples of it: their scores differ by chance alone,
whatever their distribution; shifted, by what they were shifted by. `PYTHONPATH=tests/support:tests/comparing python
tests/comparing/test_calibration.py` prints the table of docs/how_to/gate.md.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pages
import pyarrow as pa
import pytest
from places import COLLECTIONS
from scipy import stats

from evalsql.comparing.compare import decide, over_all, put_comparisons
from evalsql.comparing.gate import decide_gate, put_gate
from evalsql.comparing.methods import names
from evalsql.comparing.rules import Rule
from evalsql.comparing.score_source import read_scores
from evalsql.comparing.scores import Scores
from evalsql.comparing.two_runs import read_versus

PATHS = sorted((COLLECTIONS / "score_matrices").glob("*.csv"))
pytestmark = pytest.mark.skipif(not PATHS, reason=f"the real collections are not at {COLLECTIONS}")
ALPHA = 0.05
PAIRED = ("paired_t", "wilcoxon", "sign", "randomisation", "bootstrap")
OVER_ALL = ("tukey", "randomised_tukey", "nemenyi")
TOGETHER = ("anova", "friedman")
FAMILIES = 40  # of each matrix
VERDICTS = ("pass", "cannot tell", "fail")
LOSSES = (0.0, 0.01, 0.02, 0.05)
SIZES = (25, 50, 100, 500)
Samples = Sequence[np.ndarray]


@cache
def matrix(place: int) -> np.ndarray:
    return np.loadtxt(PATHS[place], delimiter=",", skiprows=1)


@cache
def halves(splits: int, seed: int) -> tuple[Samples, Samples]:
    """Two samples of one system each, so many of each matrix."""
    chance, found = np.random.default_rng(seed), []
    for place in range(len(PATHS)):
        values = matrix(place)
        for _ in range(splits):
            one = values[chance.permutation(len(values)), chance.integers(values.shape[1])]
            size = len(one) // 2
            found.append((one[:size], one[size : 2 * size]))
    one, other = zip(*found, strict=True)
    return one, other


def table(run: str, samples: Samples) -> pa.Table:
    """The scores of a run by measures 0, 1, 2, ..., each a trial."""
    sizes = [len(each) for each in samples]
    return pa.table(
        {
            "run": pa.array([run]).take(pa.array(np.zeros(sum(sizes), int))),
            "query_id": np.concatenate([np.arange(size) for size in sizes]).astype(str),
            "metric": np.repeat(np.arange(len(samples)), sizes).astype(str),
            "value": np.concatenate(samples),
        }
    )


def errs_as_often(errors: float, trials: int, *, less: bool = False) -> bool:
    """Whether so many errors are as many as a level of .05 lets expect, or fewer where that is known."""
    lowest, highest = stats.binom.interval(0.999, trials, ALPHA)
    return (less or lowest <= errors) and errors <= highest


def long_a_test_of_two_runs_errs_as_often_as_it_says() -> None:
    samples = halves(250, 1)
    found = read_scores(pa.concat_tables([table("a", samples[0]), table("b", samples[1])]), None)
    put_comparisons(found, decide(PAIRED, "none", resamples=1000))
    errors = dict(
        found.connection.execute(
            "select test, count(*) filter (p_value < 0.05) from evalsql_comparisons group by all"
        ).fetchall()
    )
    # the p-values of the sign test are few, so that it errs less often than it says
    wrong = {test for test in errors if not errs_as_often(errors[test], len(samples[0]), less=test == "sign")}
    assert (errors.keys(), wrong) == ({*PAIRED}, set())


def long_a_test_of_many_runs_errs_as_often_as_it_says() -> None:
    """The scores of each query are dealt out to ten runs by chance, so that no two runs differ."""
    chance, dealt = np.random.default_rng(2), []
    for place in range(len(PATHS)):
        for _ in range(FAMILIES):
            chosen = matrix(place)[:, chance.choice(matrix(place).shape[1], 10, replace=False)]
            dealt.append(chance.permuted(chosen, axis=1))
    runs = [table(f"r{run}", [each[:, run] for each in dealt]) for run in range(10)]
    found, decided = read_scores(pa.concat_tables(runs), None), decide((*OVER_ALL, "conover"), "none", resamples=500)
    put_comparisons(found, decided)
    errors = dict(
        found.connection.execute(
            """
            select test, sum(case when test = 'conover' then share else (share > 0)::integer end)
            from (
                select test, metric, count(*) filter (p_value < 0.05) / count(*) as share
                from evalsql_comparisons group by all
            )
            group by all
            """
        ).fetchall()
    )
    for row in over_all(found, decided).to_pylist():
        errors[row["test"]] = errors.get(row["test"], 0) + (row["p_value"] < ALPHA)
    wrong = {test for test in errors if not errs_as_often(errors[test], len(dealt), less=test == "nemenyi")}
    assert (errors.keys(), wrong) == ({*OVER_ALL, *TOGETHER, "conover"}, set())


def test_the_errors_of_every_test_are_counted() -> None:
    # of values that are 0 or 1, the one that takes no others is the sign test
    assert {*PAIRED, *OVER_ALL, "conover", "mcnemar"} == set(names("significance"))
    assert set(TOGETHER) == set(names("significance", "runs"))


def trials(new: Samples, old: Samples, test: str = "paired_t") -> Scores:
    """The scores of many pairs of a new run and a baseline, each a measure of its own."""
    return read_versus(table("new", new), table("old", old), None, functions=test != "paired_t")[0]


def verdicts(scores: Scores, rule: Rule, test: str = "paired_t") -> dict[str, int]:
    """How many of the trials get each verdict by a rule, each by itself."""
    rules = [replace(rule, metric=measure) for measure in scores.measures]
    put_gate(scores, decide_gate(test, "none", ALPHA, resamples=500), rules)
    found = dict(scores.connection.execute("select verdict, count(*) from evalsql_gated group by verdict").fetchall())
    return {verdict: found.get(verdict, 0) for verdict in VERDICTS}


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def weekly_a_rule_errs_as_often_as_it_promises(test: str) -> None:
    long_a_rule_errs_as_often_as_it_promises(test)


@pytest.mark.parametrize("test", ["paired_t"])
def long_a_rule_errs_as_often_as_it_promises(test: str) -> None:
    new, old = halves(125, 4)
    # what is lost is just the margin, or the mean is equal where it must be better, so that either verdict is an error
    at_margin, equal = trials([each - 0.1 for each in new], old, test), trials(new, old, test)
    share = trials([0.8 * each for each in new], old, test)
    for scores, rule in (
        (at_margin, Rule("non_inferior", None, 0.1)),
        (at_margin, Rule("unchanged", None, 0.1)),
        (equal, Rule("better")),
        (share, Rule("non_inferior", None, 0.2, relative=True)),
    ):
        found = verdicts(scores, rule, test)
        for verdict in ("pass", "fail"):
            # of two sides each gets half of alpha to fail by, and must be shown to pass
            assert errs_as_often(found[verdict], len(new), less=rule.rule == "unchanged"), (rule, verdict)


def long_holm_keeps_the_errors_of_all_slices_together_in_bounds() -> None:
    new, old = halves(125, 4)
    scores = trials([each - 0.1 for each in new], old)
    verdicts(scores, Rule("non_inferior", None, 0.1))
    # families of ten: Holm's lowest p-value is ten times what it was
    found = scores.connection.execute("select p_value, p_harm from evalsql_gate_tests order by number asc")
    for p in found.fetchnumpy().values():
        families = p[: len(p) // 10 * 10].reshape(-1, 10).min(axis=1) * 10
        assert errs_as_often((families <= ALPHA).sum(), len(families), less=True)


def near_pairs(count: int, size: int) -> list[np.ndarray]:
    """Differences by nDCG of systems that are near each other, on so many queries drawn again and again, of mean 0."""
    ndcg = [place for place, path in enumerate(PATHS) if "ndcg" in path.name]
    chance, found = np.random.default_rng([1, size]), []
    while len(found) < count:
        values = matrix(ndcg[int(chance.integers(len(ndcg)))])
        one, two = chance.choice(values.shape[1], 2, replace=False)
        difference = values[:, one] - values[:, two]
        if abs(difference.mean()) <= 0.02 and difference.std() > 0:
            found.append(chance.choice(difference - difference.mean(), size))
    return found


def shares(size: int) -> list[str]:
    """For each true loss, the percents of the verdicts at so many queries, with a margin of .01."""
    scores = trials(near_pairs(1000, size), [np.zeros(size)] * 1000)
    # a loss of so much is a margin that is less by it
    found = [verdicts(scores, Rule("non_inferior", None, 0.01 - loss)) for loss in LOSSES]
    return [" / ".join(f"{each[verdict] / 10:.0f}" for verdict in VERDICTS) for each in found]


def long_the_table_of_the_page_is_what_a_gate_does() -> None:
    (lines,) = re.findall(r"\| true loss \|.*\n\|[-|]+\n((?:\|.*\n)+)", pages.read("docs/how_to/gate.md"))
    assert [line.split("|")[2].strip() for line in lines.splitlines()] == shares(SIZES[0])


if __name__ == "__main__":
    for loss, *cells in zip(LOSSES, *map(shares, SIZES), strict=True):
        sys.stdout.write(f"| {100 * loss:.0f} points | {' | '.join(cells)} |\n")
