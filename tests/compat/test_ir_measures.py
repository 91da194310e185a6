"""ir_measures computes by evalsql where it is asked to: its own functions, unchanged, give the same values."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from places import COLLECTIONS

ir_measures = pytest.importorskip("ir_measures")

from evalsql.compat import ir_measures as compat  # noqa: E402

CLOSE = 1e-9
TEXTS = ("nDCG@10", "nDCG", "AP", "AP(rel=2)", "P@5", "R@10", "RR", "Rprec", "Bpref", "Success@5", "NumRet", "NumRel")
TEXTS += ("P(judged_only=True)@5", "nDCG(judged_only=True)@10", "SetP", "infAP")
MEASURES = [ir_measures.parse_measure(text) for text in TEXTS]


@pytest.fixture
def registered() -> Iterator[None]:
    """The provider before all others, for a test."""
    compat.register()
    yield
    compat.unregister()


def made(seed: int) -> tuple[list, list]:
    """Judgments and a run of ten queries, one of which the run does not answer, and one of which is not judged."""
    dice = random.Random(seed)
    judged = [(query, doc) for query in range(9) for doc in (0, *dice.sample(range(30), 15)) if doc or query]
    grades = {each: dice.choice((-1, 0, 1, 2)) if each[1] else 1 for each in judged}
    qrels = [ir_measures.Qrel(f"q{query}", f"d{doc}", grade) for (query, doc), grade in grades.items()]
    ranked = [(query, doc) for query in range(1, 10) for doc in dice.sample(range(30), 20)]
    return qrels, [ir_measures.ScoredDoc(f"q{query}", f"d{doc}", dice.randint(0, 6) / 3) for query, doc in ranked]


def values(module: Any, qrels: Any, run: Any, measures: list = MEASURES) -> dict[tuple[str, str], float]:
    """What iter_calc of a provider, or of ir_measures itself, gives."""
    found = module.iter_calc(measures, qrels, run)
    return {(each.query_id, str(each.measure)): each.value for each in found}


@pytest.mark.usefixtures("registered")
def long_its_functions_ask_evalsql_and_give_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    qrels, run = made(1)
    theirs = values(ir_measures.pytrec_eval, qrels, run)
    means = ir_measures.pytrec_eval.calc_aggregate(MEASURES, qrels, run)
    # nobody else can answer
    monkeypatch.setattr(ir_measures.pytrec_eval, "supports", lambda measure: False)
    assert values(ir_measures, qrels, run) == pytest.approx(theirs, abs=CLOSE, rel=0)
    assert len(theirs) == 9 * len(MEASURES)
    assert ir_measures.calc_aggregate(MEASURES, qrels, run) == pytest.approx(means, abs=CLOSE, rel=0)
    found = ir_measures.calc(MEASURES, qrels, run)
    assert found.aggregated == pytest.approx(means, abs=CLOSE, rel=0)
    assert len(found.per_query) == len(theirs)
    evaluator = ir_measures.evaluator(MEASURES, qrels)
    assert [evaluator.calc_aggregate(run)[MEASURES[0]] for _ in range(2)] == pytest.approx([means[MEASURES[0]]] * 2)


def long_judgments_and_runs_come_in_all_its_forms() -> None:
    pd = pytest.importorskip("pandas")
    qrels, run = made(2)
    expected = values(compat.EvalsqlProvider(), qrels, run)
    converters = ir_measures.util.QrelsConverter(qrels), ir_measures.util.RunConverter(run)
    for judged, retrieved in (
        [each.as_dict_of_dict() for each in converters],
        (pd.DataFrame(qrels), pd.DataFrame(run)),
        (iter(qrels), iter(run)),
    ):
        assert values(compat.EvalsqlProvider(), judged, retrieved) == expected


@pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")
def long_a_recorded_run_has_the_same_values() -> None:
    folder = COLLECTIONS / "dl19_passage"
    qrels = list(ir_measures.read_trec_qrels(str(folder / "qrels.txt")))
    run = list(ir_measures.read_trec_run(str(sorted((folder / "runs").iterdir())[0])))
    theirs = values(ir_measures.pytrec_eval, qrels, run)
    assert values(compat.EvalsqlProvider(), qrels, run) == pytest.approx(theirs, abs=CLOSE, rel=0)


def test_judgments_by_subtopic() -> None:
    pytest.importorskip("pyndeval")
    dice = random.Random(3)
    qrels = [
        ir_measures.Qrel(f"q{query}", f"d{doc}", dice.randint(0, 1), str(subtopic))
        for query in range(5)
        for doc in range(12)
        for subtopic in (1, 2, 3)
    ]
    run = [ir_measures.ScoredDoc(f"q{q}", f"d{doc}", -float(doc * 7 % 19)) for q in range(5) for doc in range(15)]
    measures = [ir_measures.alpha_nDCG @ 10, ir_measures.ERR_IA @ 10, ir_measures.StRecall @ 5]
    theirs = values(ir_measures.pyndeval, qrels, run, measures)
    assert values(compat.EvalsqlProvider(), qrels, run, measures) == pytest.approx(theirs, abs=CLOSE, rel=0)


def test_a_query_without_an_answer_has_ir_measures_default_and_one_without_a_relevant_document_no_accuracy() -> None:
    found = values(compat.EvalsqlProvider(), {"q": {"d": 1}, "r": {"d": 1}}, {"q": {"d": 1.0}}, [ir_measures.AP])
    assert found == {("q", "AP"): 1, ("r", "AP"): 0}
    assert values(compat.EvalsqlProvider(), {"q": {"d": 1}}, {}, [ir_measures.AP]) == {("q", "AP"): 0}
    qrels, run = {"q": {"d": 1}, "r": {"d": 1}, "s": {"d": 1}}, {"q": {"x": 2.0, "d": 1.0, "y": 0.5}, "r": {"x": 1.0}}
    for provider in (ir_measures.accuracy, compat.EvalsqlProvider()):
        assert values(provider, qrels, run, [ir_measures.Accuracy]) == {("q", "Accuracy"): 0.5}


def test_users_without_a_last_rank_look_at_as_many_as_cwl_eval_does() -> None:
    measures = [ir_measures.INST(max_rel=1), ir_measures.INSQ(T=2, max_rel=1), ir_measures.NERR10(max_rel=1)]
    assert [str(compat.ours(each)) for each in measures] == ["INST@1000", "INSQ(T=2)@1000", "NERR10@1000"]


def test_what_evalsql_does_not_have_is_left_to_others() -> None:
    provider = compat.EvalsqlProvider()
    assert provider.supports(ir_measures.nDCG @ 10)
    unknown = ir_measures.define(lambda qrels, run: [], name="unheard_of")
    assert not provider.supports(unknown)
    with pytest.raises(ValueError, match="evalsql has no measure unheard_of"):
        provider.evaluator([unknown], {"q": {"d": 1}})


def test_it_is_registered_once_and_taken_away_again() -> None:
    before = list(ir_measures.DefaultPipeline.providers)
    assert compat.register() is compat.register()
    assert ir_measures.DefaultPipeline.providers[1:] == before
    assert ir_measures.providers.registry["evalsql"].NAME == "evalsql"
    compat.unregister()
    compat.unregister()
    assert ir_measures.DefaultPipeline.providers == before
    assert "evalsql" not in ir_measures.providers.registry


NEAR = ("RR", "RR@3", "AP", "P@1", "R@3", "nDCG@3", "Success@1", "Bpref", "Judged@1", "Judged@5", "IPrec@0.3", "NumRet")
DIVERSE = ("alpha_DCG@1", "alpha_DCG@5", "alpha_nDCG@5", "ERR_IA@1", "ERR_IA@5", "nERR_IA@5", "NRBP", "AP_IA", "P_IA@3")


def near(seed: int) -> tuple[list, list]:
    """Judgments by subtopic, and a run without ties, many of whose scores are equal as float32."""
    dice = random.Random(seed)
    qrels, run = [], []
    for query in (f"q{number}" for number in range(12)):
        docs = [f"d{number:02d}" for number in range(dice.choice((4, 15, 30)))]
        for subtopic in "123":
            judged = dice.sample(docs, dice.randint(1, len(docs)))
            qrels += [ir_measures.Qrel(query, doc, dice.choice((0, 0, 1, 2)), subtopic) for doc in judged]
        found = dice.sample(docs, dice.randint(1, len(docs)))
        places = sorted(dice.sample(range(100), len(found)), reverse=True)
        run += [
            ir_measures.ScoredDoc(query, doc, 1 + place // 10 / 4 + place * 1e-10)
            for doc, place in zip(found, places, strict=True)
        ]
    return qrels, run


def long_scores_are_float32_where_ir_measures_calls_pytrec_eval_and_nowhere_else() -> None:
    pytest.importorskip("pyndeval")
    qrels, run = near(0)
    of_one = [each for each in qrels if each.iteration == "1"]
    provider = compat.EvalsqlProvider()
    for texts, judged in ((NEAR, of_one), (DIVERSE, qrels)):
        measures = [ir_measures.parse_measure(text) for text in texts]
        theirs = {}
        for each in measures:  # asked for with several settings at once, its pyndeval reads the run once
            theirs |= values(ir_measures, judged, run, [each])
        assert values(provider, judged, run, measures) == pytest.approx(theirs, abs=CLOSE, rel=0)
    # which tells, since some of its rankings are of float32
    ranked = [values(ir_measures, of_one, run, [each]).values() for each in (ir_measures.RR, ir_measures.RR @ 99)]
    assert sorted(ranked[0]) != sorted(ranked[1])
