"""A recorded run has the values of pytrec_eval through its own class."""

import pytest
from places import COLLECTIONS
from test_pytrec_eval import differing, theirs

from evalsql.compat import pytrec_eval as ours


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
def test_a_recorded_run_has_the_same_values() -> None:
    folder = COLLECTIONS / "covid_r1"
    with (folder / "qrels.txt").open() as qrels, sorted((folder / "runs").iterdir())[0].open() as run:
        judged, retrieved = ours.parse_qrel(qrels), ours.parse_run(run)
    found = [module.RelevanceEvaluator(judged, {"all_trec"}).evaluate(retrieved) for module in (ours, theirs)]
    assert differing(*found) == []
