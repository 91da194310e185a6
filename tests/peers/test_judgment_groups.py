"""The measures over judgment groups beside what trec_eval -R qrels_jg printed for NIST's own test files."""

from pathlib import Path

import pytest
from places import ROOT

import evalsql
from evalsql.catalog.measure import as_measures

FILES = ROOT.parent / "shared" / "data" / "trec_eval_test" / "test"

pytestmark = pytest.mark.skipif(not FILES.is_dir(), reason="no ../shared/data/trec_eval_test beside the checkout")


def printed(path: Path) -> dict[tuple[str, str], str]:
    """What trec_eval printed: the value by query and measure, of which `all` is over the queries."""
    rows = [line.split() for line in path.read_text().splitlines()]
    return {(query, name): value for name, query, value in rows if name not in ("runid", "num_q")}


@pytest.mark.parametrize("qrels", ["qrels.123", "qrels.comments.123"])
def test_every_value_that_trec_eval_printed_comes_out(qrels: str) -> None:
    expected = printed(FILES / "out.test.qrels_jg")
    names = list(dict.fromkeys(name for _, name in expected))
    measures = {str(measure): name for name in names for measure in as_measures([name])}
    assert len(measures) == len(names) == 20
    evaluation = evalsql.Evaluation(FILES / "results.test", FILES / qrels, population="intersection")
    found = {(query, measures[text]): value for _, query, text, value in evaluation.score(names).fetchall()}
    means = evaluation.leaderboard(names)
    (values,) = means.fetchall()
    found |= {("all", measures[text]): value for text, value in zip(means.columns[1:], values[1:], strict=True)}
    assert {key: f"{value:.4f}" for key, value in found.items()} == expected


def test_a_mean_over_judges_is_the_mean_of_what_each_judge_alone_gives() -> None:
    run, lines = FILES / "results.test", (FILES / "qrels.123").read_text().splitlines()
    rows = [line.split() for line in lines]
    judges = {query: sorted({row[1] for row in rows if row[0] == query}) for query in {row[0] for row in rows}}
    alone: dict[str, list[float]] = {query: [] for query in judges}
    for judge in {row[1] for row in rows}:
        own = {(query, doc): float(relevance) for query, by, doc, relevance in rows if by == judge}
        qrels: dict[str, dict[str, float]] = {}
        for (query, doc), relevance in own.items():
            qrels.setdefault(query, {})[doc] = relevance
        for _, query, _, value in evalsql.Evaluation(run, qrels).score("AP").fetchall():
            alone[query].append(value)
    together = evalsql.Evaluation(run, FILES / "qrels.123").score("AP_avgjg").fetchall()
    for _, query, _, value in together:
        assert value == pytest.approx(sum(alone[query]) / len(judges[query]), abs=1e-12)
