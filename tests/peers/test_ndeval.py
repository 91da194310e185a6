"""Agreement with ndeval and pyndeval, of recorded values and of their own rules."""

import csv
import gzip
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isnan, log2
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from generated_cases import table
from places import COLLECTIONS

import evalsql

with_collections = pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
PRINTED = 0.51e-6  # six digits
GOLDEN = COLLECTIONS / "golden" / "ndeval"
WEB = COLLECTIONS / "web2012_div"
MEAN = "all"
RENAMED = {"strec": "StRecall", "MAP_IA": "AP_IA"}
WITHOUT_ALPHA = {"P_IA", "AP_IA", "StRecall"}
CUT = ("ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG", "P_IA", "StRecall")
MEASURES = {*(f"{name}@{k}" for name in CUT for k in (5, 10, 20)), "NRBP", "nNRBP", "AP_IA"}
Values = dict[tuple[str, str, str], float]  # by run, query_id and ndeval's name for a measure, as ours are written


@dataclass(frozen=True)
class Call:
    """A call of ndeval: what its output is filed under, and our settings for it."""

    name: str
    convention: str = "ndeval"
    parameters: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


CALLS = [
    Call("default"),
    Call("M10", options={"depth": 10}),
    Call("alpha25.beta80", parameters={"alpha": 0.25, "beta": 0.8}),
    Call("alpha90", parameters={"alpha": 0.9}),
    Call("c", options={"population": "qrels"}),
    Call("traditional", "ndeval-traditional"),
]

RECORDED = {call.name: call for call in (Call("ndeval"), Call("ndeval -traditional", "ndeval-traditional"))}


def printed(run: str, call: Call) -> Values:
    """What ndeval printed of a run of the Web track of 2013."""
    file = GOLDEN / (f"out.{run}.csv" if call.name == "default" else f"out.{run}.{call.name}.csv")
    head, *rows = csv.reader(file.read_text().splitlines())
    names = []
    for said in head[2:]:
        name, _, cutoff = said.replace("-", "_").partition("@")
        names.append(RENAMED.get(name, name) + (f"@{cutoff}" if cutoff else ""))
    return {
        (run, MEAN if query == "amean" else query, name): float(value)
        for _, query, *values in rows
        for name, value in zip(names, values, strict=True)
    }


def recorded(call: Call) -> Values:
    """What ndeval said of the runs over the Web track of 2012."""
    rows = duckdb.execute(
        "select regexp_replace(run, '[.]run$', ''), query_id, measure, value"
        f" from '{WEB}/expected/other_tools.parquet' where trim(tool) = ?",
        [call.name],
    ).fetchall()
    return {(run, query, name): value for run, query, name, value in rows}


def text(name: str, parameters: Mapping[str, Any]) -> str:
    """Our measure for one of ndeval's, with the parameters that it takes."""
    metric, at, cutoff = name.partition("@")
    taken = {} if metric in WITHOUT_ALPHA else dict(parameters)
    if "NRBP" not in metric:
        taken.pop("beta", None)
    arguments = ",".join(f"{parameter}={value}" for parameter, value in taken.items())
    return metric + (f"({arguments})" if arguments else "") + at + cutoff


def score(
    runs: Path | list[Path], qrels: Path, texts: Mapping[str, str], convention: str | None = None, **options: Any
) -> Values:
    """Our values and means of measures, under ndeval's names for them."""
    evaluated = evalsql.Evaluation(runs, qrels, convention=convention, **options)
    board = evaluated.leaderboard(list(texts.values()))
    columns = dict(zip(board.columns[1:], texts, strict=True))  # they are in the order asked for
    found = {(row[0], MEAN, name): mean for row in board.fetchall() for name, mean in zip(texts, row[1:], strict=True)}
    for run, query, measure, value in evaluated.score(list(texts.values())).fetchall():
        found[run, query, columns[measure]] = value
    return found


def under_the_convention(runs: Path | list[Path], qrels: Path, call: Call) -> Values:
    """Our values of all that ndeval computes, as a call of it would."""
    texts = {name: text(name, call.parameters) for name in sorted(MEASURES)}
    return score(runs, qrels, texts, call.convention, **call.options)


def apart(ours: Values, theirs: Values) -> list[tuple]:
    """Where we differ, or have no value where ndeval has one, or have one where it has none."""
    return [
        (key, ours.get(key), theirs.get(key))
        for key in sorted(ours.keys() | theirs.keys())
        if key not in ours or key not in theirs or not abs(ours[key] - theirs[key]) <= PRINTED
    ]


SYNTHETIC = {"synth1": 50, "synth2": 45}  # the runs of 2013, and how many of 50 queries they answer
SYNTHETIC_QRELS = GOLDEN / "qrels.web.201-250.ndeval.txt.gz"


@with_collections
@pytest.mark.parametrize("call", CALLS, ids=str)
def long_every_value_printed_of_the_web_track_of_2013_is_ours(call: Call) -> None:
    theirs = {key: value for run in SYNTHETIC for key, value in printed(run, call).items()}
    ours = under_the_convention([GOLDEN / f"{run}.run.gz" for run in SYNTHETIC], SYNTHETIC_QRELS, call)
    if call.name == "c":  # it divides by all queries, and prints those that the run answers
        unanswered = {key for key in ours if key not in theirs}
        assert len(unanswered) == 5 * len(MEASURES)
        assert {ours.pop(key) for key in unanswered} <= {0}
    assert apart(ours, theirs) == []
    assert len(theirs) == sum(queries + 1 for queries in SYNTHETIC.values()) * len(MEASURES)


# alpha-DCG is not divided by default, and is called by another name when it is
BY_DEFAULT = {name: name.replace("alpha_DCG", "alpha_DCG(divisor='best')") for name in sorted(MEASURES)}


def unlike_rank(files: Iterable[Path]) -> set[tuple[str, str]]:
    """The runs and queries whose documents stand in another order by rank than by score, equal ones by doc_id."""
    rankings: dict[tuple[str, str], list[tuple[int, float, str]]] = {}
    for file in files:
        content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        for line in content.decode().splitlines():
            query, _, doc, rank, score, *_ = line.split()
            rankings.setdefault((file.name.removesuffix(".gz").removesuffix(".run"), query), []).append(
                (int(rank), float(score), doc)
            )
    by_score = {key: sorted(rows, key=lambda row: row[1:], reverse=True) for key, rows in rankings.items()}
    return {key for key, rows in by_score.items() if rows != sorted(rows)}


@with_collections
def long_without_the_convention_only_what_it_orders_by_rank_differs() -> None:
    ours = score(WEB / "runs", WEB / "qrels.diversity.txt", BY_DEFAULT)
    assert apart(ours, recorded(RECORDED["ndeval -traditional"])) == []  # by score; nothing is above 1 here
    queries = {key for key in ours if key[1] != MEAN}
    theirs = {key: value for key, value in recorded(RECORDED["ndeval"]).items() if key[1] != MEAN}
    differing = [key for key, *_ in apart({key: ours[key] for key in queries}, theirs)]
    assert {(run, query) for run, query, _ in differing} <= unlike_rank((WEB / "runs").iterdir())
    # none of it crosses a cutoff, or P_IA and StRecall would see it
    assert Counter(name.partition("@")[0] for *_, name in differing) == {
        "AP_IA": 33,
        **dict.fromkeys(("ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG"), 12),
        **dict.fromkeys(("NRBP", "nNRBP"), 5),
    }


@with_collections
def long_without_the_convention_queries_without_an_answer_count() -> None:
    files = [GOLDEN / f"{run}.run.gz" for run in SYNTHETIC]
    assert unlike_rank(files) == set()
    ours = score(files, SYNTHETIC_QRELS, BY_DEFAULT)
    theirs = {key: value for run in SYNTHETIC for key, value in printed(run, CALLS[0]).items()}
    differing = apart(ours, theirs)
    per_query = [(run, value, theirs) for (run, query, _), value, theirs in differing if query != MEAN]
    assert per_query == [("synth2", 0, None)] * (5 * len(MEASURES))
    assert len(differing) - len(per_query) == len(MEASURES)  # the means
    with_all = {key: value for run in SYNTHETIC for key, value in printed(run, CALLS[4]).items() if key[1] == MEAN}
    assert apart({key: value for key, value in ours.items() if key[1] == MEAN}, with_all) == []


def one_query(ranking: list[list[str]], missed: Iterable[list[str]] = ()) -> tuple[pa.Table, pa.Table]:
    """A ranking of documents, each a list of the subtopics that it is relevant to, as tables."""
    ranked = [("q", f"d{rank}", rank, -float(rank)) for rank in range(1, len(ranking) + 1)]
    judged = [
        ("q", f"d{rank}", subtopic, 1)
        for rank, subtopics in enumerate([*ranking, *missed], start=1)
        for subtopic in subtopics
    ]
    return table("query_id doc_id rank score", ranked), table("query_id doc_id subtopic relevance", judged)


def values(
    convention: str | None, measures: Iterable[str], ranking: list[list[str]], missed: Iterable[list[str]] = ()
) -> list[float]:
    """The values of measures of the ranking of one query."""
    asked = [str(evalsql.parse_measure(measure, convention=convention)) for measure in measures]
    rows = evalsql.Evaluation(*one_query(ranking, missed), convention=convention).score(asked).fetchall()
    found = {measure: value for _, _, measure, value in rows}
    return [found[measure] for measure in asked]


@with_collections
def long_at_the_first_rank_ndeval_divides_by_nothing() -> None:
    ranking = [["1", "2"], ["3"]]
    names = ("alpha_DCG(divisor='best')", "ERR_IA")
    usual = values(None, [f"{name}@{k}" for name in names for k in (1, 2)], ranking)
    theirs = values("ndeval", [f"{name.partition('(')[0]}@{k}" for name in names for k in (1, 2)], ranking)
    assert usual[::2] == pytest.approx([2 / 3, 2 / 3], rel=1e-15)
    assert theirs[::2] == [2, 2]
    assert theirs[1::2] == usual[1::2]


UNCAPPED = {
    "alpha_nCG(alpha=1)@2": (4 + 4) / (4 + 2),
    "alpha_nDCG(alpha=1)@2": (4 + 4 / log2(3)) / (4 + 2 / log2(3)),
    "nERR_IA(alpha=1)@2": (4 + 4 / 2) / (4 + 2 / 2),
    "nNRBP(alpha=1)": (4 + 4 / 2) / (4 + 2 / 2 + 2 / 4),
}


@with_collections
def long_ndeval_shows_how_far_a_run_outdoes_the_greedy_ideal() -> None:
    # of three documents that gain 4 greedy takes the highest doc_id, and each other one then gains 2
    ranking, missed = [["1", "2", "3", "4"], ["5", "6", "7", "8"]], [["1", "2", "5", "6"]]
    assert values("ndeval", UNCAPPED, ranking, missed) == pytest.approx(list(UNCAPPED.values()), rel=1e-15)
    assert values(None, UNCAPPED, ranking, missed) == [1] * 4


CLOSE = 1e-9
SETTINGS = [(0.5, 0.5), (0, 0.8), (0.1, 0.95), (0.25, 0.1), (0.3, 0.5), (0.9, 0), (1, 0.3)]  # alpha and beta
PYNDEVAL_CUT = {"ERR-IA": "ERR_IA", "nERR-IA": "nERR_IA", "alpha-DCG": "alpha_DCG", "alpha-nDCG": "alpha_nDCG"}
PYNDEVAL_CUT |= {"P-IA": "P_IA", "strec": "StRecall"}
WHOLE = {"NRBP": "NRBP", "nNRBP": "nNRBP", "MAP-IA": "AP_IA"}
NAMES = {f"{theirs}@{k}": f"{ours}@{k}" for theirs, ours in PYNDEVAL_CUT.items() for k in (1, 2, 5, 10, 20)} | WHOLE

# in bytes 10 < 9 < A1 < B10 < a2 < b9 < z < é < 文, which is no other order's
SUBTOPICS = ("9", "10", "a", "B", "é", "文")
DOCS = tuple(f"{stem}{number}" for stem in ("A", "a", "b", "é", "文") for number in (1, 2, 9, 10, 11))
LEVELS = ((0, 1), (-2, -1, 0, 1, 2, 3), (1,), (0, 0, 0, 0, 1), (-1, 0))
QUERIES = 60
Run = list[tuple[str, str, float]]  # query_id, doc_id, score
Qrels = list[tuple[str, str, str, int]]  # query_id, subtopic, doc_id, relevance
OfPyndeval = dict[tuple[str, str], float]  # by query_id and pyndeval's name for a measure


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


def scored(run: Run, qrels: Qrels, alpha: float, beta: float, by_rank: bool = False) -> OfPyndeval:
    """Our values, under the convention; by pyndeval's ranks or by the scores."""
    texts = {theirs: text(ours, {"alpha": alpha, "beta": beta}) for theirs, ours in NAMES.items()}
    runs = table("query_id doc_id score", run)
    if by_rank:
        runs = table("query_id doc_id rank score", [(*row, 0.0) for row in in_its_order(run)])
    judged = table("query_id subtopic doc_id relevance", qrels)
    evaluated = evalsql.Evaluation(runs, judged, convention="ndeval" if by_rank else "ndeval-traditional")
    named = dict(zip(evaluated.leaderboard(list(texts.values())).columns[1:], texts, strict=True))
    rows = evaluated.score(list(texts.values())).fetchall()
    return {(query, named[measure]): value for _, query, measure, value in rows}


def said(run: Run, qrels: Qrels, alpha: float, beta: float) -> OfPyndeval:
    """What pyndeval says."""
    pyndeval = pytest.importorskip("pyndeval")
    found = pyndeval.ndeval(qrels, run, list(NAMES), alpha=alpha, beta=beta)
    return {(query, name): value for query, row in found.items() for name, value in row.items()}


def unlike(ours: OfPyndeval, theirs: OfPyndeval) -> dict[tuple[str, str], tuple[float, float]]:
    """Our value and its own where they differ."""
    assert ours.keys() == theirs.keys()
    return {key: (ours[key], theirs[key]) for key in ours if not abs(ours[key] - theirs[key]) <= CLOSE}


def barren(qrels: Qrels) -> set[str]:
    """The queries without a relevant document."""
    return {query for query, *_ in qrels} - {query for query, *_, relevance in qrels if relevance > 0}


@pytest.mark.parametrize(("alpha", "beta", "ties"), [(*of, number % 2 == 0) for number, of in enumerate(SETTINGS)])
def long_every_value_is_pyndevals_but_nnrbp_where_nothing_is_relevant(alpha: float, beta: float, ties: bool) -> None:
    run, qrels = made(1000 + SETTINGS.index((alpha, beta)), ties)
    theirs = said(run, qrels, alpha, beta)
    nothing = barren(qrels) & {query for query, _ in theirs}
    assert len(nothing) > 3
    differing = unlike(scored(run, qrels, alpha, beta, by_rank=ties), theirs)
    assert differing.keys() == {(query, "nNRBP") for query in nothing}
    assert all(ours == 0 and isnan(its) for ours, its in differing.values())
    # queries that are not answered are in neither
    assert {query for query, _ in theirs} == {query for query, *_ in run}
    assert len(theirs) > 30 * len(NAMES)


def long_among_equal_scores_it_takes_the_lowest_doc_id_first() -> None:
    run, qrels = made(1, ties=True)
    found = unlike(scored(run, qrels, 0.5, 0.5), said(run, qrels, 0.5, 0.5))
    differing = {query for query, name in found if name != "nNRBP"}
    times = Counter((query, score) for query, _, score in run)
    assert differing <= {query for (query, _), count in times.items() if count > 1}
    assert len(differing) > 10


def long_it_also_shows_how_far_a_run_outdoes_the_greedy_ideal() -> None:
    # of three documents that gain 4 greedy takes the highest doc_id, and each other one then gains 2
    has = {"d1": "1234", "d2": "5678", "d3": "1256"}
    qrels = [("q", subtopic, doc, 1) for doc, subtopics in has.items() for subtopic in subtopics]
    run = [("q", "d1", 2.0), ("q", "d2", 1.0)]
    theirs = said(run, qrels, 1, 0.5)
    assert unlike(scored(run, qrels, 1, 0.5), theirs) == {}
    above = {f"{name}@{k}" for name in ("alpha-nDCG", "nERR-IA") for k in (2, 5, 10, 20)} | {"nNRBP"}
    assert {name for (_, name), value in theirs.items() if value > 1} == above | {"alpha-DCG@1", "ERR-IA@1"}


def test_at_the_first_rank_it_divides_by_nothing() -> None:
    run, qrels = [("q", "d", 1.0)], [("q", subtopic, "d", 1) for subtopic in "abc"]
    theirs = said(run, qrels, 0.5, 0.5)
    assert [theirs["q", name] for name in ("ERR-IA@1", "alpha-DCG@1", "ERR-IA@2")] == [3, 3, pytest.approx(0.8)]
    assert unlike(scored(run, qrels, 0.5, 0.5), theirs) == {}
