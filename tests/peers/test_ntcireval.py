"""NTCIREVAL's measures, held against what it printed of its own samples; test_agreement.py has real collections."""

import re

import pytest
import recorded
from as_ntcireval import SAMPLES, in_evalsql, score

PRINTED = {"O-measure": "OMeasure", "P-measure": "PMeasure", "P-plus": "PPlusMeasure", "Q-measure": "QMeasure"}
PRINTED |= {"Q": "QMeasure", "P": "Precision"}
PRINTED |= {"NCUgu,P": "NCUguP", "NCUgu,BR": "NCUguBR", "NCUrb,P": "NCUrbP", "NCUrb,BR": "NCUrbBR"}


@recorded.present
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
    ours = score({"q": (relevance, ranking)}, {name: text for name, text in names.items() if text})
    compared = {name: value for (_, which, name), value in ours.items() if which == run}
    assert len(compared) == 17
    assert compared == pytest.approx({name: float(printed[name]) for name in compared}, abs=0.50001e-4, rel=0)
