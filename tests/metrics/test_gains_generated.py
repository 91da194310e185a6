"""Gains are worth the same however they are given: every metric and curve over what hypothesis makes up."""

from collections.abc import Mapping

from generated import LEVELS, SAME
from generated_scores import ALL, agree, called, collection, grades, in_range, only, score
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import Scores

import evalsql
from evalsql.catalog.measure import make_measure

Gains = Mapping[float, float]
POSITIVE = sorted({float(level) for levels in LEVELS for level in levels if level > 0})
WORTH = (0.5, 0.0, 4.0, None, 0.75, 0.75, 0.3, 3.0, None)  # none above 4, which settings say is the top; None: itself
GAINS = st.permutations(WORTH).map(
    lambda worth: {level: gain for level, gain in zip(POSITIVE, worth, strict=False) if gain is not None}
)


def rated(measure: evalsql.Measure, gains: Gains | None) -> evalsql.Measure:
    """The measure with these gains, or with none."""
    return make_measure(measure.metric.name, measure.metric, {**measure.values, "gains": gains})


# without a highest gain, RBP and sDCG are of relevance alone unless the measure itself has gains
GRADED = [measure for measure in ALL.values() if "gains" in measure.values and measure.values.get("top") != 0]
WITHOUT = {called(rated(measure, None)): rated(measure, None) for measure in GRADED}
# what is a nugget goes by relevance, and subtopic recall is of nuggets
OF_NUGGETS = {"Dsharp_nDCG"}
OF_GAINS = {
    text: measure
    for text, measure in WITHOUT.items()
    if "rel" not in measure.values and measure.metric.name not in OF_NUGGETS
}


def by_parameter(gains: Gains) -> Scores:
    """The scores with these gains as a parameter, by the measures' names without it."""
    measures = {called(rated(measure, gains)): text for text, measure in WITHOUT.items()}
    found = score(*collection(), {text: rated(WITHOUT[plain], gains) for text, plain in measures.items()})
    names = measures | {f"ideal of {text}": f"ideal of {plain}" for text, plain in measures.items()}
    return {(run, query, names[text], point): value for (run, query, text, point), value in found.items()}


def by_table(gains: Mapping[str, Gains]) -> Scores:
    """The scores with a table of the gains of each query."""
    rows = [(query, level, gain) for query, said in gains.items() for level, gain in said.items()]
    return score(*collection(), WITHOUT, rows)


def by_relevance(gains: Mapping[str, Gains]) -> Scores:
    """The scores of judgments whose relevance is the gain, where nothing else than gain counts.

    Metrics without subtopics take the gain of the best relevance of a document, which need not be its highest.
    """
    runs, qrels = collection()
    best = [(query, doc, "1", relevance) for (query, doc), relevance in grades().items()]
    found = {}
    for by_subtopic, judged in ((False, best), (True, qrels)):
        measures = {text: measure for text, measure in OF_GAINS.items() if measure.metric.by_subtopic == by_subtopic}
        rows = [(query, doc, subtopic, gains[query].get(level, level)) for query, doc, subtopic, level in judged]
        found |= score(runs, rows, measures)
    return found


def test_the_measures_are_all_that_take_gains() -> None:
    both = [*evalsql.metrics().values(), *evalsql.curves().values()]
    taking = {(metric.name, metric.over) for metric in both if "gains" in metric.parameters}
    assert {(measure.metric.name, measure.metric.over) for measure in WITHOUT.values()} == taking
    assert {"CG", "DCG", "nCG", "nDCG", "gP", "gR", "AvgPos@1", "SR", "RHL"} <= OF_GAINS.keys()


def test_gains_are_worth_the_same_as_a_parameter_in_a_table_and_as_relevance() -> None:
    queries = {query for query, *_ in collection()[1]}

    @settings(SAME, max_examples=2)
    @given(GAINS, GAINS)
    def test(one: Gains, other: Gains) -> None:
        gains = {query: other if query.endswith(("1", "3")) else one for query in queries}
        table, parameter = by_table(gains), by_parameter(one)
        in_range(table, WITHOUT)
        agree(only(table, OF_GAINS), by_relevance(gains))
        shared = {key: value for key, value in table.items() if gains[key[1]] == one}
        agree(shared, {key: value for key, value in parameter.items() if key in shared})

    test()
