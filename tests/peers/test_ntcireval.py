"""NTCIREVAL's measures, held against what it printed of its own samples; test_agreement.py has real collections."""

import re

import pytest
import recorded
from as_ntcireval import SAMPLES, in_evalsql, score

PRINTED = {"O-measure": "OMeasure", "P-measure": "PMeasure", "P-plus": "PPlusMeasure", "Q-measure": "QMeasure"}
PRINTED |= {"Q": "QMeasure", "P": "Precision"}
PRINTED |= {"NCUgu,P": "NCUguP", "NCUgu,BR": "NCUguBR", "NCUrb,P": "NCUrbP", "NCUrb,BR": "NCUrbBR"}


# by the gains and whether the ranking is condensed, what NTCIREVAL printed of its sample
SAMPLED = {
    ("1:2:3", "whole"): ("res_test_compute", "res_test_compute_cutoff"),
    ("1:4:9", "whole"): ("res_test_compute_grade",),
    ("1:2:3", "condensed"): ("res_test_compute_label_j",),
}


@recorded.present
def test_the_samples_come_out_as_ntcireval_prints_them() -> None:
    qrels = dict(line.split() for line in (SAMPLES / "sample.rel").read_text().splitlines())
    relevance = {doc: float(level.removeprefix("L")) for doc, level in qrels.items()}
    ranking = (SAMPLES / "sample.res").read_text().split()
    said = {
        (*key, file): dict(re.findall(r"(\S+)= +([0-9.]+)", (SAMPLES / f"{file}.txt").read_text()))
        for key, files in SAMPLED.items()
        for file in files
    }
    for gains in ("1:2:3", "1:4:9"):
        levels = {level: float(gain) for level, gain in enumerate(gains.split(":"), start=1)}
        names = {}
        for name in {name for (of, *_), printed in said.items() if of == gains for name in printed}:
            metric, at, cutoff = name.partition("@")
            text = in_evalsql(PRINTED.get(metric, metric) + at + cutoff, levels)
            names |= {name: text} if text else {}
        ours = score({"q": (relevance, ranking)}, names)
        for (of, which, file), printed in said.items():
            if of == gains:
                expected = {name: float(value) for name, value in printed.items() if name in names}
                assert len(expected) == 17, file
                found = {name: ours["q", which, name] for name in expected}
                assert found == pytest.approx(expected, abs=0.50001e-4, rel=0), file
