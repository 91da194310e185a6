"""The expected values of sql/expected are the means over every order of tied documents."""

from dataclasses import replace

import pytest
from every_order import FORMS, assert_means, judged, measures_of, scored
from random_rankings import Case

import evalsql
from evalsql.catalog.expected import expected

# of each metric the setting furthest from its defaults, which has a cutoff if there is one
ODDEST = [max(measures_of(name), key=lambda each: (each.values.get("k") == 3, len(str(each)))) for name in FORMS]


def test_expected_values_are_the_means_over_every_order_of_ties() -> None:
    assert_means(ODDEST)


def long_the_worked_examples_of_expected_values_hold() -> None:
    own = [metric for metric in map(expected, FORMS) if metric.template != evalsql.metrics()[metric.name].template]
    alike: dict[tuple, list[tuple]] = {}  # a measure refuses what others are given, such as a gain above its scale
    for metric in own:
        for number, example in enumerate(metric.examples):
            values = {key: example.arguments.get(key, each.default) for key, each in metric.parameters.items()}
            measure = str(evalsql.Measure(metric, values))
            alike.setdefault((values.get("top"), str(values.get("gains"))), []).append((f"q{number}", measure, example))
    for examples in alike.values():
        rows, qrels = [], []
        for query, measure, example in examples:
            grades = tuple(None if each == "?" else float(each) for each in example.ranking)
            case = Case(grades, example.scores, example.missed)
            rows += [(f"{measure} {query}", f"d{place}", score) for place, score in enumerate(case.scores)]
            qrels += judged(f"{measure} {query}", case)
        found = scored(rows, qrels, sorted({measure for _, measure, _ in examples}), ties="average")
        for query, measure, example in examples:
            wanted = pytest.approx(float(example.value), abs=example.tolerance)
            assert found[f"{measure} {query}", measure] == wanted, (measure, example.about)
    assert sum(map(len, alike.values())) > 20


def test_what_has_an_expected_value_has_one_of_its_residual() -> None:
    found = [expected(name) for name in FORMS]
    assert [each.name for each in found if each.residual and each.residual.lower() not in FORMS] == []


# y_true of a public report on ties (elixir-nx/scholar, issue 360), whose values are of scikit-learn's dcg_score
SCIKIT_LEARN = {
    "alike": ([1, 1, 1, 1, 1], "average", 9.435069, 0.690979),
    "best": ([1, 1, 1, 1, 1], "best", 13.654649, 1.0),
    "some": ([1, 1, 1, 0.5, 0.5], "average", None, 0.699812),
    "none": ([0.1, 0.2, 0.3, 4, 70], "average", None, 0.695694),
}


def test_the_values_are_those_of_scikit_learn() -> None:
    runs = {name: {f"d{place}": score for place, score in enumerate(each[0])} for name, each in SCIKIT_LEARN.items()}
    qrels = {name: {f"d{place}": relevance for place, relevance in enumerate((10, 0, 0, 1, 5))} for name in runs}
    found = {
        (ties, query, measure): value
        for ties in ("average", "best")
        for _, query, measure, value in evalsql.evaluate(runs, qrels, ["DCG", "nDCG"], ties=ties).fetchall()
    }
    for name, (_, ties, dcg, ndcg) in SCIKIT_LEARN.items():
        assert found[ties, name, "nDCG"] == pytest.approx(ndcg, abs=1e-6)
        assert dcg is None or found[ties, name, "DCG"] == pytest.approx(dcg, abs=1e-6)


def long_a_constant_scorer_is_worth_what_chance_is() -> None:
    # public reports: of mteb (5092), whose MRR went by insertion, and of pytrec_eval (56), which goes by doc_id
    documents = [f"d{place}" for place in range(10)]
    run, qrels = {"q": dict.fromkeys(documents, 1.0)}, {"q": {"d0": 1}}
    values = {
        ties: [row[3] for row in evalsql.evaluate(run, qrels, ["P@1", "RR", "Success@5"], ties=ties).fetchall()]
        for ties in ("trec_eval", "input", "average")
    }
    assert values["trec_eval"] == [0, 0.1, 0]
    assert values["input"] == [1, 1, 1]
    assert values["average"] == pytest.approx([0.1, sum(1 / rank for rank in range(1, 11)) / 10, 0.5], abs=1e-15)


def long_expected_values_are_the_means_over_every_order_of_ties() -> None:
    assert_means(every_setting()[::6])


def weekly_expected_values_are_the_means_over_every_order_of_ties() -> None:
    assert_means(every_setting())


def every_setting() -> list[evalsql.Measure]:
    every = [measures_of(name) for name in FORMS]
    judged = [
        replace(each[0], judged_only=True) for name, each in zip(FORMS, every, strict=True) if "shared" not in name
    ]
    return [*(measure for each in every for measure in each), *judged]
