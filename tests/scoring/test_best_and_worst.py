"""Ties best and worst give the extremes of all orders, by every measure and curve that can be read so."""

from itertools import permutations

import pyarrow as pa
import pytest
from variants import variants

import evalsql

TIED = ([0, None], [1, None, 0], [2, 1, -1, None], [0, None, None, 1])
ORDERS = [list(dict.fromkeys(permutations(each))) for each in TIED]


def every_order() -> tuple[pa.Table, dict[str, dict[str, int]]]:
    """A query per order of the tied documents, whose doc_ids put them in it."""
    runs, qrels = [], {}
    for case, orders in enumerate(ORDERS):
        for number, order in enumerate(orders):
            query = f"{case}-{number}"
            runs += [{"query_id": query, "doc_id": f"d{9 - i}", "score": 1.0} for i in range(len(order))]
            qrels[query] = {f"d{9 - i}": level for i, level in enumerate(order) if level is not None} | {"missed": 1}
    return pa.Table.from_pylist(runs), qrels


def monotone(listed: dict) -> list:
    return [each for each in listed.values() if each.monotone and each.better != "neither" and not each.by_subtopic]


def assert_extremes(values: dict[str, dict]) -> None:
    """Values by order of ties, and then by measure, query, and rank of a curve."""
    for key in values["trec_eval"]:
        measure, query, rank = key
        case = int(query.split("-")[0])
        lower = evalsql.parse_measure(measure).metric.better == "lower" if rank is None else "residual" in measure
        every = [values["trec_eval"].get((measure, f"{case}-{n}", rank)) for n in range(len(ORDERS[case]))]
        if None not in every:
            ends = (min(every), max(every)) if lower else (max(every), min(every))
            found = (values["best"][key], values["worst"][key])
            assert found == pytest.approx(ends, abs=1e-12), (measure, TIED[case], rank)


def long_best_and_worst_are_the_extremes_of_all_orders() -> None:
    texts = [str(next(variants(metric))) for metric in monotone(evalsql.metrics())]
    assert len(texts) > 80
    assert_extremes_of(texts)


def weekly_best_and_worst_are_the_extremes_of_all_orders_whatever_the_parameters() -> None:
    texts = [str(each) for metric in monotone(evalsql.metrics()) for each in variants(metric)]
    # a measure's own gains may put relevances in another order
    assert_extremes_of([each for each in texts if "gains=" not in each])


def assert_extremes_of(texts: list[str]) -> None:
    runs, qrels = every_order()
    values = {}
    for ties in ("trec_eval", "best", "worst"):
        rows = evalsql.Evaluation(runs, qrels, ties=ties, whole=True).score(texts).fetchall()
        values[ties] = {(measure, query, None): value for _, query, measure, value in rows}
    assert_extremes(values)


def long_best_and_worst_are_the_extremes_at_every_rank_of_curves() -> None:
    runs, qrels = every_order()
    curves = monotone(evalsql.curves())
    assert len(curves) == 15
    for over in {each.over for each in curves}:
        texts, values = [each.name for each in curves if each.over == over], {}
        for ties in ("trec_eval", "best", "worst"):
            rows = evalsql.curve(runs, qrels, texts, ties=ties).fetchall()
            values[ties] = {(curve, query, at): value for _, query, curve, at, value, _ in rows if at <= 5}
        assert_extremes(values)
