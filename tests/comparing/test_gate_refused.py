"""What a gate refuses: rules that cannot be, and scores of other than one run a side."""

import math
from pathlib import Path

import pyarrow as pa
import pytest
from gated import scores_of
from pyarrow import parquet

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
    ({"losing": 1}, "share from 0 to below 1"),
    ({"losing": "100%"}, "share from 0 to below 1"),
    ({"margin": "1_0"}, "a number"),
    ({"margin": "\u0660.\u0661"}, "a number"),  # digits of Arabic
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


def long_a_bound_that_the_range_of_its_measure_cannot_break_is_refused() -> None:
    names = ("AP", "ASL", "RBP_residual", "own")  # from 0 to 1; from 0 up; from 0 to 1, the lower the better; unknown
    given = [scores_of(run, {name: [0.1, 0.2, value] for name in names}) for run, value in (("a", 0.2), ("b", 0.3))]
    for bound, metric, value in (
        ("margin", "AP", 2),
        ("margin", "AP", "1.0"),
        ("worst_loss", "AP", 5),
        ("worst_loss", "RBP_residual", 1),
        ("at_least", "AP", -3),
        ("at_least", "AP", 0),
        ("at_least", "RBP_residual", 1.5),
    ):
        said = rf"^{bound.replace('_', '-')} {value}: {metric} is from 0 to 1, so nothing could fail"
        meant = "; 2 per cent of the baseline's mean is 2%$" if value == 2 else ""
        with pytest.raises(InputError, match=said + meant):
            gate.answer(*given, **{bound: {metric: value}})
    with pytest.raises(InputError, match="margin 2: AP is from 0 to 1"):
        gate.answer(*given, measures=["own", "AP"], margin=2)
    for bound, metric, value in (
        ("margin", "AP", 0.99),
        ("margin", "ASL", 2),
        ("margin", "own", 2),
        ("at_least", "RBP_residual", 0),
        ("at_least", "own", -3),
        ("worst_loss", "AP", 0.99),
    ):
        assert gate.answer(*given, **{bound: {metric: value}}).rows[0]["bound"] == value


def long_one_run_a_side_is_asked_for() -> None:
    both = pa.concat_tables([scores_of("a", {"m": [0.1, 0.2]}), scores_of("b", {"m": [0.1, 0.3]})])
    with pytest.raises(InputError, match=r"the baseline: there are 2 runs \(a, b\).*--baseline-run"):
        gate.answer(scores_of("a", {"m": [0.1, 0.2]}), both, margin=0.1)
    with pytest.raises(InputError, match="one new run, not 2"):
        gate.answer([scores_of("a", {"m": [1]}), scores_of("b", {"m": [1]})], both, margin=0.1)
    found = gate.answer(both, both, margin=0.1, run="a", baseline_run="b")
    assert found.names == ("a", "b")
    with pytest.raises(InputError, match="finite"):
        gate.answer(scores_of("a", {"m": [math.nan]}), both, margin=0.1)


def long_one_run_of_one_input_is_no_comparison(tmp_path: Path) -> None:
    one, other = scores_of("a", {"AP": [0.1, 0.2]}), scores_of("b", {"AP": [0.1, 0.3]})
    both, linked, path = pa.concat_tables([one, other]), tmp_path / "linked.parquet", tmp_path / "both.parquet"
    parquet.write_table(both, path)
    linked.symlink_to(path)
    run = {"q1": {"d1": 1.0}, "q2": {"d1": 1.0}}
    qrels = {"q1": {"d1": 1}, "q2": {"d1": 1}}
    chosen = {"run": "a", "baseline_run": "a"}
    for new, baseline, options in (
        (one, one, {}),
        (both, both, chosen),
        (path, str(path), chosen),
        (path, linked, chosen),
        ([path], {"old": path}, chosen),
        (run, run, {"qrels": qrels}),
        ({"new": run}, {"old": run}, {"qrels": qrels}),
    ):
        with pytest.raises(InputError, match=r"new run and the baseline are( run a of)? the same input, so nothing"):
            gate.answer(new, baseline, margin=0.1, **options)
        assert gate.answer(new, baseline, at_least=0.1, **options).passed  # which compares nothing
    for new, baseline, options in (
        (path, linked, {"run": "a", "baseline_run": "b"}),
        ({"new": run}, {"old": dict(run)}, {"qrels": qrels}),
        (scores_of("new", {"AP": [0.1, 0.2]}), scores_of("baseline", {"AP": [0.1, 0.2]}), {}),
    ):
        found = gate.answer(new, baseline, margin=0.1, test="paired_t", **options)
        same = " and ".join(found.names) + " have the same value for every query; are they the same run?"
        assert [each.text for each in found.problems] == [same] * (new is not path)
