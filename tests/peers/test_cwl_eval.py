"""What cwl-eval gave and printed, and Compat and Accuracy of ir_measures; test_agreement.py has recorded values."""

import json
import random

import duckdb
import pyarrow as pa
import pytest
import recorded
from places import COLLECTIONS, FIXTURES

import evalsql
from evalsql.catalog.measure import parse_measure

RECORDED = FIXTURES / "cwl_eval"
PRINTED = 0.5001e-4  # four digits
PAYING = ("BPM_dynamic", "TBG", "U_measure", "IFT")  # users whom costs change
GIVEN = duckdb.sql(f"from '{RECORDED}/values.parquet' order by all").fetchall()
MEASURES = sorted({measure for _, measure, *_ in GIVEN})
# users who may look at rank 1000: ETC of cwl-eval leaves these out, though it is said to be EC x ED
DEEP = {measure for measure in MEASURES if measure.startswith(("INSQ", "INST", "NERR11", "RR", "BPM_cost"))}
# measures of our own for the rows that cwl-eval prints, each with what follows the name of a column
USERS = {
    **{f"INST-T={T}.0": ("INST", f"(T={T})@1000") for T in (1, 2, 3)},
    "INSQ-T=2.0": ("INSQ", "(T=2)@1000"),
    "NERR-EQ8@k=10": ("NERR8", "@10"),
    "NERR-EQ9@k=10": ("NERR9", "@10"),
    "NERR-EQ10@phi=0.9": ("NERR10", "@1000"),
    "NERR-EQ11@T=2.0": ("NERR11", "(T=2)@1000"),
}
COLUMNS = {"EU": "", "ETU": "_utility", "ED": "_examined", "ResEU": "_residual"}
OTHERS = {
    **{(f"P@{k}", "EU"): f"gP@{k}" for k in (1, 5, 10)},
    **{(f"P@{k}", "ETU"): f"CG@{k}" for k in (1, 5, 10)},
    **{(f"NDCG-k@{k}", "ETU"): f"DCG@{k}" for k in (5, 10)},
    **{(f"NDCG-k@{k}", "EU"): f"sDCG(discount='log2',top=1)@{k}" for k in (5, 10)},
    **{(f"NDCG-k@{k}", "ResEU"): f"sDCG_residual(discount='log2')@{k}" for k in (5, 10)},
    **{(f"RBP@{p}", "ETU"): f"RBP_utility(p={p},top=1)" for p in (0.2, 0.4, 0.8)},
    **{(f"RBP@{p}", "ED"): f"RBP_examined(p={p})" for p in (0.2, 0.4, 0.8)},
    **{(f"RBP@{p}", "EU"): f"RBP(p={p},top=1)@1000" for p in (0.2, 0.4, 0.8)},
    **{(f"RBP@{p}", "ResEU"): f"RBP_residual(p={p})@1000" for p in (0.2, 0.4, 0.8)},
}


def found(evaluation: evalsql.Evaluation, measures: list[str]) -> dict[str, dict[str, float]]:
    """Values by measure, as it is asked for, and query."""
    named = {text: str(parse_measure(text)) for text in measures}
    values: dict[str, dict[str, float]] = {measure: {} for measure in named.values()}
    for _, query, measure, value in evaluation.score(list(values)).fetchall():
        values[measure][query] = value
    return {text: values[measure] for text, measure in named.items()}


def of_search(measure: str) -> str:
    """The same measure, of the cost in all."""
    parsed = parse_measure(measure)
    inside = [f"{name}={value!r}" for name, value in parsed.values.items() if name not in ("k", "per")]
    return f"{parsed.metric.name}({','.join([*inside, 'per=' + repr('search')])})" + (
        f"@{parsed.cutoff}" if parsed.metric.cutoff else ""
    )


def long_costs_and_users_who_heed_them_are_those_of_cwl_eval() -> None:
    evaluation = evalsql.Evaluation(
        RECORDED / "run.parquet", RECORDED / "qrels.parquet", costs=RECORDED / "costs.parquet"
    )
    searches = {measure: of_search(measure) for measure in MEASURES}
    endings = ("", "_utility", "_examined")
    heeding = {
        measure: [measure.replace("_cost", ending) for ending in endings]
        for measure in MEASURES
        if measure.startswith(PAYING)
    }
    asked = [*MEASURES, *searches.values(), *(each for some in heeding.values() for each in some)]
    values = found(evaluation, asked)
    for measure in MEASURES:
        rows = [row for row in GIVEN if row[1] == measure]
        assert len({ec for *_, ec, _, _ in rows}) > 10
        off = []
        for query, _, eu, etu, ec, etc, ed in rows:
            mine = [values[measure][query], values[searches[measure]][query]]
            assert mine == pytest.approx([ec, ec * ed], rel=1e-9, abs=1e-9), (measure, query)
            if etc != pytest.approx(ec * ed, rel=1e-9, abs=1e-9):
                off.append(query)
                assert etc < ec * ed
            if measure in heeding:
                gained = [values[each][query] for each in heeding[measure]]
                assert gained == pytest.approx([eu, etu, ed], rel=1e-9, abs=1e-9), (measure, query)
        assert bool(off) == (measure in DEEP), measure


def example(costs: pa.Table | None = None) -> evalsql.Evaluation:
    folder = COLLECTIONS / "golden" / "cwl"
    return evalsql.Evaluation(str(folder / "result_file"), str(folder / "gain_file"), costs=costs)


def printed(*files: str) -> dict[tuple[str, str], dict[str, str]]:
    """The lines of cwl-eval by metric and query."""
    rows = {}
    for file in files:
        lines = (COLLECTIONS / "golden" / "cwl" / f"out.{file}.tsv").read_text().splitlines()
        header, *table = [[cell.strip() for cell in line.split("\t")] for line in lines]
        rows |= {(cells[1], cells[0]): dict(zip(header, cells, strict=True)) for cells in table}
    return rows


@recorded.present
def long_utilities_depths_and_residuals_are_those_that_cwl_eval_prints() -> None:
    rows = printed("default.residuals", "more.residuals.costs")  # costs change none of the columns looked at
    asked = {
        (row, column): f"{metric}{ending}{setting}"
        for row, (metric, setting) in USERS.items()
        for column, ending in COLUMNS.items()
    }
    values = found(example(), [*asked.values(), *OTHERS.values(), "AP_retrieved"])
    for (row, column), measure in {**asked, **OTHERS}.items():
        # the one is the same for every ranking, and all of the other's users are satisfied in the end
        alike = measure.startswith(("INSQ_examined", "NERR8_utility", "RBP_examined"))
        assert len(set(values[measure].values())) > 1 or alike, measure
        for query, value in values[measure].items():
            theirs = float(rows[row, query][column])
            # of those who would read beyond rank 1000 it counts nothing as gained
            beyond = 2.5e-4 if (row in USERS and column == "ETU" and measure.endswith("@1000")) else 0
            assert theirs - PRINTED <= value <= theirs + PRINTED + beyond, (measure, query)
    # of one query all gains are 0 or 1, and there its AP is over the relevant documents retrieved
    assert values["AP_retrieved"]["T1"] == pytest.approx(float(rows["AP", "T1"]["EU"]), abs=PRINTED, rel=0)


OF_IR_MEASURES = (
    "BPM(T=1.0,max_rel=1)@20",
    "BPM(T=2.0,max_rel=1)@10",
    *(f"{name}(T={T},max_rel=1)" for name in ("INST", "INSQ") for T in ("1.0", "2.0")),
    "SDCG(max_rel=1)@10",
    "NERR8(max_rel=1)@10",
    "NERR9(max_rel=1)@10",
    "NERR10(p=0.8,max_rel=1)",
    "NERR11(T=2.0,max_rel=1)",
)


@recorded.present
def test_every_text_of_ir_measures_is_read_and_gives_its_values() -> None:
    folder = COLLECTIONS / "golden" / "ir_measures"
    expected = json.loads((folder / "expected.json").read_text())["cwl.qrels+cwl.run (tolerance 1e-4)"]
    # the documents that cwl-eval looks at
    cut = {name: name if "@" in name else f"{name}@1000" for name in OF_IR_MEASURES}
    values = found(evalsql.Evaluation(str(folder / "cwl.run"), str(folder / "cwl.qrels")), list(cut.values()))
    for name, asked in cut.items():
        assert values[asked] == pytest.approx(expected[name], abs=1e-4, rel=0), name
        measure = evalsql.parse_measure(name)
        assert str(evalsql.parse_measure(measure.name_in("ir_measures"))) == str(measure)


# it was run with --max_cost 5
PRINTED_AS = {
    **{f"P@{k}": f"P_cost(other_cost=5)@{k}" for k in (1, 2, 3, 4, 5, 10)},
    **{f"RBP@{p}": f"RBP_cost(p={p},other_cost=5)" for p in (0.2, 0.4, 0.5, 0.8, 0.95)},
    "RR": "RR_cost(rel=0.1,other_cost=5)@1000",
    **{f"NDCG-k@{k}": f"sDCG_cost(discount='log2',other_cost=5)@{k}" for k in (5, 10)},
    **{f"INST-T={t}.0": f"INST_cost(T={t},other_cost=5)@1000" for t in (1, 2, 3)},
    "INSQ-T=2.0": "INSQ_cost(T=2,other_cost=5)@1000",
    "BPM-Static-T=1.0-K=10": "BPM_dynamic_cost(hb=0,hc=0,other_cost=5)",
    "BPM-Dynamic-T=1.0-K=10-hb=1.0-hc=1.0": "BPM_dynamic_cost(hc=0,other_cost=5)",
    "NERR-EQ8@k=10": "NERR8_cost(other_cost=5)@10",
    "NERR-EQ9@k=10": "NERR9_cost(other_cost=5)@10",
    "NERR-EQ10@phi=0.9": "NERR10_cost(other_cost=5)@1000",
    "NERR-EQ11@T=2.0": "NERR11_cost(T=2,other_cost=5)@1000",
    "U-L@50": "U_measure_cost(L=50,other_cost=5)@999",  # its last user stops before rank 1000
    "TBG-H@22": "TBG_cost(h=22,other_cost=5)",
    "IFT-C1-T=2.0-b1=0.9-R1=1": "IFT_cost(heeds='goal',other_cost=5)",
}


@recorded.present
def long_costs_are_those_that_cwl_eval_prints_for_its_example() -> None:
    folder = COLLECTIONS / "golden" / "cwl"
    types = dict(line.split() for line in (folder / "cost_file").read_text().splitlines())
    fields = [line.split() for line in (folder / "result_file").read_text().splitlines()]
    rows = [(query, doc, float(types[kind])) for query, kind, doc, *_ in fields]
    costs = pa.table(dict(zip(("query_id", "doc_id", "cost"), map(list, zip(*rows, strict=True)), strict=True)))
    scores = example(costs).score(sorted(set(PRINTED_AS.values()))).fetchall()
    values = {(measure, query): value for _, query, measure, value in scores}
    seen = 0
    for (metric, topic), said in printed("default.residuals.costs", "more.residuals.costs").items():
        if metric == "AP":  # whose users evalsql has no costs of
            continue
        ours = str(parse_measure(PRINTED_AS[metric]))
        if (ours, topic) in values:
            assert values[ours, topic] == pytest.approx(float(said["EC"]), abs=PRINTED, rel=0), said
            seen += 1
    assert seen > 30


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


COMPAT = {
    0.95: (0.51779512165509, 0.018400100569017922),
    0.9: (0.3761334522946854, 0.004344079941789211),
    0.8: (0.16723008845234535, 0.00022806427320561776),
}


@recorded.present
def test_compat_of_the_example_of_its_authors() -> None:
    folder = COLLECTIONS / "golden" / "ir_measures"
    evaluation = evalsql.Evaluation(str(folder / "compat.run.gz"), str(folder / "compat.qrels"))
    values = found(evaluation, [f"Compat(p={p})" for p in COMPAT])
    for p, wanted in COMPAT.items():
        mine = [values[f"Compat(p={p})"][query] for query in ("31_1", "31_2")]
        assert mine == pytest.approx(wanted, abs=1e-9, rel=0)


def test_compat_is_that_of_its_authors_where_scores_are_negative() -> None:
    dice = random.Random(8)
    rankings, relevance = {}, {}
    for query in (f"q{number}" for number in range(12)):
        docs = [f"d{number:02}" for number in range(60)]
        rankings[query] = {doc: dice.randint(-40, 9) / 8 for doc in dice.sample(docs, 45)}
        relevance[query] = {doc: dice.choice((-1, 0, 0, 1, 2)) for doc in dice.sample(docs, 30)} | {"d00": 1}
    settings = ((0.95, 1000), (0.5, 20), (0.99, 7))
    texts = [f"Compat(p={p},depth={depth})" for p, depth in settings]
    values = found(evalsql.Evaluation(rankings, relevance), texts)
    for text, (p, depth) in zip(texts, settings, strict=True):
        for query, scores in rankings.items():
            ranking = sorted(scores, key=lambda doc: (scores[doc], doc), reverse=True)
            above = {doc: value for doc, value in relevance[query].items() if value > 0}
            assert values[text][query] == pytest.approx(overlap(ranking, above, p, depth), abs=1e-9, rel=0), query


def long_compat_and_accuracy_agree_live_with_ir_measures_at_the_depth_that_it_has() -> None:
    ir_measures = pytest.importorskip("ir_measures")
    dice = random.Random(3)
    rankings, relevance = {}, {}
    for query in map(str, range(25)):
        docs = [f"d{number}" for number in range(dice.randint(2, 12))]
        found_docs = dice.sample(docs, dice.randint(2, len(docs)))
        rankings[query] = {doc: float(40 - 3 * place) for place, doc in enumerate(found_docs)}
        relevance[query] = {doc: dice.randint(-1, 3) for doc in docs} | {docs[0]: 1}
    depths = range(2, 13)
    names = {depth: [f"Compat(depth={depth})", f"Compat(p=0.5,depth={depth})"] for depth in depths}
    others = ["Accuracy", "Accuracy(rel=2)"]
    values = found(
        evalsql.Evaluation(rankings, relevance), [*(text for some in names.values() for text in some), *others]
    )
    for query, judged in relevance.items():
        # as deep as the longer of the ranking and the ideal
        depth = max(len(rankings[query]), sum(value > 0 for value in judged.values()))
        for name in [*names[depth], *others]:
            value = values[name][query]
            if value is not None:  # where there is no pair, ir_measures has no value either, or stops
                theirs = name.replace(f",depth={depth}", "").replace(f"(depth={depth})", "")
                asked = ir_measures.parse_measure(theirs)
                run = {query: {doc: int(score) for doc, score in rankings[query].items()}}
                (answer,) = ir_measures.calc_aggregate([asked], {query: judged}, run).values()
                assert value == pytest.approx(answer, abs=1e-9, rel=0), (name, query)
