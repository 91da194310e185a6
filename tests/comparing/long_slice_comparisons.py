"""Comparisons by slice: as those of its queries alone, of real scores, and in every format."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import statsmodels.formula.api as smf
from in_process import output
from places import COLLECTIONS
from statsmodels.stats.anova import anova_lm
from test_slice_comparisons import MEASURES, beside_queries, scored, table  # noqa: F401

from evalsql.comparing.compare import compare


def in_one_order(row: dict) -> tuple:
    return row["metric"], row["run"], row["test"]


def test_a_slice_is_compared_as_its_queries_alone_are(scores: Path, table: pa.Table) -> None:
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


@pytest.mark.skipif(not COLLECTIONS.exists(), reason="no shared data")
@pytest.mark.parametrize("name", ["web2013_err20", "web2012_ndcg20"])
def test_interactions_of_real_scores(name: str) -> None:
    matrix = pd.read_csv(COLLECTIONS / "score_matrices" / f"{name}.csv").iloc[:, :8]
    random = np.random.default_rng(5)
    kinds = [str(each) for each in random.choice(["a", "b", "c", "d"], len(matrix), p=[0.6, 0.2, 0.15, 0.05])]
    table, queries = scored({run: list(matrix[run]) for run in matrix.columns}, list(kinds))
    rows = compare.answer(table, slices=queries).tables["interactions"].to_pylist()
    found = {(row["run"], row["other"]): (row["statistic"], row["p_value"]) for row in rows}
    assert len(found) == 1 + 8 * 7 / 2
    for (run, other), expected in found.items():
        if run is not None:
            data = pd.DataFrame({"d": matrix[run] - matrix[other], "kind": kinds})
            row = anova_lm(smf.ols("d ~ C(kind)", data).fit(), typ=2).loc["C(kind)"]
            assert expected == pytest.approx((row["F"], row["PR(>F)"]), rel=1e-9)
    long = table.to_pandas().merge(queries.to_pandas(), on="query_id")
    row, _ = beside_queries(long)
    assert found[None, None] == pytest.approx((row["F"], row["Pr(>F)"]), rel=1e-7)


@pytest.mark.parametrize("form", ["table", "markdown", "latex", "csv", "json"])
def test_every_format_has_the_slices(scores: Path, table: pa.Table, tmp_path: Path, form: str) -> None:
    pd.DataFrame(table.to_pandas()[["query_id", "kind"]]).to_csv(tmp_path / "q.csv", index=False)
    printed = output(
        *("compare", scores, "-m", "AP", "--baseline", "bm25", "--slices", tmp_path / "q.csv", "--format", form)
    )
    answer = compare.answer(scores, None, "AP", baseline="bm25", slices=str(tmp_path / "q.csv"))
    rows = answer.tables["comparisons"].to_pylist()
    if form == "json":
        found = json.loads(printed)
        assert found["slices"] == [row | {"logarithm": False} for row in rows if row["slice"]]
        assert found["comparisons"][0]["attribute"] is None
        assert found["interactions"] == answer.tables["interactions"].to_pylist()
        assert found["losses"] == answer.tables["losses"].to_pylist()
    elif form == "csv":
        found = list(csv.DictReader(io.StringIO(printed)))
        assert [(row["slice"], row["run"], float(row["difference"])) for row in found] == [
            (row["slice"] or "", row["run"], row["difference"]) for row in rows
        ]
    else:
        row = next(row for row in rows if row["slice"] == "(null)" and row["run"] == "dense")
        assert f"(null) ({row['queries']}~)" in printed.replace("\\textasciitilde{}", "~").replace("\\", "")
        assert f"{row['difference']:+.4f}" in printed
        assert "fewer than 10 queries" in printed
        assert f"over {sum(1 for row in rows if row['slice'])} pairs and slices" in printed
