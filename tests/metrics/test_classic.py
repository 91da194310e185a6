"""Precision and its kin, search lengths, counts and pairs: each measure is its formula over random rankings."""

import math
import random
from collections.abc import Callable, Iterator
from itertools import combinations, groupby, permutations, product

import duckdb
import pytest
from classic_formulas import ALIKE, FORMULAS, bpref, interpolated, mean
from places import FIXTURES
from random_rankings import CASES, Case, assert_agree, compared, scored, values

import evalsql
from evalsql.render import frames

PAPER = FIXTURES / "papers" / "moffat_zobel_2008"
TABLES = {
    "SP": 3.157754,
    "AP": 0.631551,
    "AP_retrieved": 0.631551,
    "P@1": 1,
    "P@5": 0.4,
    "P@10": 0.3,
    "P@20": 0.25,
    "Rprec": 0.4,
    "RR": 1,
    "RR_nth": 0.5,
    "RR_damped": 0.25,
    "Bpref": 0.48,
    "Bpref(plus=10)": 0.706667,
    "Composite@20": 0.25,
    "AP_interpolated": 0.665046,
    "AP_interpolated(points='3')": 0.621212,
    "RBP(p=0.5)": 0.766121,
    "RBP": 0.452640,
    "RBP(p=0.95)": 0.188132,
    "RBP2(p1=0.9,p2=0.5)": 0.556650,
    "RBP2(p1=0.5,p2=0.9)": 0.594240,
    "RBP2_utility": 2.263202,
    "ESL(q=3)": 3,
    "ESL(q=3,counted='all')": 6,
    "RankPower": 1.48,
    "NormalisedRecall(size=100)": 0.953684,
    "NormalisedPrecision(size=100)": 0.838532,
    "AUC": 0.706667,
}
UNJUDGED = {
    "RBP(p=0.5)": 0.766113,
    "RBP_residual(p=0.5)": 0.000192,
    "RBP": 0.447011,
    "RBP_residual": 0.041898,
    "RBP(p=0.95)": 0.166126,
    "RBP_residual(p=0.95)": 0.433177,
    "P@20": 0.2,
    "P_residual@20": 0.15,
}
ATTRIBUTION = (0.363280, 0.163280, 0.063280, 0.029947, 0.011765)
LEVELS = {
    "two": (0, 1),
    "four and below 0": (-1, 0, 0, 0, 1, 2, 3),
    "many": tuple(level / 50 for level in range(400)),
    "zeros": (-0.0, 0.0, 1),
}
DIFFERENT = {"none": 10**9, "some": 90, "few": 2}  # scores, of which ties are made


def long_measures_are_their_formulas() -> None:
    assert_agree(FORMULAS, alike=ALIKE)


def long_the_running_example_has_the_values_of_the_paper() -> None:
    rows = evalsql.Evaluation(PAPER / "example.run", PAPER / "qrels.txt").score([*TABLES, *UNJUDGED]).fetchall()
    for query, table in {"B": TABLES, "B_unjudged": UNJUDGED}.items():
        found = {metric: value for _, name, metric, value in rows if name == query and metric in table}
        assert found == pytest.approx(table, abs=0.5e-6, rel=0)


def test_what_table_1_gives_each_relevant_document_adds_up_to_average_precision() -> None:
    ranks = (1, 2, 6, 11, 17)
    shares = [sum(1 / later for later in ranks if later >= rank) / 5 for rank in ranks]
    assert shares == pytest.approx(ATTRIBUTION, abs=0.5e-6, rel=0)
    assert sum(shares) == pytest.approx(TABLES["AP"], abs=0.5e-6, rel=0)


def untied(*relevance: float | None, missed: tuple[float, ...] = ()) -> Case:
    return Case(relevance, tuple(map(float, range(len(relevance), 0, -1))), missed)


def test_the_nth_cannot_be_at_a_rank_above_it() -> None:
    assert set(values("RR_nth@1")) == {0}


def test_the_best_ranking_has_1_and_the_worst_0() -> None:
    cases = [untied(1, 1, 1, 0, 0), untied(0, 0, 1, 1, 1), untied(1, 1, 1, 1, 1)]
    for found in scored(["NormalisedRecall(size=5)", "NormalisedPrecision(size=5)"], cases).values():
        assert found == pytest.approx([1, 0, 1], abs=1e-12, rel=0)


def long_large_collections_lose_no_digits() -> None:
    size = 10**9
    (value,) = values(f"NormalisedPrecision(size={size})", [untied(0, 1, 0, 1, missed=(1,))])
    apart = math.log(2 * 4 * ((4 + 1 + size) / 2)) - math.log(6)
    assert value == pytest.approx(1 - apart / math.log(math.comb(size, 3)), abs=1e-14, rel=0)
    with pytest.raises(evalsql.InputError, match=r"size must be a number in \[1, 1000000000000\], not 1.7e\+308"):
        evalsql.parse_measure("NormalisedRecall(size=1.7e308)")
    # one of four is at rank 1, three are missed: 3 (n + 1 + size) / 2 + 1 - 10, over 4 (size - 4)
    size = 10**12
    (value,) = values(f"NormalisedRecall(size={size})", [untied(1, 0, missed=(1, 1, 1))])
    assert value == pytest.approx(1 - (3 * (3 + size) / 2 - 9) / (4 * (size - 4)), abs=1e-12, rel=0)


TOO_SMALL = ["ASL(size=3)", "ASL(size=4.5)", "NormalisedRecall(size=4)", "NormalisedPrecision(size=1)"]


def test_a_collection_smaller_than_what_is_known_of_it_is_refused(
    ranking: Callable[..., duckdb.DuckDBPyConnection],
) -> None:
    connection = ranking([1, 0, "?", 0], missed=[2])
    evaluated = evalsql.Evaluation(connection=connection)
    for measure in TOO_SMALL:
        found = evalsql.parse_measure(measure)
        said = f"{measure}: the collection has at least 5 documents, those retrieved and missed; size is "
        with pytest.raises(evalsql.InputError) as refused:
            evaluated.score(measure).fetchall()
        assert said + str(found.values["size"]) in str(refused.value)
        connection.execute(frames.macro(found.metric))
        with pytest.raises(duckdb.Error, match="the collection has at least 5 documents"):
            connection.execute(f"from {found.metric.name.lower()}(size := {found.values['size']})").fetchall()
    enough = list({measure.split("(")[0] + "(size=5)" for measure in TOO_SMALL})
    assert len(evaluated.score(enough).fetchall()) == 3


def test_a_utility_of_what_is_not_retrieved_needs_a_collection(
    ranking: Callable[..., duckdb.DuckDBPyConnection],
) -> None:
    evaluated = evalsql.Evaluation(connection=ranking([1, 0, "?", 0], missed=[2]))
    for measure, size in (("Utility(rest=0.5)", "0"), ("Utility(rest=0.5,size=4)", "4")):
        with pytest.raises(evalsql.InputError, match=f"the collection has at least 5 documents, .*size is {size}"):
            evaluated.score(measure).fetchall()
    # 1 - 3, and 2 of 7 are neither retrieved nor relevant
    assert [row[3] for row in evaluated.score("Utility(rest=0.5,size=7)").fetchall()] == [-1]


def test_points_of_recall_that_are_none_are_refused(ranking: Callable[..., duckdb.DuckDBPyConnection]) -> None:
    evaluated = evalsql.Evaluation(connection=ranking([1, 0]))
    for points in ("", "0,1.5", "-.1", "a", "0 1", ".5,"):
        with pytest.raises(evalsql.InputError, match="points are numbers from 0 to 1 with commas between them, not"):
            evaluated.score(f"IPrec_avg(points='{points}')").fetchall()


def test_no_recall_level_is_missed_by_a_hair() -> None:
    # to a computer .7 * 70 is a little less than 49, and .1 * 3 a little more than .3
    cases = [untied(*(1, 0) * relevant) for relevant in range(1, 101)]
    wanted = [interpolated(case, 1, "11") for case in cases]
    assert compared(values("AP_interpolated", cases), wanted, cases, 1e-12) == ""


def others_before(order: tuple[float | None, ...], q: int, rel: float) -> int:
    """The documents before the qth relevant one that are not relevant."""
    relevant = [place for place, value in enumerate(order) if (value or 0) >= rel]
    return relevant[q - 1] - (q - 1)


def orders(case: Case) -> list[tuple[float | None, ...]]:
    """Every order that the ties of a ranking leave open."""
    pairs = zip(case.scores, case.relevance, strict=True)
    groups = [[value for _, value in group] for _, group in groupby(pairs, key=lambda pair: pair[0])]
    return [sum(each, ()) for each in product(*(list(permutations(group)) for group in groups))]


def long_the_expected_search_length_is_the_mean_over_the_orders_of_ties() -> None:
    short = [case for case in CASES if case.retrieved <= 6]
    every = {case: orders(case) for case in short}
    lengths, formulas = {}, {}
    for q, rel in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1)):
        lengths |= {
            (q, rel, case): mean([others_before(order, q, rel) for order in every[case]])
            for case in short
            if len(case.ranks(rel)) >= q
        }
        for counted, per in product(("nonrelevant", "all"), ("ranking", "relevant")):

            def formula(case: Case, q=q, rel=rel, counted=counted, per=per, lengths=lengths) -> float | None:
                length = lengths.get((q, rel, case))
                return None if length is None else (length + q * (counted == "all")) / (q if per == "relevant" else 1)

            formulas[f"ESL(q={q},counted='{counted}',per='{per}',rel={rel})"] = formula
    assert_agree(formulas, short)
    assert len({value for value in lengths.values() if value != int(value)}) > 2


def test_auc_is_1_less_ndpm_where_there_are_two_levels() -> None:
    both = [Case((1, None, 0, 0, 1), (3.0, 3.0, 3.0, 2.0, 1.0)), Case((0, 1, 1), (1.0, 1.0, 1.0), (1,))]
    assert scored(["AUC", "NDPM"], both) == {"AUC": [1.5 / 4, 0.5], "NDPM": [2.5 / 4, 0.5]}


def deep_cases() -> Iterator[Case]:
    """Rankings around one, two and several times 63 ranks, a third of them unjudged."""
    for levels, different in product(LEVELS, DIFFERENT):
        dice = random.Random(f"{levels} {different}")
        for size in (62, 63, 64, 65, 125, 126, 127, 128, 300):
            relevance = [dice.choice(LEVELS[levels]) if dice.random() < 0.67 else None for _ in range(size)]
            scores = sorted((dice.randint(1, DIFFERENT[different]) for _ in range(size)), reverse=True)
            yield Case(tuple(relevance), tuple(map(float, scores)), missed=(2,))


def misplaced(case: Case, ordered: Iterator[tuple[int, int]]) -> int:
    """How many pairs of a better and a worse document are contradicted, twice, and those of equal scores once."""
    scores = case.scores
    return sum(2 * (scores[a] < scores[b]) + (scores[a] == scores[b]) for a, b in ordered)


def long_what_is_counted_by_bits_is_counted_of_every_pair_of_more_ranks_than_a_number_has_bits() -> None:
    cases = list(deep_cases())
    found = scored(["NDPM", "AUC", "Bpref"], cases)
    for number, case in enumerate(cases):
        judged = [place for place, relevance in enumerate(case.relevance) if relevance is not None]
        pairs = [sorted(pair, key=lambda place: -case.relevance[place]) for pair in combinations(judged, 2)]
        uneven = [(a, b) for a, b in pairs if case.relevance[a] != case.relevance[b]]
        assert found["NDPM"][number] == misplaced(case, iter(uneven)) / (2 * len(uneven))
        relevant = [place for place in judged if case.relevance[place] >= 1]
        others = [place for place in judged if case.relevance[place] < 1]
        wrong = misplaced(case, product(relevant, others))
        assert found["AUC"][number] == 1 - wrong / (2 * len(relevant) * len(others))
    assert compared(found["Bpref"], [bpref(case, 1, 0) for case in cases], cases, 1e-12) == ""
