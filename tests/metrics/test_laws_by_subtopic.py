"""Laws of metrics and curves over judgments by subtopic, over the small collections that hypothesis makes up."""

from functools import cache

import duckdb
import pytest
from generated import DOCS, SUBTOPICS, SubtopicJudgment
from generated_scores import (
    ALL,
    QREL_COLUMNS,
    RUN_COLUMNS,
    agree,
    collection,
    grades,
    only,
    score,
    shown,
    table,
)
from laws import Scores, numbers

import evalsql
from evalsql.render import frames

TOLERANCE = 1e-12
MEASURES = {text: measure for text, measure in ALL.items() if measure.metric.by_subtopic}
# what twice the weights give is another value, as it is where divisor='none'
NOT_NORMALISED = {"alpha_G", "alpha_CG", "alpha_DCG", "exact_G", "P_relevant"}
UNWEIGHTED = {"StRecall", "S_precision"}  # they count subtopics
# judges stand where subtopics do, and one who finds nothing relevant counts, with 0
OF_JUDGES = {text: measure for text, measure in MEASURES.items() if "judges" in measure.metric.reads}
# what is not relevant is less than what is, to those of preferences
OF_PREFERENCES = {text for text, measure in MEASURES.items() if "preferences" in measure.metric.reads}
OF_SUBTOPICS = {text: measure for text, measure in MEASURES.items() if text not in {*OF_JUDGES, *OF_PREFERENCES}}
WEIGHTS = dict(zip(SUBTOPICS, (2, 0.25, 1, 0.5, 4), strict=True))  # sums of them are exact, so that none nearly tie


@cache
def unchanged() -> Scores:
    """The scores of the collections as they are."""
    return score(*collection(), MEASURES)


def renamed(names: dict[str, str]) -> list[SubtopicJudgment]:
    """The judgments with other names of subtopics."""
    return [(query, doc, names[subtopic], relevance) for query, doc, subtopic, relevance in collection()[1]]


def close(one: dict, other: dict) -> None:
    """Fails where numbers differ by more than rounding."""
    assert one.keys() == other.keys()
    for key, value in one.items():
        assert abs(value - other[key]) <= TOLERANCE * max(1, abs(value)), (key, value, other[key], shown(*key[:2]))


def test_the_measures_are_all_that_need_subtopics() -> None:
    names = {measure.metric.name for measure in MEASURES.values()}
    assert {"alpha_nDCG", "ERR_IA", "NRBP", "AP_IA", "P_IA", "S_precision", "D_nDCG", "exact_G"} <= names
    assert {text for text in MEASURES if "cap='no'" in text} >= {"alpha_nDCG(alpha=0.25,cap='no')@5"}
    values = {text: {value for key, value in unchanged().items() if key[2] == text} for text in MEASURES}
    assert min(map(len, values.values())) >= 4


@pytest.mark.slow
def test_renaming_subtopics_in_the_same_order_changes_no_bit() -> None:
    names = {subtopic: f"s{place}" for place, subtopic in enumerate(SUBTOPICS)}
    agree(unchanged(), score(collection()[0], renamed(names), MEASURES))


@pytest.mark.slow
def test_renaming_subtopics_in_another_order_changes_nothing_beyond_rounding() -> None:
    names = dict(zip(SUBTOPICS, reversed(SUBTOPICS), strict=True))
    close(numbers(unchanged()), numbers(score(collection()[0], renamed(names), MEASURES)))


@pytest.mark.quick(level=-1.0)
@pytest.mark.parametrize("level", [0.0, -1.0])
def test_a_subtopic_in_which_nothing_is_relevant_changes_no_bit(level: float) -> None:
    runs, qrels = collection()
    # the first by its bytes
    more = [(query, doc, "0", level) for query in {row[0] for row in qrels} for doc in DOCS]
    agree(only(unchanged(), OF_SUBTOPICS), score(runs, qrels + more, OF_SUBTOPICS))
    of_judges = score(runs, qrels + more, OF_JUDGES)
    counted = {query: len({row[2] for row in qrels if row[0] == query}) for query in {row[0] for row in qrels}}
    for key, value in numbers(only(unchanged(), OF_JUDGES)).items():
        fewer = value * counted[key[1]] / (counted[key[1]] + 1)
        assert abs(float.fromhex(of_judges[key]) - fewer) <= TOLERANCE, (key, fewer, shown(*key[:2]))


@pytest.mark.slow
def test_judgments_of_0_change_no_bit() -> None:
    runs, qrels = collection()
    judged = {row[:3] for row in qrels}
    every = {(query, doc, subtopic) for query, _, _, _ in qrels for doc in DOCS for subtopic in SUBTOPICS}
    assert len(every - judged) > len(judged) > len(grades())
    more = [(*key, 0.0) for key in every - judged]
    agree(only(unchanged(), OF_SUBTOPICS), score(runs, qrels + more, OF_SUBTOPICS))
    judging = {(query, subtopic) for query, _, subtopic, _ in qrels}
    more = [row for row in more if (row[0], row[2]) in judging]
    assert len(more) > len(OF_JUDGES) > 0
    agree(only(unchanged(), OF_JUDGES), score(runs, qrels + more, OF_JUDGES))


def weighted(times: float, measures: list[evalsql.Measure]) -> dict:
    """The values of measures, each by its own query, where subtopics have weights."""
    runs, qrels = collection()
    connection = duckdb.connect()
    connection.register("runs", table(RUN_COLUMNS, runs))
    connection.register("qrels", table((*QREL_COLUMNS, "weight"), [(*row, times * WEIGHTS[row[2]]) for row in qrels]))
    found = {}
    for measure in measures:
        point = measure.metric.over or "0"
        query = f"select run, query_id, {point}, value from ({frames.query(measure)})"
        for run, query_id, place, value in connection.execute(query).fetchall():
            found[run, query_id, str(measure), place] = value
    return found


def normalised(measure: evalsql.Measure) -> bool:
    """Whether only the proportions of weights count."""
    if "divisor" in measure.values:
        return measure.values["divisor"] != "none"
    return measure.metric.name not in NOT_NORMALISED


@pytest.mark.slow  # test_weights_given.py and test_diversity_by_hand.py have weights too
def test_weights_all_multiplied_by_one_number_change_no_normalised_value_beyond_rounding() -> None:
    measures = [measure for measure in MEASURES.values() if normalised(measure)]
    assert {"ERR_IA", "alpha_DCG", "NRBP"} <= {measure.metric.name for measure in measures}
    once = weighted(1, measures)
    close(once, weighted(3, measures))
    plain = numbers(unchanged())
    changed = {key[2] for key, value in once.items() if abs(plain.get(key, value) - value) > 0.01}
    assert {
        str(m) for m in measures if m.metric.over is None and m.metric.name not in UNWEIGHTED
    } - OF_JUDGES.keys() - OF_PREFERENCES <= changed
