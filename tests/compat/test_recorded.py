"""A recorded run has the values of ir_measures through its own functions."""

from typing import Any

import pytest
from places import COLLECTIONS

from evalsql.compat import ir_measures as compat

ir_measures = pytest.importorskip("ir_measures")


CLOSE = 1e-9
TEXTS = ("nDCG@10", "nDCG", "AP", "AP(rel=2)", "P@5", "R@10", "RR", "Rprec", "Bpref", "Success@5", "NumRet", "NumRel")


TEXTS += ("P(judged_only=True)@5", "nDCG(judged_only=True)@10", "SetP", "infAP")


MEASURES = [ir_measures.parse_measure(text) for text in TEXTS]


def values(module: Any, qrels: Any, run: Any, measures: list = MEASURES) -> dict[tuple[str, str], float]:
    """What iter_calc of a provider, or of ir_measures itself, gives."""
    found = module.iter_calc(measures, qrels, run)
    return {(each.query_id, str(each.measure)): each.value for each in found}


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
def long_a_recorded_run_has_the_same_values() -> None:
    folder = COLLECTIONS / "dl19_passage"
    qrels = list(ir_measures.read_trec_qrels(str(folder / "qrels.txt")))
    run = list(ir_measures.read_trec_run(str(sorted((folder / "runs").iterdir())[0])))
    theirs = values(ir_measures.pytrec_eval, qrels, run)
    assert values(compat.EvalsqlProvider(), qrels, run) == pytest.approx(theirs, abs=CLOSE, rel=0)
