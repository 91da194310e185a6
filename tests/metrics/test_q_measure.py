"""The Q-measure and its kin: the numbers of the papers, and a reference written straight from the formulas."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

import duckdb
import pytest
from places import FIXTURES

import evalsql

SAKAI = FIXTURES / "papers" / "sakai_2006"
CLOSE = 1e-12
QUERIES = 150
GAINS = (None, {1: 1, 2: 5, 3: 10}, {1: 2, 2: 1.5, 3: 10}, {1: 0, 2: 0, 3: 1})
BETAS = (0, 0.1, 10)
STOPS = (None, {1: 3, 2: 0, 3: 1})
CUTOFFS = (None, 1, 4, 1000)
DIVISORS = ("R", "min(R,k)")
RELS = (1, 2)

Collection = tuple[duckdb.DuckDBPyConnection, dict[str, tuple]]


@dataclass(frozen=True)
class Query:
    """One ranking: the relevance of each document in it, None where unjudged, and every judgment of the query."""

    found: tuple
    judged: tuple
    gains: Mapping | None = None
    rel: float = 1

    @property
    def R(self) -> int:
        return sum(relevance >= self.rel for relevance in self.judged)

    def isrel(self, i: int) -> bool:
        return self.found[i - 1] is not None and self.found[i - 1] >= self.rel

    def g(self, relevance: float | None) -> float:
        if relevance is None or relevance <= 0:
            return 0
        return relevance if self.gains is None else self.gains.get(relevance, relevance)

    def c(self, i: int) -> int:
        return sum(self.isrel(j) for j in range(1, i + 1))

    def cg(self, i: int) -> float:
        return sum(self.g(relevance) for relevance in self.found[:i])

    def ideal_cg(self, i: int) -> float:
        return sum(sorted(map(self.g, self.judged), reverse=True)[:i])

    def relevant_ranks(self, k: int | None = None) -> list[int]:
        return [i for i in range(1, len(self.found) + 1) if self.isrel(i) and (k is None or i <= k)]

    def br(self, i: int, beta: float) -> float:
        return (beta * self.cg(i) + self.c(i)) / (beta * self.ideal_cg(i) + i)

    @property
    def preferred(self) -> int | None:
        """The first rank of the highest level in the ranking."""
        best = max((self.found[i - 1] for i in self.relevant_ranks()), default=None)
        return None if best is None else self.found.index(best) + 1


def ratio(above: float, below: float) -> float:
    return above / below if below else 0


def q(query: Query, beta: float, k: int | None, divisor: str) -> float:
    room = query.R if divisor == "R" or k is None else min(query.R, k)
    return ratio(sum(query.br(i, beta) for i in query.relevant_ranks(k)), room)


def ap(query: Query, k: int | None, divisor: str) -> float:
    room = query.R if divisor == "R" or k is None else min(query.R, k)
    return ratio(sum(query.c(i) / i for i in query.relevant_ranks(k)), room)


def ncu(query: Query, beta: float, chance: Callable[[int, int], float], among: Sequence[float]) -> float:
    """The blended ratio where users stop, with a chance by rank and place, over the sum of the chances of all."""
    ranks = enumerate(query.relevant_ranks())
    return ratio(sum(chance(i, place) * query.br(i, beta) for place, i in ranks), sum(among))


def ncu_gu(query: Query, beta: float, stops: Mapping | None) -> float:
    def stop(level: float) -> float:
        return query.g(level) if stops is None else stops.get(level, level)

    among = [stop(level) for level in query.judged if level >= query.rel]
    return ncu(query, beta, lambda i, place: stop(query.found[i - 1]), among)


def ncu_rb(query: Query, beta: float, gamma: float) -> float:
    return ncu(query, beta, lambda i, place: gamma**place, [gamma**place for place in range(query.R)])


def awp(query: Query, k: int | None) -> float:
    return ratio(sum(ratio(query.cg(i), query.ideal_cg(i)) for i in query.relevant_ranks(k)), query.R)


def genap(query: Query) -> float:
    ideal = sum(query.ideal_cg(i) / i for i in range(1, query.R + 1))
    return ratio(sum(query.cg(i) / i for i in query.relevant_ranks()), ideal)


def genap_r(query: Query) -> float:
    return ratio(sum(query.cg(i) / i for i in query.relevant_ranks()), query.R)


def ncg(query: Query, k: int | None) -> float:
    k = k or max(len(query.found), len(query.judged))
    return ratio(query.cg(k), query.ideal_cg(k))


def o_measure(query: Query, beta: float) -> float:
    return query.br(query.relevant_ranks()[0], beta) if query.relevant_ranks() else 0


def p_measure(query: Query, beta: float) -> float:
    return query.br(query.preferred, beta) if query.preferred else 0


def p_plus(query: Query, beta: float) -> float:
    return mean(query.br(i, beta) for i in query.relevant_ranks(query.preferred)) if query.preferred else 0


def wrr(query: Query, base: float, top: float, normalised: bool) -> float:
    best = max((relevance for relevance in query.judged if relevance > 0), default=0)

    def b(level: float) -> float:
        return base + max((top or best) - level, 0)

    if not query.relevant_ranks():
        return 0
    first = query.relevant_ranks()[0]
    return (1 - 1 / b(best) if normalised else 1) / (first - 1 / b(query.found[first - 1]))


def settings() -> Iterator[tuple[str, Mapping | None, float, Callable[[Query], float]]]:
    """Every measure compared: its text, its gains, its lowest relevance and the reference for it."""
    for rel in RELS:
        for k in CUTOFFS:
            at = f"@{k}" if k else ""
            for divisor in DIVISORS:
                text = f'AP(rel={rel},divisor="{divisor}"){at}'
                yield text, None, rel, lambda query, k=k, divisor=divisor: ap(query, k, divisor)
        for gains in GAINS:
            given = f"rel={rel}" + (f",gains={gains}" if gains else "")
            yield f"GenAP({given})", gains, rel, genap
            yield f"GenAP_R({given})", gains, rel, genap_r
            for k in CUTOFFS:
                at = f"@{k}" if k else ""
                yield f"AWP({given}){at}", gains, rel, lambda query, k=k: awp(query, k)
                if rel == 1:
                    text = (f"nCG(gains={gains})" if gains else "nCG") + at
                    yield text, gains, rel, lambda query, k=k: ncg(query, k)
                for divisor in DIVISORS:
                    for beta in BETAS:
                        text = f'Q({given},beta={beta},divisor="{divisor}"){at}'
                        yield text, gains, rel, lambda query, b=beta, k=k, d=divisor: q(query, b, k, d)
            for beta in BETAS:
                for stops in STOPS:
                    text = f"NCU_gu({given},beta={beta}" + (f",stops={stops})" if stops else ")")
                    yield text, gains, rel, lambda query, b=beta, s=stops: ncu_gu(query, b, s)
                for gamma in (0.3, 0.95, 1):
                    text = f"NCU_rb({given},beta={beta},gamma={gamma})"
                    yield text, gains, rel, lambda query, b=beta, g=gamma: ncu_rb(query, b, g)
                for name, reference in {"O_measure": o_measure, "P_measure": p_measure, "P_plus": p_plus}.items():
                    text = f"{name}({given},beta={beta})"
                    yield text, gains, rel, lambda query, beta=beta, reference=reference: reference(query, beta)
        for base in (1.5, 2, 4):
            for top in (0, 2, 3, 4):
                for name in ("WRR", "NWRR"):
                    text = f"{name}(base={base},top={top},rel={rel})"
                    yield text, None, rel, lambda query, b=base, t=top, n=name: wrr(query, b, t, n == "NWRR")


def draw(dice: random.Random) -> tuple[dict[str, float], dict[str, float]]:
    """Scores and relevance by document. Scores are tied here and there; documents are unjudged, missed, and junk."""
    docs = [f"d{number}" for number in range(dice.randint(1, 14))]
    scores = {doc: dice.randint(0, 30) for doc in docs if dice.random() < 0.8}
    highest = dice.choice((0, 1, 2, 3, 3))
    judged = {doc: dice.randint(-1, highest) for doc in docs if dice.random() < 0.8}
    if dice.random() < 0.2:
        judged |= {doc: relevance - 0.5 for doc, relevance in judged.items() if relevance > 1}
    return scores, judged or {"other": 0}


@pytest.fixture(scope="module")
def collection() -> Collection:
    """Tables of runs and judgments on a connection, and by query the relevance found and judged."""
    dice = random.Random(7)
    drawn = {f"q{number}": draw(dice) for number in range(QUERIES)}
    connection = duckdb.connect()
    connection.execute("create table runs (run varchar, query_id varchar, doc_id varchar, score double)")
    connection.execute("create table qrels (query_id varchar, doc_id varchar, relevance double)")
    connection.executemany(
        "insert into runs values ('run', ?, ?, ?)",
        [(query, doc, score) for query, (scores, _) in drawn.items() for doc, score in scores.items()],
    )
    connection.executemany(
        "insert into qrels values (?, ?, ?)",
        [(query, doc, relevance) for query, (_, judged) in drawn.items() for doc, relevance in judged.items()],
    )
    rankings = {
        query: (
            tuple(judged.get(doc) for doc in sorted(scores, key=lambda doc: (scores[doc], doc), reverse=True)),
            tuple(judged.values()),
        )
        for query, (scores, judged) in drawn.items()
    }
    return connection, rankings


@pytest.mark.quick(every=7)
@pytest.mark.parametrize("every", [7, 1])
def test_every_measure_is_what_its_formula_says(every: int, collection: Collection) -> None:
    connection, rankings = collection
    compared = {str(evalsql.parse_measure(text)): each for text, *each in settings()}
    assert {evalsql.parse_measure(text).metric.name for text in list(compared)[::every]} == {
        evalsql.parse_measure(text).metric.name for text in compared
    }
    compared = dict(list(compared.items())[::every])
    rows = evalsql.Evaluation(connection=connection).score(list(compared)).fetchall()
    assert len(rows) == QUERIES * len(compared) > 30_000 / every
    different = set()
    for _, query, measure, ours in rows:
        gains, rel, reference = compared[measure]
        theirs = reference(Query(*rankings[query], gains, rel))
        assert ours == pytest.approx(theirs, abs=CLOSE, rel=CLOSE), (measure, query, rankings[query])
        different.add(round(theirs, 9))
    assert len(different) > 2000 / every


def test_the_rankings_compared_have_all_that_is_hard(collection: Collection) -> None:
    _, rankings = collection
    queries = [Query(*each) for each in rankings.values()]
    assert min(sum(condition) for condition in zip(*map(hard, queries), strict=True)) >= 5


def hard(query: Query) -> tuple[bool, ...]:
    """Whether nothing is relevant, nothing found, something missed, unjudged, below the ideal or negative."""
    return (
        query.R == 0,
        query.R > 0 and not query.relevant_ranks(),
        query.c(len(query.found)) < query.R,
        None in query.found,
        any(i > query.R for i in query.relevant_ranks()),
        any(relevance < 0 for relevance in query.judged),
        any(relevance != int(relevance) for relevance in query.judged),
    )


PAPER = [
    ("A", "Q(beta=0)", 0.590873),
    ("A", "AP", 0.590873),
    ("A", "Q(beta=0.1)", 0.584741),
    ("A", "Q", 0.571822),
    ("A", "Q(beta=10)", 0.567001),
    ("A", "Q(beta=100)", 0.566400),
    ("A", "Q(beta=1000)", 0.566339),
    ("A", "AWP", 0.566332),
    ("A", "Q(gains='0-1-5-10')", 0.558215),
    ("A", "GenAP", 0.581894),
    ("A", "GenAP_R", 1.464087),
    ("A", "nDCG(discount='jk')@10", 0.811662),
    ("A", "nCG@10", 0.842105),
    ("E", "O_measure", 0.25),
    ("E", "P_measure", 0.4),
    ("E", "P_plus", 0.325),
    ("E", "WRR", 0.571429),
    ("E", "NWRR", 0.285714),
    ("E", "nCG@10", 0.315789),
]


@pytest.mark.quick(3)
@pytest.mark.parametrize(("query", "measure", "value"), PAPER)
def test_the_worked_numbers_come_out(query: str, measure: str, value: float) -> None:
    rows = evalsql.evaluate(SAKAI / "example.run", SAKAI / "qrels.txt", measure).fetchall()
    ours = {found: number for _, found, _, number in rows}
    assert ours[query] == pytest.approx(value, abs=0.5e-6, rel=0)


def test_weighted_precision_is_ncg_and_ndcg_without_a_discount(collection: Collection) -> None:
    connection, _ = collection
    evaluation = evalsql.Evaluation(connection=connection)
    for at in ("", "@3", "@7"):
        scores = [evaluation.score(name + at).fetchall() for name in ("nCG", "WP", "nDCG(discount='none')")]
        values = [[(query, value) for _, query, _, value in rows] for rows in scores]
        assert values[0] == values[1] == values[2]


def test_another_divisor_has_no_name_in_other_tools() -> None:
    assert evalsql.parse_measure("AP(divisor='R')@5").name_in("trec_eval") == "map_cut_5"
    assert evalsql.parse_measure("AP(divisor='min(R,k)')@5").name_in("trec_eval") is None
    assert str(evalsql.parse_measure("AP(divisor='min(R,k)')@5")) == "AP(divisor='min(R,k)')@5"
