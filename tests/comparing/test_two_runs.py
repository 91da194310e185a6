"""The two sides of a gate: which runs they are, of which conventions and queries, and that they are two."""

import math
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from in_process import invoke
from matrices import scores_of
from places import FIXTURES
from pyarrow import parquet
from written import put

from evalsql.comparing.gate import gate
from evalsql.errors import InputError
from evalsql.inputs.names import Named

POOR, GOOD, JUDGED = (str(FIXTURES / "tiny" / name) for name in ("poor.run", "good.run", "qrels.txt"))
A, B = scores_of("a", {"AP": [0.1, 0.2]}), scores_of("b", {"AP": [0.1, 0.3]})
BOTH = pa.concat_tables([A, B])
RUN, QRELS = {"q1": {"d1": 1.0}, "q2": {"d1": 1.0}}, {"q1": {"d1": 1}, "q2": {"d1": 1}}


def conventional(run: str, convention: str | None, value: float = 0.2) -> pa.Table:
    """Scores of a run by AP, beside a measure that nobody asks for, and whose conventions they follow."""
    scores = scores_of(run, {"AP": [0.1, 0.5, value], "own": [1] * 9})
    return scores if convention is None else scores.append_column("convention", pa.array([convention] * len(scores)))


def long_runs_of_other_conventions_are_told_of() -> None:
    plain, nd, gd = (conventional("a", each) for each in (None, "trec_eval-9", "gdeval"))
    named, blank = conventional("b", "trec_eval-9"), conventional("b", "")
    run, judged = {"q000": {"d": 1.0}, "q001": {"d": 1.0}}, {"q000": {"d": 1}, "q001": {"d": 1}, "q002": {"d": 1}}
    followed = {"convention": "trec_eval-9"}
    for new, old, qrels, options, said in (
        (plain, conventional("c", None), None, {}, []),
        (nd, named, None, {}, []),
        (plain, blank, None, {}, []),  # a convention that is null is none
        (plain, named, None, {}, ["run b has other conventions (trec_eval-9) than run a (none named)"]),
        (gd, named, None, {}, ["run b has other conventions (trec_eval-9) than run a (gdeval)"]),
        (nd, blank, None, {}, ["run b has other conventions (none named) than run a (trec_eval-9)"]),
        ({"r": run}, plain, judged, {}, []),
        ({"r": run}, nd, judged, {}, ["run a has other conventions (trec_eval-9) than run r (none named)"]),
        ({"r": run}, nd, judged, followed, []),
        ({"r": run}, plain, judged, followed, ["run a has other conventions (none named) than run r (trec_eval-9)"]),
    ):
        found = gate.answer(new, old, qrels, "AP", margin=0.9, **options)
        texts = [each.text.removesuffix(", with which it is compared") for each in found.problems]
        assert [text for text in texts if "conventions" in text] == said
        assert ("by the conventions of trec_eval-9" in found.about) == ("convention" in options and not said)
    # one file of two runs
    both = pa.concat_tables([nd, conventional("b", "gdeval")])
    problem, _ = gate.answer(both, both, None, "AP", margin=0.9, run="a", baseline_run="b").problems
    assert problem.text.startswith("run b has other conventions (gdeval) than run a (trec_eval-9)")
    # queries that other runs and measures have a value for do not count
    several = pa.concat_tables([A.set_column(0, "run", [["b", "b"]]), scores_of("c", {"AP": [0.1] * 7})])
    assert gate.answer(plain, several, None, "AP", margin=0.9, baseline_run="b").about == "over 2 queries"
    about = gate.answer({"r": run}, several, judged, "AP", margin=0.9, baseline_run="b").about
    assert about.startswith("over 2 judged queries")


RUNS = {"a": RUN, "b": {"q1": {"d1": 1}, "q2": {"d2": 1}}}


def test_one_run_a_side_is_asked_for_and_that_they_are_two() -> None:
    for new, old, qrels, options, said in (
        (A, BOTH, None, {}, r"the baseline: there are 2 runs \(a, b\).*--baseline-run"),
        ([A, B], BOTH, None, {}, "one new run, not 2"),
        (scores_of("a", {"AP": [math.nan]}), BOTH, None, {}, "finite"),
        (A, B, JUDGED, {}, "both of these are scores"),
        (RUNS, RUNS["b"], QRELS, {}, r"the new run: there are 2 runs \(a, b\) where one was expected; --run names it"),
        (
            RUN,
            RUN,
            QRELS,
            {"baseline_where": "true"},
            r"--baseline-where \(in Python baseline_where\) is for tables of",
        ),
        (A, scores_of("b", {"RR": [0.1, 0.3]}), None, {}, "the two have no measure in common: AP, and RR"),
        (A, A, None, {}, "the new run and the baseline are run a of the same input, so nothing is compared"),
    ):
        with pytest.raises(InputError, match=said):
            gate.answer(new, old, qrels, margin=0.1, **options)


def long_one_of_several_runs_can_be_chosen() -> None:
    assert gate.answer(BOTH, BOTH, margin=0.1, run="a", baseline_run="b").names == ("a", "b")
    found = gate.answer(RUNS, RUNS, QRELS, "AP", run="a", baseline_run="b", at_least=0.9)
    assert (found.names, found.rows[0]["mean"], found.rows[0]["baseline"]) == (("a", "b"), 1.0, 0.5)


def long_one_of_several_files_can_be_chosen(tmp_path: Path) -> None:
    lines = [line.split() for line in Path(GOOD).read_text().splitlines()]
    rows = [f"{query},{doc},{score},good" for query, _, doc, _, score, _ in lines]
    (tmp_path / "other.csv").write_text("\n".join(["query_id,doc_id,score,run", *rows]))
    (tmp_path / "other.run").write_bytes(Path(POOR).read_bytes())  # of one format, and of another
    pattern = str(tmp_path / "other.*")
    for new, old, run, baseline, rule, verdict in (
        ([POOR, GOOD], [POOR, GOOD], "poor", "good", {"margin": 0.01}, "fail"),
        ([Path(POOR), Path(GOOD)], [POOR, GOOD], "poor", "good", {"margin": 0.01}, "fail"),
        ({"a": POOR, "b": GOOD}, {"good": GOOD}, "a", "good", {"margin": 0.01}, "fail"),
        (pattern, POOR, "other", None, {"at_least": 0.5}, "fail"),
        (pattern, POOR, "good", None, {"at_least": 0.5}, "pass"),
    ):
        found = gate.answer(new, old, JUDGED, "AP", run=run, baseline_run=baseline, **rule)
        assert (*found.names, found.verdict) == (run, baseline or "poor", verdict)
    with pytest.raises(InputError, match="the new run: there is no run x; runs: good, other"):
        gate.answer(pattern, POOR, JUDGED, "AP", run="x", margin=0.1)


def long_one_run_of_one_input_is_no_comparison(tmp_path: Path) -> None:
    linked, path = tmp_path / "linked.parquet", tmp_path / "both.parquet"
    parquet.write_table(BOTH, path)
    linked.symlink_to(path)
    chosen, judged = {"run": "a", "baseline_run": "a"}, {"qrels": QRELS}
    for new, baseline, options in (
        (BOTH, BOTH, chosen),
        (path, str(path), chosen),
        (path, linked, chosen),
        ([path], {"old": path}, chosen),
        (RUN, RUN, judged),
        ({"new": RUN}, {"old": RUN}, judged),
    ):
        with pytest.raises(InputError, match=r"new run and the baseline are( run a of)? the same input, so nothing"):
            gate.answer(new, baseline, margin=0.1, **options)
        assert gate.answer(new, baseline, at_least=0.1, **options).passed  # which compares nothing
    for new, baseline, options in (
        (path, linked, {"run": "a", "baseline_run": "b"}),
        ({"new": RUN}, {"old": dict(RUN)}, judged),
        (A, A.set_column(0, "run", [["baseline"] * 2]), {}),
    ):
        found = gate.answer(new, baseline, margin=0.1, test="paired_t", **options)
        same = " and ".join(found.names) + " have the same value for every query; are they the same run?"
        assert [each.text for each in found.problems] == [same] * (new is not path)


def long_a_measure_that_one_of_the_two_lacks_is_said_to_be_left_out() -> None:
    new, old = scores_of("a", {"AP": [0.1, 0.2], "RR": [0.1, 0.2]}), scores_of("b", {"RR": [0.1, 0.3], "P@1": [1, 1]})
    said = "only one of the two has scores of AP, P@1, left out"
    assert said in [each.text for each in gate.answer(new, old, margin=0.5).problems]
    named = gate.answer(new, old, measures="RR", margin=0.5)
    assert [each.text for each in named.problems if "left out" in each.text] == []


def test_one_of_two_runs_in_percent_is_refused_and_both_are_warned_of() -> None:
    percent = [scores_of(run, {"AP": [10.0, 20.0, 30.0], "DCG": [7.0, 8.0, 9.0]}) for run in "ab"]
    fractions = scores_of("c", {"AP": [0.1, 0.2, 1.0 + 1e-9], "DCG": [7.0, 8.0, 9.5]})
    said = "AP of run a is 10 for query q000, and is from 0 to 1; 2 more such values"
    for sides in ((percent[0], fractions), (fractions, percent[0])):
        with pytest.raises(InputError) as refused:
            gate.answer(*sides, None, "AP", margin=0.5)
        assert str(refused.value) == said
    texts = [each.text for each in gate.answer(*percent, None, "AP", margin=0.5).problems]
    assert texts[:2] == [said.replace("run a", "run b"), said]
    found = gate.answer(Named("mine", percent[0]), fractions, None, "DCG", margin=0.5)
    assert (found.problems, found.names) == ((), ("mine", "c"))


OF_LAKE = "select unnest(['1', '2']) as query_id, unnest(['a', 'b']) as doc_id, 1.0 as score"


def test_one_run_of_each_date_is_compared(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "q.txt", "1 0 a 1\n2 0 b 1\n")
    for date in ("26", "27"):
        for run, rows in {"simA": OF_LAKE, "simB": OF_LAKE, "simC": f"{OF_LAKE} limit 0"}.items():
            folder = tmp_path / f"dt={date}" / f"run={run}"
            folder.mkdir(parents=True)
            duckdb.sql(rows).write_parquet(str(folder / "part-0.parquet"))
    line = ("gate", "dt=27", "--baseline", "dt=26", "--qrels", "q.txt", "-m", "RR", "--margin", "0.1")
    shown = invoke(*line, "--run", "simB", "--baseline-run", "simA")
    assert "Means over 2 judged queries. " in shown.stdout
    assert "holds no rows" not in shown.stderr
    shown = invoke(*line, "--run", "simC", "--baseline-run", "simA")
    assert "Means over 2 judged queries; 2 run/query pairs without results scored as empty rankings. " in shown.stdout
    assert "dt=27/run=simC/part-0.parquet: holds no rows of run simC" in shown.stderr
    assert "part-0," not in shown.stderr


def test_a_column_of_an_expression_is_used(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "q.txt", "1 0 a 1\n2 0 b 1\n")
    duckdb.sql(f"select *, 'x' as run, '26' as dt, '1' as split from ({OF_LAKE})").write_parquet("r.parquet")
    line = ("evaluate", "r.parquet", "--qrels", "q.txt", "-m", "RR", "--columns", "runs.run=run || '@' || dt")
    shown = invoke(*line, "--format", "csv")
    assert shown.stdout.splitlines()[1] == "x@26,1.0"
    assert "'dt'" not in shown.stderr
    assert "the runs have a column 'split', which was not used" in shown.stderr
