"""NTCIREVAL's measures, held against what pyNTCIREVAL said: of real collections, random rankings and its own samples.

It divides AP and Q at a cutoff l by min(R, l), and nDCG has the discount of Järvelin and Kekäläinen. Nothing of the
collections may be copied into this repository, so the tests skip where they are absent.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import duckdb
import pytest
from places import COLLECTIONS
from recorded import small

import evalsql

pytestmark = pytest.mark.skipif(not COLLECTIONS.is_dir(), reason=f"the real collections are not at {COLLECTIONS}")

CLOSE = 1e-9
TOOL = "pyNTCIREVAL-0.0.3 (top100)"
SAMPLES = COLLECTIONS / "golden" / "pyNTCIREVAL"
PRINTED = {"O-measure": "OMeasure", "P-measure": "PMeasure", "P-plus": "PPlusMeasure", "Q-measure": "QMeasure"}
PRINTED |= {"Q": "QMeasure", "P": "Precision"}
PRINTED |= {"NCUgu,P": "NCUguP", "NCUgu,BR": "NCUguBR", "NCUrb,P": "NCUrbP", "NCUrb,BR": "NCUrbBR"}
ELSEWHERE = {"ERR", "nERR"}  # its gains are scaled otherwise than those of the Q-measure
HIGHEST = {"trec_eval_test": 1, "covid_r1": 2, "dl19_passage": 3, "web2012_div": 4}  # relevance of each collection


def in_evalsql(
    name: str,
    gains: Mapping[int, float],
    beta: float = 1,
    base: float = 2,
    p: float = 0.95,
    gamma: float = 0.95,
    top: float = 0,
) -> str | None:
    """Our measure for one of pyNTCIREVAL's, such as QMeasure@0010; None where it is not compared here."""
    metric, _, cutoff = name.partition("@")
    if metric in ELSEWHERE:
        return None
    levels = f"gains={dict(gains)}" if gains else "rel=1"
    plain = levels if gains else ""
    measures = {
        "RR": "RR()",
        "RBP": f"RBP({levels},p={p},top={top or max(gains.values())})",
        "NCUguP": f"NCU_gu({levels},beta=0)",
        "NCUguBR": f"NCU_gu({levels},beta={beta})",
        "NCUrbP": f"NCU_rb({levels},beta=0,gamma={gamma})",
        "NCUrbBR": f"NCU_rb({levels},beta={beta},gamma={gamma})",
        "OMeasure": f"O_measure({levels},beta={beta})",
        "PMeasure": f"P_measure({levels},beta={beta})",
        "PPlusMeasure": f"P_plus({levels},beta={beta})",
        "AP": 'AP(divisor="min(R,k)")',
        "QMeasure": f'Q({levels},beta={beta},divisor="min(R,k)")',
        "nDCG": f'nDCG(discount="jk",base={base}{plain and ","}{plain})',
        "MSnDCG": f"nDCG({plain})",
        "Precision": "P()",
        "Hit": "Success()",
    }
    return measures[metric] + (f"@{int(cutoff)}" if cutoff else "")


@pytest.mark.quick(collection=small)
@pytest.mark.parametrize(
    ("collection", "values"),
    [("covid_r1", 2700), ("dl19_passage", 3870), ("web2012_div", 3750), ("trec_eval_test", 75)],
)
def test_every_value_is_pyntcirevals_over_a_collection(collection: str, values: int) -> None:
    folder = COLLECTIONS / collection
    rows = duckdb.execute(
        "select regexp_replace(run, '[.]run$', ''), query_id, tool_measure, measure, value"
        f" from '{folder}/expected/other_tools.parquet' where tool = ? order by all",
        [TOOL],
    ).fetchall()
    betas = {"Q(beta=10)": 10}
    top = HIGHEST[collection]
    names = {(said, measure): in_evalsql(said, {}, betas.get(measure, 1), top=top) for _, _, said, measure, _ in rows}
    wanted = {key: evalsql.parse_measure(name) for key, name in names.items() if name}
    evaluated = evalsql.Evaluation(str(folder / "runs"), str(folder / "qrels.txt"), depth=100)
    scores = evaluated.score(list(set(wanted.values()))).fetchall()
    ours = {(run, query, measure): value for run, query, measure, value in scores}
    compared = 0
    for run, query, said, measure, theirs in rows:
        if key := wanted.get((said, measure)):
            assert ours[run, query, str(key)] == pytest.approx(theirs, abs=CLOSE, rel=0), (run, query, said, measure)
            compared += 1
    assert compared == values


def tables(qrels: Mapping[str, float], rankings: Mapping[str, list[str]]) -> duckdb.DuckDBPyConnection:
    """A connection with tables of the judgments of one query and of rankings of it."""
    connection = duckdb.connect()
    connection.execute("create table runs (run varchar, query_id varchar, doc_id varchar, score double)")
    connection.execute("create table qrels (query_id varchar, doc_id varchar, relevance double)")
    found = [(run, doc, -place) for run, ranking in rankings.items() for place, doc in enumerate(ranking)]
    if found:
        connection.executemany("insert into runs values (?, 'q', ?, ?)", found)
    connection.executemany("insert into qrels values ('q', ?, ?)", list(qrels.items()))
    return connection


def score(qrels: Mapping[str, float], ranking: list[str], names: Mapping[str, str]) -> dict[tuple[str, str], float]:
    """Our values by run, which is the ranking as it is or condensed, and by pyNTCIREVAL's name."""
    measures = {("whole", name): evalsql.parse_measure(text) for name, text in names.items()}
    measures |= {("condensed", name): replace(each, judged_only=True) for (_, name), each in measures.items()}
    evaluated = evalsql.Evaluation(connection=tables(qrels, {"run": ranking}))
    values = {measure: value for _, _, measure, value in evaluated.score(list(measures.values())).fetchall()}
    return {key: values[str(measure)] for key, measure in measures.items()}


@pytest.mark.slow
def test_every_value_is_pyntcirevals_over_random_rankings() -> None:
    cases = [json.loads(line) for line in gzip.decompress((SAMPLES / "random.jsonl.gz").read_bytes()).splitlines()]
    compared: Counter[str] = Counter()
    for case in cases:
        gains = {level: float(gain) for level, gain in enumerate(case["grades"], start=1)}
        asked = {"beta": case["beta"], "base": case["logb"], "p": case["rbp_p"], "gamma": case["gamma"]}
        found = {name: in_evalsql(name, gains, **asked) for name in case["expected"]}
        ours = score(case["qrels"], case["ranking"], {name: text for name, text in found.items() if text})
        theirs = {("whole", name): value for name, value in case["expected"].items()}
        theirs |= {("condensed", name): value for name, value in case["expected_condensed"].items()}
        for (run, name), value in ours.items():
            assert value == pytest.approx(theirs[run, name], abs=CLOSE, rel=0), (case["case"], run, name)
            compared[name.partition("@")[0]] += 1
    assert compared == {
        **dict.fromkeys(("RR", "OMeasure", "PMeasure", "PPlusMeasure", "nDCG", "MSnDCG", "Precision", "Hit"), 120),
        **dict.fromkeys(("NCUguP", "NCUguBR", "NCUrbP", "NCUrbBR", "RBP"), 120),
        **dict.fromkeys(("AP", "QMeasure"), 240),
    }


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("file", "gains", "run"),
    [
        ("res_test_compute", "1:2:3", "whole"),
        ("res_test_compute_cutoff", "1:2:3", "whole"),
        ("res_test_compute_grade", "1:4:9", "whole"),
        ("res_test_compute_label_j", "1:2:3", "condensed"),
    ],
)
def test_the_samples_come_out_as_ntcireval_prints_them(file: str, gains: str, run: str) -> None:
    levels = {level: float(gain) for level, gain in enumerate(gains.split(":"), start=1)}
    qrels = dict(line.split() for line in (SAMPLES / "sample.rel").read_text().splitlines())
    ranking = (SAMPLES / "sample.res").read_text().split()
    printed = dict(re.findall(r"(\S+)= +([0-9.]+)", (SAMPLES / f"{file}.txt").read_text()))
    names = {}
    for name in printed:
        metric, at, cutoff = name.partition("@")
        names[name] = in_evalsql(PRINTED.get(metric, metric) + at + cutoff, levels)
    relevance = {doc: float(level.removeprefix("L")) for doc, level in qrels.items()}
    ours = score(relevance, ranking, {name: text for name, text in names.items() if text})
    compared = {name: value for (which, name), value in ours.items() if which == run}
    assert len(compared) == 17
    assert compared == pytest.approx({name: float(printed[name]) for name in compared}, abs=0.50001e-4, rel=0)
