"""Search lengths, normalised recall and precision, NDPM and AUC, each held against its formula, computed apart."""

import math
from collections.abc import Callable
from itertools import groupby, permutations, product

import duckdb
import pytest
from random_rankings import CASES, Case, agrees, values

import evalsql
from evalsql.render import frames


def mean(numbers: list[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def places(case: Case, rel: float, size: int) -> list[float]:
    """The ranks of the relevant documents; those missed in the middle of what was not retrieved."""
    missed = [(case.retrieved + 1 + size) / 2] * sum(value >= rel for value in case.missed)
    return case.ranks(rel) + missed if case.relevance else []


@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("size", [16, 40, 10**6])
def test_the_average_search_length_puts_missed_documents_in_the_middle(size: int, rel: int) -> None:
    agrees(f"ASL(size={size},rel={rel})", lambda case: mean(places(case, rel, size)))
    agrees(f"ASL(rel={rel})", lambda case: mean(case.ranks(rel)))


@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("size", [16, 40, 10**6])
def test_normalised_recall_and_precision_are_what_their_formulas_say(size: int, rel: int) -> None:
    def recall(case: Case) -> float:
        ranks = places(case, rel, size)
        best = range(1, len(ranks) + 1)
        return 1 - (sum(ranks) - sum(best)) / (len(ranks) * (size - len(ranks))) if ranks else 0

    def precision(case: Case) -> float:
        ranks = places(case, rel, size)
        best = math.log(math.factorial(len(ranks)))
        apart = sum(map(math.log, ranks)) - best
        return max(1 - apart / math.log(math.comb(size, len(ranks))), 0) if ranks else 0

    agrees(f"NormalisedRecall(size={size},rel={rel})", recall)
    agrees(f"NormalisedPrecision(size={size},rel={rel})", precision)


@pytest.mark.parametrize("name", ["NormalisedRecall", "NormalisedPrecision"])
def test_the_best_ranking_has_1_and_the_worst_0(name: str) -> None:
    def scores(count: int) -> tuple[float, ...]:
        return tuple(map(float, range(count, 0, -1)))

    best, worst, all_relevant = (1, 1, 1, 0, 0), (0, 0, 1, 1, 1), (1,) * 5
    cases = [Case(ranking, scores(5)) for ranking in (best, worst, all_relevant)]
    assert values(f"{name}(size=5)", cases) == pytest.approx([1, 0, 1], abs=1e-12, rel=0)


def test_normalised_precision_is_exact_in_a_large_collection() -> None:
    size, case = 10**9, Case((0, 1, 0, 1), (4.0, 3.0, 2.0, 1.0), (1,))
    (value,) = values(f"NormalisedPrecision(size={size})", [case])
    apart = math.log(2 * 4 * ((4 + 1 + size) / 2)) - math.log(6)
    assert value == pytest.approx(1 - apart / math.log(math.comb(size, 3)), abs=1e-14, rel=0)


def test_a_collection_whose_ranks_could_not_be_added_up_is_refused() -> None:
    with pytest.raises(evalsql.InputError, match=r"size must be a number in \[1, 1000000000000\], not 1.7e\+308"):
        evalsql.parse_measure("NormalisedRecall(size=1.7e308)")
    # one of four is at rank 1, three are missed: 3 (n + 1 + size) / 2 + 1 - 10, over 4 (size - 4)
    size = 10**12
    (value,) = values(f"NormalisedRecall(size={size})", [Case((1, 0), (2.0, 1.0), (1, 1, 1))])
    assert value == pytest.approx(1 - (3 * (3 + size) / 2 - 9) / (4 * (size - 4)), abs=1e-12, rel=0)


TOO_SMALL = ["ASL(size=3)", "ASL(size=4.5)", "NormalisedRecall(size=4)", "NormalisedPrecision(size=1)"]


@pytest.mark.parametrize("measure", TOO_SMALL)
def test_a_collection_smaller_than_what_is_known_of_it_is_refused(
    measure: str, ranking: Callable[..., duckdb.DuckDBPyConnection]
) -> None:
    connection = ranking([1, 0, "?", 0], missed=[2])
    found = evalsql.parse_measure(measure)
    said = f"{measure}: the collection has at least 5 documents, those retrieved and missed; size is "
    said += str(found.values["size"])
    with pytest.raises(evalsql.InputError) as refused:
        evalsql.Evaluation(connection=connection).score(measure).fetchall()
    assert said in str(refused.value)
    connection.execute(frames.macro(found.metric))
    with pytest.raises(duckdb.Error, match="the collection has at least 5 documents"):
        connection.execute(f"from {found.metric.name.lower()}(size := {found.values['size']})").fetchall()
    enough = measure.split("(")[0] + "(size=5)"
    assert len(evalsql.Evaluation(connection=connection).score(enough).fetchall()) == 1


def test_a_utility_of_what_is_not_retrieved_needs_a_collection(
    ranking: Callable[..., duckdb.DuckDBPyConnection],
) -> None:
    evaluated = evalsql.Evaluation(connection=ranking([1, 0, "?", 0], missed=[2]))
    for measure, size in (("Utility(rest=0.5)", "0"), ("Utility(rest=0.5,size=4)", "4")):
        with pytest.raises(evalsql.InputError, match=f"the collection has at least 5 documents, .*size is {size}"):
            evaluated.score(measure).fetchall()
    # 1 - 3, and 2 of 7 are neither retrieved nor relevant
    assert [row[3] for row in evaluated.score("Utility(rest=0.5,size=7)").fetchall()] == [-1]


@pytest.mark.parametrize("points", ["", "0,1.5", "-.1", "a", "0 1", ".5,"])
def test_points_of_recall_that_are_none_are_refused(
    points: str, ranking: Callable[..., duckdb.DuckDBPyConnection]
) -> None:
    evaluated = evalsql.Evaluation(connection=ranking([1, 0]))
    with pytest.raises(evalsql.InputError, match="points are numbers from 0 to 1 with commas between them, not"):
        evaluated.score(f"IPrec_avg(points='{points}')").fetchall()


def others_before(order: tuple[float | None, ...], q: int, rel: float) -> int:
    """The documents before the qth relevant one that are not relevant."""
    relevant = [place for place, value in enumerate(order) if (value or 0) >= rel]
    return relevant[q - 1] - (q - 1)


def orders(case: Case) -> list[tuple[float | None, ...]]:
    """Every order that the ties of a ranking leave open."""
    pairs = zip(case.scores, case.relevance, strict=True)
    groups = [[value for _, value in group] for _, group in groupby(pairs, key=lambda pair: pair[0])]
    return [sum(each, ()) for each in product(*(list(permutations(group)) for group in groups))]


@pytest.mark.parametrize(("q", "rel"), [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)])
def test_the_expected_search_length_is_the_mean_over_the_orders_of_ties(q: int, rel: int) -> None:
    expected = {}
    for number, case in enumerate(CASES):
        if case.retrieved <= 6:
            lengths = [others_before(order, q, rel) for order in orders(case)] if len(case.ranks(rel)) >= q else []
            expected[number] = mean(lengths)
    assert len({value for value in expected.values() if value != int(value or 0)}) > 2
    for counted, per in product(("nonrelevant", "all"), ("ranking", "relevant")):
        found = values(f"ESL(q={q},counted='{counted}',per='{per}',rel={rel})")
        for number, length in expected.items():
            wanted = None
            if length is not None:
                wanted = (length + (q if counted == "all" else 0)) / (q if per == "relevant" else 1)
            assert found[number] == (wanted if wanted is None else pytest.approx(wanted, abs=1e-12, rel=0)), number


@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("k", [None, 2, 5, 20])
def test_rankpower_is_the_mean_rank_over_the_number_found(k: int | None, rel: int) -> None:
    def formula(case: Case) -> float | None:
        ranks = case.ranks(rel, k)
        return sum(ranks) / len(ranks) ** 2 if ranks else None

    agrees(f"RankPower(rel={rel}){f'@{k}' if k else ''}", formula)


def pairs(case: Case, level: Callable[[float], float]) -> list[tuple[float, float]]:
    """The scores of each two judged documents retrieved, first that of the one on the higher level."""
    judged = [(level(v), s) for v, s in zip(case.relevance, case.scores, strict=True) if v is not None]
    return [(s, t) for a, s in judged for b, t in judged if a > b]


def test_ndpm_counts_contradicted_and_tied_pairs() -> None:
    def formula(case: Case) -> float | None:
        found = pairs(case, float)
        return mean([1 if high < low else 0.5 if high == low else 0 for high, low in found])

    agrees("NDPM", formula)


@pytest.mark.parametrize("rel", [1, 2])
def test_auc_is_the_share_of_pairs_in_the_right_order(rel: int) -> None:
    def formula(case: Case) -> float | None:
        found = pairs(case, lambda relevance: relevance >= rel)
        return mean([1 if high > low else 0.5 if high == low else 0 for high, low in found])

    agrees(f"AUC(rel={rel})", formula)


def test_auc_is_1_less_ndpm_where_there_are_two_levels() -> None:
    both = [Case((1, None, 0, 0, 1), (3.0, 3.0, 3.0, 2.0, 1.0)), Case((0, 1, 1), (1.0, 1.0, 1.0), (1,))]
    assert values("AUC", both) == [1.5 / 4, 0.5]
    assert values("NDPM", both) == [2.5 / 4, 0.5]
