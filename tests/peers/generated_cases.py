"""Generated cases, and whether pytrec_eval, ir_measures and pyndeval say of them what evalsql does.

A case is what one query has: judgments and a ranking of 0 to 2,000 documents. Hypothesis draws what is odd about it,
and chance fills it in, so that a long ranking costs little. Many cases are the queries of one evaluation.

What a peer is known to answer otherwise is a reason below, which says of which cases and measures it is true; every
other difference fails. A query whose judgments are all below 0 is not generated: pytrec_eval aborts on it.
"""

import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import isnan

import pyarrow as pa
import pytest

import evalsql
from evalsql.catalog.measure import Measure, make_measure
from evalsql.compat import pytrec_eval as named_by_trec_eval

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import HealthCheck, Phase, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

CLOSE = 1e-9
COMPARED = {"AP", "P", "R", "Rprec", "RR", "nDCG", "Bpref", "NumRet", "NumRel", "NumRelRet", "IPrec", "infAP"}
COMPARED |= {"SetAP", "SetF", "NumQ"}
OF_TREC_EVAL = {"GMAP", "GMBpref", "Rprec_mult", "Utility", "IPrec_avg", "binG", "G", "nDCG_rel", "RnDCG", "RelativeP"}
OF_TREC_EVAL |= {"Success", "NumNonrelRet"}
# what has no default, as one finds it in trec_eval
GIVEN = {"recall": (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0), "multiple": (0.2, 0.6, 1.0, 1.4, 2.0)}
CUTOFFS = (1, 3, 20)
# in bytes 10 < 9 < A < B < a < b < é < ß < 文 < 🙂, which is no other order's
STEMS = ("10", "9", "A", "B", "a", "b", "é", "ß", "文", "🙂")
LEVELS = ((0, 1), (0, 0, 0, 1, 2, 3), (-2, -1, 0, 1, 2), (1,), (0,), (3, 4), (-1, 0))
FRACTIONS = ((0, 0.5, 1, 1.5), (0.25, 2.75), (-0.5, 0, 1.9))
SPREADS = (1, 3, 20, 0)  # so many different scores and one more; 0: all are different
Values = dict[tuple[str, str], float]  # by query and measure


@dataclass(frozen=True)
class Case:
    """Judgments of a query and a ranking: relevance by document, and by subtopic too, and scores by document."""

    qrels: Mapping[str, float]
    run: Mapping[str, float]

    @property
    def tied(self) -> bool:
        """Whether two documents have the same score."""
        return len(set(self.run.values())) < len(self.run)

    def retrieved(self, judged_only: bool) -> list[str]:
        """The documents that are ranked."""
        return [doc for doc in self.run if not judged_only or self.qrels.get(doc, -1) >= 0]

    def relevant(self, level: float) -> int:
        """How many documents are relevant."""
        return sum(relevance >= level for relevance in self.qrels.values())


@st.composite
def cases(draw: st.DrawFn, fractional: bool = False) -> Case:
    """A case, of which hypothesis draws the sizes, the levels of relevance, how many scores there are, and a seed."""
    dice = random.Random(draw(st.integers(0, 2**32)))
    retrieved = draw(st.sampled_from((0, 1, 1, 2, 5, 5, 12, 12, 30, 30)) | st.integers(0, 60))
    if draw(st.integers(0, 99)) == 0:
        retrieved = draw(st.sampled_from((999, 1000, 1001, 2000)))
    levels = draw(st.sampled_from(FRACTIONS if fractional else LEVELS))
    spread = draw(st.sampled_from(SPREADS))
    docs = [f"{stem}{number}" for number in range(max(retrieved, 12) // 8 + 2) for stem in STEMS]
    found = dice.sample(docs, retrieved)
    judged = dice.sample(docs, min(len(docs), draw(st.integers(1, 30))))
    qrels = {doc: dice.choice(levels) for doc in judged}
    if max(qrels.values()) < 0:
        qrels[judged[0]] = 0
    scores = {doc: dice.randint(0, spread) / 8 for doc in found} if spread else {}
    if not spread:  # some are as near as single precision cannot tell apart
        scores = {doc: 1 + place * dice.choice((1e-9, 1e-3)) for place, doc in enumerate(found, start=1)}
    return Case(qrels, scores)


@cache
def generated(count: int, fractional: bool = False) -> dict[str, Case]:
    """So many cases by the name of a query, the same ones every time."""
    found: list[Case] = []

    @settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases(fractional))
    def gather(case: Case) -> None:
        found.append(case)

    gather()
    return {f"q{number}-é": case for number, case in enumerate(islice(found, count))}


def parts(found: Mapping[str, Case], count: int) -> list[dict[str, Case]]:
    """Cases in so many parts, each of all kinds."""
    return [dict(islice(found.items(), start, None, count)) for start in range(count)]


def table(columns: str, rows: Sequence[tuple]) -> pa.Table:
    """Rows under the names of columns."""
    return pa.table(dict(zip(columns.split(), zip(*rows, strict=True), strict=True)))


def score(found: Mapping[str, Case], measures: Mapping[str, Measure], **options: object) -> Values:
    """Our values, by the peer's names of the measures. One query more makes sure that some query is answered."""
    judged = [(query, doc, float(value)) for query, case in found.items() for doc, value in case.qrels.items()]
    run = [(query, doc, float(value)) for query, case in found.items() for doc, value in case.run.items()]
    evaluation = evalsql.Evaluation(
        table("query_id doc_id score", [*run, ("other", "d", 1.0)]),
        table("query_id doc_id relevance", [*judged, ("other", "d", 1.0)]),
        measures=list(measures.values()),
        population="qrels",
        keep=False,
        **options,
    )
    rows = evaluation.connection.execute("select query_id, metric, value from evalsql_scores").fetchall()
    values = {(query, metric): value for query, metric, value in rows}
    return {(query, name): values[query, str(each)] for name, each in measures.items() for query in found}


Reasons = Mapping[str, Callable[[Case, str, float], bool]]


def unexplained(found: Mapping[str, Case], ours: Values, theirs: Values, reasons: Reasons) -> list[tuple]:
    """The first values that differ for no reason of a list. A reason may be true of values that do not differ."""
    differing = []
    counts: Counter[str] = Counter()
    for (query, name), value in theirs.items():
        mine = ours[query, name]
        if mine is None or not abs(mine - value) <= CLOSE:
            why = next((text for text, holds in reasons.items() if holds(found[query], name, value)), None)
            counts[why or ""] += 1
            if why is None:
                differing.append((query, name, mine, value, found[query]))
    assert counts.total() < len(theirs) / 10, counts
    return differing[:3]


def variants() -> Iterator[evalsql.Measure]:
    """Every metric: whole and cut, for relevance from 1 and, where it asks, from 2."""
    for metric in evalsql.metrics().values():
        cuts = [{metric.cutoff: k} for k in CUTOFFS] if metric.cutoff else []
        if all(not parameter.required for parameter in metric.parameters.values()):
            cuts.append({})
        required = [name for name, p in metric.parameters.items() if p.required and not p.cutoff]
        if required and (len(required) > 1 or required[0] not in GIVEN):
            continue  # no peer has such a one
        if required:
            cuts = [{required[0]: value} for value in GIVEN[required[0]]]
        for cut in cuts:
            for rel in ({}, {"rel": 2}) if "rel" in metric.parameters else ({},):
                yield make_measure(metric.name, metric, {**cut, **rel})


def in_trec_eval(measure: evalsql.Measure) -> tuple[str | None, int]:
    """What trec_eval calls a measure, and the level of relevance, which it takes apart from the name (-l)."""
    rel = measure.metric.parameters.get("rel")
    plain = measure.values | ({"rel": float(rel.default)} if rel else {})
    return evalsql.Measure(measure.metric, plain).name_in("trec_eval"), int(measure.values.get("rel", 1)) or 1


def version_9(measure: evalsql.Measure) -> evalsql.Measure:
    """A measure as version 9 of trec_eval has it, which pytrec_eval wraps."""
    decided = {name: value for name, value in {"rounding": "up"}.items() if name in measure.values}
    return evalsql.Measure(measure.metric, {**measure.values, **decided})


def plain(name: str, value: float) -> float:
    """A value of pytrec_eval, which gives the logarithm of what a geometric mean is made of, .00001 for less."""
    if name not in ("gm_map", "gm_bpref"):
        return value
    return math.exp(value) if value > math.log(1.00001e-5) else 0


def ir_measures_knows(name: str) -> bool:
    """Whether ir_measures has anything installed that computes a measure."""
    import ir_measures

    try:
        ir_measures.evaluator([ir_measures.parse_measure(name)], {"q": {"d": 1}})
    except ValueError:
        return False
    return True


def plain_cases(count: int, tied: bool) -> dict[str, Case]:
    """So many cases that every peer can read: with some answer, and scores that single precision tells apart."""
    answered = {query: case for query, case in generated(count).items() if case.run}
    near = {query for query, case in answered.items() if any(score * 8 % 1 for score in case.run.values())}
    return {query: case for query, case in answered.items() if query not in near and (tied or not case.tied)}


def assert_every_setting_agrees_with_pytrec_eval(count: int) -> None:
    """Fails where a measure of trec_eval, whole and cut, for relevance from 1 and from 2, is another in pytrec_eval."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    # it wraps version 9, which has no RBP
    known = [(m, *in_trec_eval(m)) for m in variants()]
    known = [
        (version_9(measure), name, level)
        for measure, name, level in known
        if name and re.sub(r"_[0-9.]+$", "", name) in pytrec_eval.supported_measures
    ]
    assert {measure.metric.name for measure, *_ in known} >= COMPARED | OF_TREC_EVAL
    assert {re.sub(r"_[0-9.]+$", "", name) for _, name, _ in known} == (
        pytrec_eval.supported_measures - {"relstring", "runid"}
    )
    found = plain_cases(count, tied=True)
    qrels = {query: dict(case.qrels) for query, case in found.items()}
    runs = {query: dict(case.run) for query, case in found.items()}
    ours = score(found, {str(measure): measure for measure, *_ in known})
    theirs = {}
    for level in (1, 2):
        names = {name: str(measure) for measure, name, wanted in known if wanted == level}
        said = pytrec_eval.RelevanceEvaluator(qrels, set(names), relevance_level=level).evaluate(runs)
        theirs |= {(query, names[n]): plain(n, v) for query, row in said.items() for n, v in row.items()}
    assert len(theirs) == len(found) * len(known)
    assert unexplained(found, ours, theirs, {}) == []


def assert_every_setting_agrees_with_ir_measures(count: int) -> None:
    """Fails where a measure that ir_measures can compute is another there."""
    ir_measures = pytest.importorskip("ir_measures")
    # those by subtopic are compared in test_pyndeval
    plain = [measure for measure in variants() if not measure.metric.by_subtopic]
    known = [(version_9(m), name) for m in plain if (name := m.name_in("ir_measures")) and ir_measures_knows(name)]
    # gdeval takes numbers for queries, Accuracy stops where all is relevant, and Compat ends with the ranking: those
    # are compared in test_cwl_eval
    known = [(m, name) for m, name in known if m.metric.name not in ("ERR", "Accuracy", "Compat")]
    assert {measure.metric.name for measure, _ in known} >= {
        *("AP", "P", "R", "Rprec", "RR", "nDCG", "Bpref", "NumRet", "NumRel", "NumRelRet", "Judged")
    }
    # among equal scores it takes the lowest doc_id first for Judged and RR@k, and the order of the file for RBP
    found = plain_cases(count, tied=False)
    peers = {ir_measures.parse_measure(name): str(measure) for measure, name in known}
    qrels = {query: dict(case.qrels) for query, case in found.items()}
    runs = {query: dict(sorted(case.run.items(), key=lambda row: -row[1])) for query, case in found.items()}
    rows = ir_measures.iter_calc(list(peers), qrels, runs)
    theirs = {(row.query_id, peers[row.measure]): row.value for row in rows}
    ours = score(found, {str(measure): measure for measure, _ in known})
    assert len(theirs) == len(found) * len(peers)
    assert unexplained(found, ours, theirs, {}) == []


def of_pytrec_eval(level: int, judged_only: bool) -> Reasons:
    """Where pytrec_eval says something else."""
    return {
        "it divides by the number of documents retrieved, which is 0": lambda case, name, value: (
            name.startswith(("11pt_avg", "iprec_at_recall")) and isnan(value) and not case.retrieved(judged_only)
        ),
    }


def assert_pytrec_eval_agrees(count: int) -> None:
    """Fails where it says something else of so many cases for no known reason."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    cut = ("P", "recall", "ndcg_cut", "map_cut", "relative_P", "success")
    names = {f"{name}.3,20" if name in cut else name for name in pytrec_eval.supported_measures}
    odd = {*pytrec_eval.supported_measures, "P_4", "ndcg_cut.7,8", "success_2", "Rprec_mult_0.5", "set_F_2.0"}
    settings_of = [(level, judged_only) for level in (1, 2) for judged_only in (False, True)]
    compared = 0
    for part, (level, judged_only) in zip(parts(generated(count), 4), settings_of, strict=True):
        qrels = {query: dict(case.qrels) for query, case in part.items()}
        runs = {query: dict(case.run) for query, case in part.items()}
        given: dict = {"relevance_level": level, "judged_docs_only_flag": judged_only}
        asked = odd if level == 2 and judged_only else names
        found = pytrec_eval.RelevanceEvaluator(qrels, asked, **given).evaluate(runs)
        here = named_by_trec_eval.RelevanceEvaluator(qrels, asked, **given).evaluate(runs)
        assert found.keys() == here.keys() == part.keys()
        theirs = {(query, name): value for query, row in found.items() for name, value in row.items()}
        ours = {(query, name): value for query, row in here.items() for name, value in row.items()}
        assert ours.keys() == theirs.keys()
        assert unexplained(part, ours, theirs, of_pytrec_eval(level, judged_only)) == []
        compared += len(theirs)
    assert compared > 55 * count


PLAIN = """nDCG nDCG@10 AP AP@100 AP(rel=2) P@5 P(rel=2)@10 R@100 RR RR(rel=2) Rprec Bpref Success@5 NumRet NumRel
    SetP infAP SetAP IPrec@0.1 nDCG(judged_only=True)@10 AP(judged_only=True) P(judged_only=True)@5 RR@10 Judged@10"""
AMONG_TIES = ("RR@", "Judged@")
OF_IR_MEASURES: Reasons = {
    "NumRet is counted of judged documents where a set of Python has a judged_only measure first, which is by chance": (
        lambda case, name, value: name == "NumRet" and value == len(case.retrieved(judged_only=True))
    ),
    "among equal scores RR@k and Judged@k take the lowest doc_id first": (
        lambda case, name, value: case.tied and name.startswith(AMONG_TIES)
    ),
    "RR@k and Judged@k compare scores as doubles, where all else compares float32": (
        lambda case, name, value: (
            len({pa.scalar(each, pa.float32()).as_py() for each in case.run.values()}) < len(case.run)
            and name.startswith(AMONG_TIES)
        )
    ),
}


def assert_ir_measures_agrees(count: int) -> None:
    """Fails where it says something else of so many cases for no known reason."""
    ir_measures = pytest.importorskip("ir_measures")
    peers = [ir_measures.parse_measure(text) for text in PLAIN.split()]
    measures = {str(each): evalsql.parse_measure(str(each), convention="ir_measures") for each in peers}
    found = generated(count)
    qrels = {query: dict(case.qrels) for query, case in found.items()}
    runs = {query: dict(case.run) for query, case in found.items() if case.run}
    rows = ir_measures.iter_calc(peers, qrels, runs)
    # of a query without an answer it has defaults, which are 0 for counts of judgments too
    theirs = {(row.query_id, str(row.measure)): row.value for row in rows if row.query_id in runs}
    ours = score(found, measures, convention="ir_measures")
    assert len(theirs) == len(runs) * len(peers)
    assert unexplained(found, ours, theirs, OF_IR_MEASURES) == []


def assert_ir_measures_of_fractional_relevance_agrees(count: int) -> None:
    """Fails where it says something else of so many cases for no known reason."""
    # what wraps trec_eval takes whole numbers alone
    ir_measures = pytest.importorskip("ir_measures")
    peers = [ir_measures.parse_measure(text) for text in ("RR@10", "RR(rel=2)@5", "Judged@10")]
    measures = {str(each): evalsql.parse_measure(str(each)) for each in peers}
    found = {query: case for query, case in generated(count, fractional=True).items() if case.run and not case.tied}
    qrels = {query: dict(case.qrels) for query, case in found.items()}
    runs = {query: dict(sorted(case.run.items(), key=lambda row: -row[1])) for query, case in found.items()}
    theirs = {(row.query_id, str(row.measure)): row.value for row in ir_measures.iter_calc(peers, qrels, runs)}
    assert len(theirs) == len(found) * len(peers)
    assert unexplained(found, score(found, measures), theirs, {}) == []


SUBTOPICS = ("9", "10", "a", "é")
DIVERSE = {
    **{f"alpha-nDCG@{k}": f"alpha_nDCG@{k}" for k in (1, 5, 20)},
    **{f"ERR-IA@{k}": f"ERR_IA@{k}" for k in (1, 5, 20)},
    **{f"nERR-IA@{k}": f"nERR_IA@{k}" for k in (5, 20)},
    **{f"P-IA@{k}": f"P_IA@{k}" for k in (5, 20)},
    **{f"strec@{k}": f"StRecall@{k}" for k in (5, 20)},
    **{"NRBP": "NRBP", "nNRBP": "nNRBP", "MAP-IA": "AP_IA"},
}


def divided(query: str, case: Case) -> list[tuple[str, str, str, int]]:
    """The judgments of a case by subtopic, in which a document has each with some probability."""
    dice = random.Random(query)
    first = [(query, SUBTOPICS[0], next(iter(case.qrels)), 0)]
    rows = [
        (query, subtopic, doc, int(value))
        for doc, value in case.qrels.items()
        for subtopic in SUBTOPICS
        if dice.random() < 0.4
    ]
    return list({row[:3]: row for row in [*first, *rows]}.values())


OF_PYNDEVAL: Reasons = {
    "nNRBP is not a number where nothing is relevant": lambda case, name, value: name == "nNRBP" and isnan(value),
}


def assert_pyndeval_agrees(count: int) -> None:
    """Fails where it says something else of so many cases for no known reason."""
    pyndeval = pytest.importorskip("pyndeval")
    found = {query: case for query, case in generated(count).items() if case.run}
    qrels = [row for query, case in found.items() for row in divided(query, case)]
    run = [(query, doc, value) for query, case in found.items() for doc, value in case.run.items()]
    said = pyndeval.ndeval(qrels, run, list(DIVERSE))
    theirs = {(query, name): value for query, row in said.items() for name, value in row.items()}
    # it orders by score, and then has the lowest doc_id first: ranks say the same to the convention
    ranked: list[tuple[str, str, int, float]] = []
    ranks: Counter[str] = Counter()
    for query, doc, _ in sorted(run, key=lambda row: (row[0], -row[2], row[1])):
        ranks[query] += 1
        ranked.append((query, doc, ranks[query], 0.0))
    evaluation = evalsql.Evaluation(
        table("query_id doc_id rank score", ranked),
        table("query_id subtopic doc_id relevance", qrels),
        measures=list(DIVERSE.values()),
        convention="ndeval",
        keep=False,
    )
    texts = {name: str(evalsql.parse_measure(text, convention="ndeval")) for name, text in DIVERSE.items()}
    rows = evaluation.connection.execute("select query_id, metric, value from evalsql_scores").fetchall()
    values = {(query, metric): value for query, metric, value in rows}
    ours = {(query, name): values[query, texts[name]] for query, name in theirs}
    assert len(theirs) == len(found) * len(DIVERSE)
    assert unexplained(found, ours, theirs, OF_PYNDEVAL) == []
