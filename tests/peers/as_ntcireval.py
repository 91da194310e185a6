"""NTCIREVAL's measures in evalsql. It divides AP and Q at a cutoff l by min(R, l), and nDCG has the discount of
Järvelin and Kekäläinen."""

from collections.abc import Mapping
from dataclasses import replace

import pyarrow as pa
from places import COLLECTIONS

import evalsql

SAMPLES = COLLECTIONS / "golden" / "pyNTCIREVAL"
ELSEWHERE = {"ERR", "nERR"}  # its gains are scaled otherwise than those of the Q-measure


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


Case = tuple[Mapping[str, float], list[str]]  # judgments of a query and a ranking


def score(cases: Mapping[str, Case], names: Mapping[str, str]) -> dict[tuple[str, str, str], float]:
    """Our values by case, run, which is the ranking as it is or condensed, and pyNTCIREVAL's name."""
    measures = {("whole", name): evalsql.parse_measure(text) for name, text in names.items()}
    measures |= {("condensed", name): replace(each, judged_only=True) for (_, name), each in measures.items()}
    runs = [(case, doc, -float(place)) for case, (_, ranking) in cases.items() for place, doc in enumerate(ranking)]
    qrels = [(case, doc, float(value)) for case, (judged, _) in cases.items() for doc, value in judged.items()]
    tables = [
        pa.table(dict(zip(("query_id", "doc_id", name), zip(*rows, strict=True), strict=True)))
        for name, rows in (("score", [*runs, ("other", "d", 1.0)]), ("relevance", [*qrels, ("other", "d", 1.0)]))
    ]
    evaluated = evalsql.Evaluation(*tables)
    rows = evaluated.score(list(dict.fromkeys(measures.values()))).fetchall()
    values = {(query, measure): value for _, query, measure, value in rows}
    return {(case, *key): values[case, str(measure)] for key, measure in measures.items() for case in cases}
