"""NTCIREVAL's measures, held against what pyNTCIREVAL said of random rankings."""

import gzip
import json
from collections import Counter
from collections.abc import Mapping

import pytest
import recorded
from as_ntcireval import SAMPLES, in_evalsql, score

pytestmark = recorded.present


def asked(case: Mapping) -> dict[str, str]:
    """Our measures for those of a random ranking, by pyNTCIREVAL's names."""
    gains = {level: float(gain) for level, gain in enumerate(case["grades"], start=1)}
    given = {"beta": case["beta"], "base": case["logb"], "p": case["rbp_p"], "gamma": case["gamma"]}
    found = {name: in_evalsql(name, gains, **given) for name in case["expected"]}
    return {name: text for name, text in found.items() if text}


def test_every_value_is_pyntcirevals_over_random_rankings() -> None:
    lines = gzip.decompress((SAMPLES / "random.jsonl.gz").read_bytes()).splitlines()
    compared: Counter[str] = Counter()
    for case in map(json.loads, lines):
        theirs = {("whole", name): value for name, value in case["expected"].items()}
        theirs |= {("condensed", name): value for name, value in case["expected_condensed"].items()}
        ours = score({"q": (case["qrels"], case["ranking"])}, asked(case))
        for (_, *key), value in ours.items():
            assert value == pytest.approx(theirs[tuple(key)], abs=1e-9, rel=0), (case["case"], key)
            compared[key[1].partition("@")[0]] += 1
    assert compared == {
        **dict.fromkeys(("RR", "OMeasure", "PMeasure", "PPlusMeasure", "nDCG", "MSnDCG", "Precision", "Hit"), 120),
        **dict.fromkeys(("NCUguP", "NCUguBR", "NCUrbP", "NCUrbBR", "RBP"), 120),
        **dict.fromkeys(("AP", "QMeasure"), 240),
    }
