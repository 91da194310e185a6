"""Ties best and worst give the extremes of all orders, by every measure that can be read so."""

from itertools import permutations

import pyarrow as pa
import pytest

import evalsql


def long_best_and_worst_are_the_extremes_of_all_orders() -> None:
    tied = ([0, None], [1, None, 0], [2, 1, -1, None], [0, None, None, 1])
    orders = [list(dict.fromkeys(permutations(each))) for each in tied]
    runs, qrels = [], {}
    for case, several in enumerate(orders):
        for number, order in enumerate(several):
            query = f"{case}-{number}"
            runs += [{"query_id": query, "doc_id": f"d{9 - i}", "score": 1.0} for i in range(len(order))]
            qrels[query] = {f"d{9 - i}": level for i, level in enumerate(order) if level is not None} | {"missed": 1}
    metrics = [m for m in evalsql.metrics().values() if m.monotone and m.better != "neither"]
    plain = [
        m for m in metrics if not m.by_subtopic and not m.sampled and not any(p.required for p in m.parameters.values())
    ]
    texts = [f"{m.name}{cut}" for m in plain for cut in (("", "@2") if m.cutoff else ("",)) if "BPM" not in m.name]
    values = {}
    for ties in ("trec_eval", "best", "worst"):
        evaluation = evalsql.Evaluation(pa.Table.from_pylist(runs), qrels, ties=ties, whole=True)
        for measure in map(evalsql.parse_measure, texts):
            try:
                rows = evaluation.score([measure]).fetchall()
            except evalsql.InputError:  # a relevance above what it takes
                continue
            values |= {(ties, str(measure), query): value for _, query, _, value in rows}
    assert len({text for _, text, _ in values}) > 60
    for text in {text for _, text, _ in values}:
        lower = evalsql.parse_measure(text).metric.better == "lower"
        for case, several in enumerate(orders):
            names = [f"{case}-{number}" for number in range(len(several))]
            every = [values["trec_eval", text, name] for name in names]
            if None in every:
                continue
            ends = (min(every), max(every)) if lower else (max(every), min(every))
            for name in names:
                assert values["best", text, name] == pytest.approx(ends[0], abs=1e-12), (text, tied[case])
                assert values["worst", text, name] == pytest.approx(ends[1], abs=1e-12), (text, tied[case])
