"""Every measure over judgments by subtopic is what the formulas give in plain Python, over random collections."""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import diversity_by_hand as by_hand
import duckdb
import pyarrow as pa
import pytest
from diversity_by_hand import Query, geometric, logarithm, no_discount, reciprocal
from random_rankings import compared

import evalsql
from evalsql import udfs
from evalsql.catalog.measure import parse_measure
from evalsql.render import frames

CLOSE = 1e-12
QUERIES = 120
LONGEST = 14  # documents of a ranking
POINTS = 16  # of a curve
# of numbers that are no sums of others, so that no two gains are equal but for their rounding
WEIGHTS = (1.0, 0.5, 0.8125, 0.25)
PROBABILITIES = (None, 0.0, 0.3, 0.9, 1.0)
LEVELS = ((0, 1), (-2, -1, 0, 1, 2, 3), (0, 0.5, 1, 2.5), (1,), (0, -1))
ALPHAS = (0.5, 0, 0.1, 0.9, 1)
RUN_COLUMNS = "run varchar, query_id varchar, doc_id varchar, score double"
QRELS_COLUMNS = "query_id varchar, doc_id varchar, relevance double, subtopic varchar"
MORE_COLUMNS = "weight double, probability double, gain double"

Value = Callable[[Query], float]


def random_query(name: str, chance: random.Random, weighted: bool, most: int) -> tuple[Query, list[tuple], list[tuple]]:
    """A query as formulas need it, and its rows of runs and qrels."""
    docs = [f"d{number:02}" for number in range(18)]
    subtopics = [f"s{number}" for number in range(chance.randint(1, most))]
    weights = {s: chance.choice(WEIGHTS) if weighted else 1.0 for s in subtopics}
    share, levels = chance.choice((0.1, 0.2, 0.5)), chance.choice(LEVELS)
    judged = chance.sample(docs, 14)
    pairs = [(doc, s) for doc in judged for s in subtopics if chance.random() < share] or [(docs[0], "s0")]
    qrels = []
    for doc, s in pairs:
        relevance = float(chance.choice(levels))
        # a gain where the judgment says none is its relevance
        gain = chance.choice((None, 0.5, 3.0)) if weighted and relevance > 0 else None
        qrels.append((name, doc, relevance, s, weights[s], chance.choice(PROBABILITIES) if weighted else None, gain))
    ranking = chance.sample(docs, chance.choice((0, 1, 5, LONGEST)))
    # highest score first, then highest doc_id: the last ones may be tied
    scores = sorted((float(chance.randint(0, 9)) for _ in ranking), reverse=True)
    tied = sorted(zip(scores, ranking, strict=True), reverse=True)
    has = {doc: frozenset(s for _, d, r, s, *_ in qrels if d == doc and r > 0) for _, doc, *_ in qrels}
    has = {doc: nuggets for doc, nuggets in has.items() if nuggets}
    query = Query(
        ranking=tuple(doc for _, doc in tied),
        nuggets=has,
        weights={s: weights[s] for s in subtopics if any(s in nuggets for nuggets in has.values())},
        probable={(doc, s): p for _, doc, _, s, _, p, _ in qrels if p is not None},
        likely=weights,
        gains={(doc, s): g if g is not None else r for _, doc, r, s, _, _, g in qrels if (g or r) > 0},
    )
    return query, [("r", name, doc, score) for score, doc in tied], qrels


KINDS = {"plain": (False, 7), "weighted": (True, 7), "many": (False, 20)}


@pytest.fixture(scope="module")
def queries() -> dict[str, Query]:
    """Random queries: some without weights, some with them, some of many subtopics."""
    return {name: query for name, (query, _, _) in made().items()}


@cache
def made() -> dict[str, tuple[Query, list[tuple], list[tuple]]]:
    found = {}
    for kind, (weighted, most) in KINDS.items():
        chance = random.Random(most + weighted)
        for number in range(QUERIES):
            found[f"{kind} {number:03}"] = random_query(f"{kind} {number:03}", chance, weighted, most)
    return found


@pytest.fixture(scope="module")
def evaluated() -> evalsql.Evaluation:
    """The same as an evaluation, with a Python function for what is greedy."""
    columns = f"{QRELS_COLUMNS}, {MORE_COLUMNS}"
    connection = duckdb.connect()
    connection.execute(f"create table runs ({RUN_COLUMNS}); create table qrels ({columns})")
    for name, place in (("runs", 1), ("qrels", 2)):
        rows = [row for each in made().values() for row in each[place]]
        connection.register(
            "given", pa.table([pa.array(column) for column in zip(*rows, strict=True)], list("abcdefg"[: len(rows[0])]))
        )
        connection.execute(f"insert into {name} from given")
    udfs.register(connection)
    return evalsql.Evaluation(connection=connection, queries=list(made()))


def measures() -> Iterator[tuple[str, Value]]:
    for place, alpha in enumerate(ALPHAS):
        for k in (1, 4, 20) if alpha == 0.5 else ((4, 20)[place % 2],):
            discounts = {"CG": no_discount, "DCG": logarithm}
            for name, d in discounts.items():
                yield (
                    f"alpha_{name}(alpha={alpha})@{k}",
                    lambda q, a=alpha, k=k, d=d: by_hand.cumulated(q, q.ranking, a, d, k),
                )
                yield f"alpha_n{name}(alpha={alpha})@{k}", lambda q, a=alpha, k=k, d=d: by_hand.of_ideal(q, a, d, k)
            yield f"ERR_IA(alpha={alpha})@{k}", lambda q, a=alpha, k=k: by_hand.of_best(q, a, reciprocal, k)
            yield f"nERR_IA(alpha={alpha})@{k}", lambda q, a=alpha, k=k: by_hand.of_ideal(q, a, reciprocal, k)
        yield f"alpha_nDCG(alpha={alpha})", lambda q, a=alpha: by_hand.of_ideal(q, a, logarithm)
        yield f"alpha_DCG(alpha={alpha},divisor='best')@5", lambda q, a=alpha: by_hand.of_best(q, a, logarithm, 5)
        beta = (0, 0.5, 0.95)[place % 3]
        yield f"NRBP(alpha={alpha},beta={beta})", lambda q, a=alpha, b=beta: by_hand.nrbp(q, a, b)
        yield f"nNRBP(alpha={alpha},beta={beta})", lambda q, a=alpha, b=beta: by_hand.of_ideal(q, a, geometric(b))
    yield "NRBP(beta=0.8)@3", lambda q: by_hand.nrbp(q, 0.5, 0.8, 3)
    yield "nNRBP(beta=0.8)@3", lambda q: by_hand.of_ideal(q, 0.5, geometric(0.8), 3)
    yield from of_subtopics()


def of_subtopics() -> Iterator[tuple[str, Value]]:
    for k in (1, 4, 10, 20):
        yield f"P_IA@{k}", lambda q, k=k: by_hand.average(q, lambda s: by_hand.precision(q, s, k))
        yield f"AP_IA@{k}", lambda q, k=k: by_hand.average(q, lambda s: by_hand.average_precision(q, s, k))
        yield f"StRecall@{k}", lambda q, k=k: by_hand.recall(q, k)
        yield f"D_nDCG@{k}", lambda q, k=k: by_hand.d_ndcg(q, k)
        for gamma in (0, 0.25, 1):
            yield f"Dsharp_nDCG(gamma={gamma})@{k}", lambda q, k=k, g=gamma: by_hand.d_sharp(q, g, k)
        yield f"S_precision(level=0.5)@{k}", lambda q, k=k: by_hand.s_precision(q, 0.5, k)
    yield "AP_IA", lambda q: by_hand.average(q, lambda s: by_hand.average_precision(q, s, LONGEST))
    yield "D_nDCG", by_hand.d_ndcg
    yield "Dsharp_nDCG", lambda q: by_hand.d_sharp(q, 0.5)
    for level in (0.1, 0.3, 0.75, 1):
        yield f"S_precision(level={level})", lambda q, level=level: by_hand.s_precision(q, level)


MEASURES = dict(measures())


def test_every_measure_over_subtopics_is_here() -> None:
    # those over judges read judgments by subtopic too; test_judgment_groups.py and test_preferences.py have them
    of_judges = {"judges", "preferences"}
    metrics = {name for name, m in evalsql.metrics().items() if m.by_subtopic and of_judges.isdisjoint(m.reads)}
    assert {name_of(text) for text in MEASURES} == metrics
    over_ranks = {name for name, curve in evalsql.curves().items() if curve.by_subtopic}
    assert {name_of(text) for text, _ in curves()} == over_ranks


def name_of(text: str) -> str:
    return re.split("[(@]", text)[0]


def long_measures_are_their_formulas(queries: dict[str, Query], evaluated: evalsql.Evaluation) -> None:
    formulas = {str(parse_measure(text)): formula for text, formula in MEASURES.items()}
    few = {name: query for name, query in queries.items() if not name.startswith("many")}
    found = {(measure, query): value for _, query, measure, value in evaluated.score(list(formulas)).fetchall()}
    wrong = {}
    for text, formula in formulas.items():
        mine = [found[text, name] for name in few]
        wrong[text] = compared(mine, [formula(query) for query in few.values()], list(few), CLOSE)
    wrong = {text: said for text, said in wrong.items() if said}
    assert not wrong, "\n".join(f"{text}: {said}" for text, said in wrong.items())


def test_above_twelve_subtopics_the_fewest_documents_are_found_greedily(
    queries: dict[str, Query], evaluated: evalsql.Evaluation
) -> None:
    many = {name: query for name, query in queries.items() if name.startswith("many")}
    assert sum(len(query.weights) > 12 for query in many.values()) > 20
    levels = (0.25, 0.5, 0.75, 1)
    rows = evaluated.score([f"S_precision(level={level})" for level in levels]).fetchall()
    found = {(measure, query): value for _, query, measure, value in rows}
    some = 0
    for level in levels:
        expected = {}
        for name, query in many.items():
            few = by_hand.greedily_few if len(query.weights) > 12 else by_hand.fewest
            expected[name] = by_hand.s_precision(query, level, few=few)
        text = str(parse_measure(f"S_precision(level={level})"))
        assert compared([found[text, name] for name in many], list(expected.values()), list(many), CLOSE) == ""
        some += sum(expected[name] > 0 for name, query in many.items() if len(query.weights) > 12)
    assert some > 30


def curves() -> Iterator[tuple[str, Callable[[Query, int], tuple[float, float | None]]]]:
    """Curves, and by hand the value and the ideal at a rank; no number where a curve has no value."""
    for alpha in ALPHAS:
        yield (
            f"alpha_G(alpha={alpha})",
            lambda q, i, a=alpha: (
                at(by_hand.gains(q, q.ranking, a), i),
                at(by_hand.gains(q, by_hand.greedy(q, a), a), i),
            ),
        )
        for name, d in {"CG": no_discount, "DCG": logarithm}.items():
            yield (
                f"alpha_{name}(alpha={alpha})",
                lambda q, i, a=alpha, d=d: (
                    by_hand.cumulated(q, q.ranking, a, d, i),
                    by_hand.cumulated(q, by_hand.greedy(q, a), a, d, i),
                ),
            )
            yield f"alpha_n{name}(alpha={alpha})", lambda q, i, a=alpha, d=d: (by_hand.of_ideal(q, a, d, i), 1)
        yield f"alpha_nDCG_reversed(alpha={alpha})", lambda q, i, a=alpha: (reversed_share(q, a, i), None)
        for gamma in (1, 0.3):
            arguments = f"(alpha={alpha},gamma={gamma})"
            yield f"exact_G{arguments}", lambda q, i, a=alpha, g=gamma: (below(q, i, a, g), None)
            yield (
                f"P_relevant{arguments}",
                lambda q, i, a=alpha, g=gamma: (
                    by_hand.relevant(q, q.ranking[i - 1], a, g) if i <= len(q.ranking) else 0,
                    None,
                ),
            )
    yield "StRecall", lambda q, i: (by_hand.recall(q, i), None)


def at(values: list[float], rank: int) -> float:
    """The value at a rank; 0 below the last."""
    return values[rank - 1] if rank <= len(values) else 0


def below(query: Query, rank: int, alpha: float, gamma: float) -> float:
    if rank > len(query.ranking):
        return 0
    return by_hand.exact(query, query.ranking[: rank - 1], query.ranking[rank - 1], alpha, gamma)


def reversed_share(query: Query, alpha: float, rank: int) -> float:
    """DCG of the lowest gains first as a share of the greedy ideal's."""
    worst = by_hand.cumulated(query, by_hand.greedy(query, alpha, worst=True), alpha, logarithm, rank)
    return worst / by_hand.cumulated(query, by_hand.greedy(query, alpha), alpha, logarithm, rank)


def long_curves_are_their_formulas(queries: dict[str, Query], evaluated: evalsql.Evaluation) -> None:
    few = {name: query for name, query in queries.items() if int(name[-3:]) < 40 and not name.startswith("many")}
    formulas = {str(parse_measure(f"{text}@{POINTS}", "curves")): (text, formula) for text, formula in curves()}
    rows: dict[str, list[tuple]] = {text: [] for text in formulas}
    for row in evaluated.curve(list(formulas)).fetchall():
        if row[1] in few:
            rows[row[2]].append(row)
    wrong = []
    for measure, (text, formula) in formulas.items():
        expected = by_points(few, formula, name_of(text))
        values = {place: value for place, (value, _) in expected.items()}
        ideals = {place: ideal for place, (_, ideal) in expected.items() if ideal is not None}
        for column, wanted in ((4, values), (5, ideals)):
            found = points((row for row in rows[measure] if column == 4 or row[5] is not None), column)
            assert found.keys() == wanted.keys(), measure
            said = (
                compared([found[key] for key in wanted], list(wanted.values()), list(wanted), CLOSE) if wanted else ""
            )
            # an ideal may be 1 for all, and exact gain is 0 with alpha 0
            if said and (
                "shows nothing" not in said or (column == 4 and "alpha=0)" not in measure and "alpha=0," not in measure)
            ):
                wrong.append(f"{measure}, {('value', 'ideal')[column - 4]}: {said}")
    assert not wrong, "\n".join(wrong)


def points(rows: Iterable[tuple], column: int) -> dict[tuple[str, int], float]:
    return {(row[1], row[3]): row[column] for row in rows}


def by_points(
    queries: dict[str, Query], formula: Callable[[Query, int], tuple], curve: str
) -> dict[tuple[str, int], tuple[float, float | None]]:
    """Values and ideals by query and rank; a share of nothing is 0, and so is its ideal, if it has one."""
    shares = curve == "StRecall" or "_n" in curve
    nothing = (0, 0 if curve in ("alpha_nCG", "alpha_nDCG") else None)
    return {
        (name, rank): formula(query, rank) if query.weights or not shares else nothing
        for name, query in queries.items()
        for rank in range(1, POINTS + 1)
    }


@pytest.mark.parametrize(("half", "overlap", "found"), [(3, 2, 2), (6, 4, 2), (7, 5, 3)])
def test_greedy_needs_more_documents_than_there_need_be(half: int, overlap: int, found: int) -> None:
    # subtopics in two halves, and a document with most of each, which greedy takes first
    numbers = [f"{number:02}" for number in range(2 * half)]
    has = {"a": numbers[:half], "b": numbers[half:], "z": numbers[:overlap] + numbers[half : half + overlap]}
    nuggets = {doc: frozenset(subtopics) for doc, subtopics in has.items()}
    query = Query(("a", "b"), nuggets, dict.fromkeys(numbers, 1.0), {}, {}, {})
    assert (by_hand.fewest(query, 1), by_hand.greedily_few(query, 1)) == (2, 3)
    connection = duckdb.connect()
    connection.execute(f"create table runs ({RUN_COLUMNS}); create table qrels ({QRELS_COLUMNS})")
    connection.execute("insert into runs values ('r', 'q', 'a', 2), ('r', 'q', 'b', 1)")
    rows = [(doc, s) for doc, subtopics in has.items() for s in subtopics]
    connection.executemany("insert into qrels values ('q', ?, 1, ?)", rows)
    ((*_, value),) = connection.execute(frames.query(parse_measure("S_precision"))).fetchall()
    assert value == found / 2


def test_any_number_of_subtopics_may_be_covered() -> None:
    connection = duckdb.connect()
    connection.execute(
        "create table runs as select 'r' as run, 'q' as query_id, 'd' || i as doc_id, -i as score from range(70) t(i)"
    )
    connection.execute("create table qrels as select query_id, doc_id, doc_id as subtopic, 1 as relevance from runs")
    connection.execute("insert into qrels select 'q', 'all', doc_id, 1 from runs")
    for sql in (frames.query(parse_measure("S_precision")), frames.query(parse_measure("S_precision(level=0.5)"))):
        ((*_, value),) = connection.execute(sql).fetchall()
        assert value == 1 / (70 if "level" not in sql else 35)
