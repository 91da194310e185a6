"""Intervals and tests by clusters of queries are those of statsmodels, and of plain loops over the clusters."""

import html
import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import statsmodels.api as sm
from command import TRACK
from in_process import answered_once, output
from matrices import as_table
from scipy import stats

import evalsql
from evalsql.udfs.resampling import draws

QUERIES, CLUSTERS = 40, 8
CHANCE = np.random.default_rng(5)
GROUPS = np.minimum(CHANCE.geometric(0.25, QUERIES), CLUSTERS) - 1  # of sizes that differ much
NAMES = [f"q{number:02}" for number in range(QUERIES)]
OLD = CHANCE.beta(1, 2, QUERIES)
NEW = np.clip(OLD + 0.04 + CHANCE.normal(size=CLUSTERS)[GROUPS] * 0.1 + CHANCE.normal(size=QUERIES) * 0.05, 0, 1)
CLUSTERED = pa.table({"query_id": NAMES, "cluster": [f"c{group}" for group in GROUPS], "language": ["de"] * QUERIES})


def table(**runs: Any) -> pa.Table:
    return as_table(
        (run, query, "AP", value) for run, values in runs.items() for query, value in zip(NAMES, values, strict=False)
    )


def robust(values: np.ndarray, groups: np.ndarray = GROUPS, alpha: float = 0.05) -> tuple[float, ...]:
    """The mean, its limits, t and p of statsmodels: CR1, with one degree of freedom less than clusters."""
    model = sm.OLS(values, np.ones(len(values)))
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    return (*fitted.params, *fitted.conf_int(alpha)[0], *fitted.tvalues, *fitted.pvalues)


def compared(**how: Any) -> dict[str, Any]:
    found = evalsql.compare(table(new=NEW, old=OLD), baseline="old", **{"clusters": CLUSTERED} | how)
    return found.to_arrow_table().to_pylist()[0]


def test_the_interval_of_a_mean_or_a_slice_is_that_of_statsmodels_with_its_design_effect() -> None:
    half, runs = np.arange(QUERIES) % 2, {"new": NEW, "old": OLD}
    slices = pa.table({"query_id": NAMES, "half": half.astype(str)})
    for alpha in (0.05, 0.2):
        found = evalsql.mean_intervals(table(**runs), clusters=CLUSTERED, slices=slices, alpha=alpha)
        rows = found.to_arrow_table().to_pylist()
        assert {(row["run"], row["slice"]) for row in rows} == {*product(runs, (None, "0", "1"))}
        for row in rows:
            held = half >= 0 if row["slice"] is None else half == int(row["slice"])
            values = runs[row["run"]][held]
            mean, lower, upper, t, _ = robust(values, GROUPS[held], alpha)
            assert [row[name] for name in ("mean", "lower", "upper")] == pytest.approx([mean, lower, upper], abs=1e-12)
            assert (row["queries"], row["clusters"]) == (held.sum(), len(set(GROUPS[held])))
            assert row["design_effect"] == pytest.approx((mean / t) ** 2 / (values.var(ddof=1) / held.sum()), rel=1e-9)


def test_a_comparison_is_the_cluster_robust_t_of_statsmodels() -> None:
    row, plain = compared(), compared(clusters=None)
    assert compared(alternative="less")["p_value"] == pytest.approx(1 - row["p_value"] / 2)
    _, lower, upper, t, p = robust(NEW - OLD)
    assert [row[name] for name in ("lower", "upper", "statistic", "p_value")] == pytest.approx([lower, upper, t, p])
    assert (row["queries"], row["clusters"]) == (QUERIES, CLUSTERS)
    assert row["design_effect"] > 2 > 1 > plain["p_value"] / row["p_value"]
    assert row["detectable"] == pytest.approx(plain["detectable"] * row["design_effect"] ** 0.5)
    assert row["queries_needed"] == pytest.approx(plain["queries_needed"] * row["design_effect"], abs=1)


@pytest.mark.parametrize("interval", ["percentile", "bca"])
def test_the_bootstrap_draws_clusters_with_all_their_queries(interval: str) -> None:
    order = list(dict.fromkeys(GROUPS))
    sums = np.array([(NEW - OLD)[group == GROUPS].sum() for group in order])
    sizes = np.array([(group == GROUPS).sum() for group in order])
    (counts,) = draws(CLUSTERS, 4000, 3)
    means = np.sort(counts @ sums / (counts @ sizes))
    mean, share = (NEW - OLD).mean(), [0.025, 0.975]
    if interval == "bca":  # Efron 1987, with the values of the influence of each cluster
        below = ((means < mean - 1e-12).mean() + (means < mean + 1e-12).mean()) / 2  # of those at the mean half
        influence, z = sums - sizes * mean, stats.norm.ppf([0.025, 0.975])
        a, z0 = (influence**3).sum() / (6 * (influence**2).sum() ** 1.5), stats.norm.ppf(below)
        share = stats.norm.cdf(z0 + (z0 + z) / (1 - a * (z0 + z)))
    row = compared(interval=interval, resamples=4000, seed=3)
    assert (row["lower"], row["upper"]) == pytest.approx(tuple(np.quantile(means, share)), abs=1e-12)


def test_signs_are_flipped_by_cluster() -> None:
    sums = np.array([(NEW - OLD)[group == GROUPS].sum() for group in range(CLUSTERS)])
    flips = np.array([np.dot(signs, sums) for signs in product((1, -1), repeat=CLUSTERS)])
    for side, beyond in {
        "two-sided": abs(flips) >= abs(sums.sum()) - 1e-12,
        "greater": flips >= sums.sum() - 1e-12,
        "less": flips <= sums.sum() + 1e-12,
    }.items():
        found = compared(test="randomisation", alternative=side)["p_value"]
        assert found == pytest.approx(beyond.mean(), abs=1e-15), side
    assert compared(test="bootstrap")["p_value"] > compared(test="bootstrap", clusters=None)["p_value"]


def test_queries_that_stand_alone_are_compared_as_without_clusters() -> None:
    alone = pa.table({"query_id": NAMES, "cluster": NAMES})
    how = {"baseline": "old", "test": ["paired_t", "bootstrap", "randomisation"]}
    found = evalsql.compare(table(new=NEW, old=OLD), clusters=alone, **how).to_arrow_table().to_pylist()
    plain = evalsql.compare(table(new=NEW, old=OLD), **how).to_arrow_table().to_pylist()
    assert len(found) == len(plain) == 3
    for row, without in zip(found, plain, strict=True):
        for name, value in without.items():
            assert row[name] == (pytest.approx(value, rel=1e-9) if isinstance(value, float) else value), name
        assert row["design_effect"] == pytest.approx(1)


def test_values_that_are_repeated_in_each_cluster_are_as_if_they_stood_there_once() -> None:
    three = pa.table({"query_id": NAMES[:30], "cluster": [number // 3 for number in range(30)]})
    new, old = np.repeat(NEW[:10], 3), np.repeat(OLD[:10], 3)
    found = evalsql.compare(table(new=new, old=old), clusters=three, test=["paired_t", "randomisation"]).df()
    once = evalsql.compare(table(new=NEW[:10], old=OLD[:10]), test=["paired_t", "randomisation"]).df()
    for column in ("difference", "lower", "upper", "p_value"):
        assert [*found[column]] == pytest.approx([*once[column]], rel=1e-9), column
    assert found.design_effect[0] == pytest.approx(29 / 9)  # (SS / 9 / 10) / (3 SS / 29 / 30)


def test_a_gate_and_slices_are_by_cluster() -> None:
    how: dict[str, Any] = {"margin": 0.01, "alpha": 0.1, "clusters": CLUSTERED}
    kinds = pa.table({"query_id": NAMES, "half": ["one", "two"] * (QUERIES // 2)})
    rows = evalsql.gate(table(new=NEW), table(old=OLD), slices=kinds, **how).to_arrow_table().to_pylist()
    for row, kept in zip(rows, (slice(None), slice(0, None, 2), slice(1, None, 2)), strict=True):
        groups = np.unique(GROUPS[kept], return_inverse=True)[1]
        _, lower, upper, *_ = robust((NEW - OLD)[kept], groups, alpha=0.2)
        t, above = robust((NEW - OLD)[kept] + 0.01, groups)[3], len(set(groups)) - 1
        assert [row[name] for name in ("lower", "upper", "p_value")] == pytest.approx(
            [lower, upper, stats.t.sf(t, above)], abs=1e-12
        )
    sliced = evalsql.compare(table(new=NEW, old=OLD), slices=kinds, clusters=CLUSTERED).to_arrow_table().to_pylist()
    assert sliced[1]["p_value"] == pytest.approx(
        robust((NEW - OLD)[::2], np.unique(GROUPS[::2], return_inverse=True)[1])[4]
    )


def clustering(**columns: list) -> dict[str, Any]:
    return {"clusters": pa.table(columns)}


REFUSED = [
    ({"test": "wilcoxon"}, "clusters are for the test bootstrap, paired_t or randomisation, not wilcoxon"),
    ({"interval": "tukey"}, "clusters are for the interval bca, percentile or student, not tukey"),
    (clustering(query_id=NAMES, a=NAMES, b=NAMES), "no attribute cluster; it has a, b; name one: --cl"),
    ({"clusters": {"topic": CLUSTERED}}, "no attribute topic; it has cluster, language$"),
    (clustering(query_id=["q01"], cluster=[["a", "b"]]), "cluster is a list; one cluster a query was"),
    (clustering(query_id=["x"], cluster=["a"]), "has query x, and scored is q00"),
    (clustering(query_id=["q01"] * 2, cluster=["a", "b"]), "query q01 appears twice, with cluster a"),
    ({"clusters": "nowhere.csv"}, "nowhere.csv"),
]


def test_what_has_no_place_here_is_refused() -> None:
    for how, said in REFUSED:
        with pytest.raises(evalsql.InputError, match=said):
            compared(**how)


def test_a_query_without_a_cluster_is_one_of_its_own() -> None:
    groups = np.where(np.arange(QUERIES) % 7 == 0, CLUSTERS + np.arange(QUERIES), GROUPS)
    some = CLUSTERED.filter(pa.array(np.arange(QUERIES) % 7 != 0))
    with pytest.warns(
        evalsql.InputWarning, match=r"6 queries without a cluster, each of which counts as one \(first: q00"
    ):
        row = compared(clusters=some)
    assert row["p_value"] == pytest.approx(robust(NEW - OLD, np.unique(groups, return_inverse=True)[1])[4])


def long_commands_say_it(tmp_path: Path) -> None:
    queries = pq.read_table(TRACK[2]).column("query_id").unique().sort()
    given = {
        "query_id": queries,
        "talk": [number // 4 for number in range(len(queries))],
        "language": ["de"] * len(queries),
    }
    pq.write_table(pa.table(given), tmp_path / "talks.parquet")
    how = ("-m", "nDCG@10", "--clusters", f"talk={tmp_path / 'talks.parquet'}", "--quiet")
    picture = tmp_path / "board.svg"
    text = output("evaluate", *TRACK, *how, "--ci", "student", "--top", "2", "--plot", picture)
    assert "95% confidence intervals (Student's t, by clusters)" in html.unescape(picture.read_text(encoding="utf-8"))
    assert "beside it: Student's t; 13 clusters of queries; design effect 0." in text
    (first, *_) = json.loads(output("evaluate", *TRACK, *how, "--ci", "bca", "--format", "json"))["intervals"]
    assert (first["queries"], first["clusters"]) == (50, 13)
    with answered_once("compare"):
        compared = output("compare", *TRACK, *how, "--baseline", "bm25")
        assert "13 clusters of queries" in output("compare", *TRACK, *how, "--baseline", "bm25", "--format", "latex")
    assert "; 13 clusters of queries. * significant at alpha 0.05; intervals: Student's t; design effect 0." in compared
    assert "all_runs" in json.loads(output("compare", *TRACK, *how, "--format", "json"))
    sides = ("gate", TRACK[0], "--run", "dense", "--baseline", TRACK[0], "--baseline-run", "ql", *TRACK[1:])
    assert "judged queries; 13 clusters of queries. One-sided" in output(*sides, *how, "--margin", "0.1")
