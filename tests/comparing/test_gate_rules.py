"""What the rules of a gate are about: which measures, by which names, of which runs; and what is about nothing."""

from pathlib import Path

import pytest
from gated import scores_of
from places import FIXTURES

from evalsql.catalog.measure import parse_measure, parse_measures
from evalsql.comparing.gate import gate
from evalsql.errors import InputError

TINY = [str(FIXTURES / "tiny" / name) for name in ("poor.run", "good.run", "qrels.txt")]


def test_a_measure_without_a_rule_and_a_rule_without_a_measure_are_refused() -> None:
    new, old = (scores_of(run, {"a": [0.5, 0.4, 0.2], "b": [0.1, 0.2, 0.3]}) for run in ("new", "old"))
    for measures, bounds, said in (
        (["a", "b"], {"margin": {"b": 0.1}}, "no rule is about a; name a bound, or leave it out"),
        (["b"], {"margin": [0.2, "b=0.1"]}, "margin 0.2 is about no measure"),
        (["b"], {"margin": "b=0.1", "worst_loss": {"*": 0.3, "b": 0.4}}, "worst-loss 0.3 is about no measure"),
    ):
        with pytest.raises(InputError, match=said):
            gate.answer(new, old, measures=measures, **bounds)
    assert gate.answer(new, old, margin={"b": 0.1}).measures == ("b",)


def long_where_nothing_can_be_decided_there_is_no_verdict() -> None:
    apart = [scores_of("a", {"m": [0.5, 0.6, None], "n": [0.5] * 3}), scores_of("b", {"m": [None] * 3, "n": [0.5] * 3})]
    every = {"margin": {"m": 0.1}, "worst_loss": {"m": 0}, "losing": {"m": 0}, "at_least": {"m": 0.9}}
    said = "no rule can be decided: no query that both have a value for; 2 queries that only a has a value for"
    with pytest.raises(InputError, match=said):
        gate.answer(*apart, **every)
    one = [scores_of(run, {"m": [0.5]}) for run in "ab"]
    with pytest.raises(InputError, match="no rule can be decided: too few queries for the test: 1"):
        gate.answer(*one, margin=0.1, better=True)
    assert gate.answer(*one, margin=0.1, worst_loss=0).passed  # which is decided
    some = gate.answer(*apart, **{name: bound | {"n": 0.5} for name, bound in every.items()})
    assert [row["value"] for row in some.rows if row["metric"] == "m"] == [None] * 4
    assert some.passed
    assert not gate.answer(*apart, margin=0.1, require_evidence=True).passed


def long_a_measure_may_have_a_bound_of_its_own() -> None:
    values = ([0.5, 0.6, 0.2], [0.4, 0.6, 0.3])
    given = [
        scores_of(run, dict.fromkeys(("m", "nDCG@10", "AP"), each)) for run, each in zip("ab", values, strict=True)
    ]
    found = gate.answer(*given, margin={"*": 0.2, "ndcg_cut_10": 0.1}, at_least=["AP=0.3"])
    bounds = {(row["rule"], row["metric"]): row["bound"] for row in found.rows}
    margins = {"nDCG@10": 0.1, "AP": 0.2, "m": 0.2}  # of scores, a rule for every measure is about all that both have
    assert bounds == {("at_least", "AP"): 0.3} | {("non_inferior", each): margin for each, margin in margins.items()}
    found = gate.answer(*given, measures=["m"], margin=["0.2", "AP(rel=1)=3%"])
    assert [(row["metric"], row["rule"]) for row in found.rows] == [("m", "non_inferior"), ("AP", "non_inferior")]


def long_a_bound_is_for_each_measure_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("RR\nSuccess@1  # comment\n")
    completed = "AP(divisor='min(R,k)')@10"
    for bound, options, margins in (
        ("nDCG@10,AP=0.0001", {}, {"nDCG@10": 0.0001, "AP": 0.0001}),
        ({"P.5,10": 0.2, "map": 0.3}, {}, {"P@5": 0.2, "P@10": 0.2, "AP": 0.3}),
        ([f"@{tmp_path / 'mine'}=0.1"], {"measures": "RR"}, {"RR": 0.1, "Success@1": 0.1}),
        ("sakai-2006=0.1", {}, dict.fromkeys(map(str, parse_measures("sakai-2006")), 0.1)),
        ("AP@10=0.1", {"convention": "ntcireval"}, {completed: 0.1}),
        ([0.5, "AP@10=0.1"], {"convention": "ntcireval", "measures": ["AP@10", "RR"]}, {completed: 0.1, "RR": 0.5}),
        # parsed before, a measure is what it is
        ({parse_measure("AP@10"): 0.1}, {"convention": "ntcireval"}, {"AP@10": 0.1}),
        ([0.2, "AP=0.9"], {}, {"nDCG@10": 0.2, "AP": 0.9}),
        ({"*": 0.2, "AP": 0.9}, {"measures": "RR"}, {"RR": 0.2, "AP": 0.9}),
    ):
        found = gate.answer(*TINY, margin=bound, **options)
        assert {row["metric"]: row["bound"] for row in found.rows} == margins, bound
    for twice in (["AP=0.1", "map=0.2"], {"official": 0.1, "AP": 0.2}, ["0.1", "*=0.2"]):
        with pytest.raises(InputError, match=r"two were given for (AP|all measures); one was expected"):
            gate.answer(*TINY, margin=twice)


def long_stored_measures_go_by_the_names_that_they_have() -> None:
    new, old = (scores_of(run, {"map": [value] * 3, "other": [value] * 3}) for run, value in (("a", 0.1), ("b", 0.9)))
    ours = scores_of("b", {"AP": [0.9, 0.9]})
    for baseline, margin, metrics in (
        (old, "map=0.01", ["map"]),
        (old, "AP=0.01", ["map"]),
        (ours, "map=0.01", ["map"]),
        (ours, "AP=0.01", ["AP"]),
        (old, ["0.01", "map=0.5"], ["map", "other"]),
    ):
        found = gate.answer(new, baseline, margin=margin)
        assert [(row["metric"], row["verdict"]) for row in found.rows] == [(each, "fail") for each in metrics]
    both = scores_of("a", {"map": [0.2] * 2, "AP": [0.5] * 2})  # one baseline for two measures
    rows = gate.answer(both, ours, margin={"AP": 0.01, "map": 0.01}).rows
    assert {row["metric"]: (row["mean"], row["baseline"]) for row in rows} == {"AP": (0.5, 0.9), "map": (0.2, 0.9)}
    with pytest.raises(InputError, match="both of these are scores"):
        gate.answer(new, old, TINY[2], margin=0.1)
    assert gate.answer(new, old, margin=0.1, queries=["q000", "q001"]).rows[0]["queries"] == 2
    with pytest.raises(InputError, match="zz"):
        gate.answer(new, old, margin=0.1, queries=["q000", "zz"])


def long_one_of_several_runs_can_be_chosen(tmp_path: Path) -> None:
    qrels = {"q1": {"d1": 1}, "q2": {"d1": 1}}
    good, bad = {"q1": {"d1": 1}, "q2": {"d1": 1}}, {"q1": {"d1": 1}, "q2": {"d2": 1}}
    runs = {"a": good, "b": bad}
    found = gate.answer(runs, runs, qrels, "AP", run="a", baseline_run="b", at_least=0.9)
    assert (found.names, found.rows[0]["mean"], found.rows[0]["baseline"]) == (("a", "b"), 1.0, 0.5)
    files = TINY[:2]
    for given in ([*files], [Path(each) for each in files]):
        found = gate.answer(given, list(files), TINY[2], "AP", run="poor", baseline_run="good", margin=0.01)
        assert (found.names, found.verdict) == (("poor", "good"), "fail")
    lines = [line.split() for line in Path(TINY[1]).read_text().splitlines()]
    rows = [f"{query},{doc},{score},good" for query, _, doc, _, score, _ in lines]
    (tmp_path / "other.csv").write_text("\n".join(["query_id,doc_id,score,run", *rows]))
    (tmp_path / "other.run").write_bytes(Path(TINY[0]).read_bytes())  # of one format, and of another
    pattern = str(tmp_path / "other.*")
    for run in "other", "good":
        found = gate.answer(pattern, TINY[0], TINY[2], "AP", run=run, at_least=0.5)
        assert (found.names[0], found.verdict) == (run, "pass" if run == "good" else "fail")
    with pytest.raises(InputError, match="the new run: there is no run x; runs: good, other"):
        gate.answer(pattern, TINY[0], TINY[2], "AP", run="x", margin=0.1)
    named = {"a": TINY[0], "b": TINY[1]}
    found = gate.answer(named, {"good": TINY[1]}, TINY[2], "AP", run="a", baseline_run="good", margin=0.01)
    assert (found.names, found.verdict) == (("a", "good"), "fail")
    for options, said in (
        ({}, r"the new run: there are 2 runs \(a, b\) where one was expected; --run names it"),
        ({"run": "c"}, "the new run: there is no run c; runs: a, b"),
    ):
        with pytest.raises(InputError, match=said):
            gate.answer(runs, {"b": bad}, qrels, "AP", margin=0.1, **options)
