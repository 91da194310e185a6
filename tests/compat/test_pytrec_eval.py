"""Code that was written for pytrec_eval runs on evalsql, and gets the same dictionaries and kinds of errors."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from places import COLLECTIONS

from evalsql.compat import pytrec_eval as ours

theirs = pytest.importorskip("pytrec_eval")
CLOSE = 1e-9
QRELS = {"q": {"d": 1, "e": 0, "f": 2}, "without": {}}
RUN = {"q": {"d": 1.0, "x": 2.0}, "unjudged": {"d": 1.0}}


def collection(seed: int, queries: int = 40) -> tuple[dict, dict]:
    """Judgments from -1 to 3 and a run with ties and empty rankings, some of its scores alike as float32 alone."""
    dice = random.Random(seed)
    qrels, run = {}, {}
    docs = [f"d{number}" for number in range(30)] + ["é", "文"]
    for query in (f"q{number}" for number in range(queries)):
        qrels[query] = {doc: dice.choice((-1, 0, 0, 1, 2, 3)) for doc in dice.sample(docs, dice.randint(1, 20))}
        qrels[query]["missed"] = dice.choice((0, 1))  # a query whose judgments are all below 0 aborts pytrec_eval
        found = dice.sample(docs, dice.choice((0, 1, 6, 15, 25)))
        scores = (dice.random, lambda: dice.randint(0, 4) / 4, lambda: 1 + dice.randint(0, 3) * 1e-9)
        run[query] = {doc: dice.choice(scores)() for doc in found}
    # bpref of pytrec_eval reads memory that it does not have where the first ranking of a process is empty
    return qrels, dict(sorted(run.items(), key=lambda row: -len(row[1])))


def differing(ours: dict, theirs: dict) -> list[tuple]:
    """The values that differ, with query and measure."""
    assert ours.keys() == theirs.keys()
    assert all(ours[query].keys() == row.keys() for query, row in theirs.items())
    return [
        (query, name, ours[query][name], value)
        for query, row in theirs.items()
        for name, value in row.items()
        if not abs(ours[query][name] - value) <= CLOSE
    ]


def test_the_names_are_pytrec_evals() -> None:
    assert ours.supported_measures == theirs.supported_measures
    assert {name: set(measures) for name, measures in ours.supported_nicknames.items()} == {
        name: theirs.supported_nicknames[name] for name in ("official", "set", "all_trec")
    }


def long_measures_are_asked_for_as_there() -> None:
    asked: tuple[Any, ...] = ({"official"}, ["map", "ndcg"], {"P_5", "P.10"}, {"map_cut"}, {"ndcg_cut", "ndcg_cut_7"})
    for measures in (*asked, {"gm_map"}):
        found = ours.RelevanceEvaluator(QRELS, measures).evaluate(RUN)
        assert found.keys() == {"q"}
        assert differing(found, theirs.RelevanceEvaluator(QRELS, measures).evaluate(RUN)) == [], measures


def test_one_evaluator_scores_many_runs_with_all_its_cutoffs() -> None:
    evaluator = ours.RelevanceEvaluator(QRELS, {"ndcg_cut.1,5"})
    assert [set(evaluator.evaluate(RUN)["q"]) for _ in range(2)] == [{"ndcg_cut_1", "ndcg_cut_5"}] * 2


def test_runs_that_answer_nothing() -> None:
    for run in ({}, {"unjudged": {"d": 1.0}}, {"q": {}}, {"without": {"d": 1.0}}):
        found = [module.RelevanceEvaluator(QRELS, {"map", "num_ret"}).evaluate(run) for module in (ours, theirs)]
        assert found[0] == found[1], run


BAD: list[Callable[[Any], Any]] = [
    lambda module: module.RelevanceEvaluator({1: {"d": 1}}, {"map"}),
    lambda module: module.RelevanceEvaluator({"q": {1: 1}}, {"map"}),
    lambda module: module.RelevanceEvaluator({"q": {"d": 1.0}}, {"map"}),
    lambda module: module.RelevanceEvaluator({"q": 3}, {"map"}),
    lambda module: module.RelevanceEvaluator(QRELS, [3]),
    lambda module: module.RelevanceEvaluator(QRELS, {"map"}, 0),
    lambda module: module.RelevanceEvaluator(QRELS, {"map"}, relevance_level="a"),
    lambda module: module.RelevanceEvaluator(QRELS, {"unheard_of"}),
    lambda module: module.RelevanceEvaluator(QRELS, {"map"}).evaluate([1]),
    lambda module: module.RelevanceEvaluator(QRELS, {"map"}).evaluate({1: {"d": 1}}),
    lambda module: module.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q": {1: 1}}),
    lambda module: module.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q": [1]}),
    lambda module: module.RelevanceEvaluator(QRELS, {"map"}).evaluate({"q": {"d": "1"}}),
    lambda module: module.parse_run(["q Q0 d"]),
    lambda module: module.parse_run(["q Q0 d 1 x run"]),
    lambda module: module.parse_run(["q Q0 d 1 1 run"] * 2),
    lambda module: module.parse_qrel(["q 0 d 1"] * 2),
    lambda module: module.parse_qrel(["q 0 d 1.5"]),
]


def test_what_is_wrong_raises_the_same_kind_of_error() -> None:
    for place, call in enumerate(BAD):
        with pytest.raises(Exception) as expected:  # noqa: PT011
            call(theirs)
        with pytest.raises(Exception) as found:  # noqa: PT011
            call(ours)
        assert found.type is expected.type, place


def test_values_are_summed_up_and_lines_read_as_there() -> None:
    values = [0.1, 0.25, -3.0]
    for measure in ("map", "num_ret", "gm_map"):
        found = ours.compute_aggregated_measure(measure, values)
        assert found == pytest.approx(theirs.compute_aggregated_measure(measure, values), abs=1e-15)
        assert ours.compute_aggregated_measure(measure, np.array(values)) == found
    run, qrels = ["q Q0 d 1 2.5 name", "q\tQ0  e 2 -1e3 name"], ["q 0 d 1", "r 0 d -2"]
    assert ours.parse_run(run) == theirs.parse_run(run)
    assert ours.parse_qrel(qrels) == theirs.parse_qrel(qrels)


class Retrieval:
    """Scores as BEIR's class of evaluation asks for them: cutoffs joined by commas, means over queries, rounded."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def evaluate(self, qrels: dict, results: dict, cutoffs: list[int]) -> list[dict[str, float]]:
        joined = ",".join(map(str, cutoffs))
        kinds = {"ndcg_cut": "NDCG", "map_cut": "MAP", "recall": "Recall", "P": "P"}
        others = {query: {doc: s for doc, s in docs.items() if doc != query} for query, docs in results.items()}
        scores = self.module.RelevanceEvaluator(qrels, {f"{kind}.{joined}" for kind in kinds}).evaluate(others)
        return [
            {f"{name}@{k}": round(sum(row[f"{kind}_{k}"] for row in scores.values()) / len(scores), 5) for k in cutoffs}
            for kind, name in kinds.items()
        ]


def test_beirs_way_of_asking() -> None:
    qrels, run = collection(5)
    run = {query: {**docs, query: 5.0} for query, docs in run.items()}
    found = [Retrieval(module).evaluate(qrels, run, [1, 3, 5, 10, 100, 1000]) for module in (ours, theirs)]
    assert found[0] == found[1]
    assert len(found[0]) == 4
    assert all(len(each) == 6 for each in found[0])


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
def long_a_recorded_run_has_the_same_values() -> None:
    folder = COLLECTIONS / "covid_r1"
    with (folder / "qrels.txt").open() as qrels, sorted((folder / "runs").iterdir())[0].open() as run:
        judged, retrieved = ours.parse_qrel(qrels), ours.parse_run(run)
    found = [module.RelevanceEvaluator(judged, {"all_trec"}).evaluate(retrieved) for module in (ours, theirs)]
    assert differing(*found) == []
