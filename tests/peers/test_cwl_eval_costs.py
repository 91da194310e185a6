"""Expected costs and dynamic BPM beside what cwl-eval 1.0.12 gave for generated costs, and printed for its example."""

from functools import cache

import duckdb
import pyarrow as pa
import pytest
import recorded
from places import COLLECTIONS, FIXTURES

import evalsql
from evalsql.catalog.measure import parse_measure

RECORDED = FIXTURES / "cwl_eval"
PRINTED = 0.5001e-4  # four digits
GIVEN = duckdb.sql(f"from '{RECORDED}/values.parquet' order by all").fetchall()
MEASURES = sorted({measure for _, measure, *_ in GIVEN})
# users who may look at rank 1000: ETC of cwl-eval leaves these out, though it is said to be EC x ED
DEEP = {measure for measure in MEASURES if measure.startswith(("INSQ", "INST", "NERR11", "RR", "BPM_cost"))}


@cache
def given_costs() -> evalsql.Evaluation:
    return evalsql.Evaluation(RECORDED / "run.parquet", RECORDED / "qrels.parquet", costs=RECORDED / "costs.parquet")


def found(measure: str) -> dict[str, float]:
    return {query: value for _, query, _, value in given_costs().score(measure).fetchall()}


def of_search(measure: str) -> str:
    """The same measure, of the cost in all."""
    parsed = parse_measure(measure)
    inside = [f"{name}={value!r}" for name, value in parsed.values.items() if name not in ("k", "per")]
    return f"{parsed.metric.name}({','.join([*inside, 'per=' + repr('search')])})" + (
        f"@{parsed.cutoff}" if parsed.metric.cutoff else ""
    )


@pytest.mark.quick(3)
@pytest.mark.parametrize("measure", MEASURES)
def test_costs_of_documents_and_of_searches_are_those_of_cwl_eval(measure: str) -> None:
    each, whole = found(measure), found(of_search(measure))
    rows = [(query, ec, etc, ed) for query, name, _, _, ec, etc, ed in GIVEN if name == measure]
    assert len({ec for _, ec, *_ in rows}) > 10
    for query, ec, _, ed in rows:
        assert each[query] == pytest.approx(ec, rel=1e-9, abs=1e-9), query
        assert whole[query] == pytest.approx(ec * ed, rel=1e-9, abs=1e-9), query
    off = [query for query, ec, etc, ed in rows if etc != pytest.approx(ec * ed, rel=1e-9, abs=1e-9)]
    assert bool(off) == (measure in DEEP)
    assert all(etc < ec * ed for query, ec, etc, ed in rows if query in off)


PAYING = ("BPM_dynamic", "TBG", "U_measure", "IFT")  # users whom costs change


@pytest.mark.quick(2)
@pytest.mark.parametrize("measure", [name for name in MEASURES if name.startswith(PAYING)])
def test_users_who_heed_costs_gain_and_look_at_what_they_do_in_cwl_eval(measure: str) -> None:
    rate, utility, examined = (found(measure.replace("_cost", ending)) for ending in ("", "_utility", "_examined"))
    for query, name, eu, etu, _, _, ed in GIVEN:
        if name == measure:
            theirs = pytest.approx((eu, etu, ed), rel=1e-9, abs=1e-9)
            assert (rate[query], utility[query], examined[query]) == theirs, query


# it was run with --max_cost 5
PRINTED_AS = {
    **{f"P@{k}": f"P_cost(other_cost=5)@{k}" for k in (1, 2, 3, 4, 5, 10)},
    **{f"RBP@{p}": f"RBP_cost(p={p},other_cost=5)" for p in (0.2, 0.4, 0.5, 0.8, 0.95)},
    "RR": "RR_cost(rel=0.1,other_cost=5)@1000",
    **{f"NDCG-k@{k}": f"sDCG_cost(discount='log2',other_cost=5)@{k}" for k in (5, 10)},
    **{f"INST-T={t}.0": f"INST_cost(T={t},other_cost=5)@1000" for t in (1, 2, 3)},
    "INSQ-T=2.0": "INSQ_cost(T=2,other_cost=5)@1000",
    "BPM-Static-T=1.0-K=10": "BPM_dynamic_cost(hb=0,hc=0,other_cost=5)",
    "BPM-Dynamic-T=1.0-K=10-hb=1.0-hc=1.0": "BPM_dynamic_cost(hc=0,other_cost=5)",
    "NERR-EQ8@k=10": "NERR8_cost(other_cost=5)@10",
    "NERR-EQ9@k=10": "NERR9_cost(other_cost=5)@10",
    "NERR-EQ10@phi=0.9": "NERR10_cost(other_cost=5)@1000",
    "NERR-EQ11@T=2.0": "NERR11_cost(T=2,other_cost=5)@1000",
    "U-L@50": "U_measure_cost(L=50,other_cost=5)@999",  # its last user stops before rank 1000
    "TBG-H@22": "TBG_cost(h=22,other_cost=5)",
    "IFT-C1-T=2.0-b1=0.9-R1=1": "IFT_cost(heeds='goal',other_cost=5)",
}


@recorded.present
def test_costs_are_those_that_cwl_eval_prints_for_its_example() -> None:
    folder = COLLECTIONS / "golden" / "cwl"
    types = dict(line.split() for line in (folder / "cost_file").read_text().splitlines())
    fields = [line.split() for line in (folder / "result_file").read_text().splitlines()]
    rows = [(query, doc, float(types[kind])) for query, kind, doc, *_ in fields]
    costs = pa.table(dict(zip(("query_id", "doc_id", "cost"), map(list, zip(*rows, strict=True)), strict=True)))
    evaluation = evalsql.Evaluation(str(folder / "result_file"), str(folder / "gain_file"), costs=costs)
    scores = evaluation.score(sorted(set(PRINTED_AS.values()))).fetchall()
    values = {(measure, query): value for _, query, measure, value in scores}
    seen = 0
    for file in ("out.default.residuals.costs.tsv", "out.more.residuals.costs.tsv"):
        header, *table = (line.split("\t") for line in (folder / file).read_text().splitlines())
        for cells in table:
            said = dict(zip(header, map(str.strip, cells), strict=True))
            if said["Metric"] == "AP":  # whose users evalsql has no costs of
                continue
            ours = str(parse_measure(PRINTED_AS[said["Metric"]]))
            if (ours, said["Topic"]) in values:
                assert values[ours, said["Topic"]] == pytest.approx(float(said["EC"]), abs=PRINTED, rel=0), said
                seen += 1
    assert seen > 30
