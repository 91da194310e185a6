"""Comparisons by slice: against those of the slice's queries alone, and interactions against statsmodels."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import statsmodels.formula.api as smf
from in_process import output
from matrices import as_table
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multitest import multipletests
from written import put

from evalsql.comparing.compare import compare

MEASURES = ("nDCG@10", "AP")


@pytest.fixture(scope="module")
def table(scores: Path) -> pa.Table:
    """Queries in slices of very different sizes, some without one; and in several at once."""
    ids = sorted(pd.read_parquet(scores)["query_id"].unique())
    kinds = [None if place % 11 == 0 else "abc"[(place % 7 > 3) + (place % 17 == 3)] for place in range(len(ids))]
    tags = [["x", "y"][: 1 + place % 2] for place in range(len(ids))]
    return pa.table(
        {"query_id": ids, "kind": kinds, "n": [place * place % 13 for place in range(len(ids))], "tags": tags}
    )


def beside_queries(values: pd.DataFrame) -> tuple[pd.Series, float]:
    """The interaction of run and slice beside queries, which are within slices: the term that is put in last.

    No column follows from others, as products of categories would; newer versions of NumPy make other sums of those.
    """
    (_, *runs), (_, *kinds) = (sorted(values[column].unique()) for column in ("run", "kind"))
    cells = {
        f"cell{number}": ((values["run"] == run) & (values["kind"] == kind)).astype(float)
        for number, (run, kind) in enumerate(product(runs, kinds))
    }
    one, both = (
        smf.ols(" + ".join(["value ~ C(query_id) + C(run)", *more]), values.assign(**cells)).fit()
        for more in ([], cells)
    )
    return anova_lm(one, both).iloc[1], both.df_resid


def long_p_values_are_corrected_over_pairs_and_slices(scores: Path, table: pa.Table) -> None:
    correction = "hochberg"
    some = "run in ('bm25', 'dense', 'ql', 'splade')"
    tables = compare.answer(
        scores, None, MEASURES, where=some, slices=table, by="kind,tags", baseline="bm25", correction=correction
    ).tables
    for metric in MEASURES:
        rows = [row for row in tables["comparisons"].to_pylist() if row["metric"] == metric and row["slice"]]
        pairs = {(row["run"], row["other"]) for row in rows}
        assert (len(pairs), len(rows)) == (3, 3 * (4 + 2))
        rows = [row for row in rows if row["p_value"] is not None]
        expected = multipletests([row["p_value"] for row in rows], method="simes-hochberg")[1]
        assert [row["p_corrected"] for row in rows] == pytest.approx(list(expected), abs=1e-12)
        tests = [r for r in tables["interactions"].to_pylist() if r["metric"] == metric and r["run"] is not None]
        expected = multipletests([row["p_value"] for row in tests], method="simes-hochberg")[1]
        assert [row["p_corrected"] for row in tests] == pytest.approx(list(expected), abs=1e-12)


def long_interactions_are_those_of_statsmodels(scores: Path, table: pa.Table) -> None:
    metric = "nDCG@10"
    every = pd.read_parquet(scores)
    some = every[every["run"].isin(["bm25", "dense", "ql", "splade", "colbert"])]
    answer = compare.answer(
        pa.Table.from_pandas(some, preserve_index=False), None, metric, slices=table, by="kind,tags,n"
    )
    found = {
        (row["attribute"], row["run"], row["other"]): (row["statistic"], row["p_value"], row["df"], row["error_df"])
        for row in answer.tables["interactions"].to_pylist()
    }
    assert {attribute for attribute, *_ in found} == {"kind", "n"}  # of tags a query has several
    values = some[some["metric"] == metric].merge(table.to_pandas(), on="query_id").dropna(subset=["kind"])
    assert values["kind"].nunique() == 3
    wide = values.pivot(index="query_id", columns="run", values="value")
    kinds = values.groupby("query_id")["kind"].first()
    pairs = {each[1:]: got for each, got in found.items() if each[0] == "kind" and each[1] is not None}
    assert len(pairs) == 5 * 4 / 2
    for (run, other), got in pairs.items():
        # of two runs, the analysis of variance of their difference
        data = pd.DataFrame({"d": wide[run] - wide[other], "kind": kinds})
        for type_ in (1, 2):
            row = anova_lm(smf.ols("d ~ C(kind)", data).fit(), typ=type_).loc["C(kind)"]
            assert got[:2] == pytest.approx((row["F"], row["PR(>F)"]), rel=1e-9)
    row, error_df = beside_queries(values)
    assert found["kind", None, None] == pytest.approx((row["F"], row["Pr(>F)"], row["df_diff"], error_df), rel=1e-7)
    assert (len(wide.columns) - 1) * 2 == row["df_diff"]
    # of two runs all together are their pair
    two = pa.Table.from_pandas(every[every["run"].isin(["bm25", "dense"])], preserve_index=False)
    (row,) = compare.answer(two, None, metric, slices=table, by="kind").tables["interactions"].to_pylist()
    assert ({row["run"], row["other"]}, row["df"]) == ({"bm25", "dense"}, 2)
    assert row["p_corrected"] == row["p_value"] == pytest.approx(pairs[row["run"], row["other"]][1], rel=1e-9)


def scored(rows: dict[str, list[float]], kinds: list[str | None]) -> tuple[pa.Table, pa.Table]:
    """Scores of runs on queries q0, q1, ..., and the kinds of these."""
    ids = [f"q{place:02}" for place in range(len(kinds))]
    each = [(run, query, "m", value) for run, of in rows.items() for query, value in zip(ids, of, strict=True)]
    return as_table(each), pa.table({"query_id": ids, "kind": kinds})


def test_interactions_at_the_edges() -> None:
    for differences, kinds, expected in (
        # the same in every slice; different between slices alone, so that F is infinite; one slice
        ([0.1, 0.1, 0.1, 0.1], "aabb", (0, 1)),
        ([0.1, 0.1, 0.3, 0.3], "aabb", (None, 0)),
        ([0.1, 0.3, 0.2], "aaa", (None, None)),
    ):
        base = [0.3, 0.5, 0.1, 0.2][: len(kinds)]
        both = {"new": [one + by for one, by in zip(base, differences, strict=True)], "old": base}
        table, queries = scored(both, list(kinds))
        (row,) = compare.answer(table, slices=queries, baseline="old").tables["interactions"].to_pylist()
        assert (row["statistic"], row["p_value"]) == expected


def test_a_loss_in_a_slice_is_said_though_the_mean_gains(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    old = random.random(40) / 2
    new = old + np.where(np.arange(40) % 4 == 0, -0.15, 0.12) + random.normal(0, 0.02, 40)
    kinds = ["rare" if place % 4 == 0 else "often" for place in range(36)] + [None] * 4
    table, queries = scored({"new": list(new), "old": list(old)}, kinds)
    answer = compare.answer(table, slices=queries, baseline="old", test=["paired_t", "conover"])
    first, *others = answer.tables["losses"].to_pylist()
    assert (first["slice"], first["small"], first["significant"]) == ("rare", True, True)
    assert first["difference"] == pytest.approx(
        np.mean([n - o for n, o, k in zip(new, old, kinds, strict=True) if k == "rare"])
    )
    assert not others
    assert [row["slice"] for row in answer.tables["comparisons"].to_pylist() if row["test"] == "conover"]
    (interaction,) = answer.tables["interactions"].to_pylist()
    assert interaction["p_value"] < 1e-9
    assert interaction["queries"] == 36


def in_one_order(row: dict) -> tuple:
    return row["metric"], row["run"], row["test"]


def long_a_slice_is_compared_as_its_queries_alone_are(scores: Path, table: pa.Table) -> None:
    some = "run in ('bm25', 'dense', 'ql', 'splade')"
    options = {"baseline": "bm25", "test": ["paired_t", "conover", "randomisation"], "resamples": 200, "where": some}
    found = compare.answer(scores, None, MEASURES, slices=table, by="kind", **options).tables["comparisons"].to_pylist()
    whole = compare.answer(scores, None, MEASURES, **options).tables["comparisons"].to_pylist()
    assert [{name: row[name] for name in whole[0]} for row in found if row["slice"] is None] == whole
    names = [name for name in whole[0] if name not in ("p_corrected", "significant")]
    for slice in ("a", "b", "c", "(null)"):
        ids = [
            query
            for query, kind in zip(table["query_id"].to_pylist(), table["kind"].to_pylist(), strict=True)
            if (kind or "(null)") == slice
        ]
        alone = compare.answer(scores, None, MEASURES, queries=ids, **options).tables["comparisons"].to_pylist()
        part = [row for row in found if row["slice"] == slice]
        assert [{name: row[name] for name in names} for row in sorted(part, key=in_one_order)] == [
            {name: row[name] for name in names} for row in sorted(alone, key=in_one_order)
        ]
        assert all(row["small"] == (len(ids) < 10) for row in part)


def long_every_format_has_the_slices(scores: Path, table: pa.Table, tmp_path: Path, rows) -> None:
    path = put(tmp_path / "q.parquet", table.select(["query_id", "kind"]))
    answer = compare.answer(scores, None, "AP", baseline="bm25", slices=str(path)).tables
    expected = answer["comparisons"].to_pylist()
    asked = ("compare", scores, "-m", "AP", "--baseline", "bm25", "--slices", path)
    found = json.loads(output(*asked, "--format", "json"))
    assert found["slices"] == [row | {"logarithm": False} for row in expected if row["slice"]]
    assert found["comparisons"][0]["attribute"] is None
    assert found["interactions"] == answer["interactions"].to_pylist()
    assert found["losses"] == answer["losses"].to_pylist()
    assert [(row["slice"], row["run"], float(row["difference"])) for row in rows(*asked)] == [
        (row["slice"] or "", row["run"], row["difference"]) for row in expected
    ]
    row = next(row for row in expected if row["slice"] == "(null)" and row["run"] == "dense")
    pairs = sum(1 for row in expected if row["slice"])
    parts = (
        f"(null) ({row['queries']}~)",
        f"{row['difference']:+.4f}",
        "fewer than 10 queries",
        f"over {pairs} pairs and",
    )
    for form in ("table", "markdown", "latex"):
        printed = output(*asked, "--format", form).replace("\\textasciitilde{}", "~").replace("\\", "")
        assert [part for part in parts if part not in printed] == [], form
