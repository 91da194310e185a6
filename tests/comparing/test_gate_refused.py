"""What a gate refuses: rules that cannot be, and scores of other than one run a side."""

import math

import pyarrow as pa
import pytest
from gated import scores_of

from evalsql.comparing.gate import gate
from evalsql.errors import InputError

BAD = [
    ({}, "needs a rule"),
    ({"unchanged": True}, "needs a margin"),
    ({"margin": 0}, "above 0"),
    ({"margin": "-1%"}, "above 0"),
    ({"margin": "100%"}, "below 100%"),
    ({"margin": "nan"}, "a number"),
    ({"margin": "nDCG@10=x"}, "a number"),
    ({"margin": True}, "a number"),
    ({"margin": [0.1, 0.2]}, "two were given"),
    ({"at_least": "40%"}, "value of the measure"),
    ({"worst_loss": -0.1}, "at least 0"),
    ({"losing": 2}, "share from 0 to 1"),
    ({"margin": 0.1, "test": "sign"}, "paired_t, bootstrap or randomisation"),
    ({"margin": 0.1, "alpha": 0.5}, "below 0.5"),
    ({"margin": 0.1, "correction": "nope"}, "there is no correction"),
    ({"margin": {"R@5": 0.1}}, "no measure R@5"),
    ({"margin": 0.1, "run": "nope"}, "there is no run nope"),
    ({"margin": 0.1, "baseline_run": "nope"}, "there is no run nope"),
]


@pytest.mark.parametrize(("options", "said"), BAD)
def test_what_cannot_be_used_is_refused(options: dict, said: str) -> None:
    given = scores_of("a", {"m": [0.1, 0.2]}), scores_of("b", {"m": [0.1, 0.3]})
    with pytest.raises(InputError, match=said):
        gate.answer(*given, **options)


def test_one_run_a_side_is_asked_for() -> None:
    both = pa.concat_tables([scores_of("a", {"m": [0.1, 0.2]}), scores_of("b", {"m": [0.1, 0.3]})])
    with pytest.raises(InputError, match=r"the baseline: there are 2 runs \(a, b\).*--baseline-run"):
        gate.answer(scores_of("a", {"m": [0.1, 0.2]}), both, margin=0.1)
    with pytest.raises(InputError, match="one new run, not 2"):
        gate.answer([scores_of("a", {"m": [1]}), scores_of("b", {"m": [1]})], both, margin=0.1)
    found = gate.answer(both, both, margin=0.1, run="a", baseline_run="b")
    assert found.names == ("a", "b")
    with pytest.raises(InputError, match="finite"):
        gate.answer(scores_of("a", {"m": [math.nan]}), both, margin=0.1)
