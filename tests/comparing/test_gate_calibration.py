"""The rules of a gate on scores of real systems, where what is true is known: how often a verdict is wrong.

Two halves of the queries, in pairs by chance, are two samples of one system, whose true difference is 0; shifted, it is
what it was shifted by.
"""

import re

import gated
import numpy as np
import pages
import pytest
from scipy import stats

from evalsql.comparing.rules import Rule

pytestmark = [
    pytest.mark.skipif(not gated.MATRICES, reason=f"the real collections are not at {gated.FOLDER}"),
]
SPLITS = 125  # of each matrix
MARGIN = 0.1
ALPHA = 0.05


def halves() -> list[tuple[np.ndarray, np.ndarray]]:
    """Two samples of one system each."""
    chance = np.random.default_rng(4)
    found = []
    for path in gated.MATRICES:
        values = gated.matrix(path)
        for _ in range(SPLITS):
            one = values[chance.permutation(len(values)), chance.integers(values.shape[1])]
            size = len(one) // 2
            found.append((one[:size], one[size : 2 * size]))
    return found


@pytest.mark.parametrize("test", ["paired_t", "bootstrap", "randomisation"])
def long_a_rule_errs_as_often_as_it_promises(test: str) -> None:
    new, old = zip(*halves(), strict=True)
    count = len(new)
    lowest, highest = stats.binom.interval(0.999, count, ALPHA)
    # what is lost is just the margin, so that either verdict is an error
    at_margin = gated.trials([each - MARGIN for each in new], old, test)
    # as is an equal mean, where the new run must be better
    equal = gated.trials(new, old, test)
    wrong = {
        "no worse": gated.verdicts(at_margin, Rule("non_inferior", None, MARGIN), test),
        "unchanged": gated.verdicts(at_margin, Rule("unchanged", None, MARGIN), test),
        "better": gated.verdicts(equal, Rule("better"), test),
    }
    share = gated.trials([0.8 * each for each in new], old, test)
    wrong["no worse in percent"] = gated.verdicts(share, Rule("non_inferior", None, 0.2, relative=True), test)
    for name, found in wrong.items():
        for verdict in ("pass", "fail"):
            assert found[verdict] <= highest, (name, verdict)
            # of two sides each gets half of alpha to fail by, and must be shown to pass
            if name != "unchanged":
                assert found[verdict] >= lowest, (name, verdict)


def long_holm_keeps_the_errors_of_all_slices_together_in_bounds() -> None:
    new, old = zip(*halves(), strict=True)
    scores = gated.trials([each - MARGIN for each in new], old)
    gated.verdicts(scores, Rule("non_inferior", None, MARGIN))
    # families of ten: Holm's lowest p-value is ten times what it was
    found = scores.connection.execute("select p_value, p_harm from evalsql_gate_tests order by number asc")
    columns = found.fetchnumpy()
    for p in columns.values():
        families = p[: len(p) // 10 * 10].reshape(-1, 10).min(axis=1) * 10
        assert (families <= ALPHA).sum() <= stats.binom.interval(0.999, len(families), ALPHA)[1]


def long_the_table_of_the_page_is_what_a_gate_does() -> None:
    (lines,) = re.findall(r"\| true loss \|.*\n\|[-|]+\n((?:\|.*\n)+)", pages.read("docs/gate.md"))
    shown = [line.split("|")[2].strip() for line in lines.splitlines()]
    found = gated.shares(gated.SIZES[0])
    assert shown == [" / ".join(f"{100 * each[verdict]:.0f}" for verdict in gated.VERDICTS) for each in found]
