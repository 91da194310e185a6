"""Live agreement with pyndeval on random judgments by subtopic; test_agreement.py has what was recorded of it.

It wraps ndeval, and is not quite it:

- among equal scores it takes the lowest doc_id first, where ndeval -traditional takes the highest;
- it has no order by rank;
- nNRBP of a query with nothing relevant is not a number, as in ndeval;
- it is silent about a query that the run does not answer, and does nothing for cutoffs above 20.

At the first rank it divides alpha-DCG and ERR-IA by nothing, and nothing caps at 1, as in ndeval.
"""

import random
from collections import Counter
from functools import cache
from math import isnan

import pyarrow as pa
import pytest

import evalsql

CLOSE = 1e-9
SETTINGS = [(0.5, 0.5), (0, 0.8), (0.1, 0.95), (0.25, 0.1), (0.3, 0.5), (0.9, 0), (1, 0.3)]  # alpha and beta
CUT = {"ERR-IA": "ERR_IA", "nERR-IA": "nERR_IA", "alpha-DCG": "alpha_DCG", "alpha-nDCG": "alpha_nDCG"}
CUT |= {"P-IA": "P_IA", "strec": "StRecall"}
WHOLE = {"NRBP": "NRBP", "nNRBP": "nNRBP", "MAP-IA": "AP_IA"}
NAMES = {f"{theirs}@{k}": f"{ours}@{k}" for theirs, ours in CUT.items() for k in (1, 2, 5, 10, 20)} | WHOLE
# in bytes 10 < 9 < A1 < B10 < a2 < b9 < z < é < 文, which is no other order's
SUBTOPICS = ("9", "10", "a", "B", "é", "文")
DOCS = tuple(f"{stem}{number}" for stem in ("A", "a", "b", "é", "文") for number in (1, 2, 9, 10, 11))
LEVELS = ((0, 1), (-2, -1, 0, 1, 2, 3), (1,), (0, 0, 0, 0, 1), (-1, 0))
QUERIES = 60

Run = list[tuple[str, str, float]]  # query_id, doc_id, score
Qrels = list[tuple[str, str, str, int]]  # query_id, subtopic, doc_id, relevance
Values = dict[tuple[str, str], float]  # by query_id and pyndeval's name for a measure


@cache
def made(seed: int, ties: bool) -> tuple[Run, Qrels]:
    """Queries of 1 to 6 subtopics and rankings of 0 to 25 documents, some unjudged; not all judged ones are found."""
    chance = random.Random(seed)
    run: Run = []
    qrels: Qrels = []
    for number in range(QUERIES):
        query = f"q{number}"
        subtopics = chance.sample(SUBTOPICS, chance.randint(1, len(SUBTOPICS)))
        share, levels = chance.choice((0.1, 0.3, 0.7)), chance.choice(LEVELS)
        judged = [(s, d) for d in chance.sample(DOCS, 18) for s in subtopics if chance.random() < share]
        qrels += [(query, s, d, chance.choice(levels)) for s, d in judged or [(subtopics[0], DOCS[0])]]
        found = chance.sample(DOCS, chance.choice((0, 1, 6, 15, 25)))
        scores = chance.choices(range(4), k=len(found)) if ties else chance.sample(range(1000), len(found))
        run += [(query, doc, score / 4) for doc, score in zip(found, scores, strict=True)]
    return run, qrels


def in_its_order(run: Run) -> list[tuple[str, str, int]]:
    """Ranks as pyndeval gives them: highest score first, then lowest doc_id."""
    ranks: Counter[str] = Counter()
    rows = []
    for query, doc, _ in sorted(run, key=lambda row: (row[0], -row[2], row[1])):
        ranks[query] += 1
        rows.append((query, doc, ranks[query]))
    return rows


def score(run: Run, qrels: Qrels, alpha: float, beta: float, by_rank: bool = False) -> Values:
    """Our values, under the convention; by pyndeval's ranks or by the scores."""
    texts = {}
    for theirs, ours in NAMES.items():
        metric, at, cutoff = ours.partition("@")
        taken = {} if metric in ("P_IA", "StRecall", "AP_IA") else {"alpha": alpha}
        taken |= {"beta": beta} if "NRBP" in metric else {}
        arguments = ",".join(f"{name}={value}" for name, value in taken.items())
        texts[theirs] = metric + (f"({arguments})" if taken else "") + at + cutoff
    columns, rows = ("query_id", "doc_id", "score"), run
    if by_rank:
        columns, rows = ("query_id", "doc_id", "rank", "score"), [(*row, 0.0) for row in in_its_order(run)]
    tables = (
        pa.table(dict(zip(columns, zip(*rows, strict=True), strict=True))),
        pa.table(dict(zip(("query_id", "subtopic", "doc_id", "relevance"), zip(*qrels, strict=True), strict=True))),
    )
    evaluated = evalsql.Evaluation(*tables, convention="ndeval" if by_rank else "ndeval-traditional")
    named = dict(zip(evaluated.leaderboard(list(texts.values())).columns[1:], texts, strict=True))
    rows = evaluated.score(list(texts.values())).fetchall()
    return {(query, named[measure]): value for _, query, measure, value in rows}


def said(run: Run, qrels: Qrels, alpha: float, beta: float) -> Values:
    """What pyndeval says."""
    pyndeval = pytest.importorskip("pyndeval")
    found = pyndeval.ndeval(qrels, run, list(NAMES), alpha=alpha, beta=beta)
    return {(query, name): value for query, row in found.items() for name, value in row.items()}


def apart(ours: Values, theirs: Values) -> dict[tuple[str, str], tuple[float, float]]:
    """Our value and its own where they differ."""
    assert ours.keys() == theirs.keys()
    return {key: (ours[key], theirs[key]) for key in ours if not abs(ours[key] - theirs[key]) <= CLOSE}


def barren(qrels: Qrels) -> set[str]:
    """The queries without a relevant document."""
    return {query for query, *_ in qrels} - {query for query, *_, relevance in qrels if relevance > 0}


@pytest.mark.parametrize(("alpha", "beta", "ties"), [(*of, number % 2 == 0) for number, of in enumerate(SETTINGS)])
def test_every_value_is_pyndevals_but_nnrbp_where_nothing_is_relevant(alpha: float, beta: float, ties: bool) -> None:
    run, qrels = made(1000 + SETTINGS.index((alpha, beta)), ties)
    theirs = said(run, qrels, alpha, beta)
    nothing = barren(qrels) & {query for query, _ in theirs}
    assert len(nothing) > 3
    differing = apart(score(run, qrels, alpha, beta, by_rank=ties), theirs)
    assert differing.keys() == {(query, "nNRBP") for query in nothing}
    assert all(ours == 0 and isnan(its) for ours, its in differing.values())
    # queries that are not answered are in neither
    assert {query for query, _ in theirs} == {query for query, *_ in run}
    assert len(theirs) > 30 * len(NAMES)


def test_among_equal_scores_it_takes_the_lowest_doc_id_first() -> None:
    run, qrels = made(1, ties=True)
    theirs = said(run, qrels, 0.5, 0.5)
    differing = {query for query, name in apart(score(run, qrels, 0.5, 0.5), theirs) if name != "nNRBP"}
    tied = {query for (query, _), times in Counter((query, score) for query, _, score in run).items() if times > 1}
    assert differing <= tied
    assert len(differing) > 10


def test_it_also_shows_how_far_a_run_outdoes_the_greedy_ideal() -> None:
    # of three documents that gain 4 greedy takes the highest doc_id, and each other one then gains 2
    has = {"d1": "1234", "d2": "5678", "d3": "1256"}
    qrels = [("q", subtopic, doc, 1) for doc, subtopics in has.items() for subtopic in subtopics]
    run = [("q", "d1", 2.0), ("q", "d2", 1.0)]
    theirs = said(run, qrels, 1, 0.5)
    assert apart(score(run, qrels, 1, 0.5), theirs) == {}
    above = {f"{name}@{k}" for name in ("alpha-nDCG", "nERR-IA") for k in (2, 5, 10, 20)} | {"nNRBP"}
    assert {name for (_, name), value in theirs.items() if value > 1} == above | {"alpha-DCG@1", "ERR-IA@1"}


def test_at_the_first_rank_it_divides_by_nothing() -> None:
    run, qrels = [("q", "d", 1.0)], [("q", subtopic, "d", 1) for subtopic in "abc"]
    theirs = said(run, qrels, 0.5, 0.5)
    assert [theirs["q", name] for name in ("ERR-IA@1", "alpha-DCG@1", "ERR-IA@2")] == [3, 3, pytest.approx(0.8)]
    assert apart(score(run, qrels, 0.5, 0.5), theirs) == {}
