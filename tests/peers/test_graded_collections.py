"""Graded gains over real collections: trec_eval, ir_measures, gdeval, pyNTCIREVAL, ranx and cwl-eval say the same."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
import recorded
from places import COLLECTIONS
from recorded import CLOSE, CWL, VERSION_10, judgments, per_query, rankings, small

import evalsql

pytestmark = recorded.present

GDEVAL = "ir_measures-0.4.3/gdeval"
TERRIER = "ir_measures-0.4.3/pytrec_eval-terrier-0.5.11"
NTCIREVAL = "pyNTCIREVAL-0.0.3 (top100)"
RANX = "ranx-0.3.21"
HIGHEST = {"trec_eval_test": 1, "covid_r1": 2, "dl19_passage": 3, "web2012_div": 4}  # relevance of each collection

Rows = list[tuple[str, str, str, float, float]]


def agree(rows: Rows, close: float = CLOSE) -> int:
    """Fails where a value is not ours.

    Returns:
        How many values are not 0.
    """
    for run, query, name, theirs, ours in rows:
        assert abs(ours - theirs) <= close, (run, query, name)
    return sum(theirs != 0 for *_, theirs, _ in rows)


def untied(collection: str) -> Callable[[tuple], bool]:
    """Whether no relevant document of a ranking is tied; peers that leave ties as they come are no reference there."""

    @cache
    def clear(run: str, query: str) -> bool:
        ranking, relevance = rankings(collection)[run, query], judgments(collection)[query]
        shared = Counter(score for score, _ in ranking)
        return all(shared[score] == 1 for score, doc in ranking if relevance.get(doc, 0) >= 1)

    return lambda row: clear(*row[:2])


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "gains", "values"),
    [
        ("covid_r1", "1=1,2=3", 720),
        ("dl19_passage", "1=1,2=3,3=7", 258),
        ("web2012_div", "1=1,2=3,3=7,4=15", 250),
    ],
)
def test_ndcg_with_gains_is_trec_evals(collection: str, gains: str, values: int) -> None:
    names = {f"ndcg_{gains}": f"nDCG(gains={{{gains.replace('=', ':')}}})"}
    rows = per_query(collection, "trec_eval", f"{VERSION_10} gains {gains}", names)
    assert len(rows) == values
    assert agree(rows) > 0.9 * values
    plain = dict(recorded.evaluation(collection).leaderboard("nDCG").fetchall())
    other = dict(recorded.evaluation(collection).leaderboard(names.popitem()[1]).fetchall())
    assert all(abs(plain[run] - other[run]) > 1e-4 for run in plain)


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "values"), [("trec_eval_test", 6), ("covid_r1", 720), ("dl19_passage", 258), ("web2012_div", 250)]
)
def test_ndcg_with_gains_is_ir_measures(collection: str, values: int) -> None:
    name = "nDCG(gains={2:3,3:7,4:15})@10"
    rows = per_query(collection, "other_tools", TERRIER, {name: name})
    assert len(rows) == values
    assert agree(rows) > 0.6 * values


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "values"), [("trec_eval_test", 12), ("covid_r1", 180), ("dl19_passage", 516), ("web2012_div", 250)]
)
def test_ndcg_with_exponential_gains_is_gdevals(collection: str, values: int) -> None:
    # gdeval prints five digits; it orders and ties as evalsql does, and its ideal is of all judgments too
    names = {f"nDCG(dcg='exp-log2')@{k}": f"nDCG(gains='exp')@{k}" for k in (10, 20)}
    assert all(str(evalsql.parse_measure(theirs)) == ours for theirs, ours in names.items())
    rows = per_query(collection, "other_tools", GDEVAL, names)
    assert len(rows) == values
    assert agree(rows, close=0.5001e-5) > 0.6 * values


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "values"), [("trec_eval_test", 10), ("covid_r1", 360), ("dl19_passage", 516), ("web2012_div", 500)]
)
def test_graded_rbp_and_ndcg_of_jk_are_pyntcirevals(collection: str, values: int) -> None:
    # it divides gains by the highest of the collection's scale, and was given the first 100 documents
    top = HIGHEST[collection]
    names = {"RBP": f"RBP(p=0.95,top={top})@100", "nDCG@0010": "nDCG(discount='jk')@10"}
    rows = per_query(collection, "other_tools", NTCIREVAL, names)
    assert len(rows) == values
    assert agree(rows) > 0.6 * values


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "values"),
    [("trec_eval_test", 39), ("covid_r1", 8021), ("dl19_passage", 1911), ("web2012_div", 1794)],
)
def test_what_ranx_says_is_right_where_no_relevant_document_is_tied(collection: str, values: int) -> None:
    names = {
        "dcg@10": "DCG@10",
        "dcg_burges@10": "DCG(gains='exp')@10",
        "ndcg_burges@10": "nDCG(gains='exp')@10",
        **{"ndcg": "nDCG", "ndcg@10": "nDCG@10", "map": "AP", "map@100": "AP@100", "mrr": "RR", "mrr@10": "RR@10"},
        **{"precision@10": "P@10", "recall@100": "R@100", "r-precision": "Rprec", "hit_rate@10": "Success@10"},
    }
    rows = list(filter(untied(collection), per_query(collection, "other_tools", RANX, names)))
    assert len(rows) == values
    assert agree(rows) > 0.6 * values


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(("collection", "values"), [("covid_r1", 150), ("dl19_passage", 147), ("web2012_div", 138)])
def test_scaled_dcg_is_cwl_evals_where_no_relevant_document_is_tied(collection: str, values: int) -> None:
    # cwl-eval leaves ties in the order of the file
    top = HIGHEST[collection]
    names = {f"SDCG(max_rel={top})@10": f"sDCG(discount='log2',top={top})@10"}
    rows = list(filter(untied(collection), per_query(collection, "other_tools", CWL, names)))
    assert len(rows) == values
    assert agree(rows) > 0.6 * values


@pytest.mark.parametrize(
    ("row", "value", "residual"),
    [
        ("NDCG-k@5", "sDCG(discount='log2',top=1)@5", "sDCG_residual(discount='log2')@5"),
        ("NDCG-k@10", "sDCG(discount='log2',top=1)@10", "sDCG_residual(discount='log2')@10"),
        *((f"RBP@{p}", f"RBP(p={p},top=1)@1000", f"RBP_residual(p={p})@1000") for p in (0.2, 0.4, 0.8)),
    ],
)
def test_values_and_residuals_are_those_that_cwl_eval_prints(row: str, value: str, residual: str) -> None:
    folder = COLLECTIONS / "golden" / "cwl"
    lines = (folder / "out.default.residuals.tsv").read_text().splitlines()
    header, *table = [line.split("\t") for line in lines]
    printed = [dict(zip(header, cells, strict=True)) for cells in table if cells[1] == row]
    assert len(printed) == 3
    evaluated = evalsql.Evaluation(str(folder / "result_file"), str(folder / "gain_file"))
    ours = {(query, metric): v for _, query, metric, v in evaluated.score([value, residual]).fetchall()}
    metrics = [str(evalsql.parse_measure(text)) for text in (value, residual)]
    for cells in printed:
        found = [ours[cells["Topic"], metric] for metric in metrics]
        assert found == pytest.approx([float(cells["EU"]), float(cells["ResEU"])], abs=0.5001e-4, rel=0), cells
