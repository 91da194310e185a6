"""Expected values by brute force: rankings whose ties allow few orders, each as likely as any other."""

from itertools import chain, permutations, product
from statistics import mean

import pyarrow as pa
from random_rankings import Case, compared, random_cases
from variants import variants

import evalsql
from evalsql.catalog.expected import expected, has_expected

FEW_ORDERS = [
    case for case in random_cases(400, seed=5) if 2 <= case.retrieved <= 6 and any(a < b for a, b in case.tied)
]
ONE_ORDER = [case for case in random_cases(300, seed=6) if all(a == b for a, b in case.tied)]
CASES = [*FEW_ORDERS[:60], *ONE_ORDER[:60]]
CUTOFFS = (None, 1, 3, 40)
CLOSE = 1e-12
# a cutoff takes an even share of a group's ranks in these, and the ranks below it in what is expected
SHARING = ("RBP_shared", "RBP_shared_residual")
UNFIT = ("min_rel=", "rest=")  # parameters whose other values ask for others, too
FORMS = sorted(name.lower() for name, metric in evalsql.metrics().items() if has_expected(metric))


def orders(case: Case) -> list[list[int]]:
    groups = sorted(set(case.tied))
    return [list(chain(*one)) for one in product(*(permutations(range(a - 1, b)) for a, b in groups))]


def judged(query: str, case: Case) -> list[tuple[str, str, float]]:
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
    """Measures of a metric: its parameters changed one by one, each at a cutoff by turns; its defaults at each."""
    metric = expected(name)
    found = {str(each): each for each in variants(metric) if not any(name in str(each) for name in UNFIT)}
    if metric.name in SHARING:
        found = {text: each for text, each in found.items() if "@" not in text}
    elif metric.cutoff:
        settings = list(found.values())
        for place, each in enumerate(settings):
            ends = each in (settings[0], settings[-1])
            for k in CUTOFFS if ends else (CUTOFFS[place % len(CUTOFFS)],):
                measure = evalsql.Measure(metric, {**each.values, **({metric.cutoff: k} if k else {})})
                found[str(measure)] = measure
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


def assert_means(measures: list[evalsql.Measure]) -> None:
    """Fails where expected values are not the means over every order of ties; where there is one order, its value."""
    tied, qrels, untied, all_qrels = every_order(CASES)
    found, wanted = scored(tied, qrels, measures, ties="average"), means(untied, all_qrels, measures)
    assert found.keys() == wanted.keys()
    wrong = {}
    for text in map(str, measures):
        for some, close in ((range(60), CLOSE), (range(60, len(CASES)), 1e-14)):
            keys = [(str(number), text) for number in some]
            said = compared([found[key] for key in keys], [wanted[key] for key in keys], keys, close)
            wrong |= {text: said} if said and "shows nothing" not in said else {}
    assert wrong == {}
