"""What has no value changes no comparison, correlation, gate, ...: scores of null are as no scores."""

import numpy as np
import pyarrow as pa
import pytest

import evalsql


@pytest.mark.filterwarnings("ignore::evalsql.InputWarning")
def long_what_has_no_value_changes_nothing() -> None:
    drawn, measures = np.random.default_rng(2), ["AP", "GMAP", "ESL", "NumRet"]
    rows = [
        (run, f"q{query:02}", metric, float(drawn.integers(5)) / 4 if drawn.random() < 0.9 else None)
        for metric in measures
        for run in "abcd"
        for query in range(20)
    ]
    rows = [(*ids, None if ids[::2] == ("d", "GMAP") and ids[1] > "q00" else value) for *ids, value in rows]
    queries = pa.table({"query_id": [f"q{query:02}" for query in range(20)], "kind": ["x", "y", "y", None] * 5})

    def table(kept: list[tuple], named: str | None = None) -> pa.Table:
        chosen = [("x", *row[1:]) if named else row for row in kept if named in (None, row[0])]
        return pa.table(
            dict(zip(("run", "query_id", "metric", "value"), map(list, zip(*chosen, strict=True)), strict=True))
        )

    def found(kept: list[tuple]) -> dict[str, object]:
        scores, new, old = table(kept), table(kept, "a"), table(kept, "b")
        full = table([row for row in kept if row[::2] != ("d", "GMAP")])
        pairs, together = ["paired_t", "wilcoxon", "sign", "randomisation", "bootstrap"], ["tukey", "conover"]
        asked = {
            "pairs": evalsql.compare(scores, measures=measures, test=pairs, slices=queries, resamples=200),
            "together": evalsql.compare(
                scores, measures=measures, test=[*together, "randomised_tukey", "nemenyi"], resamples=200
            ),
            "correlate": evalsql.correlate(scores, measures=measures),
            "queries": evalsql.analyse_queries(scores, measures=measures, slices=queries),
            "standardise": evalsql.standardise(scores, measures=measures),
            "categories": evalsql.categories(scores, measures=measures, best=["a"]),
            "experiment": evalsql.experiment(scores, measures=measures, baseline="a"),
            **{
                each: evalsql.discriminate(full, measures=measures, method=each, trials=50)
                for each in ("power", "levels", "stability", "swaps")
            },
            **{
                f"gate {next(iter(rule))}": evalsql.gate(new, old, measures=["AP", "GMAP", "ESL"], **rule)
                for rule in (
                    {"margin": "20%", "unchanged": True, "slices": queries},
                    {"margin": "20%", "better": True, "test": "bootstrap", "resamples": 200},
                    {"at_least": 0.3},
                    {"worst_loss": 0.5},
                    {"losing": 0.2},
                )
            },
        }
        return {
            name: {part: each[part].fetchall() for part in each} if isinstance(each, dict) else each.fetchall()
            for name, each in asked.items()
        }

    with_nulls = found(rows)
    assert repr(with_nulls) == repr(found([row for row in rows if row[3] is not None]))
