"""Live agreement with pytrec_eval and ir_measures, on small collections that hypothesis makes up."""

import math
import re
from collections.abc import Iterator

import pyarrow as pa
import pytest

import evalsql
from evalsql.catalog.measure import make_measure

hypothesis = pytest.importorskip("hypothesis")
from hypothesis import Phase, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

CLOSE = 1e-9
COMPARED = {"AP", "P", "R", "Rprec", "RR", "nDCG", "Bpref", "NumRet", "NumRel", "NumRelRet", "IPrec", "infAP"}
COMPARED |= {"SetAP", "SetF", "NumQ"}
OF_TREC_EVAL = {"GMAP", "GMBpref", "Rprec_mult", "Utility", "IPrec_avg", "binG", "G", "nDCG_rel", "RnDCG", "RelativeP"}
OF_TREC_EVAL |= {"Success", "NumNonrelRet"}
OF_VERSION_9 = {"rounding": "up"}
# what has no default, as one finds it in trec_eval
GIVEN = {"recall": (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0), "multiple": (0.2, 0.6, 1.0, 1.4, 2.0)}
CUTOFFS = (1, 3, 20)
QUERIES = ("1", "2", "10", "q-é")
# in bytes A1 < B10 < B9 < a2 < b1 < b10 < b9 < z < é < 文, which is no other order's
DOCS = ("A1", "a2", "b1", "b9", "b10", "B9", "B10", "z", "é", "文")

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]
Collection = tuple[Qrels, dict[str, Run]]
Ours = dict[tuple[str, str, str], float]


@st.composite
def collections(draw: st.DrawFn, ties: bool) -> Collection:
    """Judgments from -2 to 3, and two runs; each answers a judged query, and perhaps one without judgments."""
    grades = st.dictionaries(st.sampled_from(DOCS), st.integers(-2, 3), min_size=1)
    # pytrec_eval crashes where all judgments of a query are negative
    grades = grades.filter(lambda docs: max(docs.values()) >= 0)
    qrels = draw(st.dictionaries(st.sampled_from(QUERIES), grades, min_size=1))
    runs = {}
    for name in ("one", "two"):
        answered = draw(st.sets(st.sampled_from(QUERIES))) | {draw(st.sampled_from(sorted(qrels)))}
        runs[name] = {query: draw(rankings(ties)) for query in sorted(answered)}
    return qrels, runs


@st.composite
def rankings(draw: st.DrawFn, ties: bool) -> dict[str, float]:
    """Scores by document. All are multiples of 1/8, which single precision holds exactly: pytrec_eval compares that."""
    docs = draw(st.lists(st.sampled_from(DOCS), min_size=1, unique=True))
    eighths = st.integers(-4, 4) if ties else st.integers(-400, 400)
    scores = draw(st.lists(eighths, min_size=len(docs), max_size=len(docs), unique=not ties))
    return {doc: score / 8 for doc, score in zip(docs, scores, strict=True)}


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


def score(collection: Collection, measures: list[evalsql.Measure]) -> Ours:
    """Our scores by run, query and measure."""
    qrels, runs = collection
    judged = [(query, doc, relevance) for query, docs in qrels.items() for doc, relevance in docs.items()]
    retrieved = [(r, q, d, s) for r, run in runs.items() for q, docs in run.items() for d, s in docs.items()]
    tables = (
        pa.table(dict(zip(("run", "query_id", "doc_id", "score"), zip(*retrieved, strict=True), strict=True))),
        pa.table(dict(zip(("query_id", "doc_id", "relevance"), zip(*judged, strict=True), strict=True))),
    )
    rows = evalsql.Evaluation(*tables).score(measures).fetchall()
    return {(run, query, metric): value for run, query, metric, value in rows}


def in_trec_eval(measure: evalsql.Measure) -> tuple[str | None, int]:
    """What trec_eval calls a measure, and the level of relevance, which it takes apart from the name (-l)."""
    rel = measure.metric.parameters.get("rel")
    plain = measure.values | ({"rel": float(rel.default)} if rel else {})
    return evalsql.Measure(measure.metric, plain).name_in("trec_eval"), int(measure.values.get("rel", 1)) or 1


def version_9(measure: evalsql.Measure) -> evalsql.Measure:
    """A measure as version 9 of trec_eval has it, which pytrec_eval wraps."""
    decided = {name: value for name, value in OF_VERSION_9.items() if name in measure.values}
    return evalsql.Measure(measure.metric, {**measure.values, **decided})


def plain(name: str, value: float) -> float:
    """A value of pytrec_eval, which gives the logarithm of what a geometric mean is made of, .00001 for less."""
    if name not in ("gm_map", "gm_bpref"):
        return value
    return math.exp(value) if value > math.log(1.00001e-5) else 0


def agree(ours: Ours, theirs: Ours) -> None:
    """Fails where a value of a peer is not ours."""
    assert theirs
    assert {key: ours[key] for key in theirs} == pytest.approx(theirs, abs=CLOSE, rel=0)


# the same ones every time; an example that fails is small enough without being shrunk, which would take minutes
def some(count: int) -> settings:
    return settings(max_examples=count, deadline=None, derandomize=True, database=None, phases=[Phase.generate])


@pytest.mark.quick(count=4)
@pytest.mark.parametrize("count", [4, 20])
def test_pytrec_eval_agrees(count: int) -> None:
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

    @some(count)
    @given(collections(ties=True))
    def test(collection: Collection) -> None:
        qrels, runs = collection
        theirs = {}
        for level in (1, 2):
            names = {name: str(measure) for measure, name, wanted in known if wanted == level}
            for run, rankings in runs.items():
                found = pytrec_eval.RelevanceEvaluator(qrels, set(names), relevance_level=level).evaluate(rankings)
                assert found.keys() == qrels.keys() & rankings.keys()
                theirs |= {(run, query, names[n]): plain(n, v) for query, row in found.items() for n, v in row.items()}
        agree(score(collection, [measure for measure, *_ in known]), theirs)

    test()


def ir_measures_knows(name: str) -> bool:
    """Whether ir_measures has anything installed that computes a measure."""
    import ir_measures

    try:
        ir_measures.evaluator([ir_measures.parse_measure(name)], {"q": {"d": 1}})
    except ValueError:
        return False
    return True


@pytest.mark.quick(count=4)
@pytest.mark.parametrize("count", [4, 20])
@pytest.mark.parametrize("ties", [True, False])
def test_ir_measures_agrees(ties: bool, count: int) -> None:
    ir_measures = pytest.importorskip("ir_measures")
    # those by subtopic are compared in test_pyndeval
    plain = [measure for measure in variants() if not measure.metric.by_subtopic]
    known = [(version_9(m), name) for m in plain if (name := m.name_in("ir_measures")) and ir_measures_knows(name)]
    # gdeval takes numbers for queries, Accuracy stops where all is relevant, and Compat ends with the ranking: those
    # are compared in test_cwl_eval
    known = [(m, name) for m, name in known if m.metric.name not in ("ERR", "Accuracy", "Compat")]
    if ties:
        # among equal scores it takes the lowest doc_id first for Judged and RR@k, and the order of the file for RBP
        known = [
            (m, name)
            for m, name in known
            if m.metric.name not in ("Judged", "RBP") and not (m.metric.name == "RR" and "@" in name)
        ]
    assert {measure.metric.name for measure, _ in known} >= {
        *(
            "AP",
            "P",
            "R",
            "Rprec",
            "RR",
            "nDCG",
            "Bpref",
            "NumRet",
            "NumRel",
            "NumRelRet",
            *(() if ties else ("Judged",)),
        )
    }
    peers = {ir_measures.parse_measure(name): str(measure) for measure, name in known}

    @some(count)
    @given(collections(ties=ties))
    def test(collection: Collection) -> None:
        qrels, runs = collection
        theirs = {}
        for run, rankings in runs.items():
            for query, peer, value in ir_measures.iter_calc(list(peers), qrels, rankings):
                # counts of judgments it leaves out where there is no answer
                if query in rankings or not peers[peer].startswith("Num"):
                    theirs[run, query, peers[peer]] = value
        agree(score(collection, [measure for measure, _ in known]), theirs)

    test()
