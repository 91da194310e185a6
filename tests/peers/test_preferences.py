"""The measures of preferences beside what trec_eval -R qrels_prefs printed for NIST's own test files."""

import pytest
from places import ROOT

import evalsql

FILES = ROOT.parent / "shared" / "data" / "trec_eval_test" / "test"
# which count pairs of two documents that are not relevant as preferences, where there are more of these than relevant ones
NOT_HERE = {"prefs_avgjg_Rnonrel", "prefs_avgjg_Rnonrel_ret"}

pytestmark = pytest.mark.skipif(not FILES.is_dir(), reason="no ../shared/data/trec_eval_test beside the checkout")


def test_every_value_that_trec_eval_printed_comes_out() -> None:
    rows = [line.split() for line in (FILES / "out.test.qrels_prefs").read_text().splitlines()]
    printed = {(query, name): value for name, query, value in rows if name not in {"runid", "num_q"}}
    printed = {key: value for key, value in printed.items() if key[1] not in NOT_HERE}
    names = list(dict.fromkeys(name for _, name in printed))
    assert len(names) == 12
    evaluation = evalsql.Evaluation(FILES / "results.test", FILES / "qrels.test", population="intersection")
    for name in names:
        found = {query: value for _, query, _, value in evaluation.score(name).fetchall()}
        ((_, found["all"]),) = evaluation.leaderboard(name).fetchall()
        digits = 0 if "num" in name else 4
        expected = {query: value for (query, of), value in printed.items() if of == name}
        assert {query: f"{value:.{digits}f}" for query, value in found.items()} == expected, name
