"""What cwl-eval, Compatibility, gdeval and Accuracy of ir_measures say of real collections."""

import random
from collections import Counter
from functools import cache

import pyarrow as pa
import pytest
import recorded
from places import COLLECTIONS
from recorded import CLOSE, CWL, fields, rankings, said, small

import evalsql

duckdb = pytest.importorskip("duckdb")
pytestmark = recorded.present

HIGHEST = {"covid_r1": 2, "dl19_passage": 3, "web2012_div": 4}  # relevance of each collection
ANSWERS = {"covid_r1": 180, "dl19_passage": 258, "web2012_div": 250}  # of the runs that were recorded
# in files of queries that take turns ir_measures scores pieces of a ranking; trec_eval_test has such files
DEPTH = 1000  # documents of the list that cwl-eval looks at


@cache
def as_in_files(collection: str) -> evalsql.Evaluation:
    """The runs with scores that fall by every document: by theirs, and of equal ones in the order of the file."""
    rows = []
    for path in (COLLECTIONS / collection / "runs").iterdir():
        by_query: dict[str, list[tuple[float, str]]] = {}
        for query, _, doc, _, score, *_ in fields(path):
            by_query.setdefault(query, []).append((float(score), doc))
        for query, found in by_query.items():
            ordered = sorted(found, key=lambda one: -one[0])
            rows += [(path.stem, query, doc, float(-place)) for place, (_, doc) in enumerate(ordered)]
    columns = ("run", "query_id", "doc_id", "score")
    table = pa.table(dict(zip(columns, zip(*rows, strict=True), strict=True)))
    return evalsql.Evaluation(table, str(COLLECTIONS / collection / "qrels.txt"))


def compared(collection: str, tool: str, name: str, ours: str, ties: str = "file") -> list[tuple[str, str, float]]:
    """Run, query and how far our value is from theirs; runs in the order of the file where ties say so."""
    evaluated = as_in_files(collection) if ties == "file" else recorded.evaluation(collection)
    values = {(run, query): value for run, query, _, value in evaluated.score(ours).fetchall()}
    rows = duckdb.sql(f"from ({said(collection, 'other_tools', tool)}) where query_id <> 'all' order by all").fetchall()
    found = [(run, query, values[run, query], v) for run, query, measure, v in rows if measure == name]
    assert len({value for *_, value in found}) > 3
    return [(run, query, abs(ours - theirs)) for run, query, ours, theirs in found]


@pytest.mark.quick(2, collection=small)
@pytest.mark.parametrize("collection", HIGHEST)
@pytest.mark.parametrize(
    ("name", "cutoff"),
    [("INST", ""), ("INSQ", ""), ("NERR10", ""), ("NERR11", ""), ("BPM", "@1000"), ("NERR8", "@10"), ("NERR9", "@10")],
)
def test_every_value_of_cwl_eval_is_ours_down_to_its_depth(collection: str, name: str, cutoff: str) -> None:
    theirs = f"{name}(max_rel={HIGHEST[collection]})"
    rows = compared(collection, CWL, f"{theirs}{cutoff}", f"{theirs}{cutoff or f'@{DEPTH}'}")
    assert len(rows) == ANSWERS[collection]
    assert [row for row in rows if row[2] > CLOSE] == []


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize("collection", HIGHEST)
def test_sdcg_of_cwl_eval_is_ours_by_its_name(collection: str) -> None:
    name = f"SDCG(max_rel={HIGHEST[collection]})@10"
    assert str(evalsql.parse_measure(name)) == f"sDCG(discount='log2',top={HIGHEST[collection]})@10"
    rows = compared(collection, CWL, name, name)
    assert [row for row in rows if row[2] > CLOSE] == []


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(("collection", "values"), [("covid_r1", 180), ("dl19_passage", 258), ("web2012_div", 235)])
def test_every_accuracy_of_ir_measures_is_ours(collection: str, values: int) -> None:
    rows = compared(collection, "ir_measures-0.4.3/accuracy", "Accuracy", "Accuracy")
    assert len(rows) == values
    assert [row for row in rows if row[2] > CLOSE] == []


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize("k", [10, 20])
@pytest.mark.parametrize("collection", HIGHEST)
def test_every_err_of_gdeval_is_ours(collection: str, k: int) -> None:
    if k == 10 and collection != "dl19_passage":
        pytest.skip("not recorded")
    rows = compared(collection, "ir_measures-0.4.3/gdeval", f"ERR@{k}", f"ERR@{k}", ties="doc_id")
    assert len(rows) == ANSWERS[collection]
    assert [row for row in rows if row[2] > 0.5001e-5] == []  # it prints five digits


# what Compat of ir_measures differs by: scores below 0, where it has what was missed (0) before what was found; and
# rankings of fewer than 1000 documents, below the end of which it does not look
@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "p", "apart"),
    [
        *(("covid_r1", p, apart) for p, apart in ((0.95, 58), (0.8, 47))),
        *(("dl19_passage", p, apart) for p, apart in ((0.95, 65), (0.8, 35))),
        *(("web2012_div", p, apart) for p, apart in ((0.95, 208), (0.8, 188))),
    ],
)
def test_compat_of_ir_measures_differs_by_ties_negative_scores_and_short_rankings_alone(
    collection: str, p: float, apart: int
) -> None:
    name = "Compat" if p == 0.95 else f"Compat(p={p})"
    rows = compared(collection, "ir_measures-0.4.3/compat", name, name, ties="doc_id")
    differing = [row for row in rows if row[2] > CLOSE]
    assert len(differing) == apart
    for run, query, _ in differing:
        ranking = rankings(collection)[run, query]
        repeated = max(Counter(score for score, _ in ranking).values()) > 1
        assert repeated or min(ranking)[0] < 0 or len(ranking) < DEPTH, (run, query)


def overlap(ranking: list[str], relevance: dict[str, float], p: float, depth: int) -> float:
    """Compatibility as its authors' program goes about it: depth by depth, with sets."""
    places = {doc: place for place, doc in enumerate(ranking)}
    ideal = sorted(relevance, key=lambda doc: (-relevance[doc], places.get(doc, len(ranking))))
    score = best = 0.0
    for d in range(1, depth + 1):
        shared = len(set(ranking[:d]) & set(ideal[:d]))
        score += p ** (d - 1) * shared / d
        best += p ** (d - 1) * min(d, len(ideal)) / d
    return score / best


@pytest.mark.slow
@pytest.mark.parametrize(("p", "depth"), [(0.95, 1000), (0.5, 20), (0.99, 7)])
def test_compat_is_that_of_its_authors_on_a_collection_of_negative_scores(p: float, depth: int) -> None:
    relevance = {
        query: {d: v for d, v in docs.items() if v > 0} for query, docs in recorded.judgments("covid_r1").items()
    }
    scores = recorded.evaluation("covid_r1").score(f"Compat(p={p},depth={depth})").fetchall()
    ours = {(run, query): value for run, query, _, value in scores}
    looked_at = sorted(key for key, ranking in rankings("covid_r1").items() if min(ranking)[0] < 0)[:8]
    assert len(looked_at) == 8
    for run, query in looked_at:
        ranking = [doc for _, doc in rankings("covid_r1")[run, query]]
        wanted = overlap(ranking, relevance[query], p, depth)
        assert ours[run, query] == pytest.approx(wanted, abs=1e-9, rel=0), (run, query)


def compat_example() -> evalsql.Evaluation:
    folder = COLLECTIONS / "golden" / "ir_measures"
    return evalsql.Evaluation(str(folder / "compat.run.gz"), str(folder / "compat.qrels"))


@pytest.mark.parametrize(
    ("p", "first", "second"),
    [
        (0.95, 0.51779512165509, 0.018400100569017922),
        (0.9, 0.3761334522946854, 0.004344079941789211),
        (0.8, 0.16723008845234535, 0.00022806427320561776),
    ],
)
def test_compat_of_the_example_of_its_authors(p: float, first: float, second: float) -> None:
    found = {query: value for _, query, _, value in compat_example().score(f"Compat(p={p})").fetchall()}
    assert [found["31_1"], found["31_2"]] == pytest.approx([first, second], abs=1e-9, rel=0)


@pytest.mark.slow
def test_compat_and_accuracy_agree_live_with_ir_measures_at_the_depth_that_it_has() -> None:
    ir_measures = pytest.importorskip("ir_measures")
    dice = random.Random(3)
    for _ in range(25):
        docs = [f"d{number}" for number in range(dice.randint(2, 12))]
        scores = dict(zip(dice.sample(docs, dice.randint(2, len(docs))), range(40, 0, -3), strict=False))
        relevance = {doc: dice.randint(-1, 3) for doc in docs} | {docs[0]: 1}
        # as deep as the longer of the ranking and the ideal
        depth = max(len(scores), sum(value > 0 for value in relevance.values()))
        runs = pa.table({"run": ["r"] * len(scores), "query_id": ["1"] * len(scores), "doc_id": list(scores)})
        runs = runs.append_column("score", pa.array([float(score) for score in scores.values()]))
        qrels = pa.table({"query_id": ["1"] * len(docs), "doc_id": list(relevance)})
        qrels = qrels.append_column("relevance", pa.array([float(value) for value in relevance.values()]))
        measures = [f"Compat(depth={depth})", f"Compat(p=0.5,depth={depth})", "Accuracy", "Accuracy(rel=2)"]
        for _, _, name, value in evalsql.Evaluation(runs, qrels).score(measures).fetchall():
            if value is not None:  # where there is no pair, ir_measures has no value either, or stops
                theirs = name.replace(f",depth={depth}", "").replace(f"(depth={depth})", "")
                asked = ir_measures.parse_measure(theirs)
                (answer,) = ir_measures.calc_aggregate([asked], {"1": relevance}, {"1": scores}).values()
                assert value == pytest.approx(answer, abs=1e-9, rel=0), name
