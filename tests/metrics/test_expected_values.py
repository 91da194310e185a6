"""The expected values of sql/expected, by brute force: every order of tied documents is as likely as any other."""

from dataclasses import replace
from itertools import chain, permutations, product
from statistics import mean

import pyarrow as pa
import pytest
from random_rankings import Case, random_cases
from variants import variants

import evalsql
from evalsql.catalog.expected import expected
from evalsql.catalog.folder import names

CASES = [case for case in random_cases(400, seed=5) if 2 <= case.retrieved <= 6 and any(a < b for a, b in case.tied)][
    :60
]
CUTOFFS = (None, 1, 2, 3, 5, 40)
CLOSE = 1e-12
# a cutoff takes an even share of a group's ranks in these, and the ranks below it in what is expected
SHARING = ("RBP_shared", "RBP_shared_residual")
UNFIT = ("min_rel=", "rest=")  # parameters whose other values ask for others, too
FORMS = sorted(names("expected"))


def orders(case: Case) -> list[list[int]]:
    """Every order of the places that the scores allow."""
    groups = sorted(set(case.tied))
    return [list(chain(*one)) for one in product(*(permutations(range(a - 1, b)) for a, b in groups))]


def judged(query: str, case: Case) -> list[tuple[str, str, float]]:
    """The judgments of a case, as rows."""
    documents = [*enumerate(case.relevance), *((f"m{place}", value) for place, value in enumerate(case.missed))]
    return [(query, f"d{name}", float(value)) for name, value in documents if value is not None]


def table(columns: tuple[str, ...], rows: list[tuple]) -> pa.Table:
    return pa.table(dict(zip(columns, zip(*rows, strict=True), strict=True)))


def scored(rows: list[tuple], qrels: list[tuple], measures: list, **options) -> dict[tuple[str, str], float]:
    """The value of each measure for each query of one run."""
    runs = table(("query_id", "doc_id", "score"), [*rows, ("other", "d", 1.0)])
    judgments = table(("query_id", "doc_id", "relevance"), [*qrels, ("other", "d", 1.0)])
    found = evalsql.Evaluation(runs, judgments, measures=measures, keep=False, **options).score(measures).fetchall()
    return {(query, metric): value for _, query, metric, value in found}


def measures_of(name: str) -> list[evalsql.Measure]:
    """Measures of a metric: its parameters changed one by one, and its cutoffs."""
    metric = expected(name)
    found = {str(each): each for each in variants(metric) if not any(name in str(each) for name in UNFIT)}
    if metric.name in SHARING:
        found = {text: each for text, each in found.items() if "@" not in text}
    elif metric.cutoff:
        for each in list(found.values()):
            for k in CUTOFFS:
                values = {**each.values, **({metric.cutoff: k} if k else {})}
                found[str(evalsql.Measure(metric, values))] = evalsql.Measure(metric, values)
    return [evalsql.parse_measure(text) for text in found]


def every_order(cases: list[Case]) -> tuple[list[tuple], list[tuple], list[tuple], list[tuple]]:
    """Rows of runs and judgments of the cases, and of each order that their ties allow, as queries of their own."""
    tied, untied, qrels, all_qrels = [], [], [], []
    for number, case in enumerate(cases):
        tied += [(str(number), f"d{place}", score) for place, score in enumerate(case.scores)]
        qrels += judged(str(number), case)
        for nth, order in enumerate(orders(case)):
            untied += [(f"{number} {nth}", f"d{place}", -float(rank)) for rank, place in enumerate(order)]
            all_qrels += judged(f"{number} {nth}", case)
    return tied, qrels, untied, all_qrels


def means(untied: list[tuple], qrels: list[tuple], measures: list) -> dict[tuple[str, str], float | None]:
    """The mean of each measure over the orders of each case, where it has values."""
    every: dict[tuple[str, str], list[float]] = {}
    for (query, metric), value in scored(untied, qrels, measures).items():
        every.setdefault((query.split()[0], metric), []).append(value)
    return {key: None if None in values else mean(values) for key, values in every.items()}


def assert_same(found: dict, wanted: dict) -> None:
    assert found == {
        key: None if each is None else pytest.approx(each, rel=CLOSE, abs=CLOSE) for key, each in wanted.items()
    }


@pytest.mark.quick(16)
@pytest.mark.parametrize("name", FORMS)
def test_an_expected_value_is_the_mean_over_every_order_of_ties(name: str) -> None:
    measures = measures_of(name)
    tied, qrels, untied, all_qrels = every_order(CASES)
    assert_same(scored(tied, qrels, measures, ties="average"), means(untied, all_qrels, measures))


@pytest.mark.quick(16)
@pytest.mark.parametrize("name", FORMS)
def test_the_worked_examples_of_an_expected_value_hold(name: str) -> None:
    metric = expected(name)
    if metric.template == evalsql.metrics()[metric.name].template:
        pytest.skip("the metric is the same in every order, and has its own examples")
    for example in metric.examples:
        case = Case(
            tuple(None if each == "?" else float(each) for each in example.ranking), example.scores, example.missed
        )
        measure = evalsql.Measure(
            metric, {key: example.arguments.get(key, each.default) for key, each in metric.parameters.items()}
        )
        rows = [("q", f"d{place}", score) for place, score in enumerate(case.scores)]
        found = scored(rows, judged("q", case), [str(measure)], ties="average")
        assert found["q", str(measure)] == pytest.approx(float(example.value), abs=example.tolerance), example.about


@pytest.mark.quick(20)
@pytest.mark.parametrize("name", FORMS)
def test_without_ties_what_is_expected_is_the_value(name: str) -> None:
    cases = [case for case in random_cases(300, seed=6) if all(a == b for a, b in case.tied)]
    rows = [
        (str(number), f"d{place}", score)
        for number, case in enumerate(cases)
        for place, score in enumerate(case.scores)
    ]
    qrels = [row for number, case in enumerate(cases) for row in judged(str(number), case)]
    measures = measures_of(name)
    plain = scored(rows, qrels, measures)
    found = scored(rows, qrels, measures, ties="average")
    assert len(cases) > 50
    assert found == {
        key: value if value is None else pytest.approx(value, rel=1e-14, abs=1e-15) for key, value in plain.items()
    }


def test_what_has_an_expected_value_has_one_of_its_residual() -> None:
    found = [expected(name) for name in FORMS]
    assert [each.name for each in found if each.residual and each.residual.lower() not in FORMS] == []


@pytest.mark.slow
def test_an_expected_value_of_judged_documents_alone_is_the_mean_over_every_order() -> None:
    measures = [
        replace(each, judged_only=True) for name in FORMS if "shared" not in name for each in measures_of(name)[:1]
    ]
    tied, qrels, untied, all_qrels = every_order(CASES[:25])
    assert_same(scored(tied, qrels, measures, ties="average"), means(untied, all_qrels, measures))


# y_true of a public report on ties (elixir-nx/scholar, issue 360), whose values are of scikit-learn's dcg_score
@pytest.mark.parametrize(
    ("scores", "ties", "dcg", "ndcg"),
    [
        ([1, 1, 1, 1, 1], "average", 9.435069, 0.690979),
        ([1, 1, 1, 1, 1], "best", 13.654649, 1.0),
        ([1, 1, 1, 0.5, 0.5], "average", None, 0.699812),
        ([0.1, 0.2, 0.3, 4, 70], "average", None, 0.695694),
    ],
)
def test_the_values_are_those_of_scikit_learn(scores: list[float], ties: str, dcg: float | None, ndcg: float) -> None:
    run = {"q": {f"d{place}": score for place, score in enumerate(scores)}}
    qrels = {"q": {f"d{place}": relevance for place, relevance in enumerate((10, 0, 0, 1, 5))}}
    values = {row[2]: row[3] for row in evalsql.evaluate(run, qrels, ["DCG", "nDCG"], ties=ties).fetchall()}
    assert values["nDCG"] == pytest.approx(ndcg, abs=1e-6)
    assert dcg is None or values["DCG"] == pytest.approx(dcg, abs=1e-6)


def test_a_constant_scorer_is_worth_what_chance_is() -> None:
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
